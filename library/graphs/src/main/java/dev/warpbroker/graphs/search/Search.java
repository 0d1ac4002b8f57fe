package dev.warpbroker.graphs.search;

import dev.warpbroker.device.Kernel;
import dev.warpbroker.tasks.worker.WarpWorker;
import java.time.Duration;

/** A search of one graph that can be made again and again in the same memory. */
interface Search extends AutoCloseable {
    /** What workers are at, if the host cancels the launch. */
    String WORK = "the end of a search";

    /** Vertices of a worker between two looks whether the host has cancelled the search: a power of two. */
    int LOOK_AFTER = 2048;

    /**
     * Ends the worker if the host has cancelled the launch. Looks now and then.
     *
     * @param expanded vertices that the worker has looked at
     * @param latest of them since the last call
     */
    static void stopIfCancelled(WarpWorker worker, int expanded, int latest) {
        if (expanded % LOOK_AFTER < latest) {
            worker.stopIfCancelled(WORK);
        }
    }

    /**
     * Searches from a source that exists.
     *
     * @param limit of each launch
     */
    Bfs.Run run(int source, Duration limit);

    /** {@return what the workers run, with a number that is known only then} */
    Kernel kernel(int number);

    /** {@return what the last search found} */
    BfsResult result();

    @Override
    void close();
}
