package dev.warpbroker.structures.stack;

/**
 * What became of a lane's operation.
 *
 * @param done whether the push put its value on, or the pop got one; if not, the stack was full or empty. False for
 *     {@link StackOperation#NONE}
 * @param value what a pop got, else 0
 */
public record StackResult(boolean done, int value) {
    /** {@return what became of a push} */
    public static StackResult ofPush(boolean done) {
        return new StackResult(done, 0);
    }

    /** {@return what became of a pop} */
    public static StackResult ofPop(Popped popped) {
        return new StackResult(popped.present(), popped.value());
    }

    /** {@return what becomes of an operation that finds no room or nothing, or of none at all} */
    public static StackResult nothing() {
        return new StackResult(false, 0);
    }
}
