package dev.warpbroker.device.jvm;

import dev.warpbroker.device.backend.LaneThread;
import dev.warpbroker.device.backend.RunningLane;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The threads of a device, which go from launch to launch, because to start a thread takes longer than a short launch.
 * A thread without work is parked. It ends when it has had none for a while, or when the device is closed.
 */
final class LaneThreads implements AutoCloseable {
    /*
     * A thread is idle while it is in the list of idle threads. It enters the list itself. Either a launch takes it out
     * and then gives it work, for which it waits, or it takes itself out and ends. Launches take the thread that was
     * idle last, so that threads that are not needed get old and end.
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
