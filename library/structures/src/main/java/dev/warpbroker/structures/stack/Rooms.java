package dev.warpbroker.structures.stack;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;

/**
 * A room for pushes and a room for pops, of which one is open at a time, and the top of the stack that they share: room
 * synchronization (Blelloch, Cheng and Gibbons, SPAA 2001) with one difference. There, whoever comes to an open room
 * waits for the next opening; here it goes in at once, until somebody at the other door closes the room.
 */
final class Rooms {
    /*
     * Invariants
     * - ARRIVALS of a room is twice the number of those who have come to it, plus OPEN while it is open. Whoever adds
     *   itself while the room is open is inside. At most one room is open.
     * - CLOSED of a room is what ARRIVALS was when it was last closed: everybody who had come before is let in, and the
     *   first who comes after is the one to open it again. To do so it waits until the other room is open, closes that,
     *   waits until all that were let in there have left (LEFT, also twice the number), and opens its own. So there is
     *   always exactly one who may close a room, and both doors take turns as long as somebody waits at both.
     * - Inside the room for pushes Top only grows, by fetch-add, and inside the room for pops it only shrinks. It may
     *   grow beyond the capacity and shrink below 0: whoever gets a place out there finds the stack full, or empty.
     *   Whoever closes a room brings Top back before it opens the other.
     * - An operation takes effect when it adds to Top. All that was pushed is in its cells before a pop can be inside,
     *   and all that was popped has been read before a push can be.
     *
     * Access modes: arrivals and departures are acquire and release, so cells are plain; everybody in between only adds
     * to the same words, which hands on what was released. Top is relaxed: it is only added to, and its order is that
     * of its one word. Whether the stack was full, empty or neither during a call is found by adding 0; a load may give
     * an old value.
     */

    static final int PUSHES = 0;
    static final int POPS = 1;

    private static final int OPEN = 1;
    private static final int ONE = 2;

    /** Words from one counter to the next: 2 KiB, so that they do not share a part of the cache. */
    private static final int STRIDE = 512;

    private static final int ARRIVALS = Ints.LINE;
    private static final int CLOSED = ARRIVALS + 2 * STRIDE;
    private static final int LEFT = ARRIVALS + 4 * STRIDE;
    private static final int TOP = ARRIVALS + 6 * STRIDE;
    private static final int LENGTH = TOP + Ints.LINE;

    private final Ints words;
    private final int capacity;
    private final int start;

    Rooms(Device device, int capacity, int start) {
        this.capacity = capacity;
        this.start = start * ONE;
        words = device.ints(LENGTH);
        clear();
    }

    int capacity() {
        return capacity;
    }

    /** From the host: nobody inside, the room for pushes open, nothing on the stack. */
    void clear() {
        int[] first = new int[LENGTH];
        for (int room = PUSHES; room <= POPS; room++) {
            first[ARRIVALS + room * STRIDE] = start;
            first[CLOSED + room * STRIDE] = start;
            first[LEFT + room * STRIDE] = start;
        }
        first[ARRIVALS + PUSHES * STRIDE] += OPEN;
        first[CLOSED + PUSHES * STRIDE] -= ONE;
        words.copyIn(first);
    }

    /** {@return how many values are on the stack, seen by the host while no kernel uses it} */
    int size() {
        return Math.clamp(words.copyOut(TOP, 1)[0], 0, capacity);
    }

    /** {@return whether no operation is under way, seen by the host} */
    boolean areEmpty() {
        int[] seen = words.copyOut();
        return seen[LEFT] == (seen[ARRIVALS] & ~OPEN) && seen[LEFT + STRIDE] == (seen[ARRIVALS + STRIDE] & ~OPEN);
    }

    /** {@return whether the stack was full at an instant of this call} */
    boolean wasFull() {
        return words.getOpaque(TOP) >= capacity && words.getAndAddRelaxed(TOP, 0) >= capacity;
    }

    /** {@return whether the stack was not full at an instant of this call} */
    boolean hadRoom() {
        return words.getAndAddRelaxed(TOP, 0) < capacity;
    }

    /** {@return whether the stack was empty at an instant of this call} */
    boolean wasEmpty() {
        return words.getOpaque(TOP) <= 0 && words.getAndAddRelaxed(TOP, 0) <= 0;
    }

    /**
     * Inside the room for pushes. {@return the first of {@code count} cells, of which those below the capacity exist}
     */
    int claimAbove(int count) {
        return words.getAndAddRelaxed(TOP, count);
    }

    /** Inside the room for pops. {@return the cell above the first of {@code count}, of which those from 0 on exist} */
    int claimBelow(int count) {
        return words.getAndAddRelaxed(TOP, -count);
    }

    void enter(int room) {
        int arrival = words.getAndAddAcqRel(ARRIVALS + room * STRIDE, ONE);
        if ((arrival & OPEN) == 0) {
            waitForRoom(room, arrival);
        }
    }

    void leave(int room) {
        words.getAndAddAcqRel(LEFT + room * STRIDE, ONE);
    }

    private void waitForRoom(int room, int arrival) {
        var backoff = new Backoff();
        while (true) {
            int behind = arrival - words.getAcquire(CLOSED + room * STRIDE);
            if (behind == 0) {
                open(room);
                return;
            }
            if (behind < 0 || isOpen(room)) {
                return;
            }
            backoff.pause("its room of a stack to be opened");
        }
    }

    private boolean isOpen(int room) {
        return (words.getAcquire(ARRIVALS + room * STRIDE) & OPEN) != 0;
    }

    private void open(int room) {
        int other = PUSHES + POPS - room;
        var opening = new Backoff();
        while (!isOpen(other)) {
            opening.pause("the other room of a stack to be opened");
        }
        int letIn = words.getAndAddAcqRel(ARRIVALS + other * STRIDE, -OPEN) - OPEN;
        words.setRelease(CLOSED + other * STRIDE, letIn);
        var leaving = new Backoff();
        while (words.getAcquire(LEFT + other * STRIDE) != letIn) {
            leaving.pause("others to leave the other room of a stack");
        }
        int top = words.getOpaque(TOP);
        if (top < 0) {
            words.setOpaque(TOP, 0);
        } else if (top > capacity) {
            words.setOpaque(TOP, capacity);
        }
        words.getAndAddAcqRel(ARRIVALS + room * STRIDE, OPEN);
    }

    void close() {
        words.close();
    }
}
