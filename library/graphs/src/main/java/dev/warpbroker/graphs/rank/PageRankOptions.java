package dev.warpbroker.graphs.rank;

import dev.warpbroker.structures.Granularity;
import dev.warpbroker.structures.queue.QueueKind;
import dev.warpbroker.structures.queue.QueueOptions;
import java.util.function.UnaryOperator;

/**
 * How to rank.
 *
 * @param queue through which workers share vertices: any
 * @param threads number of lanes, which is rounded up to whole warps; 0 for as many as the device holds at once, or one
 *     per processor of the JVM
 * @param blockSize lanes per block, where there are blocks
 * @param by {@link Granularity#WARP} if lanes of a warp poll and enqueue together; {@link Granularity#THREAD} if each
 *     dequeues and enqueues for itself, and of queues that wait when they are empty, or that have locks, one lane of
 *     each warp is a worker
 * @param tuning what to change of the options that the queue is made with
 */
public record PageRankOptions(
        QueueKind queue, int threads, int blockSize, Granularity by, UnaryOperator<QueueOptions> tuning) {
    /** Checks the numbers. */
    public PageRankOptions {
        if (threads < 0) {
            throw new IllegalArgumentException(
                    threads + " threads for PageRank; give at least 1, or 0 for as many as the device holds");
        }
        if (blockSize < 1) {
            throw new IllegalArgumentException("blocks of " + blockSize + " lanes for PageRank; give at least 1");
        }
        if (by == Granularity.BLOCK) {
            throw new IllegalArgumentException("PageRank uses its queue by WARP or by THREAD, not by BLOCK");
        }
    }

    /** Options with workers that use the queue by warps. */
    public PageRankOptions(QueueKind queue, int threads, int blockSize) {
        this(queue, threads, blockSize, Granularity.WARP, UnaryOperator.identity());
    }

    /** {@return the usual options: the Broker Queue, as many threads as the device holds} */
    public static PageRankOptions defaults() {
        return new PageRankOptions(QueueKind.BQ, 0, 256);
    }

    /** {@return these options with another queue} */
    public PageRankOptions withQueue(QueueKind given) {
        return new PageRankOptions(given, threads, blockSize, by, tuning);
    }

    /** {@return these options with another number of threads} */
    public PageRankOptions withThreads(int given) {
        return new PageRankOptions(queue, given, blockSize, by, tuning);
    }

    /** {@return these options with blocks of another size} */
    public PageRankOptions withBlockSize(int given) {
        return new PageRankOptions(queue, threads, given, by, tuning);
    }

    /** {@return these options with workers that use the queue by warps, or each lane for itself} */
    public PageRankOptions by(Granularity given) {
        return new PageRankOptions(queue, threads, blockSize, given, tuning);
    }

    /** {@return these options with other options of the queue} */
    public PageRankOptions withTuning(UnaryOperator<QueueOptions> given) {
        return new PageRankOptions(queue, threads, blockSize, by, given);
    }
}
