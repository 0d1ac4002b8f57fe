package dev.warpbroker.tasks;

import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Lane;
import dev.warpbroker.device.Layout;
import dev.warpbroker.structures.TakenInt;
import dev.warpbroker.structures.queue.BrokerQueue;
import java.util.Arrays;

/**
 * One queue or stack for all, used by warps or blocks at once: one claim serves all their lanes, where it can do that. It
 * carries the numbers of places in which tasks lie, and a queue holds the places that are free.
 */
final class GroupPool<T> implements TaskPool<T> {
    /*
     * Invariant: the number of a place is in exactly one of: the free ones, the used ones, the hands of a lane. So neither
     * is ever full for lack of room.
     *
     * Access modes: the words of tasks are plain. Both publish: who is handed a place sees what was done to it.
     */
    private final Places used;
    private final BrokerQueue free;
    private final Ints words;
    private final Layout<T> layout;
    private final int stride;
    private final boolean blocks;

    /** @param blocks whether all lanes of a block take together, else those of a warp */
    GroupPool(Places used, Layout<T> layout, boolean blocks) {
        this.used = used;
        this.layout = layout;
        this.blocks = blocks;
        stride = Math.max(1, layout.words());
        // A stack, or a queue in several parts, may have a capacity that is no power of two.
        free = BrokerQueue.ints(used.device(), Integer.highestOneBit(2 * used.capacity() - 1));
        words = used.device().ints(Crew.words("capacity", used.capacity(), 1, stride));
        fillFree();
    }

    private void fillFree() {
        int[] all = new int[used.capacity()];
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
        boolean done = used.put(lane, place.value());
        if (!done) {
            free.enqueueWarp(lane, place.value());
        }
        return done;
    }

    @Override
    public Found<T> take(Lane lane, int worker, boolean wanted, int attempt) {
        var place = TakenInt.empty();
        if (blocks && noneHasOne(lane, wanted)) {
            place = used.takeBlock(lane);
        } else if (wanted) {
            place = used.take(lane);
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
