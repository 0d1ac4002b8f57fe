package dev.warpbroker.tasks;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Layout;
import dev.warpbroker.structures.Claim;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.structures.queue.ElementQueue;
import dev.warpbroker.structures.queue.QueueKind;
import dev.warpbroker.structures.queue.QueueOptions;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The engine of all policies whose workers take tasks from a {@link TaskPool}: makes the pool for the policy, and
 * memory for the tasks that lanes keep. {@link PoolWorkers} is the kernel.
 *
 * <p>All memory has room for {@link #maxLanes}. A run may have fewer lanes, because a kernel that uses many registers
 * leaves room for fewer on the device.
 */
final class PoolEngine<T> extends SchedulerEngine<T, Spawner<T>> {
    /** The capacity of a pool, unless the options give one. With priorities each level has a pool of that capacity. */
    private static final int POOL = 1 << 20;

    /** The maximum number of tasks that a lane can keep, unless the options give their number. */
    private static final int MAX_KEPT = 1024;

    /** The capacity of all deques together, unless the options give that of one, and the limits for a single deque. */
    private static final int DEQUE_TASKS = 1 << 25;

    private static final int SMALLEST_DEQUE = 64;
    private static final int LARGEST_DEQUE = 1024;

    private final TaskPool<T> pool;

    /**
     * The tasks that lanes keep for themselves: {@link #maxKept} for each lane. It is never cleared, as each lane
     * starts a run with a count of zero.
     */
    private final Ints kept;

    private final int maxKept;

    /** Whether the policy is busy leaves: a lane then keeps the first child of a task and runs it next. */
    private final boolean keepsFirst;

    PoolEngine(
            Device device,
            Layout<T> layout,
            SchedulerOptions.@Nullable Priority<T> priority,
            SchedulerOptions options) {
        super(device, layout, priority, options);
        layout.requireZero(); // a lane that finds no task gets the zero of the layout
        keepsFirst = options.policy() instanceof QueuePolicy central && central.busyLeaves();
        int lanes = maxLanes();
        maxKept = keeps(lanes, MAX_KEPT);
        int keptWords = words("keep", maxKept, lanes, stride());
        pool = pools();
        try {
            kept = device.ints(keptWords);
        } catch (RuntimeException noRoom) {
            pool.close();
            throw noRoom;
        }
    }

    /** {@return one pool; with priorities one that consists of a pool for each level} */
    private TaskPool<T> pools() {
        var by = priority;
        if (by == null) {
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
        return new PriorityPool<>(by, pools);
    }

    private TaskPool<T> pool() {
        return switch (options.policy()) {
            case QueuePolicy central -> queuePool(central.queue());
            case StackPolicy central ->
                groupPool(new SlotOrder.LastInFirstOut(central.stack().create(device, poolCapacity())));
            case DequePolicy stealing -> dequePool(stealing);
            case WarpStealingPolicy _ -> throw new IllegalArgumentException("has no pool");
        };
    }

    /**
     * {@return a deque for each worker} More workers get smaller deques, within limits. A capacity that is chosen here
     * is a power of two.
     */
    private TaskPool<T> dequePool(DequePolicy policy) {
        int count = Math.ceilDiv(maxLanes(), lanesOfWorker());
        int capacity = options.capacity() > 0
                ? options.capacity()
                : Math.clamp(Integer.highestOneBit(DEQUE_TASKS / count), SMALLEST_DEQUE, LARGEST_DEQUE);
        var deques = policy.deques().create(device, count, capacity, layout);
        return new DequePool<>(deques, layout, workers(), policy.amount(), policy.random());
    }

    /**
     * {@return a pool on a queue} Workers that are threads use a queue of elements directly. Warps and blocks use a
     * queue of slot numbers, from which one claim can serve all of their lanes. So do threads if the policy is
     * distributed: its queue has a part for each block, and {@link ElementQueue} would not pass on the number of
     * blocks.
     */
    private TaskPool<T> queuePool(QueueKind kind) {
        int capacity = poolCapacity();
        if (workers() == Granularity.THREAD && kind != QueueKind.BSQ) {
            return new QueuePool<>(ElementQueue.of(kind, device, capacity, layout), layout);
        }
        if (kind.claims(Claim.LOCKS)) {
            throw new IllegalArgumentException("a pool on " + kind + " for workers by " + workers()
                    + ": their lanes would wait for a lock that another of them holds; use Granularity.THREAD, or a"
                    + " queue without locks");
        }
        int lanes = maxLanes();
        var queue = kind.create(
                device,
                QueueOptions.capacity(capacity)
                        .withThreads(lanes)
                        .withBlocks(Math.ceilDiv(lanes, Math.min(blockSize(), lanes))));
        return groupPool(new SlotOrder.FirstInFirstOut(queue));
    }

    private TaskPool<T> groupPool(SlotOrder order) {
        return new GroupPool<>(order, layout);
    }

    private int poolCapacity() {
        return options.capacity() > 0 ? options.capacity() : POOL;
    }

    @Override
    Kernel kernel(RunMemory<T> memory, TaskBody<T, Spawner<T>> body) {
        return new PoolWorkers<>(memory, pool, kept, maxKept, body, workers(), keepsFirst);
    }

    @Override
    void clear() {
        pool.clear();
    }

    @Override
    String room() {
        return pool.room() + " and the " + maxKept + " tasks that a lane keeps for itself";
    }

    @Override
    public void close() {
        pool.close();
        kept.close();
    }
}
