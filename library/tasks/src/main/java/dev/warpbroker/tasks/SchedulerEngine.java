package dev.warpbroker.tasks;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Layout;
import dev.warpbroker.structures.Granularity;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * What runs the tasks of a scheduler: the number of workers, their memory and their kernel, by policy.
 *
 * @param <T> the tasks
 * @param <S> how tasks spawn others
 */
abstract sealed class SchedulerEngine<T, S extends Spawner<T>> implements AutoCloseable
        permits PoolEngine, StealingEngine, CooperativeEngine {
    /** Warps in a block, unless an engine wants others. */
    private static final int WARPS = 4;

    /** The part of a device's memory for tasks that workers keep, if the user does not say, and its limits in ints. */
    private static final int KEPT_PART = 64;

    private static final int MIN_KEPT_INTS = 1 << 24;
    private static final int MAX_KEPT_INTS = 1 << 29;

    final Device device;
    final Layout<T> layout;
    final SchedulerOptions options;

    /** Null if all tasks are equally urgent. */
    final SchedulerOptions.@Nullable Priority<T> priority;

    SchedulerEngine(
            Device device,
            Layout<T> layout,
            SchedulerOptions.@Nullable Priority<T> priority,
            SchedulerOptions options) {
        this.device = device;
        this.layout = layout;
        this.priority = priority;
        this.options = options;
    }

    static <T> SchedulerEngine<T, Spawner<T>> of(
            Device device,
            Layout<T> layout,
            SchedulerOptions.@Nullable Priority<T> priority,
            SchedulerOptions options) {
        return switch (options.policy()) {
            case QueuePolicy _, StackPolicy _, DequePolicy _ -> new PoolEngine<>(device, layout, priority, options);
            case WarpStealingPolicy _ -> new StealingEngine<>(device, layout, priority, options);
        };
    }

    /** {@return the kernel of a run} */
    abstract Kernel kernel(RunMemory<T> memory, TaskBody<T, S> body);

    /** Prepares for another run. */
    abstract void clear();

    /** {@return what has no room left when tasks are lost} */
    abstract String room();

    @Override
    public abstract void close();

    /** {@return tasks that each of {@code keepers} can keep, at most {@code max}} */
    final int keeps(int keepers, int max) {
        if (options.keep() > 0) {
            return options.keep();
        }
        long bytes = device.properties().memoryBytes() / KEPT_PART;
        int ints = Math.clamp(bytes / Integer.BYTES, MIN_KEPT_INTS, MAX_KEPT_INTS);
        return Math.clamp(ints / keepers / stride(), 1, max);
    }

    /** {@return which lanes take tasks as one; where lanes best work alone, each for itself} */
    final Granularity workers() {
        return device.properties().lanesPerWorker() == 1 ? Granularity.THREAD : options.workers();
    }

    /** {@return the lanes of a worker} */
    final int lanesOfWorker() {
        return switch (workers()) {
            case THREAD -> 1;
            case WARP -> device.properties().lanesPerWorker();
            case BLOCK -> blockSize();
        };
    }

    int warpsInBlock() {
        return WARPS;
    }

    final int blockSize() {
        var properties = device.properties();
        int lanes = properties.lanesPerWorker();
        return lanes == 1 ? 1 : Math.min(properties.maxBlockSize(), warpsInBlock() * lanes);
    }

    /** {@return the most lanes that a run can have} */
    final int maxLanes() {
        if (options.count() > 0) {
            long lanes = (long) options.count() * lanesOfWorker();
            int most = device.properties().residentThreads();
            if (lanes > most) {
                throw new IllegalArgumentException(options.count() + " workers by " + workers() + " are " + lanes
                        + " lanes; " + device + " holds " + most + " at once, so take at most "
                        + most / lanesOfWorker() + " workers, or 0 for as many as it holds");
            }
            return (int) lanes;
        }
        var properties = device.properties();
        return properties.lanesPerWorker() == 1
                ? Runtime.getRuntime().availableProcessors()
                : properties.residentThreads() / blockSize() * blockSize();
    }

    /** {@return the grid of a run} */
    final Grid grid(Kernel kernel) {
        int lanes = maxLanes();
        int block = Math.min(blockSize(), lanes);
        if (options.count() == 0) {
            lanes = Math.min(lanes, device.residentThreads(kernel, block));
        }
        return new Grid(lanes, block);
    }

    /**
     * {@return how many words these are}
     *
     * @param option what to make smaller if they are too many
     */
    static int words(String option, int each, int owners, int words) {
        long all = BigInteger.valueOf(each)
                .multiply(BigInteger.valueOf(owners))
                .multiply(BigInteger.valueOf(words))
                .min(BigInteger.valueOf(Long.MAX_VALUE))
                .longValue();
        if (all > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(option + " " + each + ": times " + words + " words, for " + owners
                    + " workers, that is " + all + " words, more than one memory holds (" + Integer.MAX_VALUE
                    + "); make it smaller" + (owners > 1 ? ", or take fewer workers" : ""));
        }
        return (int) all;
    }

    /** {@return what runs the tasks, in words} */
    @Override
    public String toString() {
        return options.policy().toString();
    }

    final int stride() {
        return Math.max(1, layout.words());
    }
}
