package dev.warpbroker.experiments.suite;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceMemory;
import dev.warpbroker.device.ForeignKernel;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Longs;
import dev.warpbroker.experiments.design.Checked;
import dev.warpbroker.experiments.design.Contender;
import dev.warpbroker.experiments.design.DeviceKind;
import dev.warpbroker.experiments.results.CheckResult;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.structures.queue.BrokerQueue;
import dev.warpbroker.structures.queue.IntQueue;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * A broker queue in CUDA C++, compiled by another compiler, in the memory of one of ours. Its kernel takes
 *
 * <pre>
 * struct Q { unsigned *ring; unsigned *tickets; unsigned long long *headAndTail; int *count;
 *            unsigned capacity, logCapacity, maxThreads; };
 * (Q queue, unsigned long long *sums, unsigned *failures)
 * </pre>
 *
 * with 8 bytes of ring and 4 of tickets per element, all zero at first, and does what
 * {@link dev.warpbroker.experiments.Pairs} does with {@value #PAIRS} pairs per thread. It does not look whether there
 * are more lanes in its last block than threads in the grid.
 *
 * @param source where it is from
 * @param kernel its code on the device
 * @param queue the bytes of its first argument
 * @param lender the queue of ours whose memory it works on
 */
record PeerQueue(Source source, ForeignKernel kernel, MemorySegment queue, IntQueue lender) {
    /** The number is part of the peer's code. */
    static final int PAIRS = 10;

    private static final int MAX_THREADS = 1 << 19;
    private static final Pattern PTX_ENTRY = Pattern.compile("\\.entry\\s+([\\w$]+)");

    /**
     * A kernel that another compiler made.
     *
     * @param file PTX or a cubin
     * @param entry its name in the file, as the linker sees it
     * @param name what tables, plots and results call it
     */
    record Source(Path file, String entry, String name) {
        /** Reads FILE#ENTRY, or FILE#ENTRY=NAME. */
        static Source parse(String text) {
            int separator = text.lastIndexOf('#');
            if (separator < 1 || separator == text.length() - 1) {
                throw new IllegalArgumentException("'" + text + "' is not FILE#ENTRY or FILE#ENTRY=NAME");
            }
            var file = Path.of(text.substring(0, separator));
            if (!Files.isReadable(file)) {
                throw new IllegalArgumentException("there is no readable file " + file);
            }
            String entry = text.substring(separator + 1);
            int naming = entry.indexOf('=');
            return naming < 0
                    ? new Source(file, entry, entry)
                    : new Source(file, entry.substring(0, naming), entry.substring(naming + 1));
        }

        private ForeignKernel load(Device device) throws IOException {
            if (DeviceKind.of(device.properties()) != DeviceKind.GPU) {
                throw new IllegalArgumentException("peer " + file.getFileName() + "#" + entry
                        + " needs a GPU (--device cuda), and this is " + device);
            }
            byte[] image = Files.readAllBytes(file);
            if (file.toString().endsWith(".ptx")) {
                var entries = PTX_ENTRY
                        .matcher(new String(image, StandardCharsets.UTF_8))
                        .results()
                        .map(found -> found.group(1))
                        .toList();
                if (!entries.contains(entry)) {
                    throw new IllegalArgumentException(
                            file + " has no kernel '" + entry + "'; it has " + String.join(", ", entries));
                }
            }
            return device.foreignKernel(image, entry);
        }
    }

    /**
     * Loads the peer and lends it the memory of a queue of ours, so that both are measured on the very same addresses.
     * It keeps its tail in the word after the head, which ours does not use.
     */
    static PeerQueue on(Device device, Source source, IntQueue lender, int capacity) throws IOException {
        var memory = BrokerQueue.Memory.of(lender);
        return new PeerQueue(
                source,
                source.load(device),
                struct(memory.ring(), memory.tickets(), memory.head(), memory.count(), capacity),
                lender);
    }

    /** {@return the bytes of a {@code struct Q}} */
    static MemorySegment struct(long ring, long tickets, long headAndTail, long count, int capacity) {
        var queue = MemorySegment.ofArray(new long[] {ring, tickets, headAndTail, count, 0, 0});
        queue.set(JAVA_INT, 32, capacity);
        queue.set(JAVA_INT, 36, Integer.numberOfTrailingZeros(capacity));
        queue.set(JAVA_INT, 40, MAX_THREADS);
        return queue;
    }

    /** Refuses rows that a peer cannot be compared with. */
    static void requireComparable(int pairs, List<Integer> threads, int block) {
        if (pairs != PAIRS) {
            throw new IllegalArgumentException(
                    "a peer does " + PAIRS + " pairs per thread, not " + pairs + "; leave --pairs out");
        }
        for (int count : threads) {
            if (count % block != 0) {
                throw new IllegalArgumentException("a peer needs full blocks, and " + count
                        + " threads are no multiple of the block size " + block);
            }
        }
    }

    /** {@return a row of ours beside what was measured of the peer} */
    Measurement comparedWith(Measurement row, Measurement peer) {
        if (!row.measured()) {
            return row;
        }
        return peer.measured()
                ? row.withPeer(
                        String.valueOf(source.file().getFileName()), source.name(), peer.nanoseconds(), peer.checks())
                : row.with(CheckResult.failed("peer " + source.name() + " was not measured: " + peer.skipped()));
    }

    /**
     * {@return what does its work; launched like ours: all its threads are resident} A kernel of another compiler
     * cannot be cancelled.
     */
    Contender contender(Device device, Grid grid) {
        var sums = device.longs(grid.threads());
        var failures = device.ints(1);
        Contender.Run run = _ -> {
            lender.clear();
            return Duration.ofNanos(kernel.run(grid, true, queue, address(sums), address(failures)));
        };
        return new Contender(
                run,
                limit -> {
                    sums.fill(0);
                    failures.fill(0);
                    run.within(limit);
                    return new Checked(List.of(sum(grid.threads(), sums, failures)));
                },
                () -> {
                    sums.close();
                    failures.close();
                });
    }

    /** The peer adds up what it dequeued; more cannot be seen from outside. */
    private static CheckResult sum(long threads, Longs sums, Ints failures) {
        long sum = Arrays.stream(sums.copyOut()).sum();
        long expected = PAIRS * (threads * (threads + 1) / 2);
        int failed = failures.copyOut()[0];
        return new CheckResult(
                "sum",
                failed == 0 && sum == expected,
                "failed pairs " + failed + ", sum " + sum + ", expected " + expected);
    }

    private static MemorySegment address(DeviceMemory memory) {
        return MemorySegment.ofArray(new long[] {memory.address()});
    }
}
