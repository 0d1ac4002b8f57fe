package dev.warpbroker.device.backend;

import dev.warpbroker.device.Lane;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A thread of the JVM device that runs lanes. */
public abstract class LaneThread extends Thread {
    /** Long pauses before the first look at the clock. */
    private static final int UNTIMED_PAUSES = 32;

    /** A thread that has waited longer sleeps; parks are not much shorter than a tenth of this, whatever one asks for. */
    private static final long SLEEPLESS_NANOS = 500_000;

    /** It sleeps for this part of the time that it has waited, so that it loses no more, or for the longest time. */
    private static final int SLEEP_PART = 8;

    private static final long LONGEST_SLEEP_NANOS = 1_000_000;

    /** Long pauses since the last short one, with which each wait begins, and when they got many. */
    private int longPauses;

    private long waitingSince;

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

    /**
     * Called by a lane at each pause. Sleeps a while if the lane has waited for long.
     *
     * @param longPause false for the first pauses of a wait
     * @return whether it slept; always false on threads that do not run lanes
     */
    public static boolean sleepsAfterLongWait(boolean longPause) {
        return Thread.currentThread() instanceof LaneThread thread && thread.sleepsIfWaitIsLong(longPause);
    }

    private boolean sleepsIfWaitIsLong(boolean longPause) {
        longPauses = longPause ? longPauses + 1 : 0;
        if (longPauses <= UNTIMED_PAUSES) {
            return false;
        }
        long now = System.nanoTime();
        if (longPauses == UNTIMED_PAUSES + 1) {
            waitingSince = now;
        }
        long waited = now - waitingSince;
        if (waited < SLEEPLESS_NANOS) {
            return false;
        }
        LockSupport.parkNanos(this, Math.min(waited / SLEEP_PART, LONGEST_SLEEP_NANOS));
        return true;
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
