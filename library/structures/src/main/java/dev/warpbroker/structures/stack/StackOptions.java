package dev.warpbroker.structures.stack;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Lane;
import dev.warpbroker.device.Longs;
import java.util.stream.LongStream;

/**
 * What a stack is made with. A stack that has no use for an option ignores it.
 *
 * @param capacity values that the stack is to hold, between 1 and 2^30
 * @param start where counters and tags begin, for tests of their wrap-around
 * @param scan how a {@code ScanStack} searches
 * @param statistics what counts what a {@code ScanStack} looks at and swaps
 */
public record StackOptions(int capacity, int start, Scan scan, Statistics statistics) {
    private static final int MAX_CAPACITY = 1 << 30;

    /** {@return the options for a stack of {@code capacity}} */
    public static StackOptions capacity(int capacity) {
        return new StackOptions(capacity, 0, Scan.plain(), Statistics.off());
    }

    /** {@return these options with counters and tags that begin at {@code count}} */
    public StackOptions startingAt(int count) {
        return new StackOptions(capacity, count, scan, statistics);
    }

    /** {@return these options with another way to search} */
    public StackOptions with(Scan options) {
        return new StackOptions(capacity, start, options, statistics);
    }

    /** {@return these options with something that counts} */
    public StackOptions with(Statistics counter) {
        return new StackOptions(capacity, start, scan, counter);
    }

    public StackOptions {
        if (capacity < 1 || capacity > MAX_CAPACITY) {
            throw new IllegalArgumentException("capacity " + capacity + " of a stack; the least is 1, the most are "
                    + MAX_CAPACITY + " (2^30)"
                    + (capacity > MAX_CAPACITY ? ": split the values over several stacks" : ""));
        }
    }

    /**
     * The options of a {@code ScanStack}, which its paper combines in tables 1 to 3.
     *
     * @param interval cells from one look to the next when the lowest necessary area is searched for (LA); 0 for none:
     *     the whole stack is scanned
     * @param invalidates whether a pop leaves a cell invalid, for later pops to make it empty again (Inval)
     * @param eliminates whether pushes and pops of a block meet in its shared memory (EL)
     * @param proxies whether, beyond that, one lane of a warp makes the remaining operations of all (PX)
     * @param listed whether operations that have lost a cell go on where the paper's listings say
     * @param fresh whether scans read what is in memory; if not, as in the paper, a cache of the reader's processor may
     *     serve them, and what others have done since is not there
     */
    public record Scan(
            int interval, boolean invalidates, boolean eliminates, boolean proxies, boolean listed, boolean fresh) {
        /** The interval that the paper uses unless it says otherwise. */
        public static final int INTERVAL = 25_000;

        public Scan {
            if (interval < 0) {
                throw new IllegalArgumentException(
                        "an interval of " + interval + " cells; the least is 1, and 0 scans the whole stack");
            }
            if (proxies && !eliminates) {
                throw new IllegalArgumentException(
                        "proxies make the operations that elimination leaves: eliminate, too");
            }
        }

        /** A stack that does not keep to the listings where they lead astray. */
        public Scan(int interval, boolean invalidates, boolean eliminates, boolean proxies) {
            this(interval, invalidates, eliminates, proxies, false, false);
        }

        /** {@return the same to the letter of the listings} */
        public Scan asListed() {
            return new Scan(interval, invalidates, eliminates, proxies, true, fresh);
        }

        /** {@return the same with scans that read what is in memory} */
        public Scan readingFresh() {
            return new Scan(interval, invalidates, eliminates, proxies, listed, true);
        }

        /** {@return the same with another interval} */
        public Scan withInterval(int cells) {
            return new Scan(cells, invalidates, eliminates, proxies, listed, fresh);
        }

        /** {@return the stack without any of them} */
        public static Scan plain() {
            return new Scan(0, false, false, false);
        }

        /**
         * The name that the paper's tables use: {@code LA}, {@code Inval+EL+LA} and so on; {@code LA-listed};
         * {@code LA-fresh}.
         */
        @Override
        public String toString() {
            String name = (invalidates ? "Inval+" : "")
                    + (eliminates ? "EL+" : "")
                    + (interval > 0 ? "LA+" : "")
                    + (proxies ? "PX+" : "");
            return (name.isEmpty() ? "No-Optimizations" : name.substring(0, name.length() - 1))
                    + (listed ? "-listed" : "")
                    + (fresh ? "-fresh" : "");
        }
    }

    /**
     * Counts what operations of a {@code ScanStack} do. Whether it does is known when a kernel is compiled:
     * {@link #off} leaves nothing of it in the code.
     */
    public sealed interface Statistics {
        /** The caller looks at a cell. */
        void looks();

        /** The caller is about to swap at a cell. */
        void swaps();

        /** {@return statistics that count nothing, and cost nothing} */
        static Statistics off() {
            return Off.INSTANCE;
        }

        /** {@return statistics that count what lanes of kernels do, in memory of {@code device}} */
        static Counting on(Device device) {
            return new Counting(device);
        }

        /** Counts nothing. */
        final class Off implements Statistics {
            private static final Off INSTANCE = new Off();

            private Off() {}

            @Override
            public void looks() {}

            @Override
            public void swaps() {}
        }

        /**
         * How often lanes have done something.
         *
         * @param lanes for each lane
         * @param steps for the lanes of a warp that did so together once
         */
        record Count(long lanes, long steps) {}

        /** Counts with an atomic add for each lane, and one for the lanes of a warp that do it together. */
        final class Counting implements Statistics, AutoCloseable {
            /** Counters of each kind, for the lanes to be apart. */
            private static final int COUNTERS = 1 << 15;

            private static final int LOOKS = 0;
            private static final int SWAPS = 2 * COUNTERS;

            private final Longs counters;

            private Counting(Device device) {
                counters = device.longs(4 * COUNTERS);
            }

            @Override
            public void looks() {
                count(LOOKS);
            }

            @Override
            public void swaps() {
                count(SWAPS);
            }

            private void count(int first) {
                var lane = Lane.current();
                boolean lowest = Integer.numberOfTrailingZeros(lane.warp().activeMask())
                        == lane.warp().lane();
                int mine = first + (lane.id() & COUNTERS - 1);
                counters.getAndAddRelaxed(mine, 1);
                if (lowest) {
                    counters.getAndAddRelaxed(COUNTERS + mine, 1);
                }
            }

            /** {@return looks at cells} Once no kernel is running. */
            public Count looked() {
                return counted(LOOKS);
            }

            /** {@return swaps, those included that failed} Once no kernel is running. */
            public Count swapped() {
                return counted(SWAPS);
            }

            private Count counted(int first) {
                return new Count(sum(first), sum(first + COUNTERS));
            }

            private long sum(int first) {
                return LongStream.of(counters.copyOut(first, COUNTERS)).sum();
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
