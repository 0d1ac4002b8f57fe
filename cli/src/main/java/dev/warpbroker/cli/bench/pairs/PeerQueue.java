package dev.warpbroker.cli.bench.pairs;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.cuda.ForeignKernel;
import java.io.IOException;
import java.lang.foreign.MemorySegment;

/**
 * A broker queue in CUDA C++, compiled by another compiler, with its memory. Its kernel takes
 *
 * <pre>
 * struct Q { unsigned *ring; unsigned *tickets; unsigned long long *headAndTail; int *count;
 *            unsigned capacity, logCapacity, maxThreads; };
 * (Q queue, unsigned long long *sums, unsigned *failures)
 * </pre>
 *
 * with 8 bytes of ring and 4 of tickets per element, all zero at first, and does what {@link
 * dev.warpbroker.structures.Pairs} does with {@value #PAIRS} pairs per thread. It does not look whether there are more
 * lanes in its last block than threads in the grid.
 *
 * @param file where it is from
 * @param kernel its code on the device
 * @param queue the bytes of its first argument
 */
record PeerQueue(PeerFile file, ForeignKernel kernel, MemorySegment queue) {
    /** The number is part of the peer's code. */
    static final int PAIRS = 10;

    private static final int MAX_THREADS = 1 << 19;

    /** Head and tail lie at the start of this memory, count in its middle: on lines of their own. */
    private static final int COUNTER_LONGS = 128;

    /** Loads the peer and gives it a queue. */
    static PeerQueue on(Device device, PeerFile file, int capacity) throws IOException {
        var kernel = file.on(device);
        var ring = device.longs(capacity);
        var tickets = device.ints(capacity);
        var counters = device.longs(COUNTER_LONGS);
        long count = counters.address() + counters.bytes() / 2;
        return new PeerQueue(
                file, kernel, struct(ring.address(), tickets.address(), counters.address(), count, capacity));
    }

    /** {@return the bytes of a {@code struct Q}} */
    static MemorySegment struct(long ring, long tickets, long headAndTail, long count, int capacity) {
        var queue = MemorySegment.ofArray(new long[] {ring, tickets, headAndTail, count, 0, 0});
        queue.set(JAVA_INT, 32, capacity);
        queue.set(JAVA_INT, 36, Integer.numberOfTrailingZeros(capacity));
        queue.set(JAVA_INT, 40, MAX_THREADS);
        return queue;
    }
}
