package dev.warpbroker.tasks;

import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Layout;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.structures.TakenInt;
import dev.warpbroker.structures.queue.BrokerQueue;
import java.util.Arrays;

/**
 * One queue or stack for all, used by warps or blocks at once: one claim serves all their lanes, where it can do that.
 * It carries the numbers of slots that hold tasks, and a queue holds the slots that are free.
 */
final class GroupPool<T> implements TaskPool<T> {
    /*
     * Invariant: the number of a slot is in exactly one of: the free ones, the used ones, the hands of a lane. So
     * neither is ever full for lack of room.
     *
     * Access modes: the words of tasks are plain. Both publish: a lane that gets a slot sees what was done to it.
     */
    private final SlotOrder used;
    private final BrokerQueue free;
    private final Ints words;
    private final Layout<T> layout;
    private final int stride;

    GroupPool(SlotOrder used, Layout<T> layout) {
        this.used = used;
        this.layout = layout;
        stride = Math.max(1, layout.words());
        // A stack, or a queue in several parts, may have a capacity that is no power of two.
        free = BrokerQueue.ints(used.device(), Integer.highestOneBit(2 * used.capacity() - 1));
        words = used.device().ints(SchedulerEngine.words("capacity", used.capacity(), 1, stride));
        fillFree();
    }

    private void fillFree() {
        int[] all = new int[used.capacity()];
        Arrays.setAll(all, i -> i);
        free.fill(all);
    }

    @Override
    public boolean put(WorkerGroup group, T task, int level) {
        var lane = group.lane();
        var slot = free.dequeueWarp(lane);
        if (!slot.present()) {
            return false;
        }
        layout.write(words, slot.value() * stride, task);
        boolean done = used.put(lane, slot.value());
        if (!done) {
            free.enqueueWarp(lane, slot.value());
        }
        return done;
    }

    @Override
    public Found<T> take(WorkerGroup group, boolean wanted, int attempt) {
        var lane = group.lane();
        var slot = TakenInt.empty();
        if (group.kind() == Granularity.BLOCK && !group.any(!wanted)) {
            slot = used.takeBlock(lane);
        } else if (wanted) {
            slot = used.take(lane);
        }
        if (!slot.present()) {
            return new Found<>(false, layout.zero(), Found.NOBODY, 0);
        }
        T task = layout.read(words, slot.value() * stride);
        free.enqueueWarp(lane, slot.value());
        return new Found<>(true, task, Found.NOBODY, 0);
    }

    @Override
    public boolean takesAnyTime() {
        return true;
    }

    @Override
    public String room() {
        return "the pool of " + used.capacity() + " tasks";
    }

    @Override
    public void clear() {
        used.clear();
        free.clear();
        fillFree();
    }

    @Override
    public void close() {
        used.close();
        free.close();
        words.close();
    }
}
