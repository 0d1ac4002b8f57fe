package dev.warpbroker.structures.queue;

/**
 * What a dequeue found.
 *
 * @param present whether there was a value; if not, the queue was empty
 * @param value the value; 0 if there was none
 */
public record Dequeued(boolean present, int value) {
    /** {@return a value that was taken out} */
    public static Dequeued of(int value) {
        return new Dequeued(true, value);
    }

    /** {@return that the queue was empty} */
    public static Dequeued empty() {
        return new Dequeued(false, 0);
    }
}
