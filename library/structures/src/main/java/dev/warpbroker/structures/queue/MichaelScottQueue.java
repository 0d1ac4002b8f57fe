package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.structures.TakenInt;

/**
 * The non-blocking queue of Michael and Scott (MSQ): a linked list whose ends move by compare-and-swap.
 *
 * <p>Maged M. Michael, Michael L. Scott: <i>Simple, Fast, and Practical Non-Blocking and Blocking Concurrent Queue
 * Algorithms</i>, PODC 1996, figure 1.
 *
 * <p><b>Guarantees.</b> First in, first out; linearizable; lock-free. What a thread wrote before it enqueued a value is
 * visible to the thread that dequeued it. A {@code capacity} of N holds N values. Full and Empty are returned only if
 * the queue was full or empty at some instant during the call, with the exception below.
 *
 * <p><b>Not guaranteed.</b> Speed with many threads: of all that try, one succeeds, and the others begin again. A
 * thread may be overtaken without end. The nodes are set aside at the beginning: one for each value, one before the
 * first, and one for each of {@code min(threads, max(N, 64))} operations under way, since a node is not in the list
 * while an enqueue has not linked it yet or a dequeue has not given it back yet. If more operations than that stand
 * still at these points, Full may come although the queue is not full. An operation that stands still while 2^32 others
 * are made may take a link for one that it knew.
 *
 * <p><b>Differences from the paper.</b>
 *
 * <ul>
 *   <li>It is bounded. The tags count, so that the tag of Tail less that of Head is the number of values.
 *   <li>The tag of a link is the position in the queue of the node that it leads to, also while that node is missing.
 *       So a link says by itself whether it is still that of the node in question, and Head and Tail are not read again
 *       for that. The paper's check by a second read needs a sequentially consistent memory.
 *   <li>Empty is seen at the link of the first node alone, without a comparison of Head and Tail.
 * </ul>
 */
final class MichaelScottQueue extends PooledLinkedQueue {
    /*
     * Invariants
     * - Head and Tail are links to nodes; the tag is the node's position. Head's node has been dequeued (or is the
     *   first dummy), the nodes after it hold the values. Positions of Head and Tail only grow, by one at a time, and
     *   wrap.
     * - The link of the node at position p is (NONE, p + 1) until the next node is linked, and leads there from then
     *   until the node is taken from the pool again. Its tag is a later one then, and not only once it is linked: Tail,
     *   from which the tag comes, is read after the node has been taken, so it is past all positions that the node has
     *   had.
     * - Tail is at the last node or at the one before it, and never behind Head: a dequeue moves it on before it moves
     *   Head past it. So no node that is in the pool can be reached from Head or Tail.
     * - A node is linked behind position p only if Head was at p - capacity + 1 or later before. Head only grows, so
     *   there are never more than capacity values.
     *
     * Linearization points: an enqueue when it changes a link, a dequeue when it changes Head; Full when Head is read
     * and is capacity behind a Tail read before; Empty when the link of Head's node is read and is NONE: then no node
     * has been linked behind it, so Head has not moved on either.
     *
     * Access modes: the change of a link releases the value, its reading acquires it. Reading Head acquires that Tail
     * is not behind it. Tail publishes nothing but itself, so changing it is relaxed. The value and the link of a node
     * may be written for another use of the node while a slow thread reads them; it will fail to change Head or the
     * link then, so the accesses are opaque. Full and Empty depend on the newest value, and only read-modify-write
     * operations give that.
     */

    private MichaelScottQueue(Device device, QueueOptions options) {
        super(device, options, options.capacity() + 1L + spare(options));
    }

    static MichaelScottQueue with(Device device, QueueOptions options) {
        return new MichaelScottQueue(device, options);
    }

    @Override
    public boolean enqueue(int value) {
        if (isFull(ends.getAcquire(TAIL))) {
            return false;
        }
        int node = pool.take();
        if (node == Link.NONE) {
            return false;
        }
        values.setOpaque(node, value);
        var backoff = new Backoff();
        while (true) {
            long tail = ends.getAcquire(TAIL);
            int position = Link.tag(tail) + 1;
            long next = links.getAcquire(Link.index(tail));
            if (next == Link.of(Link.NONE, position)) {
                if (isFull(tail)) {
                    pool.give(node);
                    return false;
                }
                links.setOpaque(node, Link.of(Link.NONE, position + 1));
                long linked = Link.of(node, position);
                next = links.compareAndExchangeAcqRel(Link.index(tail), next, linked);
                if (next == Link.of(Link.NONE, position)) {
                    ends.compareAndExchangeRelaxed(TAIL, tail, linked);
                    return true;
                }
            }
            if (Link.tag(next) == position) {
                ends.compareAndExchangeRelaxed(TAIL, tail, next); // for whoever linked it
            }
            retry(backoff, "enqueue: its turn at the tail");
        }
    }

    /** {@return whether the queue was full after {@code tail} was read} */
    private boolean isFull(long tail) {
        return Link.tag(tail) - Link.tag(ends.getAcquire(HEAD)) >= capacity()
                && Link.tag(tail) - Link.tag(ends.getAndAddAcqRel(HEAD, 0)) >= capacity();
    }

    @Override
    public TakenInt dequeue() {
        var backoff = new Backoff();
        while (true) {
            long head = ends.getAcquire(HEAD);
            int first = Link.index(head);
            int position = Link.tag(head) + 1;
            long next = links.getAcquire(first);
            if (next == Link.of(Link.NONE, position)) {
                next = links.getAndAddAcqRel(first, 0);
                if (next == Link.of(Link.NONE, position)) {
                    return TakenInt.empty();
                }
            }
            if (Link.tag(next) == position) {
                if (ends.getOpaque(TAIL) == head) {
                    ends.compareAndExchangeRelaxed(TAIL, head, next);
                }
                int value = values.getOpaque(Link.index(next));
                if (ends.compareAndSetAcqRel(HEAD, head, next)) {
                    pool.give(first);
                    return TakenInt.of(value);
                }
            }
            retry(backoff, "dequeue: its turn at the head");
        }
    }

    @Override
    public int sizeHint() {
        return distance();
    }
}
