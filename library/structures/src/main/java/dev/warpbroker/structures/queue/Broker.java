package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceMemory;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Lane;
import dev.warpbroker.device.Warp;
import org.jspecify.annotations.Nullable;

/**
 * The part of a broker queue that knows how many but not what: it matches enqueues with room and dequeues with
 * elements, and hands out positions. Kerbl et al., <i>The Broker Queue</i>, ICS 2018, section 4.1 and algorithm 1.
 */
final class Broker {
    /*
     * Invariants
     * - Count is what Tail - Head will be once every operation under way has ended. Whoever moves it out of 0..capacity
     *   moves it back; whoever moves it within has an assurance, and then adds to Tail or Head exactly once.
     * - Whoever moved Count out of its bounds and back must look at it again before it gives up, and try again if it is
     *   within. A dequeue in vain lets one enqueue too many in for as long as it has Count too low: only this dequeue,
     *   which is there, can make room for it. If it gave up while Count is above 0, that enqueue would wait for ever.
     *   So ensureEnqueue and ensureDequeue retry, and ensure...AtOnce and claims that fail, also those of whoever only
     *   polls, must be followed by them: in every lane for which a claim was made in vain, and after the claim's
     *   surplus has gone back. Lanes of a block are behind a barrier then, those of a warp synchronise. Hence no more
     *   than capacity elements are assured beyond those for which a dequeue is still trying, and likewise below.
     * - Count does not overflow. It is out of its bounds by no more than all operations under way want together, and an
     *   operation wants at most MAX_CLAIM elements for each of its lanes at a time: with up to 2^19 lanes that is 2^29,
     *   and Count is between -2^29 and 2^30 + 2^29.
     * - Head and Tail only grow. Head may overtake Tail, and Tail may be more than capacity ahead of Head, by at most
     *   the number of operations under way: an assurance counts what others have promised.
     * - Head and Tail wrap. They are compared by their signed difference, which is right as long as capacity and the
     *   number of threads add up to less than 2^31.
     * - Count may be kept in parts, each with its share of the capacity as its bound. An assurance from any part is one
     *   from the whole: if every part is within its bounds, so is their sum. A part out of room says nothing about the
     *   others.
     * Not invariant: Count at 0 does not say that the queue was ever empty, nor Count at capacity that it was full.
     *
     * Access modes: adds to one counter are totally ordered in any mode and publish nothing else, so they are relaxed.
     * Empty and Full take two reads, of which the second must not be performed before the first: the first acquires.
     * Nor may the second give an old value, which would make the queue look fuller or emptier than it was at any time
     * since the call began; nothing that this thread has synchronised with need have seen the newest one. So it is an
     * add of zero: read-modify-write operations read the last value there is. A load would do only if Head and Tail
     * were added to with release, on the fast path.
     */

    /**
     * The most operations that a caller may claim at once: more GPU threads than exist today may do so at the same
     * time.
     */
    static final int MAX_CLAIM = 1_024;

    /** In place of a number of lanes: warps of a block never claim together. */
    static final int NO_CROWD = Integer.MAX_VALUE;

    private static final int LINE = Ints.LINE;

    /*
     * On an H200 it matters which lines: with Tail on the line after Head's, in the same 256 bytes, the fused queue is
     * clearly slower at full occupancy than with Tail 2 KiB further on. Presumably another slice of the cache serves it
     * there.
     */
    static final int COUNT = LINE;
    private static final int HEAD = 2 * LINE;
    private static final int TAIL = 18 * LINE;

    /** Beside a number of assurances: Count has been too low for a moment, which let too many enqueues in. */
    private static final int IN_VAIN = 1 << 30;

    /** From one part of Count to the next. */
    private static final int PART = 24 * LINE;

    /** Ints that a broker takes whose Count is in one part. */
    static final int LENGTH = 19 * LINE;

    /** Count, Head and Tail, each on a line of its own. */
    private final Ints counters;

    /** Where they begin. */
    private final int origin;

    /** Most elements in the queue: a power of two. */
    private final int capacity;

    /** Parts of Count: a power of two, at most {@code capacity}. */
    private final int parts;

    /**
     * Lanes of a launch from which on warps of a block claim together: it takes longer, unless the counters are busy.
     */
    private final int crowd;

    /**
     * What a lane got out of a claim that was made for many.
     *
     * @param granted whether the lane has an assurance, and {@code position} is its own
     */
    record Claim(boolean granted, int position) {
        /** Nothing was claimed, or in vain. */
        static final Claim NONE = new Claim(false, 0);
    }

