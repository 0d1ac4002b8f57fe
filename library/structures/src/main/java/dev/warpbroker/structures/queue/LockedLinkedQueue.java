package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Device;
import dev.warpbroker.structures.TakenInt;

/**
 * The blocking one of two queues that were made to be compared on GPUs; {@link CasLinkedQueue} is the other. A list in
 * an array whose nodes are used in the order of the array, with a lock for each end.
 *
 * <p>Hossein Pourmeidani: <i>Performance Evaluation of Blocking and Non-Blocking Concurrent Queues on GPUs</i>,
 * University of Mississippi, 2018, section 3.1.
 *
 * <p><b>Guarantees.</b> First in, first out; linearizable. What a thread wrote before it enqueued a value is visible to
 * the thread that dequeued it. A {@code capacity} of N holds N values, in N + 1 nodes. Full and Empty are returned only
 * if the queue was full or empty at some instant during the call.
 *
 * <p><b>Not guaranteed.</b> It is blocking: a thread that stands still at one end keeps all others from that end. The
 * locks are not fair: on a GPU, threads of one multiprocessor that ask an empty queue again and again were seen to keep
 * those of another from the lock for seconds. Whoever finds it empty had better look at {@link #sizeHint} before asking
 * again. A launch that was cancelled or failed may leave a lock held: {@link #clear} the queue before it is used again.
 *
 * <p><b>Differences from the paper.</b>
 *
 * <ul>
 *   <li>The array is used again and again; the paper's queue is used up once the array is. Values leave in the order in
 *       which the nodes were taken, so the next node is free unless it is Front, and that is Full.
 *   <li>A node's link is cleared before the node is linked, which a node of an array that is used once does not need.
 *   <li>The link is stored with release and read with acquire: enqueue and dequeue meet there, under different locks,
 *       and nothing in the paper orders the link after the value. So is Front, which tells enqueues that a node is
 *       free.
 *   <li>The flag that ends the loop is a variable of the thread, not an array in global memory, and the variable q is
 *       not needed, as it is always the node after Rear.
 * </ul>
 */
final class LockedLinkedQueue extends LockedEndsQueue {
    /*
     * Invariants
     * - The nodes from the one after Front to Rear, around the end of the array, hold the values; their order in the
     *   list is that of the array.
     * - Front is changed only under LockF, that of the head; Rear and links only under LockR, that of the tail.
     * - A node that is linked next is not Front, nor one whose value somebody may still read: it was Front before, and
     *   Front has moved on since.
     *
     * Linearization points: an enqueue when it sets the link, a dequeue when it sets Front, Full when Front is read,
     * Empty when the link of Front is read.
     *
     * Access modes: Rear and values are plain, ordered by the locks, the links and Front. Links and Front are stored
     * with release and read with acquire; a link that is cleared is opaque, as others may look at it for a hint. An old
     * Front would only be taken for Full, as the lock shows an enqueue what the one before it saw; whether it is Full
     * or Empty is therefore decided by a read-modify-write, which gives the newest.
     */

    private static final int FRONT = HEAD;
    private static final int REAR = TAIL;
    private static final long NULL = NO_LINK;

    private LockedLinkedQueue(Device device, QueueOptions options) {
        super(device, options);
        clear();
    }

    static LockedLinkedQueue with(Device device, QueueOptions options) {
        return new LockedLinkedQueue(device, options);
    }

    @Override
    boolean append(int value) {
        int rear = Link.index(ends.get(REAR));
        int node = rear == capacity() ? 0 : rear + 1;
        long linked = Link.of(node, 0);
        if (ends.getAcquire(FRONT) == linked && ends.getAndAddAcqRel(FRONT, 0) == linked) {
            return false;
        }
        values.set(node, value);
        links.setOpaque(node, NULL);
        links.setRelease(rear, linked);
        ends.set(REAR, linked);
        return true;
    }

    @Override
    TakenInt removeFirst() {
        int front = Link.index(ends.get(FRONT));
        long next = links.getAcquire(front);
        if (next == NULL) {
            next = links.getAndAddAcqRel(front, 0);
        }
        if (next == NULL) {
            return TakenInt.empty();
        }
        int value = values.get(Link.index(next));
        ends.setRelease(FRONT, next);
        return TakenInt.of(value);
    }
}
