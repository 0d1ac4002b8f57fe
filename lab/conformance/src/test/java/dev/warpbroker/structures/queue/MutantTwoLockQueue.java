package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.structures.TakenInt;

/** A {@link TwoLockQueue} with a bug planted, for tests that must find it. */
final class MutantTwoLockQueue extends LinkedQueue {
    enum Bug {
        NONE,
        /** Two enqueues may link their nodes behind the same node. */
        LOCK_RELEASED_BEFORE_THE_LINK_IS_SET,
        /** The value need not be visible to who sees the link. */
        WEAK_LINK,
        /** The next dequeue gives the node back. */
        VALUE_READ_AFTER_THE_LOCK_IS_RELEASED
    }

    private static final long NO_LINK = Link.of(Link.NONE, 0);
    private static final int TAIL_LOCK = 32;

    private final Ints locks;
    private final SpinLock headLock;
    private final SpinLock tailLock;
    private final NodePool pool;
    private final Bug bug;

    MutantTwoLockQueue(Device device, int capacity, Bug bug) {
        super(device, QueueOptions.capacity(capacity), capacity + 1);
        this.bug = bug;
        locks = device.ints(TAIL_LOCK + 1);
        headLock = new SpinLock(locks, 0);
        tailLock = new SpinLock(locks, TAIL_LOCK);
        pool = new NodePool(device, links.length(), statistics);
        clear();
    }

    @Override
    public void clear() {
        beginWith(Link.of(0, 0), NO_LINK);
        pool.begin(1, 0);
        locks.fill(0);
    }

    @Override
    public boolean enqueue(int value) {
        boolean done = false;
        boolean accepted = false;
        var backoff = new Backoff();
        while (!done) {
            if (tailLock.tryAcquire()) {
                int last = Link.index(ends.get(TAIL));
                if (bug == Bug.LOCK_RELEASED_BEFORE_THE_LINK_IS_SET) {
                    tailLock.release();
                }
                int node = pool.take();
                if (node != Link.NONE) {
                    values.set(node, value);
                    links.set(node, NO_LINK);
                    long linked = Link.of(node, 0);
                    if (bug == Bug.WEAK_LINK) {
                        links.set(last, linked);
                    } else {
                        links.setRelease(last, linked);
                    }
                    ends.set(TAIL, linked);
                    accepted = true;
                }
                tailLock.release();
                done = true;
            } else {
                backoff.pause("a lock that a bug has spoilt");
            }
        }
        return accepted;
    }

    @Override
    public TakenInt dequeue() {
        boolean done = false;
        boolean present = false;
        int value = 0;
        int node = 0;
        var backoff = new Backoff();
        while (!done) {
            if (headLock.tryAcquire()) {
                int first = Link.index(ends.get(HEAD));
                long next = links.getAndAdd(first, 0);
                if (next != NO_LINK) {
                    node = Link.index(next);
                    value = values.get(node);
                    ends.set(HEAD, next);
                    pool.give(first);
                    present = true;
                }
                headLock.release();
                done = true;
            } else {
                backoff.pause("a lock that a bug has spoilt");
            }
        }
        if (present && bug == Bug.VALUE_READ_AFTER_THE_LOCK_IS_RELEASED) {
            value = values.get(node);
        }
        return new TakenInt(present, value);
    }
}
