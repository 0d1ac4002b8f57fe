package dev.warpbroker.graphs.rank;

import dev.warpbroker.structures.queue.QueueKind;

/**
 * How to rank.
 *
 * @param queue through which workers share vertices: any; of those that wait when they are empty, or that have locks,
 *     one lane of each warp is a worker
 * @param threads number of lanes, which is rounded up to whole warps; 0 for as many as the device holds at once, or one
 *     per processor of the JVM
 * @param blockSize lanes per block, where there are blocks
 */
public record PageRankOptions(QueueKind queue, int threads, int blockSize) {
    /** Checks the numbers. */
    public PageRankOptions {
        if (threads < 0) {
            throw new IllegalArgumentException(
                    threads + " threads for PageRank; give at least 1, or 0 for as many as the device holds");
        }
        if (blockSize < 1) {
            throw new IllegalArgumentException("blocks of " + blockSize + " lanes for PageRank; give at least 1");
        }
    }

    /** {@return the usual options: the Broker Queue, as many threads as the device holds} */
    public static PageRankOptions defaults() {
        return new PageRankOptions(QueueKind.BQ, 0, 256);
    }

    /** {@return these options with another queue} */
    public PageRankOptions withQueue(QueueKind given) {
        return new PageRankOptions(given, threads, blockSize);
    }

    /** {@return these options with another number of threads} */
    public PageRankOptions withThreads(int given) {
        return new PageRankOptions(queue, given, blockSize);
    }

    /** {@return these options with blocks of another size} */
    public PageRankOptions withBlockSize(int given) {
        return new PageRankOptions(queue, threads, given);
    }
}
