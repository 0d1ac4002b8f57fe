package dev.warpbroker.structures.stack;

/**
 * What a pop found.
 *
 * @param present whether there was a value; if not, the stack was empty
 * @param value the value; 0 if there was none
 */
public record Popped(boolean present, int value) {
    /** {@return a value that was taken off} */
    public static Popped of(int value) {
        return new Popped(true, value);
    }

    /** {@return that the stack was empty} */
    public static Popped empty() {
        return new Popped(false, 0);
    }
}
