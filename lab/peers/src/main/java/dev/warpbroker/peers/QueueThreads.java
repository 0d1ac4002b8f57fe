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
 * <p>One call is one iteration, and drives threads of its own. JMH's threads would not do. Its score is the sum of what
 * each did in the time from its first operation on: where there are more threads than processors, many begin late and
 * run for a short time at full speed, and the sum is several times what the machine can do. And its virtual threads
 * yield to each other while they wait for the last one to begin, which may be for ever.
 */
public class QueueThreads {
    private static final long PARK_NANOS = 10_000;

    /**
     * After so many operations a virtual thread parks: where none ever does, those that have not begun yet never do.
     */
    private static final int RUN = 1 << 14;

    /** What the threads are and do, and for how long. */
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

        volatile boolean ended;
    }

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

    /** A virtual thread that does not park may keep the one that it waits for from running. */
    private static void pause(boolean virtual) {
        if (virtual) {
            LockSupport.parkNanos(PARK_NANOS);
        } else {
            Thread.onSpinWait();
        }
    }
}
