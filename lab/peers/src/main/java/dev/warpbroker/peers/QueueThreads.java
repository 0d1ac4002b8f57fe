package dev.warpbroker.peers;

import java.util.ArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/**
 * Threads that use one queue for a given time: every one puts an element in and takes one out, in turn; or half of them
 * put elements in and the other half take them out. Each operation is tried until it succeeds or the time is over.
 *
 * <p>One call is one iteration, which starts threads of its own. JMH's threads are unsuitable. Its score is the sum of
 * the rates of all threads, each measured from the first operation of that thread. With more threads than processors,
 * many threads begin late and run at full speed for a short time, so that the sum is several times the rate that the
 * machine can reach. Besides, its virtual threads yield to each other while they wait for the last one to begin, which
 * may take for ever.
 *
 * <p>The elements are not checked, and a thread offers the same object again and again: the load itself allocates one
 * object for each thread.
 */
public class QueueThreads {
    /** The time for which a virtual thread parks between two attempts. */
    private static final long PARK_NANOS = 10_000;

    /**
     * A virtual thread parks after this number of operations. Virtual threads are not preempted: if none of those that
     * run ever parked, the threads that have not begun yet would never begin.
     */
    private static final int RUN = 1 << 14;

    /** The parameters of an iteration, set by {@link Matrix}, and the signal that ends it. */
    @State(Scope.Benchmark)
    public static class Work {
        @Param("PLATFORM")
        ThreadKind kind = ThreadKind.PLATFORM;

        @Param("1")
        int threads;

        @Param("false")
        boolean apart;

        @Param("100")
        int millis;

        /** Read by all threads in every round of their loops, written only at the beginning and the end. */
        volatile boolean ended;
    }

    /**
     * Starts the threads, lets them work for {@link Work#millis} and waits for their end. The time begins when they may
     * begin and ends with the signal to end. It includes neither their creation nor their last operations, which are at
     * most two for each thread but are counted.
     */
    @Benchmark
    public void work(Work work, Shared shared, Done done) throws InterruptedException {
        work.ended = false;
        var operations = new LongAdder();
        var start = new CountDownLatch(1);
        var threads = new ArrayList<Thread>();
        int count = work.apart ? 2 * work.threads : work.threads;
        for (int i = 0; i < count; i++) {
            boolean offers = !work.apart || i % 2 == 0;
            boolean polls = !work.apart || i % 2 == 1;
            threads.add(work.kind.start(() -> {
                try {
                    start.await();
                } catch (InterruptedException failure) {
                    throw new IllegalStateException("nobody interrupts this thread", failure);
                }
                operations.add(operate(shared.ports.get(), offers, polls, work));
            }));
        }
        long begin = System.nanoTime();
        start.countDown();
        Thread.sleep(work.millis);
        work.ended = true;
        long end = System.nanoTime();
        for (var thread : threads) {
            thread.join();
        }
        done.operations += operations.sum();
        done.nanos += end - begin;
    }

    /** {@return the number of operations of the calling thread that succeeded} */
    private static long operate(QueuePort port, boolean offers, boolean polls, Work work) {
        boolean virtual = Thread.currentThread().isVirtual();
        var element = new Object();
        long operations = 0;
        while (!work.ended) {
            if (offers) {
                while (!port.offer(element)) {
                    if (work.ended) {
                        return operations;
                    }
                    pause(virtual);
                }
                operations++;
            }
            if (polls) {
                while (port.poll() == null) {
                    if (work.ended) {
                        return operations;
                    }
                    pause(virtual);
                }
                operations++;
            }
            if (virtual && operations % RUN == 0) {
                LockSupport.parkNanos(1);
            }
        }
        return operations;
    }

    /**
     * Waits between two attempts. A platform thread spins. A virtual thread parks, because it may otherwise occupy the
     * carrier thread that the thread it waits for needs.
     */
    private static void pause(boolean virtual) {
        if (virtual) {
            LockSupport.parkNanos(PARK_NANOS);
        } else {
            Thread.onSpinWait();
        }
    }
}
