package dev.warpbroker.peers;

import dev.warpbroker.concurrent.RingBlockingQueue;
import java.util.ArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToDoubleBiFunction;

/**
 * Threads that use a {@link RingBlockingQueue} for a given time, as those of {@link QueueThreads} do: by their number
 * and whether they put and take apart, the operations per second. Knows no other class of this package:
 * {@link SideBySide} loads it several times.
 */
final class RingThreads implements ToDoubleBiFunction<Integer, Boolean> {
    private static final int CAPACITY = 16_384;

    private final int millis;
    private volatile boolean ended;

    RingThreads(int millis) {
        this.millis = millis;
    }

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
