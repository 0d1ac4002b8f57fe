package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;

/**
 * Counts what the operations of a queue had to do more than once. Whether it does is known when a kernel is compiled:
 * {@link #off} leaves nothing of it in the code.
 */
public sealed interface QueueStatistics {
    /** An attempt failed because of other threads, and is made again. */
    void retried();

    /** The caller pauses until another thread has done something. */
    void waited();

    /** {@return statistics that count nothing, and cost nothing} */
    static QueueStatistics off() {
        return Off.INSTANCE;
    }

    /** {@return statistics that count, in memory of {@code device}} */
    static Counting on(Device device) {
        return new Counting(device);
    }

    /** Counts nothing. */
    final class Off implements QueueStatistics {
        private static final Off INSTANCE = new Off();

        private Off() {}

        @Override
        public void retried() {}

        @Override
        public void waited() {}
    }

    /** Counts with an atomic add per event. */
    final class Counting implements QueueStatistics, AutoCloseable {
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
