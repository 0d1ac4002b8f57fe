package dev.warpbroker.structures.deque;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Lane;
import dev.warpbroker.device.Layout;
import dev.warpbroker.structures.Taken;
import dev.warpbroker.structures.contention.SpinLock;
import java.util.List;

/**
 * Blocking deques: one lock for each. The owner waits for it, thieves try it once.
 *
 * <p>Florian Wende: <i>Dynamic Load Balancing on Massively Parallel Computer Architectures</i>, thesis, Freie
 * Universität Berlin, 2013, listings 3.2, 3.3 and A.1.
 *
 * <p><b>Guarantees.</b> Linearizable. What the owner wrote before it pushed an element is visible to whoever takes it.
 * A {@code capacity} of N holds N elements. Full and the owner's Empty are returned only if the deque was full or empty
 * at some instant during the call. {@link #stealChunk} takes all that it gets under one lock.
 *
 * <p><b>Not guaranteed.</b> It is blocking: a thread that stands still with the lock keeps all others from the deque.
 * The lock is not fair. A steal gives up if the lock is taken, or if the deque looks empty from outside. A launch that
 * was cancelled or failed may leave a lock held: {@link #clear} the deques before they are used again.
 *
 * <p><b>Differences from the listings.</b> The deques are circular, so there is nothing to reset. Listing A.1 tests for
 * Full before it takes the lock and trusts that afterwards; here all tests are made under the lock, but for the one
 * that spares thieves the lock. The lock is looked at before it is tried, and released by a store with release. There
 * is no function lock() that returns with the lock held: lanes of a warp that compete for it would wait for each other
 * where they come together again, one of them with the lock. What is done under the lock stands inside the loop that
 * tries for it. The listings' stealChunk hands over an array; here all elements but the first go into the thief's
 * deque.
 *
 * @param <E> the elements
 */
final class LockedDeques<E> implements WorkDeques<E> {
    /*
     * Invariants
     * - The elements are at positions Head .. Tail - 1; position i belongs to slot i % N. Positions are unsigned, wrap
     *   at 2^32, a multiple of N, and are compared by their differences.
     * - Whoever holds the lock may change Head and Tail and touch the slots between. Only the owner changes Tail and
     *   touches the other slots, also without the lock: so stealChunk can fill them while it holds the victim's lock
     *   and not its own.
     *
     * Access modes: plain under the lock, which orders them. Head and Tail are looked at from outside, so they are
     * stored opaquely; Head is released to the owner, who may then write to the slots before it.
     */

    private static final int LINE = Ints.LINE;

    private static final int LOCK = 0;

    /** Lock, Head and Tail, and one more, so that no deque begins in the middle of a pair. */
    private static final int PACKED = 4;

    private final Device device;
    private final int count;
    private final int capacity;
    private final Ints ends;
    private final Rings<E> rings;

    /** Where Head and Tail are, counted from the lock: in another cache line, unless the deques are packed. */
    private final int headAt;

    private final int tailAt;
    private final int stride;

    LockedDeques(Device device, DequeOptions options, Layout<E> layout) {
        this.device = device;
        count = options.count();
        capacity = options.capacity();
        rings = new Rings<>(device, options, layout);
        headAt = options.packed() ? 1 : LINE;
        tailAt = headAt + 1;
        stride = options.packed() ? PACKED : 2 * LINE;
        ends = device.ints(Math.addExact(LINE, Math.multiplyExact(count, stride)));
        if (options.start() != 0) {
            int[] first = new int[ends.length()];
            for (int deque = 0; deque < count; deque++) {
                first[at(deque) + headAt] = (int) options.start();
                first[at(deque) + tailAt] = (int) options.start();
            }
            ends.copyIn(first);
        }
    }

    private int at(int deque) {
        return LINE + deque * stride;
    }

    private SpinLock lock(int at) {
        return new SpinLock(ends, at + LOCK);
    }

    @Override
    public boolean push(int deque, E element) {
        rings.check(element);
        int at = at(deque);
        var lock = lock(at);
        var backoff = new Backoff();
        boolean pushed = false;
        boolean done = false;
        while (!done) {
            if (lock.tryAcquire()) {
                int tail = ends.get(at + tailAt);
                pushed = tail - ends.get(at + headAt) < capacity;
                if (pushed) {
                    rings.write(deque, tail, element);
                    ends.setOpaque(at + tailAt, tail + 1);
                }
                lock.release();
                done = true;
            } else {
                backoff.pause("push: the lock of the deque");
            }
        }
        return pushed;
    }

    /** What was above Tail is the owner's, also after it has released the lock. */
    @Override
    public Taken<E> pop(int deque) {
        int at = at(deque);
        var lock = lock(at);
        var backoff = new Backoff();
        int newest = 0;
        boolean present = false;
        boolean done = false;
        while (!done) {
            if (lock.tryAcquire()) {
                newest = ends.get(at + tailAt) - 1;
                present = newest - ends.get(at + headAt) >= 0;
                if (present) {
                    ends.setOpaque(at + tailAt, newest);
                }
                lock.release();
                done = true;
            } else {
                backoff.pause("pop: the lock of the deque");
            }
        }
        return rings.takenIf(present, deque, newest);
    }

