package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Lane;
import dev.warpbroker.device.Longs;
import dev.warpbroker.structures.TakenInt;
import java.util.Arrays;

/**
 * The {@link FusedBrokerQueue} for few threads: Head and Tail share a word, so that a dequeue learns by one
 * fetch-and-add both its position and whether there is an element. With few threads a queue takes as long as its
 * accesses that wait for one another, and that is one less. With many it takes as long as the word that is added to
 * most often, and that is this one.
 *
 * <p><b>Guarantees</b> and what is not guaranteed: as the {@link FusedBrokerQueue}. In addition, an enqueue must not
 * stand still while 2^31 positions pass.
 */
final class OneWordBrokerQueue extends DeviceQueue {
    /*
     * ENDS is Head in the upper and Tail in the lower half; positions are counted modulo 2^31. Bit 31 is there for
     * carries of Tail: the enqueue that sets it clears it.
     *
     * An enqueue takes a place first, and a dequeue gives one back: there are N, so live enqueues are never more than N
     * ahead of live dequeues. Then
     * - an enqueue adds 1 to Tail. If Head was not beyond Tail, it is live, and its position is the old Tail.
     * - a dequeue adds 1 to Head. If Head was before Tail, it is live, and its position is the old Head. Else the queue
     *   is empty and that was in vain. It takes 1 off Head again, but only while Head is beyond Tail.
     * - an enqueue that finds Head beyond Tail has a position that a dequeue in vain had got: nobody will come there
     *   for an element. It passes the turn of the slot on to the next round, and adds to Tail again.
     *
     * Invariants
     * - Positions from Tail to Head, where Head is beyond Tail, all belong to dequeues in vain: Tail, which only grows,
     *   was not beyond such a position when Head was added to. So it does not matter which of them is given back, nor
     *   by whom. There are at least as many dequeues in vain that have not ended as there are such positions: what
     *   takes one off is the end of one, or an enqueue, and a dequeue in vain that finds none left has nothing to do.
     *   Lanes of a warp leave it to the first of them, which has not ended before it is done for all.
     * - Each position before both Head and Tail has either one live enqueue and one live dequeue, or one enqueue that
     *   passes it on. So the turn of its slot comes to whoever waits for it, once those that have begun go on: the
     *   enqueue at p is less than N ahead of Head, hence whoever had p - N has begun, and the dequeue at p is before
     *   Tail, hence so has the enqueue.
     * - Tail - Head, or 0 if that is negative, is the number of live enqueues less that of live dequeues.
     *
     * Linearization. All of it is the order of changes of ENDS: live enqueues and dequeues take effect when they add,
     * and get positions in that order; Empty when Head was added to in vain; Full when ENDS was read by an add of zero
     * and Tail was N ahead of Head.
     *
     * Access modes: relaxed and opaque. What is decided is decided by read-modify-writes of one word. A dequeue in vain
     * looks at ENDS after it has added to it, so what it sees is not older. Places say how many, never what was written
     * before.
     */

    private static final long ONE_DEQUEUE = 1L << Integer.SIZE;
    static final long CARRY = 1L << (Integer.SIZE - 1);

    /** So that Tail - Head, in 31 bits, has room for positions of operations under way. */
    static final int MAX_CAPACITY = 1 << 28;

    /** Positions are from 0 to here. */
    private static final int LAST = Integer.MAX_VALUE;

    private static final int LINE = Longs.LINE;
    private static final int ENDS = LINE;
    private static final int PLACES = 2 * LINE;

    /** For a peer's Count. */
    private static final int COUNT = 0;

    private static final int LENGTH = 3 * LINE;

    /** Head and Tail, and the places that no enqueue has, each on a line of its own. */
    private final Longs counters;

    private final TicketRing ring;

    /** Whether lanes go in warps. */
    private final boolean warps;

    private OneWordBrokerQueue(Device device, QueueOptions options) {
        super(device, options);
        warps = device.properties().lanesPerWorker() > 1;
        ring = new TicketRing(device, options, LAST);
        counters = device.longs(LENGTH);
        int start = options.start() & LAST;
        begin(start, start);
    }

    static OneWordBrokerQueue with(Device device, QueueOptions options) {
        return new OneWordBrokerQueue(device, options);
    }

    private void begin(int head, int tail) {
        long[] image = new long[LENGTH];
        image[ENDS] = head * ONE_DEQUEUE + tail;
        image[PLACES] = (long) capacity() + head - tail;
        counters.copyIn(image);
    }

    @Override
    public boolean enqueue(int value) {
        if (takePlaces(1) == 0 && !takePlaceUnlessFull()) {
            return false;
        }
        ring.put(nextTail(), value);
        return true;
    }

    /** {@return how many places the caller has now} Subtracts without a look: that is right unless few are left. */
    private int takePlaces(int wanted) {
        int taken = granted(wanted, (int) counters.getAndAddRelaxed(PLACES, -wanted));
        if (taken < wanted) {
            givePlaces(wanted - taken);
        }
        return taken;
    }

    private void givePlaces(int count) {
        counters.getAndAddRelaxed(PLACES, count);
    }

    /** {@return how many of {@code wanted} can be had where there are {@code available}, or less than none} */
    private static int granted(int wanted, int available) {
        return Math.max(0, Math.min(wanted, available));
    }

    private boolean takePlaceUnlessFull() {
        var backoff = new Backoff();
        while (size(counters.getAndAddRelaxed(ENDS, 0)) < capacity()) {
            if (counters.getOpaque(PLACES) > 0 && takePlaces(1) > 0) {
                return true;
            }
            retry(backoff, "enqueue: others to make room, or to be seen not to");
        }
        return false;
    }

