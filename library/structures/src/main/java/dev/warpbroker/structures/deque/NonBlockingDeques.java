package dev.warpbroker.structures.deque;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Lane;
import dev.warpbroker.device.Layout;
import dev.warpbroker.device.Longs;
import dev.warpbroker.structures.Taken;
import java.lang.invoke.VarHandle;
import java.util.List;

/**
 * Deques in which a thief claims elements by moving Head on with a compare-and-swap, while the owner moves Tail with
 * ordinary stores. How the owner takes elements back is up to the subclass.
 */
abstract sealed class NonBlockingDeques<E> implements WorkDeques<E> permits AbpDeques, ChaseLevDeques {
    /*
     * Invariants
     * - Positions are 64-bit numbers; position i belongs to slot i % N. The elements are at Head .. Tail - 1. Positions
     *   are compared by their differences only.
     * - Head never takes a value twice: every change makes it larger. A thief whose compare-and-swap succeeds has thus
     *   found Head unchanged since it read it, however long that was ago: there is no ABA.
     * - Only the owner changes Tail. Tail < Head only in the middle of an operation of the owner, to whom alone that
     *   matters: a thief finds nothing then.
     * - Known, the owner's own note, is at most Head. The owner writes to a slot only if the position there is less
     *   than Known + N, so a thief that read words of another element fails: Head has moved on past its position.
     *
     * Who takes what: the owner first moves Tail down, then looks at Head; a thief first looks at Head, then at Tail.
     * The full fences between decide. If the thief's is first, the owner sees a Head not less than the thief saw. If
     * the owner's is first, the thief sees Tail moved down. So a position that the owner finds beyond the reach of
     * thieves at that Head can be claimed by no thief at this or a later Head.
     *
     * Access modes, after Le, Pop, Cohen and Zappa Nardelli (2013): the release fence of a push covers all later stores
     * to Tail, also those of pops, so these are opaque; thieves read Tail with acquire. A compare-and-swap releases
     * that a thief has read the words of a slot, and the owner acquires Head before it lets Known grow. Words that may
     * be written meanwhile are read opaquely and decoded only after the compare-and-swap. Full and the owner's Empty
     * depend on the newest Head: Full gets it by a read-modify-write; the owner's Empty needs none, as Head cannot pass
     * Tail.
     */

    private static final int LINE = Longs.LINE;

    static final int HEAD = 0;

    /** Tail and two notes of the owner. */
    private static final int OWNERS = 3;

    private final Device device;
    private final int count;
    final Longs ends;
    final Rings<E> rings;
    final int capacity;

    /** Where Tail is, counted from Head: in another cache line, unless the deques are packed. */
    final int tailAt;

    /** Where the owner's note of a position is that Head has reached. */
    final int knownAt;

    /** For subclasses: where another note of the owner is. */
    final int peakAt;

    private final int stride;

    NonBlockingDeques(Device device, DequeOptions options, Layout<E> layout) {
        this.device = device;
        count = options.count();
        capacity = options.capacity();
        rings = new Rings<>(device, options, layout);
        tailAt = options.packed() ? 1 : LINE;
        knownAt = tailAt + 1;
        peakAt = tailAt + 2;
        stride = options.packed() ? 1 + OWNERS : 2 * LINE;
        ends = device.longs(Math.addExact(LINE, Math.multiplyExact(count, stride)));
        ends.fill(options.start());
    }

    private int at(int deque) {
        return LINE + deque * stride;
    }

    /**
     * Takes elements from the owner's end. A number, not a record of what was taken: C2 would make one for each pop.
     *
     * @param at where the ends of the deque are
     * @param tail Tail
     * @param from Tail less as many as are wanted and can be there
     * @return the first position that the owner may take; all from there to {@code tail} are its own
     */
    abstract long claim(int at, long tail, long from);

    /** {@return how many elements a thief may claim at once if it found {@code size}} */
    abstract int atOnce(long size);

    /** Notes, for the owner, that Tail is about to be moved up. */
    abstract void note(int at, long tail);

    @Override
    public final boolean push(int deque, E element) {
        int at = at(deque);
        long tail = ends.get(at + tailAt);
        if (room(at, tail, 1) < 1) {
            return false;
        }
        rings.write(deque, tail, element);
        publish(at, tail + 1);
        return true;
    }

    /** {@return how many elements the owner can push, exact if it is less than {@code wanted}} */
    private long room(int at, long tail, int wanted) {
        long known = ends.get(at + knownAt);
        if (tail - known + wanted > capacity) {
            known = ends.getAndAddAcqRel(at + HEAD, 0);
            ends.set(at + knownAt, known);
        }
        return capacity - (tail - known);
    }

    private void publish(int at, long tail) {
        note(at, tail);
        VarHandle.releaseFence();
        ends.setOpaque(at + tailAt, tail);
    }

    @Override
    public final Taken<E> pop(int deque) {
        int at = at(deque);
        long tail = ends.get(at + tailAt);
        long first = claimNewest(at, tail, 1);
        return rings.takenIf(tail - first > 0, deque, first);
    }

    private long claimNewest(int at, long tail, int most) {
        long mayBeThere = tail - ends.get(at + knownAt);
        return mayBeThere == 0 ? tail : claim(at, tail, tail - Math.min(most, mayBeThere));
    }

