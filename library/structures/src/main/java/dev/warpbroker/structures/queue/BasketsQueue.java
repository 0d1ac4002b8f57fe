package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.structures.TakenInt;

/**
 * The Baskets Queue (BAQ): a linked list in which enqueues that fail because another was faster put their values in
 * front of the other's, into the same basket, instead of beginning anew behind it. They all overlapped, so any order is
 * right.
 *
 * <p>Moshe Hoffman, Ori Shalev, Nir Shavit: <i>The Baskets Queue</i>, OPODIS 2007.
 *
 * <p><b>Guarantees.</b> First in, first out; linearizable; lock-free. What a thread wrote before it enqueued a value is
 * visible to the thread that dequeued it. Empty is returned only if the queue was empty at some instant during the
 * call.
 *
 * <p><b>Not guaranteed.</b> The capacity is not exact: a {@code capacity} of N holds N values and may hold more. A node
 * is not free at once when its value has been dequeued, but only once Head has moved past it, and there are no counters
 * that could tell values from such nodes; Full means that no node is free. The nodes are set aside at the beginning:
 * one for each value, one before the first, and two for each of {@code min(threads, max(N, 64))} operations under way
 * and two besides. If more operations than that stand still in the middle, Full may come with fewer than N values. An
 * operation that stands still while 2^32 others are made may take a link for one that it knew.
 *
 * <p><b>Differences from the paper.</b>
 *
 * <ul>
 *   <li>A link that is marked as deleted keeps its tag, which the paper counts up: the mark is difference enough.
 *   <li>That the link of Tail's node is still that of this node is seen at its tag, which follows from that of Tail,
 *       and not by a second read of Tail.
 *   <li>A dequeue goes over at most one deleted node (the paper: any number) before it moves Head. With that, the
 *       number of nodes that are neither free nor in use is bounded.
 * </ul>
 */
final class BasketsQueue extends PooledLinkedQueue {
    /*
     * Invariants
     * - Tail's tag is the number of its node's basket. That node is the last of its basket, and has the link (NONE, tag
     *   + 1) until the next basket is begun behind it. The links between nodes of one basket have the basket's number
     *   as tag. So the tag of a node's link does not change while the node is in the list; it is larger in every later
     *   life of the node, since a node becomes free only after Tail has left its basket or it is not the basket's last.
     * - A link changes from NONE to the first node of a basket, then to each node that joins the basket in front, and
     *   at last it is marked as deleted; from then on it does not change. It is marked when the value of the node that
     *   it leads to is dequeued. From Head on, marked links come first.
     * - Nodes join a basket only behind Tail's node or one that was Tail, and only while that link is not marked.
     * - Head never overtakes Tail: links are marked only in front of a node that Tail has reached, and Head moves over
     *   marked links. Tail moves only to the last node of the next basket: as long as Tail stays, nothing is linked
     *   behind it.
     * - Head's tag counts its changes. Whoever changes it owns the nodes that it has passed, and gives them back.
     * - Marked links lie at most MAX_HOPS + 1 behind Head.
     *
     * Linearization points: an enqueue that begins a basket when it sets the link, one that joins at that instant too,
     * after it and in the order in which they lie in the basket; all have overlapped it. A dequeue when it marks the
     * link. Empty when the link of Head's node is read and is NONE.
     *
     * Access modes: links are changed with release and read with acquire, also when a node is made ready to be linked.
     * So whoever reads a link from a later life of a node has acquired the change of Head that freed the node, and
     * finds out when it looks at Head again, for which opaque is enough. A change of Head releases that Tail is not
     * behind. Tail publishes that its node has links in front of it, so it acquires and releases, too. Values may be
     * read while they are written for a later life; the marking of the link fails then. Empty depends on the newest
     * link, which a read-modify-write gives. So does the right to join a basket: whoever saw an old NONE would take a
     * basket that was begun before it was called for one that it has overlapped, and join in front of it.
     */

    /** Deleted nodes that a dequeue goes over without moving Head. */
    private static final int MAX_HOPS = 1;

    /** In a link's index: the value that the link leads to has been dequeued. */
    private static final long DELETED = 1L << 31;

