package dev.warpbroker.device.backend;

import dev.warpbroker.device.Lane;
import org.jspecify.annotations.Nullable;

/** A thread of the JVM device that runs lanes. */
public abstract class LaneThread extends Thread {
    protected LaneThread(String name) {
        super(null, null, name, 0, false);
        setDaemon(true);
    }

    /** {@return the lane that is running, or null between two} */
    protected abstract @Nullable Lane lane();

    /** {@return the lane that the calling thread runs} */
    public static Lane currentLane() {
        var lane = Thread.currentThread() instanceof LaneThread thread ? thread.lane() : null;
        if (lane == null) {
            throw new IllegalStateException("thread '" + Thread.currentThread().getName()
                    + "' runs no lane of a kernel; call this from a kernel, inside Device.launch or Device.run");
        }
        return lane;
    }

    /** Called by a lane that has been waiting for a while. */
    protected abstract void waiting(String waitingFor);

    /** Ends the calling lane if its launch was cancelled. Does nothing on threads that do not run lanes. */
    public static void stopIfCancelled(String waitingFor) {
        if (Thread.currentThread() instanceof LaneThread thread) {
            thread.waiting(waitingFor);
        }
    }
}
