package dev.warpbroker.schedule;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.structures.queue.ElementQueue;
import dev.warpbroker.structures.queue.QueueKind;
import dev.warpbroker.structures.queue.QueueOptions;

/** The workers of a policy on a device: their number, their memory, their kernel. */
abstract sealed class Crew<T> implements AutoCloseable {
    /** Warps in a block. */
    static final int WARPS = 4;

    /** Ints of memory for tasks that workers keep, if the user does not say: 256 MB. */
    private static final int KEPT_INTS = 1 << 26;

    final Device device;
    final SchedulerOptions<T> options;

    Crew(Device device, SchedulerOptions<T> options) {
        this.device = device;
        this.options = options;
    }

    static <T> Crew<T> of(Device device, SchedulerOptions<T> options) {
        return switch (options.policy()) {
            case Policy.Central central -> new OnPool<>(device, options, central);
        };
    }

    /** {@return the kernel of a run} */
    abstract Kernel kernel(RunMemory<T> memory, TaskBody<T> body);

    /** Prepares for another run. */
    abstract void clear();

    /** {@return what has no room left when tasks are lost} */
    abstract String room();

    @Override
    public abstract void close();

    /** {@return the lanes of a worker} */
    int lanesOfWorker() {
        return switch (options.workers()) {
            case THREAD -> 1;
            case WARP -> device.properties().warpSize();
            case BLOCK -> blockSize();
        };
    }

    final int blockSize() {
        var properties = device.properties();
        return Math.min(properties.maxBlockSize(), WARPS * properties.warpSize());
    }

    /** {@return the most lanes that a run can have} */
    final int mostLanes() {
        if (options.count() > 0) {
            return Math.multiplyExact(options.count(), lanesOfWorker());
        }
        var properties = device.properties();
        return properties.warpSize() == 1
                ? Runtime.getRuntime().availableProcessors()
                : properties.residentThreads() / blockSize() * blockSize();
    }

    /** {@return the grid of a run} */
    final Grid grid(Kernel kernel) {
        int lanes = mostLanes();
        int block = Math.min(blockSize(), lanes);
        if (options.count() == 0) {
            lanes = Math.min(lanes, device.residentThreads(kernel, block));
        }
        return new Grid(lanes, block);
    }

    final int stride() {
        return Math.max(1, options.layout().words());
    }

    /** Workers that share pools. */
    static final class OnPool<T> extends Crew<T> {
        private static final int POOL = 1 << 20;
        private static final int MOST_KEPT = 1024;

        private final TaskPool<T> pool;
        private final Ints kept;
        private final int mostKept;
        private final boolean keepsFirst;

        OnPool(Device device, SchedulerOptions<T> options, Policy.Central policy) {
            super(device, options);
            keepsFirst = policy.busyLeaves();
            int lanes = mostLanes();
            mostKept = options.keep() > 0 ? options.keep() : Math.clamp(KEPT_INTS / lanes / stride(), 1, MOST_KEPT);
            pool = queuePool(policy.queue());
            kept = device.ints(Math.multiplyExact(Math.multiplyExact(lanes, mostKept), stride()));
        }

        private TaskPool<T> queuePool(QueueKind kind) {
            int capacity = options.capacity() > 0 ? options.capacity() : POOL;
            var layout = options.layout();
            if (options.workers() == Workers.THREAD && kind != QueueKind.BSQ) {
                return new QueuePool<>(ElementQueue.of(kind, device, capacity, layout), layout);
            }
            int lanes = mostLanes();
            var queue = kind.create(
                    device,
                    QueueOptions.capacity(capacity)
                            .withThreads(lanes)
                            .withBlocks(Math.ceilDiv(lanes, Math.min(blockSize(), lanes))));
            return new GroupPool<>(queue, layout, options.workers() == Workers.BLOCK);
        }

        @Override
        Kernel kernel(RunMemory<T> memory, TaskBody<T> body) {
            return new PoolWorkers<>(
                    memory,
                    pool,
                    options.layout(),
                    kept,
                    mostKept,
                    body,
                    options.workers(),
                    keepsFirst,
                    options.statistics());
        }

        @Override
        void clear() {
            pool.clear();
        }

        @Override
        String room() {
            return pool.room() + " and the " + mostKept + " tasks that a lane keeps for itself";
        }

        @Override
        public void close() {
            pool.close();
            kept.close();
        }
    }
}
