package dev.warpbroker.schedule;

import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Lane;
import dev.warpbroker.device.Layout;
import dev.warpbroker.structures.queue.BrokerQueue;
import dev.warpbroker.structures.queue.Dequeued;
import dev.warpbroker.structures.queue.IntQueue;
import java.util.Arrays;

/**
 * One queue for all, used by warps or blocks at once: one claim serves all their lanes, where the queue can do that. The
 * queue carries the numbers of places in which tasks lie, and a second queue holds the places that are free.
 */
final class GroupPool<T> implements TaskPool<T> {
    /*
     * Invariant: the number of a place is in exactly one of: the free queue, the queue, the hands of a lane. So neither
     * queue is ever full for lack of room.
     *
     * Access modes: the words of tasks are plain. Both queues publish: who is handed a place sees what was done to it.
     */
    private final IntQueue queue;
    private final BrokerQueue free;
    private final Ints words;
    private final Layout<T> layout;
    private final int stride;
    private final boolean blocks;

    /** @param blocks whether all lanes of a block take together, else those of a warp */
    GroupPool(IntQueue queue, Layout<T> layout, boolean blocks) {
        this.queue = queue;
        this.layout = layout;
        this.blocks = blocks;
        stride = Math.max(1, layout.words());
        // A queue in several parts may have a capacity that is no power of two.
        free = BrokerQueue.ints(queue.device(), Integer.highestOneBit(2 * queue.capacity() - 1));
        words = queue.device().ints(Math.multiplyExact(queue.capacity(), stride));
        fillFree();
    }

    private void fillFree() {
        int[] all = new int[queue.capacity()];
        Arrays.setAll(all, i -> i);
        free.fill(all);
    }

    @Override
    public boolean put(Lane lane, int worker, T task) {
        var place = free.dequeueWarp(lane);
        if (!place.present()) {
            return false;
        }
        layout.write(words, place.value() * stride, task);
        boolean done = queue.enqueueWarp(lane, place.value());
        if (!done) {
            free.enqueueWarp(lane, place.value());
        }
        return done;
    }

    @Override
    public Found<T> take(Lane lane, int worker, boolean wanted, int attempt) {
        var place = Dequeued.empty();
        if (blocks && noneHasOne(lane, wanted)) {
            place = queue.dequeueBlock(lane);
        } else if (wanted) {
            place = queue.dequeueWarp(lane);
        }
        if (!place.present()) {
            return new Found<>(false, layout.zero(), false, 0);
        }
        T task = layout.read(words, place.value() * stride);
        free.enqueueWarp(lane, place.value());
        return new Found<>(true, task, false, 0);
    }

    private static boolean noneHasOne(Lane lane, boolean wanted) {
        var block = lane.block();
        var someHaveOne = block.sharedInts(1);
        block.barrier();
        if (block.lane() == 0) {
            someHaveOne.set(0, 0);
        }
        block.barrier();
        if (!wanted) {
            someHaveOne.set(0, 1);
        }
        block.barrier();
        return someHaveOne.get(0) == 0;
    }

    @Override
    public boolean takesAnyTime() {
        return true;
    }

    @Override
    public String room() {
        return "the pool of " + queue.capacity() + " tasks";
    }

    @Override
    public void clear() {
        queue.clear();
        free.clear();
        fillFree();
    }

    @Override
    public void close() {
        queue.close();
        free.close();
        words.close();
    }
}
