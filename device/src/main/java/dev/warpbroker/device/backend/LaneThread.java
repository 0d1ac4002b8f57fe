package dev.warpbroker.device.backend;

import dev.warpbroker.device.Lane;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A thread of the JVM device that runs lanes. Virtual threads run lanes, too; they are told apart by what they carry. */
public final class LaneThread extends Thread {
    private static final long SHORT_PARK_NANOS = 1_000;
    private static final ThreadLocal<RunningLane> ON_VIRTUAL = new ThreadLocal<>();

    private final RunningLane running;

    private LaneThread(String name, RunningLane running, Runnable body) {
        super(null, body, name, 0, false);
        setDaemon(true);
        this.running = running;
    }

    /** {@return a thread that runs {@code body} for {@code running}, not yet started} */
    public static Thread platform(String name, RunningLane running, Runnable body) {
        return new LaneThread(name, running, body);
    }

    /** {@return a virtual thread that runs {@code body} for {@code running}, not yet started} */
    public static Thread virtual(String name, RunningLane running, Runnable body) {
        return Thread.ofVirtual().name(name).unstarted(() -> {
            ON_VIRTUAL.set(running);
            body.run();
        });
    }

    /** {@return the lane that the calling thread runs} */
    public static Lane currentLane() {
        var running = current();
        var lane = running == null ? null : running.lane();
        if (lane == null) {
            throw new IllegalStateException("thread '" + Thread.currentThread().getName()
                    + "' runs no lane of a kernel; call this from a kernel, inside Device.launch or Device.run");
        }
        return lane;
    }

    /** {@return whether the calling thread runs lanes} */
    public static boolean isCurrent() {
        return current() != null;
    }

    /** Ends the calling lane if its launch was cancelled. Does nothing on threads that do not run lanes. */
    public static void stopIfCancelled(String waitingFor) {
        var running = current();
        if (running != null) {
            running.waiting(waitingFor);
        }
    }

    /**
     * Lets others have the processor for a moment.
     *
     * <p>Virtual threads park for that: one that yields is put behind those of its carrier only, and if these yield, too, the
     * carrier never looks for others.
     */
    @SuppressWarnings("ThreadPriorityCheck") // a thread that waits for others, which may need its processor
    public static void rest() {
        var running = current();
        if (running != null) {
            running.rest();
        } else if (Thread.currentThread().isVirtual()) {
            LockSupport.parkNanos(SHORT_PARK_NANOS);
        } else {
            Thread.yield();
        }
    }

    private static @Nullable RunningLane current() {
        var thread = Thread.currentThread();
        if (thread instanceof LaneThread laneThread) {
            return laneThread.running;
        }
        return thread.isVirtual() ? ON_VIRTUAL.get() : null;
    }
}
