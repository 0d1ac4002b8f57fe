package dev.warpbroker.structures.stack;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Lane;
import dev.warpbroker.structures.TakenInt;
import java.util.Optional;

/**
 * A stack in an array on which pushes and pops take turns: while pushes are inside, any number of them share the
 * growing top by fetch-add, and so do pops the shrinking one.
 *
 * <p><b>Guarantees.</b> Last in, first out; linearizable; Full and Empty only if the stack was full or empty at some
 * instant during the call. What a thread wrote before a push is visible to the one that pops it. Every int is a value,
 * and a capacity of N holds N of them in 4 N bytes.
 *
 * <p><b>Not guaranteed.</b> Not lock-free: a thread that stands still inside keeps those of the other kind waiting, so
 * all threads that use it must be resident. A stack that a cancelled launch has used is to be {@linkplain #clear
 * cleared}.
 *
 * <p><b>Where it is from.</b> The rooms are those of Blelloch, Cheng and Gibbons ("Room synchronizations", SPAA 2001;
 * see {@link Rooms} for the difference). The meeting of pushes and pops before the stack is the idea of Hendler, Shavit
 * and Yerushalmi ("A scalable lock-free stack algorithm", SPAA 2004), and doing it in the shared memory of a block that
 * of South and Jang ("Scan Stack", ACMSE 2023). Lanes of a warp that come together meet, and the rest of them goes in
 * as one; the same holds for a block with {@link #operateBlock}.
 */
public final class RoomStack extends DeviceStack {
    /*
     * Invariants: those of Rooms. A push and a pop that meet are under way at the same time, so they can take effect
     * one right after the other at any instant at which the stack has room for the push: whoever lets them meet looks
     * for one, after all of them have come. On a stack that is full the pops go first, and then the pushes.
     *
     * Of a block, pushes and pops are numbered from 0 each. Those with a number below the smaller of both counts meet
     * their equals. The others, which then are all of one kind, enter as one: the first lane claims for all, between
     * barriers, which hand on what it acquires and what it has to release. In a warp warp.synchronize does that.
     */

    /**
     * Shared memory of a block: how many pushes and pops it has, how many meet, what the first lane claimed, and values
     * that are handed over.
     */
    private static final int PUSH_COUNT = 0;

    private static final int POP_COUNT = 1;
    private static final int PAIRS = 2;
    private static final int CLAIMED = 3;
    private static final int VALUES = 4;

    /** A block has at most 1,024 lanes, so at most half as many pairs. */
    private static final int MAX_PAIRS = 512;

    private final Rooms rooms;
    private final Ints cells;

    /** Whether lanes come in warps. */
    private final boolean warps;

    private RoomStack(Device device, StackOptions options) {
        super(device);
        rooms = new Rooms(device, options.capacity(), options.start());
        cells = device.ints(options.capacity());
        warps = device.properties().lanesPerWorker() > 1;
    }

    /**
     * {@return an empty stack}
     *
     * @param capacity between 1 and 2^30
     */
    public static RoomStack ints(Device device, int capacity) {
        return with(device, StackOptions.capacity(capacity));
    }

    static RoomStack with(Device device, StackOptions options) {
        return new RoomStack(device, options);
    }

    @Override
    public boolean push(int value) {
        if (warps && isOne()) {
            var lane = Lane.current();
            return pushTogether(lane, lane.warp().activeMask(), value).present();
        }
        if (rooms.wasFull()) {
            return false;
        }
        rooms.enter(Rooms.PUSHES);
        boolean done = put(rooms.claimAbove(1), value);
        rooms.leave(Rooms.PUSHES);
        return done;
    }

    @Override
    public TakenInt pop() {
        if (warps && isOne()) {
            var lane = Lane.current();
            var result = popTogether(lane, lane.warp().activeMask());
            return result;
        }
        if (rooms.wasEmpty()) {
            return TakenInt.empty();
        }
        rooms.enter(Rooms.POPS);
        var result = take(rooms.claimBelow(1) - 1);
        rooms.leave(Rooms.POPS);
        return result;
    }

    @Override
    public TakenInt operateWarp(Lane lane, IntStack.Operation operation, int value) {
        var warp = lane.warp();
        int here = warp.activeMask();
        int pushes = warp.ballot(here, operation == IntStack.Operation.PUSH);
        int pops = warp.ballot(here, operation == IntStack.Operation.POP);
        boolean meets = pushes != 0 && pops != 0 && warp.any(here, warp.isLeader(here) && rooms.hadRoom());
        boolean met = false;
        int received = 0;
        if (meets) {
            warp.synchronize(here); // hands on what was written before the pushes, which shuffles do not
        }
        while (meets && pushes != 0 && pops != 0) {
            int giver = warp.leader(pushes);
            int taker = warp.leader(pops);
            int given = warp.shuffle(here, value, giver);
            if (warp.lane() == taker) {
                received = given;
            }
            met |= warp.lane() == giver || warp.lane() == taker;
            pushes &= pushes - 1;
            pops &= pops - 1;
        }
        var result = new TakenInt(met, received);
        if (operation == IntStack.Operation.POP && !met) {
            result = popTogether(lane, pops);
        }
        warp.synchronize(here);
        if (operation == IntStack.Operation.PUSH && !met) {
            result = pushTogether(lane, pushes, value);
        }
        return result;
    }

