package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Lane;
import dev.warpbroker.structures.TakenInt;

/**
 * The High Throughput Queue (HTQ): a {@link CircularBufferQueue} behind two counters, of room and of elements, that
 * turn away whoever would have to wait.
 *
 * <p>Daniel Orozco, Elkin Garcia, Rishi Khan, Kelly Livingston, Guang R. Gao: <i>Toward High-Throughput Algorithms on
 * Many-Core Architectures</i>, ACM Transactions on Architecture and Code Optimization 8(4), 2012; here after the
 * account that the Broker Queue paper gives of it (section 2.3).
 *
 * <p><b>Guarantees.</b> Nothing is lost or duplicated; values of one thread keep their order. What a thread wrote
 * before it enqueued a value is visible to the thread that dequeued it. Used by one thread at a time, a
 * {@code capacity} of N holds N values. An operation makes two fetch-adds and then waits only for others that have
 * begun on the same slot.
 *
 * <p><b>Not guaranteed.</b> Not linearizable, by design: Full and Empty may be wrong. A dequeue takes from the count of
 * elements first and gives back if there was none; whoever looks meanwhile is told Empty although there is an element,
 * and as nobody looks before taking, that is more likely than in the {@link GottliebQueue}. Likewise for Full. All
 * threads that use the queue must be resident. A launch that was cancelled or failed may leave the queue in the middle
 * of an operation: {@link #clear} it before it is used again.
 *
 * <p><b>Differences from the paper.</b> As with {@link CircularBufferQueue}, turns of a slot count rounds, so that
 * positions may wrap; they are stored with release and read with acquire.
 */
final class HighThroughputQueue extends ArrayQueue {
    /*
     * Invariants (those of the slots are in TurnRing)
     * - Room is capacity less enqueues that were let in, plus dequeues that have ended; Elements is enqueues that have
     *   ended less dequeues that were let in; but for those that take and give back.
     * - Whoever is let in found its count positive, so the operation before it on its slot has been let in, too.
     *
     * Access modes: adds to one counter are totally ordered in any mode and publish nothing else, so they are relaxed.
     */

    private static final int ROOM = LINE;
    private static final int ELEMENTS = 2 * LINE;

    /** Position of the next enqueue. */
    private static final int TAIL = 3 * LINE;

    /** Position of the next dequeue. */
    private static final int HEAD = 4 * LINE;

    private final TurnRing ring;

    private HighThroughputQueue(Device device, QueueOptions options) {
        var empty = TurnRing.on(device, options);
        super(device, options, empty, 4, HEAD, TAIL);
        ring = empty;
    }

    static HighThroughputQueue with(Device device, QueueOptions options) {
        return new HighThroughputQueue(device, options);
    }

    @Override
    void begin(int start) {
        super.begin(start);
        counters.copyIn(new int[] {capacity()}, ROOM);
    }

    @Override
    public boolean enqueue(int value) {
        if (!takeOneOf(ROOM)) {
            return false;
        }
        putAt(counters.getAndAddRelaxed(TAIL, 1), value);
        counters.getAndAddRelaxed(ELEMENTS, 1);
        return true;
    }

    private void putAt(int position, int value) {
        ring.put(ring.awaitEnqueuesTurn(position, "enqueue: the turn of its slot", statistics), position, value);
    }

    @Override
    public TakenInt dequeue() {
        if (!takeOneOf(ELEMENTS)) {
            return TakenInt.empty();
        }
        int value = takeAt(counters.getAndAddRelaxed(HEAD, 1));
        counters.getAndAddRelaxed(ROOM, 1);
        return TakenInt.of(value);
    }

    private int takeAt(int position) {
        return ring.take(ring.awaitDequeuesTurn(position, "dequeue: the turn of its slot", statistics), position);
    }

    /** With one take from the count of room for all lanes. */
    @Override
    public boolean enqueueWarp(Lane lane, int value) {
        var lanes = ActiveLanes.of(lane);
        var claim = claim(lanes, lanes.isFirst() ? takeUpTo(lanes.count(), ROOM) : 0, TAIL);
        if (claim.granted()) {
            putAt(claim.position(), value);
        }
        addTogether(lanes, claim.granted(), ELEMENTS, 1);
        return claim.granted();
    }

    /** With one take from the count of elements for all lanes. */
    @Override
    public TakenInt dequeueWarp(Lane lane) {
        var lanes = ActiveLanes.of(lane);
        var claim = claim(lanes, lanes.isFirst() ? takeUpTo(lanes.count(), ELEMENTS) : 0, HEAD);
        int value = claim.granted() ? takeAt(claim.position()) : 0;
        addTogether(lanes, claim.granted(), ROOM, 1);
        return new TakenInt(claim.granted(), value);
    }

    private int takeUpTo(int wanted, int count) {
        int taken = Math.clamp(counters.getAndAddRelaxed(count, -wanted), 0, wanted);
        if (taken < wanted) {
            counters.getAndAddRelaxed(count, wanted - taken);
        }
        return taken;
    }

    private boolean takeOneOf(int count) {
        if (counters.getAndAddRelaxed(count, -1) > 0) {
            return true;
        }
        counters.getAndAddRelaxed(count, 1);
        return false;
    }

    @Override
    public int sizeHint() {
        return Math.max(counters.getOpaque(ELEMENTS), 0);
    }
}
