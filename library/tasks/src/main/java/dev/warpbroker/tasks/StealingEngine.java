package dev.warpbroker.tasks;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Layout;
import dev.warpbroker.structures.Granularity;
import org.jspecify.annotations.Nullable;

/** Warps with stacks in shared memory. */
final class StealingEngine<T> extends SchedulerEngine<T, Spawner<T>> {
    /**
     * Bytes of a warp's stack at most: 128 tasks of up to seven words, since lanes that spawn four each fill one of 64
     * in a round. With that 56 warps have room in the shared memory of a multiprocessor, and with fewer words the most
     * that it holds.
     */
    private static final int STACK_BYTES = 3584;

    private static final int DEEPEST = 256;
    private static final int SHALLOWEST = 64;

    /** Words of a task with which four of the shallowest stacks stay below 48 KB. */
    private static final int MAX_WORDS = 47;

    private static final int DEQUE = 1024;
    private static final int MAX_CAPACITY = 1 << 30;
    private static final int MAX_ON_HEAP = 1 << 14;

    private final PublicDeques deques;
    private final Ints heap;
    private final int maxOnHeap;
    private final int depth;

    StealingEngine(
            Device device,
            Layout<T> layout,
            SchedulerOptions.@Nullable Priority<T> priority,
            SchedulerOptions options) {
        super(device, layout, priority, options);
        if (options.workers() != Granularity.WARP) {
            throw new IllegalArgumentException("Policy.stealing() works by warps, not by " + options.workers()
                    + "; use Granularity.WARP, or Policy.stealing on deques");
        }
        if (priority != null) {
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
        int warps = maxLanes() / lanesOfWorker();
        depth = Math.clamp(Integer.highestOneBit(STACK_BYTES / Integer.BYTES / stride()), SHALLOWEST, DEEPEST);
        maxOnHeap = keeps(warps, MAX_ON_HEAP);
        int heapWords = words("keep", maxOnHeap, warps, stride());
        deques = new PublicDeques(device, warps, options.capacity() > 0 ? options.capacity() : DEQUE, stride());
        try {
            heap = device.ints(heapWords);
        } catch (RuntimeException noRoom) {
            deques.close();
            throw noRoom;
        }
    }

    @Override
    Kernel kernel(RunMemory<T> memory, TaskBody<T, Spawner<T>> body) {
        return new StealingWorkers<>(
                memory, deques, heap, maxOnHeap, body, depth, Math.ceilDiv(blockSize(), lanesOfWorker()));
    }

    @Override
    void clear() {
        deques.clear();
    }

    @Override
    String room() {
        return "the stack of " + depth + " tasks of a warp, its deque of " + deques.capacity() + " and the " + maxOnHeap
                + " tasks that it keeps besides";
    }

    @Override
    public void close() {
        deques.close();
        heap.close();
    }
}
