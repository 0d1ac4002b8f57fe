package dev.warpbroker.structures.stack;

/**
 * The options of a {@code ScanStack}, which its paper combines in tables 1 to 3.
 *
 * @param interval cells from one look to the next when the lowest necessary area is searched for (LA); 0 for none: the whole
 *     stack is scanned
 * @param invalidates whether a pop leaves a cell invalid, for later pops to make it empty again (Inval)
 * @param eliminates whether pushes and pops of a block meet in its shared memory (EL)
 * @param proxies whether, beyond that, one lane of a warp makes the remaining operations of all (PX)
 */
public record ScanOptions(int interval, boolean invalidates, boolean eliminates, boolean proxies) {
    /** The interval that the paper uses unless it says otherwise. */
    public static final int INTERVAL = 25_000;

    public ScanOptions {
        if (interval < 0) {
            throw new IllegalArgumentException(
                    "an interval of " + interval + " cells; the least is 1, and 0 scans the whole stack");
        }
        if (proxies && !eliminates) {
            throw new IllegalArgumentException("proxies make the operations that elimination leaves: eliminate, too");
        }
    }

    /** {@return the stack without any of them} */
    public static ScanOptions plain() {
        return new ScanOptions(0, false, false, false);
    }

    /** The name that the paper's tables use: {@code LA}, {@code Inval+EL+LA} and so on. */
    @Override
    public String toString() {
        String name = (invalidates ? "Inval+" : "")
                + (eliminates ? "EL+" : "")
                + (interval > 0 ? "LA+" : "")
                + (proxies ? "PX+" : "");
        return name.isEmpty() ? "No-Optimizations" : name.substring(0, name.length() - 1);
    }
}
