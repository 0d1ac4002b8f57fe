package dev.warpbroker.structures;

/**
 * A long that was taken, or nothing: {@link Taken} without an object around the long.
 *
 * @param present whether there was one; if not, the structure was empty
 * @param value the long; 0 if there was none
 */
public record TakenLong(boolean present, long value) {
    /** {@return a long that was taken} */
    public static TakenLong of(long value) {
        return new TakenLong(true, value);
    }

    /** {@return that there was none} */
    public static TakenLong empty() {
        return new TakenLong(false, 0);
    }
}