    @Override
    public Taken<E> steal(int deque) {
        int at = at(deque);
        var lock = lock(at);
        var taken = rings.none();
        if (size(deque) > 0 && lock.tryAcquire()) {
            int head = ends.get(at + headAt);
            if (ends.get(at + tailAt) - head > 0) {
                taken = new Taken<>(true, rings.read(deque, head));
                ends.setRelease(at + headAt, head + 1);
            }
            lock.release();
        }
        return taken;
    }

    @Override
    public Taken<E> stealChunk(int victim, int own, int n) {
        return stealMany(victim, own, n, false);
    }

    @Override
    public Taken<E> stealHalf(int victim, int own, int most) {
        return stealMany(victim, own, most, true);
    }

    private Taken<E> stealMany(int victim, int own, int most, boolean leaveHalf) {
        int at = at(victim);
        var lock = lock(at);
        int tail = ends.get(at(own) + tailAt);
        int room = capacity - (tail - ends.getAcquire(at(own) + headAt));
        var taken = rings.none();
        int stolen = 0;
        if (size(victim) > 0 && lock.tryAcquire()) {
            int head = ends.get(at + headAt);
            int size = ends.get(at + tailAt) - head;
            if (size > 0) {
                stolen = Math.min(Math.min(Math.max(1, most), leaveHalf ? (size + 1) / 2 : size), 1 + room);
                taken = new Taken<>(true, rings.read(victim, head));
                for (int i = 1; i < stolen; i++) {
                    rings.copy(victim, head + i, own, tail + i - 1);
                }
                ends.setRelease(at + headAt, head + stolen);
            }
            lock.release();
        }
        if (stolen > 1) {
            moveTail(at(own), tail + stolen - 1);
        }
        return taken;
    }

    private void moveTail(int at, int tail) {
        var lock = lock(at);
        var backoff = new Backoff();
        boolean done = false;
        while (!done) {
            if (lock.tryAcquire()) {
                ends.setOpaque(at + tailAt, tail);
                lock.release();
                done = true;
            } else {
                backoff.pause("stealChunk: the lock of the own deque");
            }
        }
    }

    @Override
    public Taken<E> popWarp(Lane lane, int deque) {
        var warp = lane.warp();
        int mask = WholeWarp.mask(lane);
        int leader = warp.leader(mask);
        int rank = warp.rank(mask);
        int at = at(deque);
        var lock = lock(at);
        boolean done = false;
        var taken = rings.none();
        var backoff = new Backoff();
        while (!done) {
            done = warp.any(mask, warp.lane() == leader && lock.tryAcquire());
            warp.synchronize(mask);
            if (done) {
                int tail = ends.get(at + tailAt);
                int claimed = Math.min(Integer.bitCount(mask), tail - ends.get(at + headAt));
                taken = rings.takenIf(rank < claimed, deque, tail - 1 - rank);
                warp.synchronize(mask);
                if (warp.lane() == leader) {
                    ends.setOpaque(at + tailAt, tail - claimed);
                    lock.release();
                }
            } else {
                backoff.pause("popWarp: the lock of the deque");
            }
        }
        return taken;
    }

    @Override
    public Taken<E> stealWarp(Lane lane, int deque) {
        var warp = lane.warp();
        int mask = warp.activeMask();
        int leader = warp.leader(mask);
        int rank = warp.rank(mask);
        int at = at(deque);
        var lock = lock(at);
        var taken = rings.none();
        boolean held = warp.any(mask, warp.lane() == leader && size(deque) > 0 && lock.tryAcquire());
        warp.synchronize(mask);
        if (held) {
            int head = ends.get(at + headAt);
            int claimed = Math.min(Integer.bitCount(mask), ends.get(at + tailAt) - head);
            taken = rings.takenIf(rank < claimed, deque, head + rank);
            warp.synchronize(mask);
            if (warp.lane() == leader) {
                ends.setRelease(at + headAt, head + claimed);
                lock.release();
            }
        }
        return taken;
    }

    @Override
    public int size(int deque) {
        int at = at(deque);
        return Math.clamp(ends.getOpaque(at + tailAt) - ends.getOpaque(at + headAt), 0, capacity);
    }

    @Override
    public int capacity() {
        return capacity;
    }

    @Override
    public int count() {
        return count;
    }

    @Override
    public Device device() {
        return device;
    }

    @Override
    public void insert(int deque, List<? extends E> elements) {
        int at = at(deque);
        int[] all = ends.copyOut();
        rings.insert(deque, all[at + tailAt], all[at + tailAt] - all[at + headAt], elements);
        ends.copyIn(new int[] {all[at + tailAt] + elements.size()}, at + tailAt);
    }

    @Override
    public void clear() {
        ends.fill(0);
    }

    @Override
    public void close() {
        ends.close();
        rings.close();
    }
}
