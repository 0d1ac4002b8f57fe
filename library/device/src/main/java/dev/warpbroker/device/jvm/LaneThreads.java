package dev.warpbroker.device.jvm;

import dev.warpbroker.device.backend.LaneThread;
import dev.warpbroker.device.backend.RunningLane;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The threads of a device, which go from launch to launch: to start one takes longer than many a launch. Those without work are
 * parked, and end when they have had none for a while, or when the device is closed.
 */
final class LaneThreads implements AutoCloseable {
    /*
     * A thread is idle from when it has put itself among the idle ones until somebody has taken it from there: either who
     * gives it work, in which case it waits until it has it, or itself, and then it ends. The one that was idle last is taken
     * first, so that threads that are not needed get old.
     */

    private static final long KEPT_NANOS = 2_000_000_000L;

    /** How many are kept. */
    private final int most;

    private final Deque<Worker> idle = new ArrayDeque<>();
    private int made;
    private boolean closed;

    LaneThreads(int most) {
        this.most = most;
    }

    /**
     * {@return a thread, which runs {@code work}}
     *
     * @throws OutOfMemoryError if there can be no more threads
     */
    Thread start(LaneRunner work) {
        Worker thread;
        int number = 0;
        synchronized (this) {
            thread = idle.pollLast();
            if (thread == null) {
                number = made++;
            }
        }
        if (thread == null) {
            thread = new Worker("warpbroker-lanes-" + number, work);
            thread.start();
        } else {
            thread.work = work;
            LockSupport.unpark(thread);
        }
        return thread;
    }

    @Override
    public synchronized void close() {
        closed = true;
        idle.forEach(LockSupport::unpark);
    }

    /** {@return whether the calling thread is idle now} */
    private synchronized boolean putAside(Worker thread) {
        if (closed || idle.size() >= most) {
            return false;
        }
        idle.addLast(thread);
        return true;
    }

    /** {@return whether the calling thread is to end: if nobody has given it work in time} */
    private synchronized boolean dismiss(Worker thread, boolean late) {
        return (late || closed) && idle.remove(thread);
    }

    private final class Worker extends LaneThread {
        private volatile @Nullable LaneRunner work;

        Worker(String name, LaneRunner first) {
            super(name);
            work = first;
        }

        @Override
        public void run() {
            while (true) {
                var given = work;
                if (given != null) {
                    given.run();
                }
                work = null;
                if (!putAside(this) || !awaitWork()) {
                    return;
                }
                Thread.interrupted(); // what a kernel did to its thread is nothing to the next
            }
        }

        private boolean awaitWork() {
            long end = System.nanoTime() + KEPT_NANOS;
            while (work == null) {
                LockSupport.parkNanos(LaneThreads.this, KEPT_NANOS);
                if (work == null && dismiss(this, System.nanoTime() - end >= 0)) {
                    return false;
                }
            }
            return true;
        }

        @Override
        protected @Nullable RunningLane<?, ?> running() {
            return work;
        }
    }
}
