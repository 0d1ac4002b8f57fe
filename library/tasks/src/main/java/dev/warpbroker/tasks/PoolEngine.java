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

/** Workers that share pools. */
final class PoolEngine<T> extends SchedulerEngine<T, Spawner<T>> {
    private static final int POOL = 1 << 20;
    private static final int MAX_KEPT = 1024;

    /** Tasks in all deques together, if the user does not say. */
    private static final int DEQUE_TASKS = 1 << 25;

    private static final int SMALLEST_DEQUE = 64;
    private static final int LARGEST_DEQUE = 1024;

    private final TaskPool<T> pool;
    private final Ints kept;
    private final int maxKept;
    private final boolean keepsFirst;

    PoolEngine(
            Device device,
            Layout<T> layout,
            SchedulerOptions.@Nullable Priority<T> priority,
            SchedulerOptions options) {
        super(device, layout, priority, options);
        layout.requireZero();
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

    private TaskPool<T> dequePool(DequePolicy policy) {
        int count = Math.ceilDiv(maxLanes(), lanesOfWorker());
        int capacity = options.capacity() > 0
                ? options.capacity()
                : Math.clamp(Integer.highestOneBit(DEQUE_TASKS / count), SMALLEST_DEQUE, LARGEST_DEQUE);
        var deques = policy.deques().create(device, count, capacity, layout);
        return new DequePool<>(deques, layout, workers(), policy.amount(), policy.random());
    }

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
