package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Lane;
import dev.warpbroker.structures.TakenInt;
import dev.warpbroker.structures.contention.CacheLine;
import dev.warpbroker.structures.contention.SpinLock;

/**
 * The blocking one of two queues that were made to be compared on GPUs; {@link CasLinkedQueue} is the other. A list in
 * an array whose nodes are used in the order of the array, with a lock for each end.
 *
 * <p>Hossein Pourmeidani: <i>Performance Evaluation of Blocking and Non-Blocking Concurrent Queues on GPUs</i>,
 * University of Mississippi, 2018, section 3.1.
 *
 * <p><b>Guarantees.</b> First in, first out; linearizable. What a thread wrote before it enqueued a value is visible to
 * the thread that dequeued it. A {@code capacity} of N holds N values, in N + 1 nodes. Full and Empty are returned only
 * if the queue was full or empty at some instant during the call. Lanes of a warp may compete for a lock, as the holder
 * does everything inside the loop in which the others wait.
 *
 * <p><b>Not guaranteed.</b> It is blocking: a thread that stands still at one end keeps all others from that end. The
 * locks are not fair: on a GPU, threads of one multiprocessor that ask an empty queue again and again were seen to keep
 * those of another from the lock for seconds. Who finds it empty had better look at {@link #sizeHint} before asking
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
final class LockedLinkedQueue extends LinkedQueue {
    /*
     * Invariants
     * - The nodes from the one after Front to Rear, around the end of the array, hold the values; their order in the
     *   list is that of the array.
     * - Front is changed only under LockF, Rear and links only under LockR.
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
    private static final long NULL = Link.of(Link.NONE, 0);

    private static final int LINE = CacheLine.INTS;

    private final Ints locks;
    private final SpinLock lockF;
    private final SpinLock lockR;

    private LockedLinkedQueue(Device device, QueueOptions options) {
        super(device, options, options.capacity() + 1);
        locks = device.ints(3 * LINE);
        lockF = new SpinLock(locks, LINE);
        lockR = new SpinLock(locks, 2 * LINE);
        clear();
    }

    static LockedLinkedQueue with(Device device, QueueOptions options) {
        return new LockedLinkedQueue(device, options);
    }

    @Override
    public void clear() {
        beginWith(Link.of(0, 0), NULL);
        locks.fill(0);
    }

    @Override
    public void close() {
        locks.close();
        super.close();
    }

    @Override
    public boolean enqueue(int value) {
        boolean flag = false;
        boolean accepted = false;
        var backoff = new Backoff();
        do {
            if (lockR.tryAcquire()) {
                accepted = append(value);
                flag = true;
                lockR.release();
            } else {
                retry(backoff, "enqueue: LockR");
            }
        } while (!flag);
        return accepted;
    }

    /** By who has LockR. */
    private boolean append(int value) {
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
    public TakenInt dequeue() {
        boolean flag = false;
        var taken = TakenInt.empty();
        var backoff = new Backoff();
        do {
            if (lockF.tryAcquire()) {
                taken = removeFirst();
                flag = true;
                lockF.release();
            } else {
                retry(backoff, "dequeue: LockF");
            }
        } while (!flag);
        return taken;
    }

    /** By who has LockF. */
    private TakenInt removeFirst() {
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

    /** The first lane takes the lock, and all make their operations one after the other. */
    @Override
    public boolean enqueueWarp(Lane lane, int value) {
        var lanes = ActiveLanes.of(lane);
        boolean accepted = false;
        var backoff = new Backoff();
        while (!lanes.tryAcquire(lockR)) {
            retry(backoff, "enqueue: LockR");
        }
        for (int turn = 0; turn < lanes.count(); turn++) {
            if (turn == lanes.rank()) {
                accepted = append(value);
            }
            lanes.synchronize();
        }
        lanes.release(lockR);
        return accepted;
    }

    /** The first lane takes the lock, and all make their operations one after the other. */
    @Override
    public TakenInt dequeueWarp(Lane lane) {
        var lanes = ActiveLanes.of(lane);
        var taken = TakenInt.empty();
        var backoff = new Backoff();
        while (!lanes.tryAcquire(lockF)) {
            retry(backoff, "dequeue: LockF");
        }
        for (int turn = 0; turn < lanes.count(); turn++) {
            if (turn == lanes.rank()) {
                taken = removeFirst();
            }
            lanes.synchronize();
        }
        lanes.release(lockF);
        return taken;
    }
}
