package dev.warpbroker.experiments;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.structures.queue.IntQueue;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The multiprocessors of a device, and how far from a queue they are: how long a thread takes there for an operation,
 * alone.
 *
 * @param nanos how long, by the number of the multiprocessor
 */
public record Multiprocessors(List<Double> nanos) {
    /** More than any device has. */
    private static final int MOST = 4_096;

    private static final int OPERATIONS = 500;

    public Multiprocessors {
        nanos = List.copyOf(nanos);
    }

    /**
     * Measures all of them. What is in the queue is lost.
     *
     * @param enqueues the part of operations that are enqueues, which come first, from 0 to 1
     */
    public static Multiprocessors of(Device device, IntQueue queue, double enqueues) {
        int in = (int) Math.round(enqueues * OPERATIONS);
        int out = OPERATIONS - in;
        int count = count(device);
        var grid = device.properties()
                .workerGrid(
                        count * device.properties().warpSize(),
                        device.properties().warpSize());
        try (var which = device.ints(1);
                var arrived = device.ints(1);
                var nanos = device.longs(count)) {
            Kernel kernel = lane -> {
                lane.gridBarrier(); // nobody is there any more but the one that is timed
                var block = lane.block();
                if (block.multiprocessor() == which.get(0) && block.lane() == 0 && arrived.getAndAdd(0, 1) == 0) {
                    operate(queue, in, out); // to warm up
                    long begin = lane.nanoTime();
                    operate(queue, in, out);
                    nanos.set(which.get(0), lane.nanoTime() - begin);
                }
            };
            for (int i = 0; i < count; i++) {
                queue.clear();
                which.fill(i);
                arrived.fill(0);
                device.run(grid, kernel);
            }
            queue.clear();
            return new Multiprocessors(Arrays.stream(nanos.copyOut())
                    .mapToObj(Multiprocessors::perOperation)
                    .toList());
        }
    }

    private static void operate(IntQueue queue, int enqueues, int dequeues) {
        for (int i = 0; i < enqueues; i++) {
            queue.enqueue(i);
        }
        for (int i = 0; i < dequeues; i++) {
            queue.dequeue();
        }
    }

    private static double perOperation(long nanos) {
        if (nanos == 0) {
            throw new IllegalStateException("there is a multiprocessor to which no block came");
        }
        return (double) nanos / OPERATIONS;
    }

    /** {@return how many there are: as many as a launch is on that fills the device} */
    private static int count(Device device) {
        var properties = device.properties();
        try (var seen = device.ints(MOST)) {
            device.run(properties.workerGrid(properties.residentThreads(), properties.maxBlockSize()), lane -> {
                if (lane.block().lane() == 0) {
                    seen.set(lane.block().multiprocessor(), 1);
                }
                lane.gridBarrier();
            });
            return IntStream.of(seen.copyOut()).sum();
        }
    }

    /** {@return those that are nearest} */
    public List<Integer> nearest(int count) {
        return first(count, Comparator.comparing(nanos::get));
    }

    /** {@return those that are farthest} */
    public List<Integer> farthest(int count) {
        return first(count, Comparator.comparing(nanos::get).reversed());
    }

    private List<Integer> first(int count, Comparator<Integer> order) {
        if (count < 1 || count > nanos.size()) {
            throw new IllegalArgumentException(
                    count + " multiprocessors; the device has " + nanos.size() + ": give 1 to " + nanos.size());
        }
        return IntStream.range(0, nanos.size())
                .boxed()
                .sorted(order)
                .limit(count)
                .toList();
    }

    /** {@return how long an operation takes on some of them, on average} */
    public double nanos(Collection<Integer> some) {
        return some.stream().mapToDouble(nanos::get).average().orElseThrow();
    }
}
