package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Lane;
import dev.warpbroker.structures.TakenInt;

/**
 * The queue of Gottlieb, Lubachevsky and Rudolph (GQ): a ring with a turn per cell, guarded by an upper and a lower
 * bound of the number of elements.
 *
 * <p>Allan Gottlieb, Boris D. Lubachevsky, Larry Rudolph: <i>Basic Techniques for the Efficient Coordination of Very
 * Large Numbers of Cooperating Sequential Processors</i>, ACM Transactions on Programming Languages and Systems 5(2),
 * 1983.
 *
 * <p><b>Guarantees.</b> Nothing is lost or duplicated; values of one thread keep their order. What a thread wrote
 * before it enqueued a value is visible to the thread that dequeued it. Used by one thread at a time, a
 * {@code capacity} of N holds N values. An operation waits for others that have begun on the same cell, never for one
 * that has not begun.
 *
 * <p><b>Not guaranteed.</b> Not linearizable, as Blelloch, Cheng and Gibbons have shown: Full and Empty may be wrong. A
 * dequeue takes one from the lower bound before it knows whether it may and gives it back if not; an enqueue that ends
 * meanwhile adds to a bound that is too low, and a third thread is told Empty although that element was there all the
 * time. Likewise for Full. Also, an element that is inside may admit a dequeue that then waits at another cell, for an
 * enqueue that is still under way: meanwhile others are told Empty. All threads that use the queue must be resident. A
 * launch that was cancelled or failed may leave the queue in the middle of an operation: {@link #clear} it before it is
 * used again.
 *
 * <p><b>Differences from the paper.</b> A cell has one counter of turns instead of a pair of semaphores: several
 * enqueues that wait for the same cell, a round apart, are served in their order. Positions run on and wrap instead of
 * being reduced to the size of the ring. Turns are stored with release and read with acquire. Lanes of a warp can be
 * admitted together.
 */
final class GottliebQueue extends ArrayQueue {
    /*
     * Invariants (those of the cells are in TurnRing)
     * - Upper is the number of enqueues that were admitted less that of dequeues that have ended, and Lower the number
     *   of enqueues that have ended less that of dequeues that were admitted; but for those that add and take back.
     * - Upper <= capacity when an enqueue is admitted, so the dequeue of its cell, a round before, has been admitted;
     *   and Lower >= 0 when a dequeue is, so the enqueue of its cell has been admitted. Both will move the turn on.
     *
     * Access modes: adds to one counter are totally ordered in any mode and publish nothing else, so they are relaxed.
     * The tests before them are hints, hence opaque.
     */

    /** At most so many elements are inside: #Qu. */
    private static final int UPPER = LINE;

    /** At least so many elements are inside: #Ql. */
    private static final int LOWER = 2 * LINE;

    /** Position of the next insertion: I. */
    private static final int INSERT = 3 * LINE;

    /** Position of the next deletion: D. */
    private static final int DELETE = 4 * LINE;

    private final TurnRing ring;

    private GottliebQueue(Device device, QueueOptions options) {
        var empty = TurnRing.on(device, options);
        super(device, options, empty, 4, DELETE, INSERT);
        ring = empty;
    }

    static GottliebQueue with(Device device, QueueOptions options) {
        return new GottliebQueue(device, options);
    }

    @Override
    public boolean enqueue(int value) {
        if (!testIncrementRetest()) {
            return false;
        }
        putAt(counters.getAndAddRelaxed(INSERT, 1), value);
        counters.getAndAddRelaxed(LOWER, 1);
        return true;
    }

    private void putAt(int position, int value) {
        ring.put(ring.awaitEnqueuesTurn(position, "enqueue: the turn of its cell", statistics), position, value);
    }

    @Override
    public TakenInt dequeue() {
        if (!testDecrementRetest()) {
            return TakenInt.empty();
        }
        int value = takeAt(counters.getAndAddRelaxed(DELETE, 1));
        counters.getAndAddRelaxed(UPPER, -1);
        return TakenInt.of(value);
    }

    private int takeAt(int position) {
        return ring.take(ring.awaitDequeuesTurn(position, "dequeue: the turn of its cell", statistics), position);
    }

    /** With one {@link #testIncrementRetest} for all lanes, which those pass for whom there is room. */
    @Override
    public boolean enqueueWarp(Lane lane, int value) {
        var lanes = ActiveLanes.of(lane);
        var claim = claim(lanes, lanes.isFirst() ? raiseUpper(lanes.count()) : 0, INSERT);
        if (claim.granted()) {
            putAt(claim.position(), value);
        }
        addTogether(lanes, claim.granted(), LOWER, 1);
        return claim.granted();
    }

    /** With one {@link #testDecrementRetest} for all lanes, which those pass for whom there is an element. */
    @Override
    public TakenInt dequeueWarp(Lane lane) {
        var lanes = ActiveLanes.of(lane);
        var claim = claim(lanes, lanes.isFirst() ? reduceLower(lanes.count()) : 0, DELETE);
        int value = claim.granted() ? takeAt(claim.position()) : 0;
        addTogether(lanes, claim.granted(), UPPER, -1);
        return new TakenInt(claim.granted(), value);
    }

    private int raiseUpper(int wanted) {
        if (counters.getOpaque(UPPER) >= capacity()) {
            return 0;
        }
        int admitted = Math.clamp((long) capacity() - counters.getAndAddRelaxed(UPPER, wanted), 0, wanted);
        if (admitted < wanted) {
            counters.getAndAddRelaxed(UPPER, admitted - wanted);
        }
        return admitted;
    }

    private int reduceLower(int wanted) {
        if (counters.getOpaque(LOWER) <= 0) {
            return 0;
        }
        int admitted = Math.clamp(counters.getAndAddRelaxed(LOWER, -wanted), 0, wanted);
        if (admitted < wanted) {
            counters.getAndAddRelaxed(LOWER, wanted - admitted);
        }
        return admitted;
    }

    /** {@return whether the upper bound was raised within the capacity: TIR} */
    private boolean testIncrementRetest() {
        if (counters.getOpaque(UPPER) >= capacity()) {
            return false;
        }
        if (counters.getAndAddRelaxed(UPPER, 1) < capacity()) {
            return true;
        }
        counters.getAndAddRelaxed(UPPER, -1);
        return false;
    }

    /** {@return whether the lower bound was lowered and is not negative: TDR} */
    private boolean testDecrementRetest() {
        if (counters.getOpaque(LOWER) <= 0) {
            return false;
        }
        if (counters.getAndAddRelaxed(LOWER, -1) > 0) {
            return true;
        }
        counters.getAndAddRelaxed(LOWER, 1);
        return false;
    }

    @Override
    public int sizeHint() {
        return Math.max(counters.getOpaque(LOWER), 0);
    }
}
