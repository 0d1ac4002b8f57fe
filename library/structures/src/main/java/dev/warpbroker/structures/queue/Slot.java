package dev.warpbroker.structures.queue;

/**
 * A place in a queue that is lent to the caller, to write an element or to read one where it lies.
 *
 * @param present whether there is one; if not, the queue was full or empty
 * @param index which slot: its words begin at {@code index * wordsPerSlot} in {@link SlotQueue#words}
 * @param position the queue's own note of whose turn it is
 */
record Slot(boolean present, int index, int position) {
    static Slot none() {
        return new Slot(false, 0, 0);
    }
}
