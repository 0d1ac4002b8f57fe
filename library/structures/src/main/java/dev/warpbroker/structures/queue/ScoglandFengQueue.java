package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Lane;
import dev.warpbroker.structures.TakenInt;

/**
 * The queue of Scogland and Feng (SFQ): a ring of tickets in which operations wait while the queue is full or empty,
 * until it is shut; and its non-blocking interface (NSFQ), in which they do not.
 *
 * <p>Thomas R. W. Scogland, Wu-chun Feng: <i>Design and Evaluation of Scalable Concurrent Queues for Many-Core
 * Architectures</i>, ICPE 2015.
 *
 * <p><b>Guarantees.</b> First in, first out; linearizable, also if both interfaces are used at once. What a thread
 * wrote before it enqueued a value is visible to the thread that dequeued it. {@link #enqueue} and {@link #dequeue} are
 * served in the order in which they took their tickets. {@link #tryEnqueue} and {@link #tryDequeue} return Full and
 * Empty only if the queue was full or empty at some instant during the call, where whoever waits for room or for an
 * element counts as if it had been served.
 *
 * <p><b>Shutting.</b> After {@link #shut}, all operations return at once, and those that wait stop waiting: enqueues
 * return false, dequeues {@link TakenInt#empty()}. Operations that shut finds under way may succeed. What is inside
 * stays there for {@link #drain}, on the host. It and {@link #clear} open the queue again.
 *
 * <p><b>Not guaranteed.</b> Until the queue is shut, {@link #enqueue} on a full queue and {@link #dequeue} on an empty
 * one wait, if need be for ever. In the paper only one thread of a warp may use the queue, because a warp that runs in
 * lock-step waits with all its threads for the one that it keeps from running; here lanes must be scheduled
 * independently, as GPUs since 2017 do, and then each may. The non-blocking interface does not wait for Full or Empty
 * to pass, but is not lock-free: it tries again while an operation that has begun holds its slot. All threads that use
 * the queue must be resident. A launch that was cancelled leaves tickets behind that nobody serves: {@link #clear} the
 * queue then.
 *
 * <p><b>Differences from the paper.</b>
 *
 * <ul>
 *   <li>The turns of a slot count rounds, so that tickets may wrap; they are stored with release and read with acquire.
 *   <li>Whoever stops waiting leaves its ticket behind. Taking it back would hand a later ticket out twice.
 *   <li>The non-blocking operations have Full and Empty as their only failures: they try again where the paper has them
 *       return that the queue was busy. Full and Empty are told by two ordered reads of Head and Tail.
 * </ul>
 */
final class ScoglandFengQueue extends WaitingQueue {
    /*
     * Invariants (those of the slots are in TurnRing)
     * - Head and Tail are the next tickets. They only grow, by fetch-add in the blocking interface; in the non-blocking
     *   one by compare-and-swap, and only once the slot of the ticket waits for its holder.
     * - Head is ahead of Tail by as many dequeues as wait for an element, and Tail more than capacity ahead of Head by
     *   as many enqueues as wait for room. Without waiting operations 0 <= Tail - Head <= capacity.
     * - An operation takes effect when it takes its ticket, or when the one that it waits for does.
     * - Once shut, nobody takes tickets but whoever was under way; from then on slots and tickets may disagree.
     *
     * Access modes: fetch-adds may be relaxed as far as the blocking interface goes, whose operations meet at the turn
     * of a slot. Full and Empty take two reads, of which the second must neither come before the first nor give an old
     * value: the first acquires, the second is an add of zero, which reads the last value there is. Tickets that are
     * swapped acquire and release, and so does that add: whoever was told Empty before another was told Full has told
     * it so.
     */

    /** 1 once the queue is shut. */
    private static final int SHUT = 3 * LINE;

    private ScoglandFengQueue(Device device, QueueOptions options) {
        super(device, options, 3);
    }

    /**
     * {@return an empty queue of ints}
     *
     * @param capacity a power of two between 2 and 2^30
     */
    public static ScoglandFengQueue ints(Device device, int capacity) {
        return with(device, QueueOptions.capacity(capacity));
    }

    static ScoglandFengQueue with(Device device, QueueOptions options) {
        return new ScoglandFengQueue(device, options);
    }

    /** {@return whether {@code value} was put in, after waiting while the queue is full; if not, the queue is shut} */
    @Override
    public boolean enqueue(int value) {
        if (isShut()) {
            return false;
        }
        return put(counters.getAndAddAcqRel(TAIL, 1), value);
    }

    private boolean put(int ticket, int value) {
        var backoff = new Backoff();
        while (!ring.isEnqueuesTurn(ticket)) {
            if (isShut()) {
                return false;
            }
            statistics.waited();
            backoff.pause("enqueue: a dequeue to make room, or the queue to be shut");
        }
        ring.put(ticket, value);
        return true;
    }

