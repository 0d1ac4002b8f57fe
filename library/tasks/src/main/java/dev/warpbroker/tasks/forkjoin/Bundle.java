package dev.warpbroker.tasks.forkjoin;

/** Children of a frame that wait for a worker on the JVM. */
final class Bundle<T, R> {
    private final Frame<T, R> parent;
    private final int[] words;

    /** The words are those of the tasks, one after the other, and belong to the bundle from now on. */
    Bundle(Frame<T, R> parent, int[] words) {
        this.parent = parent;
        this.words = words;
    }

    Frame<T, R> parent() {
        return parent;
    }

    /** {@return the words of the tasks, for the worker that has taken the bundle} */
    int[] words() {
        return words;
    }
}