    /** {@return false where a kernel chooses among stacks when it runs: lanes that come together may mean others} */
    private boolean isOne() {
        return Lane.current().block().zeroedInts(this, 1) != null;
    }

    /** The lanes of {@code mask}, all of which are here, as one. */
    private TakenInt pushTogether(Lane lane, int mask, int value) {
        var warp = lane.warp();
        boolean inside = warp.isLeader(mask) && !rooms.wasFull();
        int first = capacity();
        if (inside) {
            rooms.enter(Rooms.PUSHES);
            first = rooms.claimAbove(Integer.bitCount(mask));
        }
        warp.synchronize(mask);
        boolean done = put(warp.shuffle(mask, first, warp.leader(mask)) + warp.rank(mask), value);
        warp.synchronize(mask);
        if (inside) {
            rooms.leave(Rooms.PUSHES);
        }
        return new TakenInt(done, 0);
    }

    private TakenInt popTogether(Lane lane, int mask) {
        var warp = lane.warp();
        boolean inside = warp.isLeader(mask) && !rooms.wasEmpty();
        int above = 0;
        if (inside) {
            rooms.enter(Rooms.POPS);
            above = rooms.claimBelow(Integer.bitCount(mask));
        }
        warp.synchronize(mask);
        var result = take(warp.shuffle(mask, above, warp.leader(mask)) - 1 - warp.rank(mask));
        warp.synchronize(mask);
        if (inside) {
            rooms.leave(Rooms.POPS);
        }
        return result;
    }

    @Override
    public TakenInt operateBlock(Lane lane, IntStack.Operation operation, int value) {
        var block = lane.block();
        if (block.size() == 1) {
            return operate(operation, value);
        }
        var shared = block.sharedInts(VALUES + MAX_PAIRS);
        boolean first = block.lane() == 0;
        if (first) {
            shared.set(PUSH_COUNT, 0);
            shared.set(POP_COUNT, 0);
        }
        block.barrier();
        boolean pushes = operation == IntStack.Operation.PUSH;
        boolean pops = operation == IntStack.Operation.POP;
        int number = 0;
        if (pushes) {
            number = lane.warp().aggregatedAdd(shared, PUSH_COUNT, 1);
        } else if (pops) {
            number = lane.warp().aggregatedAdd(shared, POP_COUNT, 1);
        }
        block.barrier();
        int pushCount = shared.get(PUSH_COUNT);
        int popCount = shared.get(POP_COUNT);
        if (pushes && number < Math.min(popCount, pushCount)) {
            shared.set(VALUES + number, value);
        }
        boolean inside = false;
        if (first) {
            int possible = Math.min(pushCount, popCount);
            int pairs = possible > 0 && rooms.hadRoom() ? possible : 0;
            shared.set(PAIRS, pairs);
            inside = popCount > pairs ? entersToPop(shared, popCount - pairs) : entersToPush(shared, pushCount - pairs);
        }
        block.barrier();
        int pairs = shared.get(PAIRS);
        boolean meets = number < pairs;
        var result = TakenInt.empty();
        if (pops) {
            result = meets
                    ? new TakenInt(true, shared.get(VALUES + number))
                    : take(shared.get(CLAIMED) - 1 - (number - pairs));
        }
        if (popCount > pairs && pushCount > pairs) {
            block.barrier();
            if (first) {
                leave(inside, Rooms.POPS);
                inside = entersToPush(shared, pushCount - pairs);
            }
            block.barrier();
        }
        if (pushes) {
            result = new TakenInt(meets || put(shared.get(CLAIMED) + number - pairs, value), 0);
        }
        block.barrier();
        leave(inside, pushCount > pairs ? Rooms.PUSHES : Rooms.POPS);
        return result;
    }

    /** Leaves in {@code shared} what was claimed. {@return whether the caller is inside a room now} */
    private boolean entersToPush(Ints shared, int count) {
        boolean enters = count > 0 && !rooms.wasFull();
        if (enters) {
            rooms.enter(Rooms.PUSHES);
        }
        shared.set(CLAIMED, enters ? rooms.claimAbove(count) : capacity());
        return enters;
    }

    private boolean entersToPop(Ints shared, int count) {
        boolean enters = count > 0 && !rooms.wasEmpty();
        if (enters) {
            rooms.enter(Rooms.POPS);
        }
        shared.set(CLAIMED, enters ? rooms.claimBelow(count) : 0);
        return enters;
    }

    private void leave(boolean inside, int room) {
        if (inside) {
            rooms.leave(room);
        }
    }

    private boolean put(int cell, int value) {
        if (cell >= capacity()) {
            return false;
        }
        cells.set(cell, value);
        return true;
    }

    private TakenInt take(int cell) {
        return cell >= 0 ? new TakenInt(true, cells.get(cell)) : TakenInt.empty();
    }

    @Override
    public int capacity() {
        return rooms.capacity();
    }

    @Override
    public void clear() {
        rooms.clear();
    }

    /**
     * The array below the top is full of values by construction: what can be wrong is that somebody is still inside.
     */
    @Override
    public Optional<String> damage() {
        return rooms.areEmpty() ? Optional.empty() : Optional.of("an operation is still inside a room");
    }

    @Override
    public void close() {
        rooms.close();
        cells.close();
    }

    @Override
    public String toString() {
        return "stack with rooms, capacity " + capacity() + ", on "
                + device().properties().name();
    }
}
