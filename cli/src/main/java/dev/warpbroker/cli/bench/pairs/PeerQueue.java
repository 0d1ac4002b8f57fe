package dev.warpbroker.cli.bench.pairs;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.ForeignKernel;
import dev.warpbroker.structures.queue.BrokerMemory;
import java.io.IOException;
import java.lang.foreign.MemorySegment;

/**
 * A broker queue in CUDA C++, compiled by another compiler, in the memory of one of ours. Its kernel takes
 *
 * <pre>
 * struct Q { unsigned *ring; unsigned *tickets; unsigned long long *headAndTail; int *count;
 *            unsigned capacity, logCapacity, maxThreads; };
 * (Q queue, unsigned long long *sums, unsigned *failures)
 * </pre>
 *
 * with 8 bytes of ring and 4 of tickets per element, all zero at first, and does what {@link
 * dev.warpbroker.experiments.Pairs} does with {@value #PAIRS} pairs per thread. It does not look whether there are more
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

    /**
     * Loads the peer and lends it the memory of a queue of ours, so that both are measured on the very same addresses.
     * It keeps its tail in the word after the head, which ours does not use.
     */
    static PeerQueue on(Device device, PeerFile file, BrokerMemory memory, int capacity) throws IOException {
        return new PeerQueue(
                file,
                file.on(device),
                struct(memory.ring(), memory.tickets(), memory.head(), memory.count(), capacity));
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
