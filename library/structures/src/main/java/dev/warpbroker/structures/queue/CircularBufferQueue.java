package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Lane;
import dev.warpbroker.structures.TakenInt;

/**
 * The Circular Buffer Queue (CBQ): a ring in which every operation takes a position with one fetch-add and waits for
 * its turn there.
 *
 * <p>Daniel Orozco, Elkin Garcia, Rishi Khan, Kelly Livingston, Guang R. Gao: <i>Toward High-Throughput Algorithms on
 * Many-Core Architectures</i>, ACM Transactions on Architecture and Code Optimization 8(4), 2012; here after the
 * account that the Broker Queue paper gives of it (section 2.3).
 *
 * <p><b>Guarantees.</b> First in, first out; linearizable. What a thread wrote before it enqueued a value is visible to
 * the thread that dequeued it. Operations are served in the order in which they took their positions.
 *
 * <p><b>Not guaranteed.</b> An answer: an enqueue on a full queue waits until somebody dequeues, a dequeue on an empty
 * one until somebody enqueues, if need be for ever. So Full and Empty are never returned, and a thread cannot look into
 * several queues in turn, unless it {@linkplain #pollWarp polls}. All threads that use the queue must be resident, and
 * independently scheduled if they belong to one warp. A launch that was cancelled leaves positions behind that nobody
 * serves: {@link #clear} the queue then.
 *
 * <p><b>Differences from the paper.</b> The turns of a slot count rounds, so that positions may wrap; they are stored
 * with release and read with acquire. From the host, {@link #fill} and {@link #drain} do not wait: they stop when the
 * queue is full or empty.
 */
final class CircularBufferQueue extends WaitingQueue {
    /*
     * Invariants (those of the slots are in TurnRing)
     * - Head and Tail are the next positions of a dequeue and an enqueue. They only grow; Head is ahead of Tail by as
     *   many dequeues as wait for an element, and Tail more than capacity ahead of Head by as many enqueues as wait for
     *   room.
     * - An enqueue takes effect when it takes its position or, if it has to wait, when the slot is emptied for it; a
     *   dequeue when it takes its position or, if it has to wait, when the element is put there.
     *
     * Access modes: adds to one counter are totally ordered in any mode and publish nothing else, so they are relaxed.
     */

    private CircularBufferQueue(Device device, QueueOptions options) {
        super(device, options, 2);
    }

    static CircularBufferQueue with(Device device, QueueOptions options) {
        return new CircularBufferQueue(device, options);
    }

    /** {@return true, after waiting while the queue is full} */
    @Override
    public boolean enqueue(int value) {
        putAt(counters.getAndAddRelaxed(TAIL, 1), value);
        return true;
    }

    private void putAt(int position, int value) {
        ring.put(ring.awaitEnqueuesTurn(position, "enqueue: a dequeue to make room", statistics), position, value);
    }

    /** {@return a value, always, after waiting while the queue is empty} */
    @Override
    public TakenInt dequeue() {
        return TakenInt.of(takeAt(counters.getAndAddRelaxed(HEAD, 1)));
    }

    private int takeAt(int position) {
        return ring.take(
                ring.awaitDequeuesTurn(position, "dequeue: an enqueue to bring an element", statistics), position);
    }

    /** With one fetch-add for all lanes. */
    @Override
    public boolean enqueueWarp(Lane lane, int value) {
        var lanes = ActiveLanes.of(lane);
        putAt(claim(lanes, lanes.count(), TAIL).position(), value);
        return true;
    }

    /** With one fetch-add for all lanes. */
    @Override
    public TakenInt dequeueWarp(Lane lane) {
        var lanes = ActiveLanes.of(lane);
        return TakenInt.of(takeAt(claim(lanes, lanes.count(), HEAD).position()));
    }

    /** Takes positions only if their turn is up, so it does not wait, and may find nothing. */
    @Override
    public TakenInt pollWarp(Lane lane) {
        var claim = claimAtOnce(ActiveLanes.of(lane), HEAD);
        return claim.granted() ? TakenInt.of(ring.take(claim.position())) : TakenInt.empty();
    }

    @Override
    public int sizeHint() {
        return Math.max(counters.getOpaque(TAIL) - counters.getOpaque(HEAD), 0);
    }
}
