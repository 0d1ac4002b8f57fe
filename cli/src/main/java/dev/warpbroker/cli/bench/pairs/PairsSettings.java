package dev.warpbroker.cli.bench.pairs;

import dev.warpbroker.cli.bench.timing.Effort;
import dev.warpbroker.cli.devices.DeviceKind;
import dev.warpbroker.device.DeviceProperties;
import dev.warpbroker.structures.queue.QueueKind;
import java.time.Duration;
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
 * @param effort how often and how long
 */
public record PairsSettings(
        List<QueueEntry> entries, List<Integer> threads, int pairs, int capacity, int blockSize, Effort effort) {
    private static final int CAPACITY = 1 << 20;
    private static final int BLOCK_SIZE = 256;

    public PairsSettings {
        entries = List.copyOf(entries);
        threads = List.copyOf(threads);
        Effort.requireAtLeast(1, "pairs", pairs);
    }

    /** {@return the paper's settings where the device is a GPU, and smaller ones elsewhere; both forms of the broker queue} */
    public static PairsSettings defaults(DeviceProperties device) {
        var entries =
                List.of(new QueueEntry(QueueKind.BQ, Form.THREAD), new QueueEntry(QueueKind.BQ_FUSED, Form.THREAD));
        return switch (DeviceKind.of(device)) {
            // A few threads need many pairs to run for longer than it takes to start them.
            case JVM ->
                new PairsSettings(
                        entries,
                        powersOfTwo(2 * processors()),
                        20_000,
                        CAPACITY,
                        1,
                        new Effort(11, 3, true, Duration.ofMillis(500)));
            case SIMULATOR ->
                new PairsSettings(
                        entries,
                        List.of(32, 128, 512),
                        5,
                        1 << 12,
                        BLOCK_SIZE,
                        new Effort(2, 1, true, Duration.ofMillis(500)));
            case GPU ->
                new PairsSettings(
                        entries,
                        IntStream.concat(
                                        IntStream.of(1024, 4096, 8192, 65_536, 131_072)
                                                .filter(threads -> threads < device.residentThreads()),
                                        IntStream.of(device.residentThreads()))
                                .boxed()
                                .toList(),
                        10,
                        CAPACITY,
                        BLOCK_SIZE,
                        new Effort(11, 2, true, Duration.ofMillis(500)));
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
