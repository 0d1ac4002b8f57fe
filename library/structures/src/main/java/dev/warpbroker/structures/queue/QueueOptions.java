package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;

/**
 * What a queue is made with. A queue that has no use for an option ignores it.
 *
 * @param capacity elements that the queue is to hold, a power of two between 2 and 2^30
 * @param threads most threads that use the queue at once, where the algorithm keeps a record for each
 * @param blocks most blocks that use the queue at once, where the algorithm keeps a part for each
 * @param segmentLength cells in one segment, where memory is handed out in segments; 0 leaves it to the queue
 * @param memoryFactor how many times the memory for {@code capacity} elements is set aside, where an algorithm uses up
 *     memory faster than it can give it back
 * @param patience attempts that an operation makes by itself before it asks others for help, where threads help each
 *     other; -1 leaves it to the queue
 * @param start where 32-bit counters begin, for tests of their wrap-around
 * @param statistics what counts retries and waits
 */
public record QueueOptions(
        int capacity,
        int threads,
        int blocks,
        int segmentLength,
        int memoryFactor,
        int patience,
        int start,
        Statistics statistics) {
    /**
     * Parts that the lanes of a warp can look at in one go: where a queue keeps a part for each block, more blocks than
     * these had better share.
     */
    public static final int PARTS_AT_A_GLANCE = 32;

    static final int MIN_CAPACITY = 2;
    private static final int MAX_CAPACITY = 1 << 30;
    private static final int MAX_INDICES = 1 << 28;

    /** More threads than any GPU of today holds resident. */
    private static final int MAX_THREADS = 1 << 19;

    private static final int MAX_BLOCKS = 1 << 12;
    private static final int MEMORY_FACTOR = 4;

    /** {@return the options for a queue of {@code capacity} that any number of threads may use} */
    public static QueueOptions capacity(int capacity) {
        return new QueueOptions(capacity, MAX_THREADS, MAX_BLOCKS, 0, MEMORY_FACTOR, -1, 0, Statistics.off());
    }

    /** {@return these options for at most {@code most} threads} */
    public QueueOptions withThreads(int most) {
        return new QueueOptions(capacity, most, blocks, segmentLength, memoryFactor, patience, start, statistics);
    }

    /** {@return these options for at most {@code most} blocks} */
    public QueueOptions withBlocks(int most) {
        return new QueueOptions(capacity, threads, most, segmentLength, memoryFactor, patience, start, statistics);
    }

    /** {@return these options with segments of {@code cells}} */
    public QueueOptions withSegmentLength(int cells) {
        return new QueueOptions(capacity, threads, blocks, cells, memoryFactor, patience, start, statistics);
    }

    /** {@return these options with {@code factor} times the memory for the capacity} */
    public QueueOptions withMemoryFactor(int factor) {
        return new QueueOptions(capacity, threads, blocks, segmentLength, factor, patience, start, statistics);
    }

    /** {@return these options with {@code attempts} before help is asked for} */
    public QueueOptions withPatience(int attempts) {
        return new QueueOptions(capacity, threads, blocks, segmentLength, memoryFactor, attempts, start, statistics);
    }

    /** {@return the patience, or {@code usual} if it is left to the queue} */
    int patienceOr(int usual) {
        return patience < 0 ? usual : patience;
    }

    /**
     * {@return for how many threads the queue is, by their numbers: as many as can be on the device at once, unless it
     * was said. On the JVM a launch may have more}
     */
    int threadsOn(Device device) {
        return threads == MAX_THREADS ? device.properties().residentThreads() : threads;
    }

    /**
     * {@return how many indices a ring is to hold for the elements of the queue: as many as there are threads at least}
     *
     * @param least a power of two
     */
    int indicesOn(Device device, int least) {
        if (capacity > MAX_INDICES) {
            throw new IllegalArgumentException("capacity " + capacity + " of a queue whose rings are twice as long; the"
                    + " most is " + MAX_INDICES + " (2^28): split the elements over several queues");
        }
        int most = Math.max(least, Math.max(capacity, threadsOn(device)));
        return Integer.highestOneBit(2 * most - 1);
    }

    /** {@return these options with counters that begin at {@code count}} */
    public QueueOptions startingAt(int count) {
        return new QueueOptions(capacity, threads, blocks, segmentLength, memoryFactor, patience, count, statistics);
    }

    /** {@return these options with something that counts} */
    public QueueOptions with(Statistics counter) {
        return new QueueOptions(capacity, threads, blocks, segmentLength, memoryFactor, patience, start, counter);
    }

    public QueueOptions {
        checkCapacity(capacity);
        requireAtLeast("threads", threads, 1);
        requireAtLeast("blocks", blocks, 1);
        requireAtLeast("segment length", segmentLength, 0);
        if (segmentLength > MAX_CAPACITY) {
            throw new IllegalArgumentException("segment length " + segmentLength + " of a queue; the most is "
                    + MAX_CAPACITY + " (2^30), and 0 leaves it to the queue");
        }
        requireAtLeast("memory factor", memoryFactor, 1);
        requireAtLeast("patience", patience, -1);
    }

    private static void requireAtLeast(String what, int value, int least) {
        if (value < least) {
            throw new IllegalArgumentException(what + " " + value + " of a queue; the least is " + least);
        }
    }

    private static void checkCapacity(int capacity) {
        if (capacity < MIN_CAPACITY || capacity > MAX_CAPACITY || Integer.bitCount(capacity) != 1) {
            throw new IllegalArgumentException("capacity " + capacity + " is not a power of two between "
                    + MIN_CAPACITY + " and " + MAX_CAPACITY + " (2^30); the nearest that is: "
                    + nearestCapacity(capacity)
                    + (capacity > MAX_CAPACITY ? ", or split the elements over several queues" : ""));
        }
    }

    private static int nearestCapacity(int capacity) {
        if (capacity < MIN_CAPACITY) {
            return MIN_CAPACITY;
        }
        int below = Integer.highestOneBit(capacity);
        return below < MAX_CAPACITY && capacity - below >= 2 * below - capacity ? 2 * below : below;
    }

    /**
     * Counts what the operations of a queue had to do more than once. Whether it does is known when a kernel is
     * compiled: {@link #off} leaves nothing of it in the code.
     */
    public sealed interface Statistics {
        /** An attempt failed because of other threads, and is made again. */
        void retried();

        /** The caller pauses until another thread has done something. */
        void waited();

        /** {@return statistics that count nothing, and cost nothing} */
        static Statistics off() {
            return Off.INSTANCE;
        }

        /** {@return statistics that count, in memory of {@code device}} */
        static Counting on(Device device) {
            return new Counting(device);
        }

        /** Counts nothing. */
        final class Off implements Statistics {
            private static final Off INSTANCE = new Off();

            private Off() {}

            @Override
            public void retried() {}

            @Override
            public void waited() {}
        }

        /** Counts with an atomic add per event. */
        final class Counting implements Statistics, AutoCloseable {
            private static final int RETRIES = 0;

            /** On another cache line than the retries. */
            private static final int WAITS = 32;

            private final Ints counters;

            private Counting(Device device) {
                counters = device.ints(WAITS + 1);
            }

            @Override
            public void retried() {
                counters.getAndAddRelaxed(RETRIES, 1);
            }

            @Override
            public void waited() {
                counters.getAndAddRelaxed(WAITS, 1);
            }

            /** {@return attempts that were made again} Once no kernel is running; wraps at 2^32. */
            public long retries() {
                return Integer.toUnsignedLong(counters.copyOut(RETRIES, 1)[0]);
            }

            /** {@return pauses} Once no kernel is running; wraps at 2^32. */
            public long waits() {
                return Integer.toUnsignedLong(counters.copyOut(WAITS, 1)[0]);
            }

            /** Begins to count anew. */
            public void reset() {
                counters.fill(0);
            }

            @Override
            public void close() {
                counters.close();
            }
        }
    }
}
