package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.structures.TakenInt;

/**
 * The two-lock queue of Michael and Scott (2MQ): a linked list with a lock for each end, so that one enqueue and one
 * dequeue can be made at the same time.
 *
 * <p>Maged M. Michael, Michael L. Scott: <i>Simple, Fast, and Practical Non-Blocking and Blocking Concurrent Queue
 * Algorithms</i>, PODC 1996, figure 2.
 *
 * <p><b>Guarantees.</b> First in, first out; linearizable. What a thread wrote before it enqueued a value is visible to
 * the thread that dequeued it. A {@code capacity} of N holds N values, in N + 1 nodes that are set aside at the
 * beginning. Full and Empty are returned only if the queue was full or empty at some instant during the call.
 *
 * <p><b>Not guaranteed.</b> It is blocking: a thread that stands still at one end keeps all others from that end. The
 * locks are not fair: on a GPU, threads of one multiprocessor that ask an empty queue again and again were seen to keep
 * those of another from the lock for seconds. Whoever finds it empty had better look at {@link #sizeHint} before asking
 * again. A launch that was cancelled or failed may leave a lock held: {@link #clear} the queue before it is used again.
 *
 * <p><b>Differences from the paper.</b> Nodes are taken and given back while the lock is held. A node that a thread has
 * taken and not yet linked would be missing to another thread, which would find the queue full when it is not. Besides,
 * there is then never more than one thread that takes nodes and one that gives them back. Whoever wants several
 * elements, alone or with the lanes of its warp, takes the lock once for all of them.
 */
final class TwoLockQueue extends LockedEndsQueue {
    /*
     * Invariants
     * - Head is the node before the first value and Tail the last node. Each is changed and read only under its lock.
     * - Whoever holds the lock of the tail is the only one that takes nodes and that changes links; whoever holds the
     *   lock of the head is the only one that gives nodes back.
     *
     * Linearization points: an enqueue when it sets the link, a dequeue when it gives the node back; Full when the pool
     * is seen to have no node, which are then all in the list but at most one that a dequeue is about to give back;
     * Empty when the link of Head is seen to lead nowhere.
     *
     * Access modes: Head, Tail and values are ordered by the locks and the links. Head is changed and a link cleared in
     * opaque mode, as others look at them for a hint; the rest is plain. The link of the last node is where an enqueue
     * and a dequeue meet: setting it releases the value, reading it acquires. Links need no tags, as a node is given
     * back only by whoever has read its link. Empty depends on the newest link, which a read-modify-write gives.
     */

    private final NodePool pool;

    private TwoLockQueue(Device device, QueueOptions options) {
        super(device, options);
        pool = new NodePool(device, links.length(), statistics);
        begin(options.start());
    }

    static TwoLockQueue with(Device device, QueueOptions options) {
        return new TwoLockQueue(device, options);
    }

    private void begin(int start) {
        super.clear();
        pool.begin(1, start);
    }

    @Override
    public void clear() {
        begin(0);
    }

    @Override
    public void close() {
        pool.close();
        super.close();
    }

    @Override
    boolean append(int value) {
        int node = pool.take();
        if (node == Link.NONE) {
            return false;
        }
        values.set(node, value);
        links.setOpaque(node, NO_LINK);
        long linked = Link.of(node, 0);
        links.setRelease(Link.index(ends.get(TAIL)), linked);
        ends.set(TAIL, linked);
        return true;
    }

    @Override
    TakenInt removeFirst() {
        int first = Link.index(ends.get(HEAD));
        long next = links.getAcquire(first);
        if (next == NO_LINK) {
            next = links.getAndAddAcqRel(first, 0);
        }
        if (next == NO_LINK) {
            return TakenInt.empty();
        }
        int value = values.get(Link.index(next));
        ends.setOpaque(HEAD, next);
        pool.give(first);
        return TakenInt.of(value);
    }

    /** All while the lock is held, so nobody else's elements come between them. */
    @Override
    public int enqueueAll(Ints source, int from, int count) {
        BatchBounds.requireInside(source, from, count);
        return count <= 0 ? 0 : atTail(0, () -> appendAll(source, from, count));
    }

    private int appendAll(Ints source, int from, int count) {
        int done = 0;
        while (done < count && append(source.get(from + done))) {
            done++;
        }
        return done;
    }

    /** All while the lock is held, so they are neighbours in the queue. */
    @Override
    public int dequeueAll(Ints target, int from, int most) {
        int fitting = BatchBounds.fitting(target, from, most);
        return fitting == 0 ? 0 : atHead(0, () -> removeAll(target, from, fitting));
    }

    private int removeAll(Ints target, int from, int count) {
        int done = 0;
        var taken = removeFirst();
        while (taken.present()) {
            target.set(from + done, taken.value());
            done++;
            taken = done < count ? removeFirst() : TakenInt.empty();
        }
        return done;
    }
}
