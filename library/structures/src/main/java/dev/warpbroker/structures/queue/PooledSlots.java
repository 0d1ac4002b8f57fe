package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.structures.Claim;
import java.util.Arrays;

/**
 * Slots of any size for any queue of ints: the queue carries the index of a slot, and a second queue holds those that
 * are free.
 *
 * <p>What the queue of indices guarantees about order holds for the elements. Empty is its Empty. Full means that no
 * slot is free: a slot is lent from {@code beginEnqueue} until {@code endDequeue}, so with operations under way the
 * queue may report Full with fewer than {@code capacity} elements inside.
 */
final class PooledSlots implements SlotQueue {
    /*
     * Invariant: every slot's index is in exactly one place: in the free queue, in the queue, or with the lane that the
     * slot is lent to. So neither queue, with room for all of them, is ever full for lack of room.
     *
     * Access modes: the words are plain. Both queues publish, so whoever is handed an index sees what was done to the
     * slot.
     */

    /** The indices of elements. */
    private final IntQueue queue;

    /** The indices of slots that nobody uses. */
    private final BrokerQueue free;

    private final Ints words;
    private final int wordsPerSlot;

    private PooledSlots(IntQueue queue, int wordsPerSlot) {
        this.queue = queue;
        this.wordsPerSlot = wordsPerSlot;
        free = BrokerQueue.ints(queue.device(), queue.capacity());
        words = queue.device().ints(TurnRing.wordsOf(queue.capacity(), wordsPerSlot));
        fillFree();
    }

    static PooledSlots of(QueueKind kind, Device device, int capacity, int wordsPerSlot) {
        if (!kind.claims(Claim.PUBLISHES)) {
            throw new IllegalArgumentException(
                    kind + " hands over ints and nothing else, so it cannot carry elements of "
                            + wordsPerSlot + " words; use " + QueueKind.BQ + ", or any other queue that claims: "
                            + Claim.PUBLISHES);
        }
        return new PooledSlots(kind.create(device, capacity), wordsPerSlot);
    }

    private void fillFree() {
        int[] all = new int[capacity()];
        Arrays.setAll(all, i -> i);
        free.fill(all);
    }

    @Override
    public Slot beginEnqueue() {
        var slot = free.dequeue();
        return new Slot(slot.present(), slot.value(), 0);
    }

    @Override
    public boolean endEnqueue(Slot slot) {
        boolean done = queue.enqueue(slot.index());
        if (!done) {
            free.enqueue(slot.index());
        }
        return done;
    }

    @Override
    public Slot beginDequeue() {
        var slot = queue.dequeue();
        return new Slot(slot.present(), slot.value(), 0);
    }

    @Override
    public void endDequeue(Slot slot) {
        free.enqueue(slot.index());
    }

    @Override
    public Ints words() {
        return words;
    }

    @Override
    public int wordsPerSlot() {
        return wordsPerSlot;
    }

    @Override
    public int capacity() {
        return queue.capacity();
    }

    @Override
    public int size() {
        return capacity() - free.size();
    }

    @Override
    public Device device() {
        return queue.device();
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

    @Override
    public String toString() {
        return queue + " with slots of " + wordsPerSlot + " words";
    }
}
