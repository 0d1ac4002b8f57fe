package dev.warpbroker.graphs.rank;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;

/** What {@link PullPageRank} ranks with, on one kind of device. One run at a time. */
sealed interface PullEngine extends AutoCloseable permits ThreadRanks, WarpRanks {
    /** {@return how many lanes there are, and in what blocks} */
    Grid grid();

    /** {@return what ranks all vertices, from the beginning} */
    Kernel kernel(PageRank.StoppingRule rule);

    /**
     * Says whether the next run may take the rows of the graph as a run before it has laid them out, which must have
     * ended; otherwise it begins with the rows as they were given. An engine that never keeps them has nothing to do.
     */
    default void keepRows(boolean kept) {}

    /** {@return the iterations of the last run} */
    int iterations();

    /**
     * {@return by how much the last iteration of the last run, which is {@code iteration}, changed all ranks together}
     */
    double change(int iteration);

    /** {@return the ranks of all vertices after the last run} */
    double[] ranks();

    @Override
    void close();

    /** {@return values in memory of a device, which is never empty} */
    static Ints copy(Device device, int[] values) {
        var copy = device.ints(Math.max(values.length, 1));
        copy.copyIn(values);
        return copy;
    }
}