    /** {@return a value, after waiting while the queue is empty, or {@link TakenInt#empty()} if the queue is shut} */
    @Override
    public TakenInt dequeue() {
        if (isShut()) {
            return TakenInt.empty();
        }
        return take(counters.getAndAddAcqRel(HEAD, 1));
    }

    private TakenInt take(int ticket) {
        var backoff = new Backoff();
        while (!ring.isDequeuesTurn(ticket)) {
            if (isShut()) {
                return TakenInt.empty();
            }
            statistics.waited();
            backoff.pause("dequeue: an enqueue to bring an element, or the queue to be shut");
        }
        return TakenInt.of(ring.take(ticket));
    }

    /** {@return whether {@code value} was put in, without waiting; if not, the queue was full or is shut} */
    public boolean tryEnqueue(int value) {
        var backoff = new Backoff();
        while (!isShut()) {
            int tail = counters.getAcquire(TAIL);
            if (ring.isEnqueuesTurn(tail)) {
                if (counters.compareAndSetAcqRel(TAIL, tail, tail + 1)) {
                    ring.put(tail, value);
                    return true;
                }
            } else if (tail - counters.getAndAddAcqRel(HEAD, 0) >= capacity()) {
                return false;
            }
            retry(backoff, "enqueue: others to get out of its way");
        }
        return false;
    }

    /** {@return a value, without waiting, or {@link TakenInt#empty()} if the queue was empty or is shut} */
    public TakenInt tryDequeue() {
        var backoff = new Backoff();
        while (!isShut()) {
            int head = counters.getAcquire(HEAD);
            if (ring.isDequeuesTurn(head)) {
                if (counters.compareAndSetAcqRel(HEAD, head, head + 1)) {
                    return TakenInt.of(ring.take(head));
                }
            } else if (head - counters.getAndAddAcqRel(TAIL, 0) >= 0) {
                return TakenInt.empty();
            }
            retry(backoff, "dequeue: others to get out of its way");
        }
        return TakenInt.empty();
    }

    /** With one fetch-add for all lanes. */
    @Override
    public boolean enqueueWarp(Lane lane, int value) {
        return !isShut() && put(nextTickets(ActiveLanes.of(lane), TAIL), value);
    }

    /** With one fetch-add for all lanes. */
    @Override
    public TakenInt dequeueWarp(Lane lane) {
        return isShut() ? TakenInt.empty() : take(nextTickets(ActiveLanes.of(lane), HEAD));
    }

    private int nextTickets(ActiveLanes lanes, int end) {
        int first = lanes.isFirst() ? counters.getAndAddAcqRel(end, lanes.count()) : 0;
        return lanes.fromFirst(first) + lanes.rank();
    }

    /** Takes tickets whose turn is up, so it does not wait, and may find nothing. */
    @Override
    public TakenInt pollWarp(Lane lane) {
        if (isShut()) {
            return TakenInt.empty();
        }
        var claim = claimAtOnce(ActiveLanes.of(lane), HEAD);
        return claim.granted() ? TakenInt.of(ring.take(claim.position())) : TakenInt.empty();
    }

    private boolean tryEnqueueWarp(Lane lane, int value) {
        if (!isShut()) {
            var claim = claimAtOnce(ActiveLanes.of(lane), TAIL);
            if (claim.granted()) {
                ring.put(claim.position(), value);
                return true;
            }
        }
        return tryEnqueue(value);
    }

    private TakenInt tryDequeueWarp(Lane lane) {
        var polled = pollWarp(lane);
        return polled.present() ? polled : tryDequeue();
    }

    /** Closes the queue, in the sense of the paper: inside a kernel or, on the JVM device, from any thread. */
    public void shut() {
        counters.setRelease(SHUT, 1);
    }

    private boolean isShut() {
        return counters.getOpaque(SHUT) != 0;
    }

    /**
     * {@return this queue with {@link #tryEnqueue} and {@link #tryDequeue} as its operations} Both can be used at once.
     */
    public IntQueue nonBlocking() {
        return new NonBlocking(this);
    }

    private record NonBlocking(ScoglandFengQueue queue) implements Forwarding {
        @Override
        public boolean enqueue(int value) {
            return queue.tryEnqueue(value);
        }

        @Override
        public TakenInt dequeue() {
            return queue.tryDequeue();
        }

        @Override
        public boolean enqueueWarp(Lane lane, int value) {
            return queue.tryEnqueueWarp(lane, value);
        }

        @Override
        public TakenInt dequeueWarp(Lane lane) {
            return queue.tryDequeueWarp(lane);
        }

        @Override
        public TakenInt pollWarp(Lane lane) {
            return queue.pollWarp(lane);
        }

        @Override
        public int[] drain() {
            return queue.drain();
        }

        @Override
        public String toString() {
            return queue + ", non-blocking interface";
        }
    }

    @Override
    public int sizeHint() {
        return Math.max(counters.getOpaque(TAIL) - counters.getOpaque(HEAD), 0);
    }
}
