package dev.warpbroker.structures.stack;

/**
 * What a stack is made with. A stack that has no use for an option ignores it.
 *
 * @param capacity values that the stack is to hold, between 1 and 2^30
 * @param start where counters and tags begin, for tests of their wrap-around
 * @param scan how a {@code ScanStack} searches
 */
public record StackOptions(int capacity, int start, Scan scan) {
    private static final int MAX_CAPACITY = 1 << 30;

    /** {@return the options for a stack of {@code capacity}} */
    public static StackOptions capacity(int capacity) {
        return new StackOptions(capacity, 0, Scan.plain());
    }

    /** {@return these options with counters and tags that begin at {@code count}} */
    public StackOptions startingAt(int count) {
        return new StackOptions(capacity, count, scan);
    }

    /** {@return these options with another way to search} */
    public StackOptions with(Scan options) {
        return new StackOptions(capacity, start, options);
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
}