    /**
     * What a lane got out of a claim of its own for several operations.
     *
     * @param granted how many are assured
     * @param position of the first; the others follow
     */
    record Batch(int granted, int position) {}

    /** A broker with counters that exist already. */
    Broker(Ints counters, int origin, int capacity) {
        this(counters, origin, capacity, 1, NO_CROWD);
    }

    private Broker(Ints counters, int origin, int capacity, int parts, int crowd) {
        this.counters = counters;
        this.origin = origin;
        this.capacity = capacity;
        this.parts = parts;
        this.crowd = crowd;
    }

    /** {@return a broker for an empty queue that has seen {@code start} enqueues and dequeues already} */
    static Broker on(Device device, int capacity, int start) {
        return on(device, capacity, start, 1, NO_CROWD);
    }

    /**
     * {@return a broker whose Count is in parts}
     *
     * @param parts a power of two; if more than one, only lanes of a kernel can use the broker
     * @param crowd lanes of a launch from which on warps of a block claim together
     */
    static Broker on(Device device, int capacity, int start, int parts, int crowd) {
        var counters = device.ints(LENGTH + (parts - 1) * PART);
        begin(counters, 0, start);
        return new Broker(counters, 0, capacity, parts, crowd);
    }

    /** Sets the counters of a broker to those of an empty queue, from the host. */
    static void begin(Ints counters, int origin, int start) {
        int[] first = new int[LENGTH];
        first[HEAD] = start;
        first[TAIL] = start;
        counters.copyIn(first, origin);
    }

    /** Begins anew with no elements, at position 0. */
    void clear() {
        clearTo(0);
    }

    /** Makes the queue one of {@code count} elements, at positions 0 to {@code count - 1}, from the host. */
    void clearTo(int count) {
        int[] first = new int[LENGTH + (parts - 1) * PART];
        for (int part = 0; part < parts; part++) {
            first[COUNT + part * PART] = (count + part) / parts;
        }
        first[TAIL] = count;
        counters.copyIn(first, origin);
    }

    /** {@return positions from the first to the last element, read by the host: Head and Tail} */
    int[] headAndTail() {
        int[] all = counters.copyOut(origin, LENGTH);
        return new int[] {all[HEAD], all[TAIL]};
    }

    void close() {
        counters.close();
    }

    /** {@return where this broker and the slots of its queue are} */
    BrokerQueue.Memory memory(DeviceMemory ring, DeviceMemory tickets) {
        return new BrokerQueue.Memory(
                ring.address(),
                tickets.address(),
                counters.address() + (origin + COUNT) * (long) Integer.BYTES,
                counters.address() + (origin + HEAD) * (long) Integer.BYTES);
    }

    int capacity() {
        return capacity;
    }

    /** {@return where the caller's part of Count is: lanes of a block have the same} */
    private int ownPart() {
        return parts == 1 ? 0 : Lane.current().block().index() & (parts - 1);
    }

    private int count(int part) {
        return origin + COUNT + part * PART;
    }

    /** {@return whether room is assured} The paper's form: looks at Count before it adds. */
    boolean ensureEnqueue() {
        return ensureEnqueue(ownPart());
    }

    private boolean ensureEnqueue(int part) {
        int count = counters.getOpaque(count(part));
        while (count < capacity / parts) {
            if (counters.getAndAddRelaxed(count(part), 1) < capacity / parts) {
                return true;
            }
            count = counters.getAndAddRelaxed(count(part), -1) - 1;
        }
        return false;
    }

    /** {@return whether room is assured by a part of Count that is not the caller's} */
    boolean ensureEnqueueElsewhere() {
        int own = ownPart();
        for (int step = 1; step < parts; step++) {
            if (ensureEnqueue((own + step) & (parts - 1))) {
                return true;
            }
        }
        return false;
    }

    /** {@return whether an element is assured} The paper's form: looks at Count before it subtracts. */
    boolean ensureDequeue() {
        return ensureDequeue(ownPart());
    }

    private boolean ensureDequeue(int part) {
        int count = counters.getOpaque(count(part));
        while (count > 0) {
            if (counters.getAndAddRelaxed(count(part), -1) > 0) {
                return true;
            }
            count = counters.getAndAddRelaxed(count(part), 1) + 1;
        }
        return false;
    }

