package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.structures.TakenInt;

/**
 * The other one of two queues that were made to be compared on GPUs; {@link LockedLinkedQueue} is the blocking one. A
 * list in an array whose nodes are used in the order of the array: one compare-and-swap takes the next node and with it
 * the place in the list, another one moves Front.
 *
 * <p>Hossein Pourmeidani: <i>Performance Evaluation of Blocking and Non-Blocking Concurrent Queues on GPUs</i>,
 * University of Mississippi, 2018, section 3.2.
 *
 * <p><b>Guarantees.</b> First in, first out; linearizable. What a thread wrote before it enqueued a value is visible to
 * the thread that dequeued it. A {@code capacity} of N holds N values, in N + 1 nodes. Full and Empty are returned only
 * if the queue was full or empty at some instant during the call.
 *
 * <p><b>Not guaranteed.</b> It has no locks, but it is not lock-free, which the paper says of it: an enqueue that
 * stands still between taking its node and linking it keeps all dequeues from what lies behind. Dequeues wait for it.
 * Many threads get in each other's way: of all that try, one succeeds. An operation that stands still while 2^32 others
 * are made may take a link for one that it knew. A launch that was cancelled or failed may leave a node without a link:
 * {@link #clear} the queue before it is used again.
 *
 * <p><b>Differences from the paper.</b>
 *
 * <ul>
 *   <li>The array is used again and again; the paper's queue is used up once the array is. All links carry the position
 *       as a tag, so that a link of an earlier round is not taken for one of this round.
 *   <li>The paper stores the link with nothing that orders it after the value. Here it is stored with release and read
 *       with acquire.
 *   <li>The paper's Rear, stored without order by whoever is last, is read by nobody. Here Rear is what the paper calls
 *       q.
 *   <li>The paper's dequeue reads Front several times, so that it may test one node, return the value of another, and
 *       move on from a third, and it hands the value out before it knows whether it has got it. Here Front is read
 *       once, and a value that was read is the result only if the exchange that follows finds the same Front.
 *   <li>The paper's dequeue reports Empty if the first link is missing. Values of enqueues that have returned may lie
 *       behind it. Here it is Empty only if no enqueue has taken a node, and otherwise the dequeue waits for the link.
 * </ul>
 */
final class CasLinkedQueue extends LinkedQueue {
    /*
     * Invariants
     * - Front and Rear are links to nodes; the tag is the node's position. Both only grow, by one at a time, and wrap;
     *   the index goes around the array of capacity + 1 nodes, which need not divide 2^32. Front never overtakes Rear.
     * - The link of the node at position p leads to position p + 1 from the moment when the value is there. Until then
     *   its tag is another one, from an earlier round.
     * - Rear moves to position p only if Front was at p - capacity or later before. So the node of position p was Front
     *   before, and Front has moved on since: its value and link have been read by all whose reading counts.
     *
     * Linearization points: an enqueue when it moves Rear, a dequeue when it moves Front; Full when Front is read and
     * is capacity behind a Rear read before; Empty when Rear is read and is at a Front read before, which it cannot
     * fall behind.
     *
     * Access modes: a link releases the value and acquires it. Moving Front releases that value and link have been
     * read, and reading it acquires that; so it acquires and releases. Rear publishes nothing but itself, so moving it
     * is relaxed; it is read with acquire only so that Front is read afterwards. A slow dequeue may read a value or
     * link while it is written for another round, and then fails to move Front: these accesses are opaque, or stronger.
     * Full and Empty depend on the newest value, and only read-modify-write operations give that.
     */

    private static final int FRONT = HEAD;
    private static final int REAR = TAIL;

    private CasLinkedQueue(Device device, QueueOptions options) {
        super(device, options, options.capacity() + 1);
        begin(options.start());
    }

    static CasLinkedQueue with(Device device, QueueOptions options) {
        return new CasLinkedQueue(device, options);
    }

    private void begin(int start) {
        beginWith(Link.of(0, start), Link.of(Link.NONE, 0));
    }

    @Override
    public void clear() {
        begin(0);
    }

    /** {@return a link to the node that comes after that of {@code link} in the array} */
    private long after(long link) {
        int index = Link.index(link);
        return Link.of(index == capacity() ? 0 : index + 1, Link.tag(link) + 1);
    }

    @Override
    public boolean enqueue(int value) {
        var backoff = new Backoff();
        while (true) {
            long rear = ends.getAcquire(REAR);
            if (isFull(rear)) {
                return false;
            }
            long node = after(rear);
            if (ends.compareAndExchangeRelaxed(REAR, rear, node) == rear) {
                values.setOpaque(Link.index(node), value);
                links.setRelease(Link.index(rear), node);
                return true;
            }
            retry(backoff, "enqueue: its turn to take a node");
        }
    }

    private boolean isFull(long rear) {
        return Link.tag(rear) - Link.tag(ends.getAcquire(FRONT)) >= capacity()
                && Link.tag(rear) - Link.tag(ends.getAndAddAcqRel(FRONT, 0)) >= capacity();
    }

    @Override
    public TakenInt dequeue() {
        var backoff = new Backoff();
        while (true) {
            long front = ends.getAcquire(FRONT);
            long next = after(front);
            if (links.getAcquire(Link.index(front)) == next) {
                int value = values.getOpaque(Link.index(next));
                if (ends.compareAndSetAcqRel(FRONT, front, next)) {
                    return TakenInt.of(value);
                }
                retry(backoff, "dequeue: its turn to move Front");
            } else if (ends.getAndAddRelaxed(REAR, 0) == front) {
                return TakenInt.empty();
            } else {
                statistics.waited();
                backoff.pause("dequeue: the first node to be linked");
            }
        }
    }

    @Override
    public int sizeHint() {
        return distance();
    }
}
