package dev.warpbroker.tasks;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.structures.queue.ElementQueue;
import dev.warpbroker.structures.queue.QueueKind;
import dev.warpbroker.structures.queue.QueueOptions;
import java.math.BigInteger;
import java.util.ArrayList;

/** The workers of a policy on a device: their number, their memory, their kernel. */
abstract sealed class Crew<T> implements AutoCloseable {
    /** Warps in a block. */
    static final int WARPS = 4;

    /** The part of a device's memory for tasks that workers keep, if the user does not say, and its limits in ints. */
    private static final int KEPT_PART = 64;

    private static final int MIN_KEPT_INTS = 1 << 24;
    private static final int MAX_KEPT_INTS = 1 << 29;

    final Device device;
    final SchedulerOptions<T> options;

    Crew(Device device, SchedulerOptions<T> options) {
        this.device = device;
        this.options = options;
    }

    static <T> Crew<T> of(Device device, SchedulerOptions<T> options) {
        return switch (options.policy()) {
            case Policy.Central central -> new OnPool<>(device, options, central.busyLeaves());
            case Policy.CentralStack _, Policy.Stealing _ -> new OnPool<>(device, options, false);
            case Policy.WarpStealing _ -> new Stealing<>(device, options);
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

    /** {@return tasks that each of {@code keepers} can keep, at most {@code most}} */
    final int keeps(int keepers, int most) {
        if (options.keep() > 0) {
            return options.keep();
        }
        long bytes = device.properties().memoryBytes() / KEPT_PART;
        int ints = Math.clamp(bytes / Integer.BYTES, MIN_KEPT_INTS, MAX_KEPT_INTS);
        return Math.clamp(ints / keepers / stride(), 1, most);
    }

    /** {@return who takes tasks; where lanes best work alone, all are threads} */
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

    final int blockSize() {
        var properties = device.properties();
        int lanes = properties.lanesPerWorker();
        return lanes == 1 ? 1 : Math.min(properties.maxBlockSize(), WARPS * lanes);
    }

    /** {@return the most lanes that a run can have} */
    final int mostLanes() {
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
        int lanes = mostLanes();
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

    final int stride() {
        return Math.max(1, options.layout().words());
    }

    /** Granularity that share pools. */
    static final class OnPool<T> extends Crew<T> {
        private static final int POOL = 1 << 20;
        private static final int MAX_KEPT = 1024;

        /** Tasks in all deques together, if the user does not say. */
        private static final int DEQUE_TASKS = 1 << 25;

        private static final int SMALLEST_DEQUE = 64;
        private static final int LARGEST_DEQUE = 1024;

        private final TaskPool<T> pool;
        private final Ints kept;
        private final int mostKept;
        private final boolean keepsFirst;

        OnPool(Device device, SchedulerOptions<T> options, boolean keepsFirst) {
            super(device, options);
            this.keepsFirst = keepsFirst;
            int lanes = mostLanes();
            mostKept = keeps(lanes, MAX_KEPT);
            int keptWords = words("keep", mostKept, lanes, stride());
            pool = pools();
            try {
                kept = device.ints(keptWords);
            } catch (RuntimeException noRoom) {
                pool.close();
                throw noRoom;
            }
        }

        private TaskPool<T> pools() {
            var priority = options.priority();
            if (priority == null) {
                return pool();
            }
            var pools = new ArrayList<TaskPool<T>>();
            try {
                for (int i = 0; i < options.levels(); i++) {
                    pools.add(pool());
                }
            } catch (RuntimeException noRoom) {
                pools.forEach(TaskPool::close);
                throw noRoom;
            }
            return new PriorityPool<>(priority, pools);
        }

        private TaskPool<T> pool() {
            return switch (options.policy()) {
                case Policy.Central central -> queuePool(central.queue());
                case Policy.CentralStack central ->
                    groupPool(new SlotOrder.LastInFirstOut(central.stack().create(device, poolCapacity())));
                case Policy.Stealing stealing -> dequePool(stealing);
                case Policy.WarpStealing _ -> throw new IllegalArgumentException("has no pool");
            };
        }

        private TaskPool<T> dequePool(Policy.Stealing policy) {
            int count = Math.ceilDiv(mostLanes(), lanesOfWorker());
            int capacity = options.capacity() > 0
                    ? options.capacity()
                    : Math.clamp(Integer.highestOneBit(DEQUE_TASKS / count), SMALLEST_DEQUE, LARGEST_DEQUE);
            var deques = policy.deques().create(device, count, capacity, options.layout());
            return new DequePool<>(deques, options.layout(), workers(), policy.amount(), policy.random());
        }

        private TaskPool<T> queuePool(QueueKind kind) {
            int capacity = poolCapacity();
            var layout = options.layout();
            if (workers() == Granularity.THREAD && kind != QueueKind.BSQ) {
                return new QueuePool<>(ElementQueue.of(kind, device, capacity, layout), layout);
            }
            if (kind == QueueKind.TWO_LOCK || kind == QueueKind.LOCKED_LINKED) {
                throw new IllegalArgumentException("a pool on " + kind + " for workers by " + workers()
                        + ": their lanes would wait for a lock that another of them holds; use Granularity.THREAD, or a"
                        + " queue without locks");
            }
            int lanes = mostLanes();
            var queue = kind.create(
                    device,
                    QueueOptions.capacity(capacity)
                            .withThreads(lanes)
                            .withBlocks(Math.ceilDiv(lanes, Math.min(blockSize(), lanes))));
            return groupPool(new SlotOrder.FirstInFirstOut(queue));
        }

        private TaskPool<T> groupPool(SlotOrder order) {
            return new GroupPool<>(order, options.layout());
        }

        private int poolCapacity() {
            return options.capacity() > 0 ? options.capacity() : POOL;
        }

        @Override
        Kernel kernel(RunMemory<T> memory, TaskBody<T> body) {
            return new PoolWorkers<>(
                    memory, pool, options.layout(), kept, mostKept, body, workers(), keepsFirst, options.statistics());
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

    /** Warps with stacks in shared memory. */
    static final class Stealing<T> extends Crew<T> {
        /** Bytes of a warp's stack: so that the most warps that a multiprocessor holds have room in its shared memory. */
        private static final int STACK_BYTES = 3072;

        private static final int DEEPEST = 256;
        private static final int SHALLOWEST = 64;

        /** Words of a task with which four of the shallowest stacks stay below 48 KB. */
        private static final int MAX_WORDS = 47;

        private static final int DEQUE = 1024;
        private static final int MAX_CAPACITY = 1 << 30;
        private static final int MAX_ON_HEAP = 1 << 14;

        private final PublicDeques deques;
        private final Ints heap;
        private final int mostOnHeap;
        private final int depth;

        Stealing(Device device, SchedulerOptions<T> options) {
            super(device, options);
            if (options.workers() != Granularity.WARP) {
                throw new IllegalArgumentException("Policy.stealing() works by warps, not by " + options.workers()
                        + "; use Granularity.WARP, or Policy.stealing on deques");
            }
            if (options.priority() != null) {
                throw new IllegalArgumentException(
                        "Policy.stealing() has no priorities; use Policy.central, distributed, or stealing on deques");
            }
            if (options.capacity() > 0 && (options.capacity() == 1 || Integer.bitCount(options.capacity()) != 1)) {
                throw new IllegalArgumentException("capacity " + options.capacity()
                        + " of a warp's deque is not a power of two from 2 on; take "
                        + Integer.highestOneBit(2 * Math.min(options.capacity(), MAX_CAPACITY - 1)));
            }
            if (stride() > MAX_WORDS) {
                throw new IllegalArgumentException("tasks of " + stride()
                        + " words do not fit into shared memory; the most"
                        + " are " + MAX_WORDS + ": keep what they work on in device memory and spawn its index, or use"
                        + " Policy.central");
            }
            int warps = mostLanes() / lanesOfWorker();
            depth = Math.clamp(Integer.highestOneBit(STACK_BYTES / Integer.BYTES / stride()), SHALLOWEST, DEEPEST);
            mostOnHeap = keeps(warps, MAX_ON_HEAP);
            int heapWords = words("keep", mostOnHeap, warps, stride());
            deques = new PublicDeques(device, warps, options.capacity() > 0 ? options.capacity() : DEQUE, stride());
            try {
                heap = device.ints(heapWords);
            } catch (RuntimeException noRoom) {
                deques.close();
                throw noRoom;
            }
        }

        @Override
        Kernel kernel(RunMemory<T> memory, TaskBody<T> body) {
            return new StealingWorkers<>(
                    memory,
                    deques,
                    options.layout(),
                    heap,
                    mostOnHeap,
                    body,
                    depth,
                    Math.ceilDiv(blockSize(), lanesOfWorker()),
                    options.statistics());
        }

        @Override
        void clear() {
            deques.clear();
        }

        @Override
        String room() {
            return "the stack of " + depth + " tasks of a warp, its deque of " + deques.capacity() + " and the "
                    + mostOnHeap + " tasks that it keeps besides";
        }

        @Override
        public void close() {
            deques.close();
            heap.close();
        }
    }
}
