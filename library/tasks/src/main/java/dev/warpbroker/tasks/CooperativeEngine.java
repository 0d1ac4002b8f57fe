package dev.warpbroker.tasks;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Layout;
import dev.warpbroker.structures.Claim;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.structures.queue.ElementQueue;
import dev.warpbroker.structures.queue.QueueKind;
import java.util.ArrayList;
import java.util.List;

/**
 * The engine of {@link CooperativeScheduler}: blocks that run tasks of lanes, of warps and of whole blocks, with a
 * queue for each width. {@link CooperativeWorkers} is the kernel, and explains how a block finds its tasks.
 */
final class CooperativeEngine<T extends GroupTask> extends SchedulerEngine<T, Group<T>> {
    /** Warps in a block, which is also the size of the widest tasks. Other engines have smaller blocks. */
    private static final int WARPS = 8;

    /** The capacity of each of the three queues, unless the options give one. */
    private static final int POOL = 1 << 18;

    /** The maximum number of tasks of each width that a block can keep, unless the options give their number. */
    private static final int MAX_KEPT = 1 << 14;

    /** The queues by the ordinal of the width of their tasks. */
    private final List<ElementQueue<T>> queues;

    /**
     * The tasks that blocks keep because a queue was full: a list for each block and width. The lengths of the lists
     * are in shared memory and start at zero in each run, so this memory is never cleared.
     */
    private final Ints kept;

    private final int maxKept;

    CooperativeEngine(Device device, Layout<T> layout, SchedulerOptions options) {
        super(device, layout, null, options);
        if (options.workers() != Granularity.BLOCK) {
            throw new IllegalArgumentException("workers by " + options.workers()
                    + " cannot run tasks of a whole block; use Granularity.BLOCK, of which warps and lanes are parts");
        }
        var kind = queueKind(options.policy());
        int widths = Granularity.values().length;
        int owners = Math.ceilDiv(maxLanes(), lanesOfWorker()) * widths;
        maxKept = keeps(owners, MAX_KEPT);
        int words = words("keep", maxKept, owners, stride());
        var made = new ArrayList<ElementQueue<T>>();
        try {
            for (int i = 0; i < widths; i++) {
                made.add(ElementQueue.of(kind, device, options.capacity() > 0 ? options.capacity() : POOL, layout));
            }
            kept = device.ints(words);
        } catch (RuntimeException noRoom) {
            made.forEach(ElementQueue::close);
            throw noRoom;
        }
        queues = List.copyOf(made);
    }

    /**
     * {@return the kind of all three queues}
     *
     * @throws IllegalArgumentException if workers of this engine cannot use the policy; the message gives the reason
     */
    private static QueueKind queueKind(Policy policy) {
        String reason = switch (policy) {
            case WarpStealingPolicy _ ->
                "it keeps tasks on stacks of warps, where the other warps of a block cannot see them";
            case DequePolicy _ -> "a deque belongs to one worker, and a block, its warps and its lanes are many";
            case StackPolicy _ -> "a stack hands out tasks by lane, not by warp or block";
            case QueuePolicy queue
            when queue.busyLeaves() -> "a lane that goes on with its child would leave the others of its group behind";
            case QueuePolicy queue
            when queue.queue() == QueueKind.BSQ -> "the queue of a block holds tasks of one width";
            case QueuePolicy queue
            when queue.queue().claims(Claim.LOCKS) ->
                "lanes of a group would wait for a lock that another of them holds";
            case QueuePolicy _ -> "";
        };
        if (policy instanceof QueuePolicy central && reason.isEmpty()) {
            return central.queue();
        }
        throw new IllegalArgumentException(
                "policy " + policy + " cannot run cooperative tasks: " + reason + "; use Policy.central(QueueKind.BQ)");
    }

    @Override
    int warpsInBlock() {
        return WARPS;
    }

    @Override
    Kernel kernel(RunMemory<T> memory, TaskBody<T, Group<T>> body) {
        return new CooperativeWorkers<>(
                memory,
                queues.get(Granularity.THREAD.ordinal()),
                queues.get(Granularity.WARP.ordinal()),
                queues.get(Granularity.BLOCK.ordinal()),
                kept,
                maxKept,
                body,
                Math.ceilDiv(blockSize(), device.properties().lanesPerWorker()));
    }

    @Override
    public String toString() {
        return "cooperative, " + super.toString();
    }

    @Override
    void clear() {
        queues.forEach(ElementQueue::clear);
    }

    @Override
    String room() {
        return "the queues of " + queues.getFirst().capacity() + " tasks of each width and the " + maxKept
                + " tasks that a block keeps besides";
    }

    @Override
    public void close() {
        queues.forEach(ElementQueue::close);
        kept.close();
    }
}
