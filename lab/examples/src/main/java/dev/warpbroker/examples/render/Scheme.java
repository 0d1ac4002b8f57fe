package dev.warpbroker.examples.render;

import java.util.Locale;

/** Who renders which pixels. Workers are warps on a GPU and threads on the JVM. */
public enum Scheme {
    /** Each worker has a fixed share of the tiles: every n-th. */
    STATIC("each worker has a fixed share of the tiles"),
    /** Workers take the next tile from a counter. */
    CENTRAL("workers take the next tile from one counter"),
    /**
     * Rays are tasks: each worker has a deque with its share of the tiles, makes wavefronts of the rays of its buffer,
     * of pixels of its deque, and of those of others, and fills them up with rays to lights. 32 pixels are taken or
     * stolen at once. Workers for which there are none left get rays of others.
     */
    STEALING("rays are tasks, and workers with few of them steal from the deques of others"),
    /** The same, with wavefronts of rays of one kind only: through pixels, reflected or refracted, to lights. */
    SORTED("stealing with rays sorted by kind: through pixels, reflected, to lights"),
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
