package dev.warpbroker.graphs;

/** Told, now and then, how far a file has been read. */
@FunctionalInterface
public interface ReadProgress {
    /** Tells nobody. */
    ReadProgress NONE = (_, _) -> {};

    /**
     * Called by the thread that reads; at the end once more, with {@code bytes == ofBytes}.
     *
     * @param bytes bytes of the file that have been read, before they are unpacked
     * @param ofBytes bytes of the file
     */
    void read(long bytes, long ofBytes);
}
