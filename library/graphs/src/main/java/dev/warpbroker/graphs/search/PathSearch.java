package dev.warpbroker.graphs.search;

import dev.warpbroker.device.Kernel;

/** A search for shortest paths in one graph that can be made again and again in the same {@link PathsMemory}. */
interface PathSearch extends AutoCloseable {
    /** Forgets the last search. From the host. */
    void clear();

    /** {@return what workers run to search from a source that exists} */
    Kernel kernel(int source);

    @Override
    void close();
}
