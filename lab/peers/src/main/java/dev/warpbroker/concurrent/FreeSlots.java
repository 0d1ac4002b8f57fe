package dev.warpbroker.concurrent;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * The slots that no element lies in: Treiber's lock-free stack (1986) of their numbers, with a tag against reuse. What
 * was done to a slot before it was given back happens before what its next owner does.
 */
final class FreeSlots {
    /*
     * Top is the number of the topmost slot and, in the upper half, how often it has changed. So if it is what it was
     * when the slot below was read, that slot is still below. Changes of Top are volatile; the slot below may be
     * written by its next owner while it is read, and then the change fails, so opaque is enough for it.
     */

    static final int NONE = -1;

    private static final VarHandle TOP;
    private static final VarHandle BELOW = MethodHandles.arrayElementVarHandle(int[].class);

    static {
        try {
            TOP = MethodHandles.lookup().findVarHandle(FreeSlots.class, "top", long.class);
        } catch (ReflectiveOperationException failure) {
            throw new ExceptionInInitializerError(failure);
        }
    }

    private final int[] below;

    @SuppressWarnings("FieldMayBeFinal") // changed through its handle
    private volatile long top;

    FreeSlots(int count) {
        below = new int[count];
        Arrays.setAll(below, slot -> slot - 1);
        top = top(count - 1, 0);
    }

    private static long top(int slot, int tag) {
        return (long) tag << Integer.SIZE | Integer.toUnsignedLong(slot);
    }

    private static int tag(long top) {
        return (int) (top >>> Integer.SIZE);
    }

    /** {@return a slot that is the caller's from now on; {@link #NONE} if there was none at some instant} */
    int take() {
        while (true) {
            long seen = top;
            int slot = (int) seen;
            if (slot == NONE) {
                return NONE;
            }
            int next = (int) BELOW.getOpaque(below, slot);
            if (TOP.compareAndSet(this, seen, top(next, tag(seen) + 1))) {
                return slot;
            }
            Thread.onSpinWait();
        }
    }

    /** Gives a slot back that was taken. */
    void give(int slot) {
        while (true) {
            long seen = top;
            BELOW.setOpaque(below, slot, (int) seen);
            if (TOP.compareAndSet(this, seen, top(slot, tag(seen) + 1))) {
                return;
            }
            Thread.onSpinWait();
        }
    }
}