    /** {@return the position of an enqueue that has its place} */
    private int nextTail() {
        long ends = addToTail(1);
        while (size(ends) < 0) {
            ring.pass(tail(ends));
            statistics.retried();
            ends = addToTail(1);
        }
        return tail(ends);
    }

    private long addToTail(int enqueues) {
        long ends = counters.getAndAddRelaxed(ENDS, enqueues);
        if (tail(ends) > LAST - enqueues) {
            counters.getAndAddRelaxed(ENDS, -CARRY);
        }
        return ends;
    }

    @Override
    public TakenInt dequeue() {
        long ends = counters.getAndAddRelaxed(ENDS, ONE_DEQUEUE);
        if (size(ends) <= 0) {
            giveBack();
            return TakenInt.empty();
        }
        int value = ring.take(head(ends));
        givePlaces(1);
        return TakenInt.of(value);
    }

    /**
     * Takes off Head again what was in vain: lanes that come together at once, so that they do not outdo each other.
     */
    private void giveBack() {
        if (!warps || !isOne()) {
            giveBack(1);
            return;
        }
        var lanes = ActiveLanes.of(Lane.current());
        lanes.synchronize(); // what the first sees is not older than what the others have added
        if (lanes.isFirst()) {
            giveBack(lanes.count());
        }
    }

    /** {@return false where a kernel chooses among queues when it runs: lanes that come together may mean others} */
    private boolean isOne() {
        return Lane.current().block().zeroedInts(this, 1) != null;
    }

    private void giveBack(int claims) {
        var backoff = new Backoff();
        long ends = counters.getOpaque(ENDS);
        while (size(ends) < 0) {
            int positions = Math.min(claims, -size(ends));
            long seen = counters.compareAndExchangeRelaxed(ENDS, ends, ends - positions * ONE_DEQUEUE);
            if (seen == ends) {
                return;
            }
            retry(backoff, "dequeue: Head to take back what was in vain");
            ends = counters.getOpaque(ENDS);
        }
    }

    /** With claims for as many as there is room for, and at most {@link Broker#MAX_CLAIM} each. */
    @Override
    public int enqueueAll(Ints source, int from, int count) {
        BatchBounds.requireInside(source, from, count);
        int done = 0;
        while (done < count) {
            int places = takePlaces(Math.min(count - done, Broker.MAX_CLAIM));
            if (places == 0 && takePlaceUnlessFull()) {
                places = 1;
            }
            if (places == 0) {
                return done;
            }
            long ends = addToTail(places);
            int inVain = granted(places, -size(ends));
            for (int i = 0; i < inVain; i++) {
                ring.pass(tail(ends) + i);
            }
            for (int i = inVain; i < places; i++) {
                ring.put(tail(ends) + i, source.get(from + done));
                done++;
            }
            for (int i = 0; i < inVain; i++) {
                ring.put(nextTail(), source.get(from + done));
                done++;
            }
        }
        return done;
    }

    /** With claims for as many as there are, and at most {@link Broker#MAX_CLAIM} each. */
    @Override
    public int dequeueAll(Ints target, int from, int most) {
        int fitting = BatchBounds.fitting(target, from, most);
        int done = 0;
        while (done < fitting) {
            int wanted = Math.min(fitting - done, Broker.MAX_CLAIM);
            long ends = counters.getAndAddRelaxed(ENDS, wanted * ONE_DEQUEUE);
            int granted = granted(wanted, size(ends));
            if (granted < wanted) {
                giveBack(wanted - granted);
            }
            for (int i = 0; i < granted; i++) {
                target.set(from + done, ring.take(head(ends) + i));
                done++;
            }
            givePlaces(granted);
            if (granted < wanted) {
                return done;
            }
        }
        return done;
    }

    /** Looks before it changes anything: those that poll an empty queue keep nobody from its word. */
    @Override
    public TakenInt pollWarp(Lane lane) {
        return sizeHint() == 0 ? TakenInt.empty() : dequeue();
    }

    @Override
    public int sizeHint() {
        return Math.max(0, size(counters.getOpaque(ENDS)));
    }

    private static int head(long ends) {
        return (int) (ends >>> Integer.SIZE) & LAST;
    }

    private static int tail(long ends) {
        return (int) ends & LAST;
    }

    /** {@return Tail - Head, which is negative while dequeues are under way in vain} */
    static int size(long ends) {
        return ((int) ends - (int) (ends >>> Integer.SIZE)) << 1 >> 1;
    }

    /** {@return Head and Tail, read by the host} */
    long ends() {
        return counters.copyOut()[ENDS];
    }

    /** The host writes the ring itself, if the queue is empty. */
    @Override
    public int fill(int... values) {
        if (size(ends()) != 0) {
            return super.fill(values);
        }
        int[] fitting = Arrays.copyOf(values, Math.min(values.length, capacity()));
        ring.fill(fitting);
        begin(0, fitting.length);
        return fitting.length;
    }

    @Override
    public int[] drain() {
        long ends = ends();
        int[] values = ring.elements(head(ends), size(ends));
        clear();
        return values;
    }

    @Override
    public void clear() {
        ring.clear();
        begin(0, 0);
    }

    @Override
    public void close() {
        ring.close();
        counters.close();
    }

    BrokerQueue.Memory memory() {
        return new BrokerQueue.Memory(
                ring.slots().address(),
                ring.slots().address(),
                counters.address() + COUNT * (long) Long.BYTES,
                counters.address() + ENDS * (long) Long.BYTES);
    }
}
