package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.structures.TakenInt;

/** A {@link GottliebQueue} with a bug planted, for tests that must find it. */
final class MutantGottliebQueue extends MutantQueue {
    private final Ints values;
    private final Ints turns;
    private final Bug bug;

    enum Bug {
        /** As it should be. */
        NONE,
        /** An enqueue that was not admitted leaves the upper bound raised. */
        ROLLBACK_FORGOTTEN,
        /** The element need not be visible to who sees that it is there. */
        RELEASE_DROPPED,
        /** Who is admitted does not wait for its turn. */
        TURN_IGNORED,
        /** A dequeue gives the cell back to the enqueue that filled it. */
        TURN_NOT_ADVANCED,
        /** The lower bound is raised by an enqueue that was not admitted, too. */
        BOUND_RAISED_IN_VAIN
    }

    MutantGottliebQueue(Device device, int capacity, Bug bug) {
        super(device, capacity);
        values = device.ints(capacity);
        turns = device.ints(capacity);
        this.bug = bug;
    }

    @Override
    public void close() {
        super.close();
        values.close();
        turns.close();
    }

    @Override
    public boolean enqueue(int value) {
        if (counters.getAndAddRelaxed(UPPER, 1) >= capacity) {
            if (bug != Bug.ROLLBACK_FORGOTTEN) {
                counters.getAndAddRelaxed(UPPER, -1);
            }
            if (bug == Bug.BOUND_RAISED_IN_VAIN) {
                counters.getAndAddRelaxed(LOWER, 1);
            }
            return false;
        }
        int position = counters.getAndAddRelaxed(TAIL, 1);
        int turn = 2 * (position >>> shift);
        awaitTurn(position, turn);
        values.set(position & mask, value);
        if (bug == Bug.RELEASE_DROPPED) {
            turns.setOpaque(position & mask, turn + 1);
        } else {
            turns.setRelease(position & mask, turn + 1);
        }
        counters.getAndAddRelaxed(LOWER, 1);
        return true;
    }

    @Override
    public TakenInt dequeue() {
        if (counters.getAndAddRelaxed(LOWER, -1) <= 0) {
            counters.getAndAddRelaxed(LOWER, 1);
            return TakenInt.empty();
        }
        int position = counters.getAndAddRelaxed(HEAD, 1);
        int turn = 2 * (position >>> shift) + 1;
        awaitTurn(position, turn);
        int value = values.get(position & mask);
        turns.setRelease(position & mask, bug == Bug.TURN_NOT_ADVANCED ? turn - 1 : turn + 1);
        counters.getAndAddRelaxed(UPPER, -1);
        return TakenInt.of(value);
    }

    private void awaitTurn(int position, int turn) {
        var backoff = new Backoff();
        while (bug != Bug.TURN_IGNORED && turns.getAcquire(position & mask) != turn) {
            backoff.pause("a turn that a bug has spoilt");
        }
    }
}
