package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Lane;
import dev.warpbroker.structures.TakenInt;
import dev.warpbroker.structures.contention.SpinLock;
import java.util.function.Supplier;

/**
 * The common part of linked lists with a lock for each end. The holder of a lock has exclusive access to that end, so
 * at most one enqueue and one dequeue are in progress at a time. Both locks are spin locks and not fair. Lanes of a
 * warp may compete for a lock, since the holder does all of its work inside the loop in which the others wait.
 */
abstract class LockedEndsQueue extends LinkedQueue {
    private static final int LINE = Ints.LINE;

    /** The link of the last node. */
    static final long NO_LINK = Link.of(Link.NONE, 0);

    /** The words of both locks, each on a cache line of its own and neither on the first one; see {@link Ints#LINE}. */
    private final Ints locks;

    private final SpinLock headLock;
    private final SpinLock tailLock;

    LockedEndsQueue(Device device, QueueOptions options) {
        super(device, options, options.capacity() + 1); // one node more: Head is the node before the first value
        locks = device.ints(3 * LINE);
        headLock = new SpinLock(locks, LINE);
        tailLock = new SpinLock(locks, 2 * LINE);
    }

    /** Appends a value; the caller holds the lock of the tail. {@return whether there was room} */
    abstract boolean append(int value);

    /** Takes the first value out, if there is one; the caller holds the lock of the head. */
    abstract TakenInt removeFirst();

    /** Also releases locks that a launch has left held when it was cancelled. */
    @Override
    public void clear() {
        beginWith(Link.of(0, 0), NO_LINK);
        locks.fill(0);
    }

    @Override
    public void close() {
        locks.close();
        super.close();
    }

    /**
     * {@return the result of {@code work}, which runs while the caller holds the lock of the tail}
     *
     * @param unknown any result, as long as there is none
     */
    final <R> R atTail(R unknown, Supplier<R> work) {
        var backoff = new Backoff();
        return tailLock.holding(unknown, work, () -> retry(backoff, "enqueue: the lock of the tail"));
    }

    /**
     * {@return the result of {@code work}, which runs while the caller holds the lock of the head}
     *
     * @param unknown any result, as long as there is none
     */
    final <R> R atHead(R unknown, Supplier<R> work) {
        var backoff = new Backoff();
        return headLock.holding(unknown, work, () -> retry(backoff, "dequeue: the lock of the head"));
    }

    @Override
    public boolean enqueue(int value) {
        return atTail(false, () -> append(value));
    }

    @Override
    public TakenInt dequeue() {
        return atHead(TakenInt.empty(), this::removeFirst);
    }

    /**
     * The first lane takes the lock for all lanes that make this call together, and the lanes append one after the
     * other: their values are neighbours in the queue. After each turn the lanes synchronize, so that the next one sees
     * its effects.
     */
    @Override
    public boolean enqueueWarp(Lane lane, int value) {
        var lanes = ActiveLanes.of(lane);
        boolean accepted = false;
        var backoff = new Backoff();
        while (!lanes.tryAcquire(tailLock)) {
            retry(backoff, "enqueue: the lock of the tail");
        }
        for (int turn = 0; turn < lanes.count(); turn++) {
            if (turn == lanes.rank()) {
                accepted = append(value);
            }
            lanes.synchronize();
        }
        lanes.release(tailLock);
        return accepted;
    }

    /** Takes the lock once for all lanes, as {@link #enqueueWarp} does; the first lane gets the oldest value. */
    @Override
    public TakenInt dequeueWarp(Lane lane) {
        var lanes = ActiveLanes.of(lane);
        var taken = TakenInt.empty();
        var backoff = new Backoff();
        while (!lanes.tryAcquire(headLock)) {
            retry(backoff, "dequeue: the lock of the head");
        }
        for (int turn = 0; turn < lanes.count(); turn++) {
            if (turn == lanes.rank()) {
                taken = removeFirst();
            }
            lanes.synchronize();
        }
        lanes.release(headLock);
        return taken;
    }
}
