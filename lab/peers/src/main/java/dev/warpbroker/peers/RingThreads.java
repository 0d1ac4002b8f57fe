package dev.warpbroker.peers;

import dev.warpbroker.concurrent.RingBlockingQueue;
import java.util.ArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToDoubleBiFunction;

/**
 * Threads that use a {@link RingBlockingQueue} for a given time. As a function: takes the number of threads and whether
 * producers and consumers are apart, as in {@link Load}, and returns the operations per second of all threads together.
 *
 * <p>{@link SideBySide} loads this class once for each version of the queue, so that the JVM compiles the loop for each
 * version separately. Therefore it refers to no other class of this package, and repeats the loop of
 * {@link QueueThreads}. For the same reason it implements an interface of the JDK: class loaders of all versions share
 * that interface, while a cast to this class would fail.
 *
 * <p>It calls the queue directly, without a {@link QueuePort}, and uses platform threads only.
 */
final class RingThreads implements ToDoubleBiFunction<Integer, Boolean> {
    /** The same as {@link Shared#CAPACITY}, to which this class must not refer. */
    private static final int CAPACITY = 16_384;

    /** The time of an iteration in milliseconds. */
    private final int millis;

    /** Tells the threads of an iteration to end. Iterations do not overlap, so one flag is enough. */
    private volatile boolean ended;

    RingThreads(int millis) {
        this.millis = millis;
    }

    /**
     * Runs one iteration, on a new queue and with new threads. All threads wait at a latch, so that the time of their
     * creation does not count. Operations that complete after the end of the time are counted, at most two for each
     * thread.
     */
    @Override
    public double applyAsDouble(Integer number, Boolean apart) {
        ended = false;
        var queue = new RingBlockingQueue<Object>(CAPACITY);
        var operations = new LongAdder();
        var start = new CountDownLatch(1);
        var threads = new ArrayList<Thread>();
        int count = apart ? 2 * number : number;
        for (int i = 0; i < count; i++) {
            boolean offers = !apart || i % 2 == 0;
            boolean polls = !apart || i % 2 == 1;
            threads.add(Thread.ofPlatform().start(() -> {
                awaitUninterrupted(start);
                operations.add(operate(queue, offers, polls));
            }));
        }
        long begin = System.nanoTime();
        start.countDown();
        try {
            Thread.sleep(millis);
            ended = true;
            long end = System.nanoTime();
            for (var thread : threads) {
                thread.join();
            }
            return 1e9 * operations.sum() / (end - begin);
        } catch (InterruptedException failure) {
            throw new IllegalStateException("nobody interrupts this thread", failure);
        }
    }

    private static void awaitUninterrupted(CountDownLatch start) {
        try {
            start.await();
        } catch (InterruptedException failure) {
            throw new IllegalStateException("nobody interrupts this thread", failure);
        }
    }

    /**
     * Tries each operation until it succeeds or the time is over. Full and empty are waited for by spinning: the
     * waiting operations of the queue are not measured.
     *
     * @return the number of operations of the calling thread that succeeded
     */
    private long operate(RingBlockingQueue<Object> queue, boolean offers, boolean polls) {
        var element = new Object();
        long operations = 0;
        while (!ended) {
            if (offers) {
                while (!queue.offer(element)) {
                    if (ended) {
                        return operations;
                    }
                    Thread.onSpinWait();
                }
                operations++;
            }
            if (polls) {
                while (queue.poll() == null) {
                    if (ended) {
                        return operations;
                    }
                    Thread.onSpinWait();
                }
                operations++;
            }
        }
        return operations;
    }
}
