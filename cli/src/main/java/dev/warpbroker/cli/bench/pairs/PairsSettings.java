package dev.warpbroker.cli.bench.pairs;

import dev.warpbroker.cli.devices.DeviceKind;
import dev.warpbroker.device.DeviceProperties;
import dev.warpbroker.structures.queue.Granularity;
import dev.warpbroker.structures.queue.QueueKind;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What the experiment is run with.
 *
 * @param entries what is measured
 * @param threads numbers of threads, each measured by itself
 * @param pairs enqueues and dequeues per thread
 * @param capacity of the queues
 * @param blockSize lanes per block
 * @param repetitions timed runs
 * @param warmUps runs before those
 * @param check whether to check that nothing is lost or duplicated
 */
public record PairsSettings(
        List<QueueEntry> entries,
        List<Integer> threads,
        int pairs,
        int capacity,
        int blockSize,
        int repetitions,
        int warmUps,
        boolean check) {
    private static final int CAPACITY = 1 << 20;
    private static final int BLOCK_SIZE = 256;

    public PairsSettings {
        entries = List.copyOf(entries);
        threads = List.copyOf(threads);
        requireAtLeast(1, "repetitions", repetitions);
        requireAtLeast(0, "warm-up runs", warmUps);
        requireAtLeast(1, "pairs", pairs);
        threads.forEach(number -> requireAtLeast(1, "threads", number));
    }

    private static void requireAtLeast(int least, String what, int value) {
        if (value < least) {
            throw new IllegalArgumentException(value + " " + what + "; the smallest number is " + least);
        }
    }

    /** {@return the paper's settings where the device is a GPU, and smaller ones elsewhere} */
    public static PairsSettings defaults(DeviceProperties device) {
        var entries = List.of(
                new QueueEntry(QueueKind.BQ, Granularity.THREAD),
                new QueueEntry(QueueKind.BQ_FUSED, Granularity.THREAD));
        return switch (DeviceKind.of(device)) {
            // A few threads need many pairs to run for longer than it takes to start them.
            case JVM -> new PairsSettings(entries, powersOfTwo(2 * processors()), 100_000, CAPACITY, 1, 11, 3, true);
            case SIMULATOR -> new PairsSettings(entries, List.of(32, 256, 1024), 10, 1 << 12, BLOCK_SIZE, 3, 1, true);
            case GPU ->
                new PairsSettings(
                        entries,
                        IntStream.concat(
                                        IntStream.of(1024, 8192, 65_536)
                                                .filter(threads -> threads < device.residentThreads()),
                                        IntStream.of(device.residentThreads()))
                                .boxed()
                                .toList(),
                        10,
                        CAPACITY,
                        BLOCK_SIZE,
                        21,
                        3,
                        true);
        };
    }

    private static int processors() {
        return Runtime.getRuntime().availableProcessors();
    }

    private static List<Integer> powersOfTwo(int most) {
        return IntStream.iterate(1, threads -> threads <= most, threads -> 2 * threads)
                .boxed()
                .toList();
    }
}
