package dev.warpbroker.structures;

/**
 * An int that was taken, or nothing: {@link Taken} without an object around the int.
 *
 * @param present whether there was one; if not, the structure was empty
 * @param value the int; 0 if there was none
 */
public record TakenInt(boolean present, int value) {
    /** {@return an int that was taken} */
    public static TakenInt of(int value) {
        return new TakenInt(true, value);
    }

    /** {@return that there was none} */
    public static TakenInt empty() {
        return new TakenInt(false, 0);
    }
}
