package dev.warpbroker.examples.render;

import java.util.Locale;

/** Who renders which pixels. Workers are warps on a GPU and threads on the JVM. */
public enum Scheme {
    /** Each worker has a fixed share of the tiles: every n-th. */
    STATIC("each worker has a fixed share of the tiles"),
    /** Workers take the next tile from a counter. */
    CENTRAL("workers take the next tile from one counter"),
    /** Each worker has a deque with its share of the tiles; a worker that has none left steals from others. */
    STEALING("workers with no tiles left steal from the deques of others"),
    /** A thread for each pixel, in many blocks, which the hardware starts when there is room. */
    HARDWARE("a thread for each pixel, scheduled by the hardware");

    private final String description;

    Scheme(String description) {
        this.description = description;
    }

    /** {@return what it does, in words} */
    public String description() {
        return description;
    }

    /** The name on plots and on the command line. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