    /** {@return whether an element is assured by a part of Count that is not the caller's} */
    boolean ensureDequeueElsewhere() {
        int own = ownPart();
        for (int step = 1; step < parts; step++) {
            if (ensureDequeue((own + step) & (parts - 1))) {
                return true;
            }
        }
        return false;
    }

    /** {@return whether room is assured} Adds without a look, which is right unless the queue is nearly full. */
    boolean ensureEnqueueAtOnce() {
        int count = count(ownPart());
        if (counters.getAndAddRelaxed(count, 1) < capacity / parts) {
            return true;
        }
        counters.getAndAddRelaxed(count, -1);
        return false;
    }

    /** {@return whether an element is assured} Subtracts without a look, which is right unless few are there. */
    boolean ensureDequeueAtOnce() {
        int count = count(ownPart());
        if (counters.getAndAddRelaxed(count, -1) > 0) {
            return true;
        }
        counters.getAndAddRelaxed(count, 1);
        return false;
    }

    /** {@return whether the queue was full at the second read: Tail has not become less since the first} */
    boolean wasFull() {
        int tail = counters.getAcquire(origin + TAIL);
        int head = counters.getAndAddRelaxed(origin + HEAD, 0);
        return tail - head >= capacity;
    }

    /** {@return whether the queue was empty at the second read: Head has not become less since the first} */
    boolean wasEmpty() {
        int head = counters.getAcquire(origin + HEAD);
        int tail = counters.getAndAddRelaxed(origin + TAIL, 0);
        return head - tail >= 0;
    }

    /** {@return the position of an enqueue that has its assurance} */
    int nextTail() {
        return counters.getAndAddRelaxed(origin + TAIL, 1);
    }

    /** {@return the position of a dequeue that has its assurance} */
    int nextHead() {
        return counters.getAndAddRelaxed(origin + HEAD, 1);
    }

    /** One claim for an enqueue by each lane of the warp that is here. */
    Claim claimTailForWarp(Lane lane) {
        return claimForWarp(lane, TAIL, isCrowded(lane));
    }

    /** One claim for a dequeue by each lane of the warp that is here. */
    Claim claimHeadForWarp(Lane lane) {
        return claimForWarp(lane, HEAD, isCrowded(lane));
    }

    /** The same for whoever has seen that it {@linkplain #isCrowded is crowded}. */
    Claim claimTailInCrowd(Lane lane) {
        return claimForWarp(lane, TAIL, true);
    }

    /** The same for whoever has seen that it {@linkplain #isCrowded is crowded}. */
    Claim claimHeadInCrowd(Lane lane) {
        return claimForWarp(lane, HEAD, true);
    }

    /**
     * One claim for a dequeue by each lane of a warp, as far as Count has promises: of the own part, or of another.
     *
     * @param mask lanes that all make this call, and mean this broker
     */
    Claim pollHead(Lane lane, int mask) {
        var warp = lane.warp();
        int leader = warp.leader(mask);
        int lanes = Integer.bitCount(mask);
        int own = ownPart();
        int answer = 0;
        int position = 0;
        if (warp.lane() == leader) {
            answer = grantNow(lanes, own);
            for (int step = 1; step < parts && answer == 0; step++) {
                int other = (own + step) & (parts - 1);
                if (counters.getOpaque(count(other)) > 0) {
                    answer = grantNow(lanes, other);
                }
            }
            int granted = answer & ~IN_VAIN;
            if (granted > 0) {
                position = counters.getAndAddRelaxed(origin + HEAD, granted);
            }
        }
        answer = warp.shuffle(mask, answer, leader);
        position = warp.shuffle(mask, position, leader);
        int granted = answer & ~IN_VAIN;
        int rank = warp.rank(mask);
        if (answer != granted) {
            warp.synchronize(mask);
            if (rank >= granted) {
                boolean assured = ensureDequeue(own) || parts > 1 && ensureDequeueElsewhere();
                return new Claim(assured, assured ? nextHead() : 0);
            }
        }
        return new Claim(rank < granted, position + rank);
    }

    /**
     * {@return how many of {@code wanted} dequeues a part of Count assures} With {@link #IN_VAIN} if more elements than
     * there is room for are assured once the surplus has gone back: they may be because of the surplus. If others have
     * Count too low then, they will see it when they are back, the last of them for all.
     */
    private int grantNow(int wanted, int part) {
        int granted = Math.max(0, Math.min(counters.getAndAddRelaxed(count(part), -wanted), wanted));
        if (granted == wanted) {
            return granted;
        }
        int surplus = wanted - granted;
        int count = counters.getAndAddRelaxed(count(part), surplus) + surplus;
        return count > capacity / parts ? granted | IN_VAIN : granted;
    }

