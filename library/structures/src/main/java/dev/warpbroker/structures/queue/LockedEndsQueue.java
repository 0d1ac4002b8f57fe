package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Lane;
import dev.warpbroker.structures.TakenInt;
import dev.warpbroker.structures.contention.SpinLock;
import java.util.function.Supplier;

/**
 * What lists with a lock for each end have in common: whoever has the lock of an end is alone there. Lanes of a warp
 * may compete for a lock, as the holder does everything inside the loop in which the others wait.
 */
abstract class LockedEndsQueue extends LinkedQueue {
    private static final int LINE = Ints.LINE;

    /** The link of the last node. */
    static final long NO_LINK = Link.of(Link.NONE, 0);

    private final Ints locks;
    private final SpinLock headLock;
    private final SpinLock tailLock;

    LockedEndsQueue(Device device, QueueOptions options) {
        super(device, options, options.capacity() + 1);
        locks = device.ints(3 * LINE);
        headLock = new SpinLock(locks, LINE);
        tailLock = new SpinLock(locks, 2 * LINE);
    }

    /** Puts a value behind the last one, while the lock of the tail is held. {@return whether there was room} */
    abstract boolean append(int value);

    /** Takes the first value out, while the lock of the head is held. */
    abstract TakenInt removeFirst();

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

    final <R> R atTail(R unknown, Supplier<R> work) {
        var backoff = new Backoff();
        return tailLock.holding(unknown, work, () -> retry(backoff, "enqueue: the lock of the tail"));
    }

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

    /** The first lane takes the lock, and all make their operations one after the other. */
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

    /** The first lane takes the lock, and all make their operations one after the other. */
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
