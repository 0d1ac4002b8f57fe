package dev.warpbroker.structures.stack;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Lane;
import dev.warpbroker.structures.TakenInt;

/** A {@link RoomStack} for the lanes of a warp that come together, with a bug, for tests that must find it. */
final class MutantRoomStack extends MutantStack {
    enum Bug {
        NONE,
        /** A room is opened while others are still in the other one. */
        NOBODY_WAITS_FOR_THOSE_INSIDE,
        /** Top stays beyond the capacity, or below 0. */
        TOP_NOT_BROUGHT_BACK,
        /** Somebody may pop the cell before the value is there. */
        LEAVES_BEFORE_ITS_CELL_IS_READY,
        /** What is in the cells need not be visible to who goes in. */
        ENTERS_WITHOUT_ACQUIRE,
        /** What is in the cells need not be visible to who comes after. */
        LEAVES_WITHOUT_RELEASE,
        /** The leader of a warp has acquired what is in the cells, the other lanes have not. */
        LANES_DO_NOT_WAIT_FOR_THEIR_LEADER,
        /** Only the first who comes to a closed room is let in when it is closed again. */
        CLOSED_COUNTS_ONE_TOO_FEW,
        /** The stack need not be empty now if it was once. */
        EMPTY_IS_OLD
    }

    private static final int OPEN = 1;
    private static final int ONE = 2;
    private static final int CLOSED = 2;
    private static final int LEFT = 4;
    private static final int TOP = 6;

    private final Bug bug;
    private final Ints words;
    private final Ints cells;

    MutantRoomStack(Device device, int capacity, Bug bug) {
        super(device, capacity);
        this.bug = bug;
        words = device.ints(TOP + 1);
        cells = device.ints(capacity);
        words.copyIn(new int[] {OPEN, 0, -ONE, 0, 0, 0, 0});
    }

    private int add(int word, int delta, boolean relaxed) {
        return relaxed ? words.getAndAddRelaxed(word, delta) : words.getAndAdd(word, delta);
    }

    private void enter(int room) {
        int arrival = add(room, ONE, bug == Bug.ENTERS_WITHOUT_ACQUIRE);
        if ((arrival & OPEN) != 0) {
            return;
        }
        var backoff = new Backoff();
        while (true) {
            int behind = arrival - words.getAcquire(CLOSED + room);
            if (behind == 0) {
                open(room);
                return;
            }
            if (behind < 0 || (words.getAcquire(room) & OPEN) != 0) {
                return;
            }
            backoff.pause("a room that a bug keeps closed");
        }
    }

    private void leave(int room) {
        add(LEFT + room, ONE, bug == Bug.LEAVES_WITHOUT_RELEASE);
    }

    private void open(int room) {
        int other = 1 - room;
        var backoff = new Backoff();
        while ((words.getAcquire(other) & OPEN) == 0) {
            backoff.pause("a room that a bug keeps closed");
        }
        int letIn = words.getAndAdd(other, -OPEN) - OPEN;
        words.setRelease(CLOSED + other, bug == Bug.CLOSED_COUNTS_ONE_TOO_FEW ? letIn - ONE : letIn);
        while (bug != Bug.NOBODY_WAITS_FOR_THOSE_INSIDE && words.getAcquire(LEFT + other) != letIn) {
            backoff.pause("those whom a bug keeps inside");
        }
        if (bug != Bug.TOP_NOT_BROUGHT_BACK) {
            words.setOpaque(TOP, Math.clamp(words.getOpaque(TOP), 0, capacity));
        }
        words.getAndAdd(room, OPEN);
    }

    @Override
    public boolean push(int value) {
        var warp = Lane.current().warp();
        int mask = warp.activeMask();
        int cell = capacity;
        boolean inside = warp.isLeader(mask);
        if (inside) {
            enter(0);
            cell = words.getAndAddRelaxed(TOP, Integer.bitCount(mask));
        }
        warp.synchronize(mask);
        cell = warp.shuffle(mask, cell, warp.leader(mask)) + warp.rank(mask);
        if (inside && bug == Bug.LEAVES_BEFORE_ITS_CELL_IS_READY) {
            leave(0);
        }
        boolean done = cell < capacity;
        if (done) {
            cells.set(cell, value);
        }
        warp.synchronize(mask);
        if (inside && bug != Bug.LEAVES_BEFORE_ITS_CELL_IS_READY) {
            leave(0);
        }
        return done;
    }

    @Override
    public TakenInt pop() {
        var warp = Lane.current().warp();
        int mask = warp.activeMask();
        int above = 0;
        boolean inside = warp.isLeader(mask) && !isEmpty();
        if (inside) {
            enter(1);
            above = words.getAndAddRelaxed(TOP, -Integer.bitCount(mask));
        }
        if (bug != Bug.LANES_DO_NOT_WAIT_FOR_THEIR_LEADER) {
            warp.synchronize(mask);
        }
        int cell = warp.shuffle(mask, above, warp.leader(mask)) - 1 - warp.rank(mask);
        var popped = cell >= 0 ? TakenInt.of(cells.get(cell)) : TakenInt.empty();
        warp.synchronize(mask);
        if (inside) {
            leave(1);
        }
        return popped;
    }

    private boolean isEmpty() {
        return bug == Bug.EMPTY_IS_OLD ? words.getVolatile(TOP) <= 0 : words.getAndAddRelaxed(TOP, 0) <= 0;
    }

    @Override
    public void close() {
        words.close();
        cells.close();
    }
}
