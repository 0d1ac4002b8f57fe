package dev.warpbroker.examples.render;

import java.util.Locale;

/** Who renders which pixels. Workers are warps on a GPU and threads on the JVM. */
public enum Scheme {
    /** Each worker has a fixed share of the tiles: every n-th. */
    STATIC("each worker has a fixed share of the tiles"),
    /** Workers take the next tile from a counter. */
    CENTRAL("workers take the next tile from one counter"),
    /**
     * Rays are tasks as in the thesis on work stealing: each worker has a buffer of rays in shared memory, filled up
     * for each wavefront from its deque, which has its share of the tiles, and then from the deques of others. Lanes
     * look for lights at once.
     */
    THESIS("rays are tasks as in the thesis: wavefronts filled from a buffer, the own deque, those of others"),
    /**
     * Rays are tasks: each worker has a deque with its share of the tiles, makes wavefronts of the rays of its buffer,
     * of pixels of its deque, and of those of others, and fills them up with rays to lights. 32 pixels are taken or
     * stolen at once. Workers for which there are none left get rays of others.
     */
    STEALING("rays and rays to lights are tasks, and workers without pixels get rays of others"),
    /** The same, with wavefronts of rays of one kind only: through pixels, reflected or refracted, to lights. */
    SORTED("stealing with rays sorted by kind: through pixels, reflected, to lights"),
    /** Rays are tasks of the library's scheduler, with its own work stealing. The first tasks are tiles. */
    SCHEDULER("rays are tasks of the library's scheduler, which steals by warps"),
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
