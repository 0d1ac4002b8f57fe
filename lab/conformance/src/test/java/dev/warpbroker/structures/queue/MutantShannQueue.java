package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Longs;
import dev.warpbroker.structures.TakenInt;

/** A {@link ShannQueue} with a bug planted, for tests that must find it. */
final class MutantShannQueue extends MutantQueue {
    private static final long VALUE = 0xffff_ffffL;

    private final Longs cells;
    private final Bug bug;

    enum Bug {
        /** As it should be. */
        NONE,
        /** The counter of a cell begins anew every other round: a cell that changed four times looks as if it had not. */
        COUNTER_TOO_SHORT,
        /** A dequeue empties its cell by a store, after others may have done so. */
        SWAP_REPLACED_BY_STORE,
        /** Some enqueue does not move Rear, and who finds Rear behind does not move it either. */
        REAR_MOVED_BY_NOBODY
    }

    MutantShannQueue(Device device, int capacity, Bug bug) {
        super(device, capacity);
        cells = device.longs(capacity);
        this.bug = bug;
    }

    @Override
    public void close() {
        super.close();
        cells.close();
    }

    private long count(int position) {
        int round = position >>> shift;
        return 2L * (bug == Bug.COUNTER_TOO_SHORT ? round & 1 : round);
    }

    private long empty(int position) {
        return count(position) << Integer.SIZE;
    }

    private long filled(int position, int value) {
        return count(position) + 1 << Integer.SIZE | value & VALUE;
    }

    private boolean isElementOf(long cell, int position) {
        return cell >>> Integer.SIZE == count(position) + 1;
    }

    @Override
    public boolean enqueue(int value) {
        var backoff = new Backoff();
        while (true) {
            int rear = counters.getAcquire(TAIL);
            int slot = rear & mask;
            long cell = cells.getAcquire(slot);
            if (cell == empty(rear)) {
                if (cells.compareAndSet(slot, cell, filled(rear, value))) {
                    if (bug != Bug.REAR_MOVED_BY_NOBODY || (rear & 7) != 7) {
                        counters.compareAndSet(TAIL, rear, rear + 1);
                    }
                    return true;
                }
            } else if (isElementOf(cell, rear - capacity)) {
                if (cells.compareAndSet(slot, cell, cell)) {
                    return false;
                }
            } else if (bug != Bug.REAR_MOVED_BY_NOBODY) {
                counters.compareAndSet(TAIL, rear, rear + 1);
            }
            backoff.pause("a swap in a queue with a bug");
        }
    }

    @Override
    public TakenInt dequeue() {
        var backoff = new Backoff();
        while (true) {
            int front = counters.getAcquire(HEAD);
            int slot = front & mask;
            long cell = cells.getAcquire(slot);
            if (isElementOf(cell, front)) {
                if (empties(slot, cell, empty(front + capacity))) {
                    counters.compareAndSet(HEAD, front, front + 1);
                    return TakenInt.of((int) cell);
                }
            } else if (cell == empty(front)) {
                if (cells.compareAndSet(slot, cell, cell)) {
                    return TakenInt.empty();
                }
            } else {
                counters.compareAndSet(HEAD, front, front + 1);
            }
            backoff.pause("a swap in a queue with a bug");
        }
    }

    private boolean empties(int slot, long cell, long emptied) {
        if (bug == Bug.SWAP_REPLACED_BY_STORE) {
            cells.setRelease(slot, emptied);
            return true;
        }
        return cells.compareAndSet(slot, cell, emptied);
    }
}
