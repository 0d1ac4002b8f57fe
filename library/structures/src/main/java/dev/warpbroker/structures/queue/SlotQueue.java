package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Ints;
import dev.warpbroker.structures.DeviceStructure;

/**
 * A queue that lends its slots instead of copying elements: the caller writes or reads the words in place, for as long
 * as it likes, and then hands the slot back. What was written between {@code begin} and {@code endEnqueue} is visible
 * to whoever gets the slot from {@code beginDequeue}.
 *
 * <p>Every slot that was begun must be ended, by the lane that began it. Others that come to the same slot wait
 * meanwhile.
 */
interface SlotQueue extends DeviceStructure {
    /** {@return a slot to write an element into; not present if the queue was full} */
    Slot beginEnqueue();

    /**
     * Hands over a slot that {@link #beginEnqueue} lent.
     *
     * @return whether the element is in the queue; only a queue that hands out slots before it knows whether they fit
     *     ever says no
     */
    boolean endEnqueue(Slot slot);

    /** {@return a slot with an element; not present if the queue was empty} */
    Slot beginDequeue();

    /** Gives back a slot that {@link #beginDequeue} lent. */
    void endDequeue(Slot slot);

    /** {@return the words of all slots} */
    Ints words();

    /** {@return 32-bit words of one slot} */
    int wordsPerSlot();

    /** {@return how many elements are inside, told by the host while no kernel uses the queue} */
    int size();
}
