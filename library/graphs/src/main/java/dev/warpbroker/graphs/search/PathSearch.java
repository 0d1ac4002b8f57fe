package dev.warpbroker.graphs.search;

import java.time.Duration;

/** A search for shortest paths in one graph that can be made again and again in the same memory. */
interface PathSearch extends AutoCloseable {
    /** Counters lie this many ints apart: a cache line each. */
    int APART = 32;

    /** Of every kind there are counters for so many rounds: the last one, this and the next. */
    int ROUNDS = 3;

    /** Searches from a source that exists. */
    ShortestPaths.Run run(int source, Duration limit);

    /** {@return whether some way that was found is longer than a distance can be} */
    boolean isTooLong();

    /** {@return what the last search found} */
    PathsResult result();

    @Override
    void close();
}