    private BasketsQueue(Device device, QueueOptions options) {
        super(device, options, options.capacity() + 1 + (MAX_HOPS + 1) * (spare(options) + 1L));
    }

    static BasketsQueue with(Device device, QueueOptions options) {
        return new BasketsQueue(device, options);
    }

    private static int index(long link) {
        return Link.index(link & ~DELETED);
    }

    private static boolean isDeleted(long link) {
        return (link & DELETED) != 0;
    }

    @Override
    public boolean enqueue(int value) {
        int node = pool.take();
        if (node == Link.NONE) {
            return false;
        }
        values.setOpaque(node, value);
        var backoff = new Backoff();
        while (true) {
            long tail = ends.getAcquire(TAIL);
            int last = Link.index(tail);
            int basket = Link.tag(tail) + 1;
            long next = links.getAcquire(last);
            if (next == Link.of(Link.NONE, basket)) {
                next = links.getAndAddAcqRel(last, 0);
            }
            if (next == Link.of(Link.NONE, basket)) {
                links.setRelease(node, Link.of(Link.NONE, basket + 1));
                long linked = Link.of(node, basket);
                next = links.compareAndExchangeAcqRel(last, next, linked);
                if (next == Link.of(Link.NONE, basket)) {
                    ends.compareAndSetAcqRel(TAIL, tail, linked);
                    return true;
                }
                while (Link.tag(next) == basket && !isDeleted(next)) {
                    retry(backoff, "enqueue: its turn to join a basket");
                    links.setRelease(node, next);
                    long found = links.compareAndExchangeAcqRel(last, next, linked);
                    if (found == next) {
                        return true;
                    }
                    next = found;
                }
            } else if (Link.tag(next) == basket && moveTail(tail, next)) {
                continue;
            }
            retry(backoff, "enqueue: its turn at the tail");
        }
    }

    /**
     * Moves Tail to the last node of the basket behind it, which begins with the node of {@code next}.
     *
     * @return whether nobody else has moved it
     */
    private boolean moveTail(long tail, long next) {
        long last = next;
        long behind = links.getAcquire(index(last));
        while (index(behind) != Link.NONE && ends.getOpaque(TAIL) == tail) {
            last = behind;
            behind = links.getAcquire(index(last));
        }
        return ends.compareAndSetAcqRel(TAIL, tail, Link.of(index(last), Link.tag(tail) + 1));
    }

    @Override
    public TakenInt dequeue() {
        var backoff = new Backoff();
        while (true) {
            long head = ends.getAcquire(HEAD);
            long tail = ends.getAcquire(TAIL);
            int node = Link.index(head);
            int last = Link.index(tail);
            long next = links.getAcquire(node);
            int hops = 0;
            while (isDeleted(next) && node != last && hops < MAX_HOPS) {
                node = index(next);
                next = links.getAcquire(node);
                hops++;
            }
            if (ends.getOpaque(HEAD) == head) {
                if (node == last && hops > 0) {
                    if (freeChain(head, node)) {
                        continue;
                    }
                } else if (node == last) {
                    if (index(next) == Link.NONE) {
                        if (links.getAndAddAcqRel(node, 0) == next) {
                            return TakenInt.empty();
                        }
                    } else if (moveTail(tail, next)) {
                        continue;
                    }
                } else if (isDeleted(next)) {
                    if (freeChain(head, index(next))) {
                        continue;
                    }
                } else if (index(next) != Link.NONE) {
                    int value = values.getOpaque(index(next));
                    if (links.compareAndSetAcqRel(node, next, next | DELETED)) {
                        if (hops == MAX_HOPS) {
                            freeChain(head, index(next));
                        }
                        return TakenInt.of(value);
                    }
                }
            }
            retry(backoff, "dequeue: its turn at the head");
        }
    }

    /**
     * Moves Head on over nodes whose links are marked, and gives them back.
     *
     * @return whether nobody else has moved it
     */
    private boolean freeChain(long head, int newHead) {
        if (!ends.compareAndSetAcqRel(HEAD, head, Link.of(newHead, Link.tag(head) + 1))) {
            return false;
        }
        int node = Link.index(head);
        while (node != newHead) {
            int following = index(links.getOpaque(node));
            pool.give(node);
            node = following;
        }
        return true;
    }
}
