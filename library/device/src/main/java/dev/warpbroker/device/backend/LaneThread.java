package dev.warpbroker.device.backend;

import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A thread of the JVM device that runs lanes. Virtual threads run lanes, too; they are told apart by what they carry.
 */
public abstract class LaneThread extends Thread {
    private static final long SHORT_PARK_NANOS = 1_000;

    /** Long pauses before the first look at the clock. */
    private static final int UNTIMED_PAUSES = 32;

    /**
     * A thread that has waited longer sleeps; parks are not much shorter than a tenth of this, whatever one asks for.
     */
    private static final long SLEEPLESS_NANOS = 500_000;

    /** It sleeps for this part of the time that it has waited, so that it loses no more, or for the longest time. */
    private static final int SLEEP_PART = 8;

    private static final long LONGEST_SLEEP_NANOS = 1_000_000;

    private static final ThreadLocal<RunningLane<?, ?>> ON_VIRTUAL = new ThreadLocal<>();

    /** Long pauses since the last short one, with which each wait begins, and when they got many. */
    private int longPauses;

    private long waitingSince;

    protected LaneThread(String name) {
        super(null, null, name, 0, false);
        setDaemon(true);
    }

    /** {@return what runs lanes on this thread, or null between launches} */
    protected abstract @Nullable RunningLane<?, ?> running();

    /** {@return a virtual thread that runs {@code body} for {@code running}, not yet started} */
    public static Thread virtual(String name, RunningLane<?, ?> running, Runnable body) {
        return Thread.ofVirtual().name(name).unstarted(() -> {
            ON_VIRTUAL.set(running);
            body.run();
        });
    }

    /** {@return the lane that the calling thread runs, as the kernel sees it} */
    public static Object currentLane() {
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

    /**
     * Called by a lane at each pause. Sleeps a while if the lane has waited for long.
     *
     * @param longPause false for the first pauses of a wait
     * @return whether it slept; always false on virtual threads, and on those that do not run lanes
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
     * <p>Virtual threads park for that: one that yields is put behind those of its carrier only, and if these yield,
     * too, the carrier never looks for others. An interrupted thread stays so, but has to park as well: the first time
     * it may only lose its permit.
     */
    @SuppressWarnings("ThreadPriorityCheck") // a thread that waits for others, which may need its processor
    public static void rest() {
        var running = current();
        if (running != null) {
            running.rest();
        } else if (Thread.currentThread().isVirtual()) {
            boolean interrupted = Thread.interrupted();
            LockSupport.parkNanos(SHORT_PARK_NANOS);
            if (interrupted) {
                LockSupport.parkNanos(SHORT_PARK_NANOS);
                Thread.currentThread().interrupt();
            }
        } else {
            Thread.yield();
        }
    }

    private static @Nullable RunningLane<?, ?> current() {
        var thread = Thread.currentThread();
        if (thread instanceof LaneThread laneThread) {
            return laneThread.running();
        }
        return thread.isVirtual() ? ON_VIRTUAL.get() : null;
    }
}