    @Override
    public final Taken<E> popWarp(Lane lane, int deque) {
        var warp = lane.warp();
        int mask = WholeWarp.mask(lane);
        int leader = warp.leader(mask);
        warp.synchronize(mask);
        long first = 0;
        int taken = 0;
        if (warp.lane() == leader) {
            int at = at(deque);
            long tail = ends.get(at + tailAt);
            first = claimNewest(at, tail, Integer.bitCount(mask));
            taken = (int) (tail - first);
        }
        taken = warp.shuffle(mask, taken, leader);
        first = warp.shuffle(mask, first, leader);
        warp.synchronize(mask);
        int rank = warp.rank(mask);
        var result = rings.takenIf(rank < taken, deque, first + taken - 1 - rank);
        warp.synchronize(mask);
        return result;
    }

    /** {@return how many elements a thief finds behind {@code head}} */
    private long sizeBehind(int at, long head) {
        if (ends.getOpaque(at + tailAt) - head <= 0) {
            return 0;
        }
        VarHandle.fullFence();
        long size = ends.getAcquire(at + tailAt) - head;
        return size > capacity ? 0 : size;
    }

    private boolean moveHead(int at, long head, int by) {
        return ends.compareAndExchangeAcqRel(at + HEAD, head, head + by) == head;
    }

    @Override
    public final Taken<E> steal(int deque) {
        int at = at(deque);
        long head = ends.getOpaque(at + HEAD);
        if (sizeBehind(at, head) <= 0) {
            return rings.none();
        }
        int[] words = rings.copy(deque, head);
        return moveHead(at, head, 1) ? rings.taken(words) : rings.none();
    }

    @Override
    public final Taken<E> stealWarp(Lane lane, int deque) {
        var warp = lane.warp();
        int mask = warp.activeMask();
        int leader = warp.leader(mask);
        int at = at(deque);
        long head = 0;
        int claimed = 0;
        if (warp.lane() == leader) {
            head = ends.getOpaque(at + HEAD);
            long size = sizeBehind(at, head);
            claimed = size <= 0 ? 0 : Math.min(Integer.bitCount(mask), atOnce(size));
        }
        claimed = warp.shuffle(mask, claimed, leader);
        if (claimed == 0) {
            return rings.none();
        }
        head = warp.shuffle(mask, head, leader);
        warp.synchronize(mask);
        int rank = Math.min(warp.rank(mask), claimed);
        int[] words = rings.copy(deque, head + rank);
        warp.synchronize(mask);
        boolean moved = warp.any(mask, warp.lane() == leader && moveHead(at, head, claimed));
        return moved && rank < claimed ? rings.taken(words) : rings.none();
    }

    @Override
    public final Taken<E> stealChunk(int victim, int own, int n) {
        return stealMany(victim, own, n, false);
    }

    @Override
    public final Taken<E> stealHalf(int victim, int own, int most) {
        return stealMany(victim, own, most, true);
    }

    private Taken<E> stealMany(int victim, int own, int most, boolean leaveHalf) {
        int at = at(victim);
        long head = ends.getOpaque(at + HEAD);
        long size = sizeBehind(at, head);
        if (size <= 0) {
            return rings.none();
        }
        int atOwn = at(own);
        long tail = ends.get(atOwn + tailAt);
        int share = (int) Math.min(Math.max(1, most), leaveHalf ? (size + 1) / 2 : size);
        int wanted = (int) Math.min(share, 1 + room(atOwn, tail, share - 1));
        int claimed = Math.min(wanted, atOnce(size));
        int[] words = rings.copy(victim, head);
        for (int i = 1; i < claimed; i++) {
            rings.copy(victim, head + i, own, tail + i - 1);
        }
        if (!moveHead(at, head, claimed)) {
            return rings.none();
        }
        int stolen = claimed;
        boolean more = true;
        while (more && stolen < wanted) {
            head = ends.getOpaque(at + HEAD);
            more = sizeBehind(at, head) > 0;
            if (more) {
                rings.copy(victim, head, own, tail + stolen - 1);
                more = moveHead(at, head, 1);
                stolen += more ? 1 : 0;
            }
        }
        if (stolen > 1) {
            publish(atOwn, tail + stolen - 1);
        }
        return rings.taken(words);
    }

    @Override
    public final int size(int deque) {
        int at = at(deque);
        long size = ends.getOpaque(at + tailAt) - ends.getOpaque(at + HEAD);
        return Math.clamp(size, 0, capacity);
    }

    @Override
    public final int capacity() {
        return capacity;
    }

    @Override
    public final int count() {
        return count;
    }

    @Override
    public final Device device() {
        return device;
    }

    @Override
    public final void insert(int deque, List<? extends E> elements) {
        int at = at(deque);
        long[] all = ends.copyOut();
        rings.insert(deque, all[at + tailAt], (int) (all[at + tailAt] - all[at + HEAD]), elements);
        long tail = all[at + tailAt] + elements.size();
        ends.copyIn(new long[] {tail, all[at + HEAD], tail}, at + tailAt);
    }

    @Override
    public final void clear() {
        ends.fill(0);
    }

    @Override
    public final void close() {
        ends.close();
        rings.close();
    }
}
