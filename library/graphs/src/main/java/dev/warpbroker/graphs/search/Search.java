package dev.warpbroker.graphs.search;

import dev.warpbroker.device.Kernel;
import dev.warpbroker.graphs.BfsResult;
import java.time.Duration;

/** A search of one graph that can be made again and again in the same memory. */
interface Search extends AutoCloseable {
    /**
     * Searches from a source that exists.
     *
     * @param limit of each launch
     */
    BfsRun run(int source, Duration limit);

    /** {@return what the workers run, with a number that is known only then} */
    Kernel kernel(int number);

    /** {@return what the last search found} */
    BfsResult result();

    @Override
    void close();
}