    /** {@return about how many elements nobody has been promised} */
    int unpromised() {
        int sum = 0;
        for (int part = 0; part < parts; part++) {
            sum += Math.min(Math.max(counters.getOpaque(count(part)), 0), capacity / parts);
        }
        return sum;
    }

    /** One claim for an enqueue by each lane of the block. */
    Claim claimTailForBlock(Lane lane) {
        return claimForBlock(lane, TAIL);
    }

    /** One claim for a dequeue by each lane of the block. */
    Claim claimHeadForBlock(Lane lane) {
        return claimForBlock(lane, HEAD);
    }

    /** One claim for several enqueues by the caller: no more than it may claim at once. */
    Batch claimTail(int wanted) {
        return claim(TAIL, atOnce(wanted));
    }

    /** One claim for several dequeues by the caller: no more than it may claim at once. */
    Batch claimHead(int wanted) {
        return claim(HEAD, atOnce(wanted));
    }

    private int atOnce(int wanted) {
        return Math.min(wanted, Math.min(capacity, MAX_CLAIM));
    }

    /**
     * One claim for several operations at an end.
     *
     * @param wanted one for each lane of a block at most, or {@link #MAX_CLAIM}
     */
    Batch claim(int end, int wanted) {
        int granted = grant(end, wanted, ownPart());
        return new Batch(granted, counters.getAndAddRelaxed(origin + end, granted));
    }

    private Claim claimForWarp(Lane lane, int end, boolean crowded) {
        var warp = lane.warp();
        int mask = warp.activeMask();
        Ints shared = crowded ? sharedByBlock(lane) : null;
        var batch = shared == null
                ? claimByLeader(warp, mask, end)
                : new BlockClaims(shared, end == TAIL ? 0 : BlockClaims.LENGTH).claim(this, end, warp, mask);
        if (batch.granted() < Integer.bitCount(mask)) {
            warp.synchronize(mask); // those who get nothing will look at Count after this claim's surplus went back
        }
        int rank = warp.rank(mask);
        return new Claim(rank < batch.granted(), batch.position() + rank);
    }

    private Batch claimByLeader(Warp warp, int mask, int end) {
        int leader = warp.leader(mask);
        int granted = 0;
        int position = 0;
        if (warp.lane() == leader) {
            var batch = claim(end, Integer.bitCount(mask));
            granted = batch.granted();
            position = batch.position();
        }
        return new Batch(warp.shuffle(mask, granted, leader), warp.shuffle(mask, position, leader));
    }

    /**
     * {@return whether warps of a block are to claim together} All lanes that make the same call must then mean this
     * broker.
     */
    boolean isCrowded(Lane lane) {
        return parts > 1
                && crowd != NO_CROWD
                && lane.count() > crowd
                && lane.block().fullSize() > lane.warp().size()
                && sharedByBlock(lane) != null;
    }

    /**
     * {@return null where a kernel chooses among brokers when it runs, so that lanes together may not all mean this
     * one}
     */
    private @Nullable Ints sharedByBlock(Lane lane) {
        return lane.block().zeroedInts(this, 2 * BlockClaims.LENGTH);
    }

    private Claim claimForBlock(Lane lane, int end) {
        var block = lane.block();
        var granted = block.sharedInts(1);
        var position = block.sharedInts(1);
        block.barrier(); // nobody still reads the claim before this one
        if (block.lane() == 0) {
            var batch = claim(end, block.size());
            granted.set(0, batch.granted());
            position.set(0, batch.position());
        }
        block.barrier();
        return new Claim(block.lane() < granted.get(0), position.get(0) + block.lane());
    }

    /** {@return how many of {@code wanted} operations a part of Count assures} The surplus goes back to it. */
    private int grant(int end, int wanted, int part) {
        int step = end == TAIL ? 1 : -1;
        int count = counters.getAndAddRelaxed(count(part), step * wanted);
        int available = end == TAIL ? capacity / parts - count : count;
        int granted = Math.max(0, Math.min(available, wanted));
        if (granted < wanted) {
            counters.getAndAddRelaxed(count(part), step * (granted - wanted));
        }
        return granted;
    }
}
