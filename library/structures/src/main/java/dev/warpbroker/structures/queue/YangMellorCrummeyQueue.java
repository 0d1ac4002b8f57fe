package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Lane;
import dev.warpbroker.device.Longs;
import dev.warpbroker.structures.TakenInt;

/**
 * The queue of Yang and Mellor-Crummey (WFQ): an endless array whose cells are found by one fetch-and-add, with threads
 * that help those who had no luck.
 *
 * <p>Chaoran Yang, John Mellor-Crummey: <i>A Wait-free Queue as Fast as Fetch-and-Add</i>, PPoPP 2016.
 *
 * <p><b>Guarantees.</b> First in, first out; linearizable as an unbounded queue for as long as there are cells left.
 * What a thread wrote before it enqueued a value is visible to the thread that dequeued it. Once it has begun with its
 * cells, an operation ends after a bounded number of its own steps, whatever others do. Empty is returned only if the
 * queue was empty at some instant during the call.
 *
 * <p><b>Not guaranteed.</b> The capacity is not exact: Full means that too few cells are free at the moment, which are
 * {@link QueueOptions#memoryFactor} times the capacity or more. Cells become free in the order of the array, after
 * every operation that was under way when they were used up has ended. So although nobody waits for a thread that
 * stands still in the middle of an operation, and elements can be taken out meanwhile, enqueues will answer Full some
 * time later: the queue is wait-free only up to its memory, and does not claim to be lock-free. Only lanes of a kernel
 * can use it, on the JVM device too, and only those with a number less than {@link QueueOptions#threads} and than the
 * device's resident threads: each has a record for its requests. A launch that was cancelled or failed may leave the
 * queue in the middle of an operation: {@link #clear} it before it is used again.
 *
 * <p><b>Differences from the paper.</b>
 *
 * <ul>
 *   <li>The array is laid over a ring of cells, which are set free segment by segment and in order: no list of segments
 *       has to be walked. Words of cells carry the round of the ring, so that nobody has to reset them.
 *   <li>Cells are set free by epochs, not by hazard pointers: the paper's scan over all threads would be one over
 *       hundreds of thousands.
 *   <li>A dequeue looks at both ends before it takes a position, and spoils none if the queue is empty.
 *   <li>A value is committed to a cell by compare-and-swap instead of a store.
 *   <li>An enqueue that asks for help while the cells run out takes its request back, and answers Full.
 * </ul>
 */
final class YangMellorCrummeyQueue extends DeviceQueue {
    /*
     * Names are the paper's: positions are given out by T (tail) and H (head); a cell has val, enq and deq; a val can
     * be bottom (untouched), top (spoilt by a dequeue) or a value; enq and deq can be bottom, top (no request may have
     * this cell, or: taken by a dequeue without a request) or the number of the handle whose request has it.
     *
     * Cells. Position i uses cell i modulo M in round i / M. A word with another round in it is bottom. An operation
     * has only positions from free on, and below free + M, so the other round is an earlier one:
     * - Enqueues add to T only after they saw it below bound = free + M - 2 * handles, dequeues to H after they saw it
     *   below T. Once T (H) is at its bound, each thread adds to it at most once more before it knows. So T <= free + M
     *   - handles and H <= free + M at all times. Whoever helps a dequeue stops at T.
     * - Free is min(T, H) of some time ago, such that every operation that had begun by then has ended (below). Such an
     *   operation has left nothing to do at its positions: an enqueue's position below H was taken, or spoilt, by the
     *   dequeue of that position or by one that H was moved past it for.
     *
     * Epochs. An operation counts itself in to the bucket of the epoch that it read, and looks at the epoch again:
     * either it is the same, or it goes elsewhere. Epoch e is followed by e + 1 only if the bucket of e - 1 is empty.
     * So while an operation of epoch e runs, the epoch is at most e + 1. min(T, H) read in epoch e becomes free when
     * the epoch becomes e + 3: operations of epochs up to e, which have tickets below it, have ended, and so have those
     * of epoch e + 1, which may have helped them. One thread at a time sees to that; the others do not wait for it.
     *
     * What wraps: rounds in words have 30 bits and are only compared for equality. Each round touches each val. An enq
     * or deq that no operation needed for exactly 2^30 rounds would be mistaken for one of today. Positions and epochs
     * have 62 bits.
     *
     * Access modes: every decision about a cell or a request is made by a compare-and-swap, which acquires and
     * releases. Reads that may be old lead to a compare-and-swap that fails and tells what is there. State is stored
     * after the rest of a request with release. That a value found with a claimed request is the one meant is known
     * because val is still top after it was read: both with acquire, and stored with release. An operation's look at
     * the epoch after counting itself in needs no fence: whoever finds the bucket empty adds zero to it, so a count
     * that comes later acquires what he knew. T is read by adding zero where Empty depends on it (see Broker).
     */

    /** Attempts before an operation asks for help. */
    private static final int PATIENCE = 10;

    private static final int SEGMENT = 64;
    private static final int MIN_CELLS = 256;
    private static final int GENEROUS_FACTOR = 32;
    private static final int GENEROUS_CELLS = 1 << 16;
    private static final long MAX_CELLS = 1L << 28;

    private static final int LINE = Longs.LINE;

    /** In {@link #shared}. */
    private static final int T = LINE;

    private static final int H = 2 * LINE;
    private static final int FREE = 3 * LINE;
    private static final int EPOCH = 4 * LINE;
    private static final int LOCK = 5 * LINE;

    /** min(T, H) one and two epochs ago, for whoever has the lock. */
    private static final int RECENT = LOCK + 1;

    private static final int FORMER = LOCK + 2;

    /** Counters of operations under way: buckets of stripes, each on a line of its own. */
    private static final int ACTIVE = 6 * LINE;

    private static final int STRIPES = 16;
    private static final int BUCKETS = 4;
    private static final int SHARED = ACTIVE + BUCKETS * STRIPES * LINE;

    /** In a cell. */
    private static final int VAL = 0;

    private static final int ENQ = 1;
    private static final int DEQ = 2;
    private static final int CELL = 3;

    /** In a handle. */
    private static final int ENQ_VAL = 0;

    private static final int ENQ_STATE = 1;
    private static final int DEQ_ID = 2;
    private static final int DEQ_STATE = 3;

    /** Of the handle's own thread alone: whom it helps next, and with which request (none if negative). */
    private static final int ENQ_PEER = 4;

    private static final int ENQ_PEER_ID = 5;
    private static final int DEQ_PEER = 6;
    private static final int HANDLE = 8;

    /** A request's state: whether it is pending, and a position. */
    private static final long PENDING = 1L << 62;

    /** The position of an enqueue that was taken back. */
    private static final long NOWHERE = PENDING - 1;

    /** A word of a cell: the round, a kind (top or other), and a value or the number of a handle. */
    private static final int ROUND_BITS = 30;

    private static final int ROUND_SHIFT = 64 - ROUND_BITS;
    private static final long TOP = 1L << Integer.SIZE;
    private static final long PRESENT = 2L << Integer.SIZE;
    private static final long KIND = TOP | PRESENT;

    /** What help_enq says instead of a word: no enqueue has a position as far as this one. */
    private static final long EMPTY = 0;

    private final Handles handles;
    private final int patience;
    private final int segmentMask;

    /** M as a power of two. */
    private final int cellsShift;

    private final Longs shared;
    private final Longs cells;
    private final Longs requests;

    private YangMellorCrummeyQueue(Device device, QueueOptions options) {
        super(device, options);
        patience = options.patienceOr(PATIENCE);
        int threads = options.threadsOn(device);
        handles = new Handles(threads);
        segmentMask = powerOfTwo(options.segmentLength() == 0 ? SEGMENT : options.segmentLength()) - 1;
        long elements = Math.max(
                (long) options.memoryFactor() * capacity(),
                Math.clamp((long) GENEROUS_FACTOR * capacity(), MIN_CELLS, GENEROUS_CELLS));
        if (elements + 2L * threads > MAX_CELLS) {
            throw new IllegalArgumentException(
                    "capacity " + capacity() + " times memory factor " + options.memoryFactor()
                            + " and " + threads + " threads take " + (elements + 2L * threads) + " cells; the most are "
                            + MAX_CELLS + ": choose a smaller factor, or split the elements over several queues");
        }
        int length = powerOfTwo((int) elements + 2 * threads);
        cellsShift = Integer.numberOfTrailingZeros(length);
        shared = device.longs(SHARED);
        cells = device.longs(length * CELL);
        requests = device.longs(threads * HANDLE);
        begin(options.start());
    }

    /**
     * {@return an empty queue of ints}
     *
     * @param capacity a power of two between 2 and 2^25
     */
    static YangMellorCrummeyQueue ints(Device device, int capacity) {
        return with(device, QueueOptions.capacity(capacity));
    }

    static YangMellorCrummeyQueue with(Device device, QueueOptions options) {
        return new YangMellorCrummeyQueue(device, options);
    }

    private static int powerOfTwo(int atLeast) {
        return atLeast <= 1 ? 1 : Integer.highestOneBit(atLeast - 1) << 1;
    }

    /** Makes the queue an empty one that begins at {@code start}, or, if negative, so long before rounds wrap. */
    private void begin(int start) {
        long position = start & (1L << ROUND_BITS + cellsShift) - 1;
        long[] first = new long[SHARED];
        first[T] = position;
        first[H] = position;
        first[FREE] = position;
        first[RECENT] = position;
        first[FORMER] = position;
        first[EPOCH] = BUCKETS;
        long[] idle = new long[handles.count() * HANDLE];
        for (int handle = 0; handle < handles.count(); handle++) {
            idle[handle * HANDLE + ENQ_PEER] = next(handle);
            idle[handle * HANDLE + ENQ_PEER_ID] = -1;
            idle[handle * HANDLE + DEQ_PEER] = next(handle);
        }
        shared.copyIn(first);
        requests.copyIn(idle);
        cells.fill(wordOf(position - (1 << cellsShift), 0));
    }

    @Override
    public boolean enqueue(int value) {
        return enqueue(handles.ofCaller(), value);
    }

    @Override
    public TakenInt dequeue() {
        return dequeue(handles.ofCaller());
    }

    /** Enqueues with the handle of the caller's choice, which nobody else may use meanwhile. */
    boolean enqueue(int handle, int value) {
        if (!hasRoom() && !makeRoom()) {
            return false;
        }
        int bucket = enter(handle);
        boolean done = false;
        long position = 0;
        int attempts = 0;
        do {
            position = nextTail();
            done = swap(position, VAL, PRESENT | Integer.toUnsignedLong(value)) == 0;
            attempts++;
        } while (!done && retries(attempts) && hasRoom());
        return endEnqueue(handle, bucket, value, position, done);
    }

    /** Asks for help where that was in vain so far. */
    private boolean endEnqueue(int handle, int bucket, int value, long position, boolean wasDone) {
        boolean done = wasDone;
        if (!done) {
            statistics.retried();
            done = enqueueSlowly(handle, value, position);
        }
        leave(bucket);
        if ((position & segmentMask) == 0) {
            advanceEpoch();
        }
        return done;
    }

    /** With one fetch-and-add for all lanes; whoever had no luck asks for help. */
    @Override
    public boolean enqueueWarp(Lane lane, int value) {
        int handle = handles.ofCaller();
        if (!hasRoom() && !makeRoom()) {
            return false;
        }
        int bucket = enter(handle);
        var lanes = ActiveLanes.of(lane);
        long position = claim(lanes, lanes.count(), T);
        boolean done = swap(position, VAL, PRESENT | Integer.toUnsignedLong(value)) == 0;
        return endEnqueue(handle, bucket, value, position, done);
    }

    /** {@return a position for each of the first lanes; all of them have counted themselves in before} */
    private long claim(ActiveLanes lanes, int count, int end) {
        lanes.synchronize();
        long first = lanes.isFirst() ? shared.getAndAddAcqRel(end, count) : 0;
        return lanes.fromFirst(first) + lanes.rank();
    }

    private boolean retries(int attempts) {
        if (attempts > patience) {
            return false;
        }
        statistics.retried();
        return true;
    }

    /** The paper's enq_slow. */
    private boolean enqueueSlowly(int handle, int value, long id) {
        int state = handle * HANDLE + ENQ_STATE;
        requestEnqueue(handle, value, id);
        do {
            if (!hasRoom()) {
                if (requests.compareAndSetAcqRel(state, PENDING | id, NOWHERE)) {
                    return false;
                }
                break;
            }
            long position = nextTail();
            if (swap(position, ENQ, PRESENT | handle) == 0 && isBottom(position, word(position, VAL))) {
                requests.compareAndSetAcqRel(state, PENDING | id, position);
                break;
            }
            statistics.retried();
            stopIfCancelled(position);
        } while (isPending(requests.getAcquire(state)));
        commit(requests.getAcquire(state), value);
        return true;
    }

    /** Bounded though the steps of an operation are, among tens of thousands of threads they may take seconds. */
    private void stopIfCancelled(long position) {
        if ((position & segmentMask) == 0) {
            Backoff.stopIfCancelled("a cell, with the help of others");
        }
    }

    /** {@return the position of an enqueue that has seen room} */
    long nextTail() {
        return shared.getAndAddRelaxed(T, 1);
    }

    /** {@return the position of a dequeue that has not seen the queue empty} */
    long nextHead() {
        return shared.getAndAddRelaxed(H, 1);
    }

    /** Asks for help with an enqueue that has failed at position {@code id}. */
    void requestEnqueue(int handle, int value, long id) {
        requests.setRelease(handle * HANDLE + ENQ_VAL, value);
        requests.setRelease(handle * HANDLE + ENQ_STATE, PENDING | id);
    }

    /** The paper's enq_commit: an enqueue counts from when T is past its position. */
    private void commit(long position, int value) {
        shared.getAndMaxAcqRel(T, position + 1);
        int index = index(position, VAL);
        long word = cells.getAcquire(index);
        while (isBottom(position, word) || isTop(word)) {
            long found = cells.compareAndExchangeAcqRel(
                    index, word, wordOf(position, PRESENT | Integer.toUnsignedLong(value)));
            if (found == word) {
                return;
            }
            word = found;
        }
    }

    /** The paper's help_enq. {@return the val of the cell, top or a value, or {@link #EMPTY}} */
    private long helpEnqueue(int handle, long position) {
        long word = swap(position, VAL, TOP);
        if (word != 0 && !isTop(word)) {
            return word;
        }
        long request = word(position, ENQ);
        if (isBottom(position, request)) {
            offerToPeer(handle, position);
            request = swap(position, ENQ, TOP);
        }
        if (request == 0 || isTop(request)) {
            return isPastTail(position) ? EMPTY : wordOf(position, TOP);
        }
        int owner = (int) request * HANDLE;
        long state = requests.getAcquire(owner + ENQ_STATE);
        int value = (int) requests.getAcquire(owner + ENQ_VAL);
        if (positionOf(state) > position) {
            // A later request of the same handle: the one that had this cell has ended, here or elsewhere.
            long ended = word(position, VAL);
            return isTop(ended) && isPastTail(position) ? EMPTY : ended;
        }
        long claimed = isPending(state) ? requests.compareAndExchangeAcqRel(owner + ENQ_STATE, state, position) : state;
        if (isPending(state) && claimed == state || claimed == position && isTop(word(position, VAL))) {
            commit(position, value);
        }
        return word(position, VAL);
    }

    /** Gives the cell to the request of the peer that is next to be helped, if it has one that can use it. */
    private void offerToPeer(int handle, long position) {
        int own = handle * HANDLE;
        int peer = (int) requests.get(own + ENQ_PEER);
        long state = requests.getAcquire(peer * HANDLE + ENQ_STATE);
        long remembered = requests.get(own + ENQ_PEER_ID);
        if (remembered >= 0 && remembered != positionOf(state)) {
            requests.set(own + ENQ_PEER_ID, -1);
            peer = next(peer);
            state = requests.getAcquire(peer * HANDLE + ENQ_STATE);
        }
        if (isPending(state) && positionOf(state) <= position && swap(position, ENQ, PRESENT | peer) != 0) {
            requests.set(own + ENQ_PEER_ID, positionOf(state));
        } else {
            peer = next(peer);
        }
        requests.set(own + ENQ_PEER, peer);
    }

    /** With one fetch-and-add for as many lanes as there are values in sight; the others try alone. */
    @Override
    public TakenInt dequeueWarp(Lane lane) {
        var attempt = dequeueTogether(lane);
        return attempt.made() ? attempt.taken() : dequeue();
    }

    /** Where no value is in sight, one lane looks whether there is one after all. */
    @Override
    public TakenInt pollWarp(Lane lane) {
        var attempt = dequeueTogether(lane);
        return attempt.looks() ? dequeue() : attempt.taken();
    }

    /**
     * What came of a dequeue together with other lanes.
     *
     * @param made whether the lane had a position
     * @param looks whether no lane had one, and this is the one to look why
     */
    private record Attempt(boolean made, boolean looks, TakenInt taken) {}

    private Attempt dequeueTogether(Lane lane) {
        int handle = handles.ofCaller();
        int bucket = enter(handle);
        var lanes = ActiveLanes.of(lane);
        int claimed = lanes.fromFirst(Math.min(sizeHint(), lanes.count()));
        long position = claim(lanes, claimed, H);
        boolean made = lanes.rank() < claimed;
        long word = EMPTY;
        if (made) {
            word = helpEnqueue(handle, position);
            if (word != EMPTY && (isTop(word) || swap(position, DEQ, TOP) != 0)) {
                statistics.retried();
                word = wasEmpty() ? EMPTY : dequeueSlowly(handle, position);
            }
        }
        var taken = endDequeue(handle, bucket, made ? position : 1, word);
        return new Attempt(made, claimed == 0 && lanes.isFirst(), taken);
    }

    /** Dequeues with the handle of the caller's choice, which nobody else may use meanwhile. */
    TakenInt dequeue(int handle) {
        if (wasEmpty()) {
            return TakenInt.empty();
        }
        int bucket = enter(handle);
        long word = EMPTY;
        long position = 0;
        int attempts = 0;
        boolean done = false;
        do {
            position = nextHead();
            word = helpEnqueue(handle, position);
            done = word == EMPTY || !isTop(word) && swap(position, DEQ, TOP) == 0;
            attempts++;
            if (!done && wasEmpty()) {
                word = EMPTY;
                done = true;
            }
        } while (!done && retries(attempts));
        if (!done) {
            statistics.retried();
            word = dequeueSlowly(handle, position);
        }
        return endDequeue(handle, bucket, position, word);
    }

    /** Helps another, counts the caller out, and now and then sets cells free. {@return what {@code word} says} */
    private TakenInt endDequeue(int handle, int bucket, long position, long word) {
        if (word != EMPTY) {
            int peer = (int) requests.get(handle * HANDLE + DEQ_PEER);
            helpDequeue(handle, peer);
            requests.set(handle * HANDLE + DEQ_PEER, next(peer));
        }
        leave(bucket);
        if ((position & segmentMask) == 0) {
            advanceEpoch();
        }
        return word == EMPTY ? TakenInt.empty() : TakenInt.of((int) word);
    }

    /** The paper's deq_slow. */
    private long dequeueSlowly(int handle, long id) {
        requestDequeue(handle, id);
        helpDequeue(handle, handle);
        return resultOfRequest(handle);
    }

    /** Asks for help with a dequeue that has failed at position {@code id}. */
    void requestDequeue(int handle, long id) {
        requests.setRelease(handle * HANDLE + DEQ_ID, id);
        requests.setRelease(handle * HANDLE + DEQ_STATE, PENDING | id);
    }

    /** {@return the word that a dequeue got which is no longer pending, or {@link #EMPTY}} */
    long resultOfRequest(int handle) {
        long position = requests.getAcquire(handle * HANDLE + DEQ_STATE);
        long word = word(position, VAL);
        shared.getAndMaxAcqRel(H, position + 1);
        return isTop(word) ? EMPTY : word;
    }

    /** The paper's help_deq. */
    private void helpDequeue(int handle, int helpee) {
        int request = helpee * HANDLE;
        long state = requests.getAcquire(request + DEQ_STATE);
        long id = requests.getAcquire(request + DEQ_ID);
        if (!isPending(state) || positionOf(state) < id) {
            return;
        }
        long prior = id;
        long position = id;
        boolean candidate = false;
        while (true) {
            while (!candidate && positionOf(state) == prior) {
                position++;
                stopIfCancelled(position);
                long word = helpEnqueue(handle, position);
                if (word == EMPTY || !isTop(word) && isBottom(position, word(position, DEQ))) {
                    candidate = true;
                } else {
                    state = requests.getAcquire(request + DEQ_STATE);
                }
            }
            if (candidate) {
                requests.compareAndSetAcqRel(request + DEQ_STATE, PENDING | prior, PENDING | position);
                state = requests.getAcquire(request + DEQ_STATE);
            }
            if (!isPending(state) || requests.getAcquire(request + DEQ_ID) != id) {
                return;
            }
            long announced = positionOf(state);
            if (isTop(word(announced, VAL)) || isTakenFor(helpee, announced)) {
                requests.compareAndSetAcqRel(request + DEQ_STATE, state, announced);
                return;
            }
            prior = announced;
            if (announced >= position) {
                candidate = false;
                position = announced;
            }
        }
    }

    /** {@return whether the value at {@code position} is that of the helpee's request, now or already} */
    private boolean isTakenFor(int helpee, long position) {
        long found = swap(position, DEQ, PRESENT | helpee);
        return found == 0 || found == wordOf(position, PRESENT | helpee);
    }

    /**
     * Sets a word that is bottom.
     *
     * @return 0 if it was, else what it is
     */
    private long swap(long position, int part, long content) {
        int index = index(position, part);
        long word = cells.getAcquire(index);
        while (isBottom(position, word)) {
            long found = cells.compareAndExchangeAcqRel(index, word, wordOf(position, content));
            if (found == word) {
                return 0;
            }
            word = found;
        }
        return word;
    }

    /** {@return whether fewer cells are in use than there are, less those that threads may take before they know} */
    private boolean hasRoom() {
        return shared.getOpaque(T) < shared.getAcquire(FREE) + (1 << cellsShift) - 2L * handles.count();
    }

    /** {@return whether there is room after all} Cells become free with the third epoch. */
    private boolean makeRoom() {
        for (int i = 0; i < BUCKETS && !hasRoom(); i++) {
            advanceEpoch();
        }
        return hasRoom();
    }

    private boolean wasEmpty() {
        long head = shared.getAcquire(H);
        return isPastTail(head);
    }

    private boolean isPastTail(long position) {
        return shared.getOpaque(T) <= position && shared.getAndAddRelaxed(T, 0) <= position;
    }

    /** Counts the caller in. {@return where} */
    private int enter(int handle) {
        int stripe = (handle & STRIPES - 1) * LINE;
        var backoff = new Backoff();
        long epoch = shared.getAcquire(EPOCH);
        while (true) {
            int bucket = ACTIVE + bucketOf(epoch) + stripe;
            shared.getAndAddAcqRel(bucket, 1);
            long now = shared.getAcquire(EPOCH);
            if (now == epoch) {
                return bucket;
            }
            leave(bucket);
            retry(backoff, "an epoch that stays");
            epoch = now;
        }
    }

    private void leave(int bucket) {
        shared.getAndAddAcqRel(bucket, -1);
    }

    private static int bucketOf(long epoch) {
        return ((int) epoch & BUCKETS - 1) * STRIPES * LINE;
    }

    /**
     * Goes on to the next epoch, unless operations of the one before are still under way or somebody else is doing it.
     */
    private void advanceEpoch() {
        if (shared.getOpaque(LOCK) != 0 || !shared.compareAndSetAcqRel(LOCK, 0, 1)) {
            return;
        }
        long epoch = shared.getAcquire(EPOCH);
        long active = 0;
        for (int stripe = 0; stripe < STRIPES; stripe++) {
            active |= shared.getAndAddAcqRel(ACTIVE + bucketOf(epoch - 1) + stripe * LINE, 0);
        }
        if (active == 0) {
            shared.setRelease(FREE, shared.getOpaque(FORMER));
            shared.setOpaque(FORMER, shared.getOpaque(RECENT));
            shared.setOpaque(RECENT, Math.min(shared.getOpaque(T), shared.getOpaque(H)));
            shared.setRelease(EPOCH, epoch + 1);
        }
        shared.setRelease(LOCK, 0);
    }

    private int next(int handle) {
        return handle + 1 == handles.count() ? 0 : handle + 1;
    }

    private int index(long position, int part) {
        return ((int) position & (1 << cellsShift) - 1) * CELL + part;
    }

    private long word(long position, int part) {
        return cells.getAcquire(index(position, part));
    }

    private long wordOf(long position, long content) {
        return position >> cellsShift << ROUND_SHIFT | content;
    }

    /** {@return whether a word is of an earlier round} */
    private boolean isBottom(long position, long word) {
        return word >>> ROUND_SHIFT != wordOf(position, 0) >>> ROUND_SHIFT;
    }

    private static boolean isTop(long word) {
        return (word & KIND) == TOP;
    }

    private static boolean isPending(long state) {
        return (state & PENDING) != 0;
    }

    private static long positionOf(long state) {
        return state & PENDING - 1;
    }

    /** A value inside is at a position from H on and before T. */
    @Override
    public int sizeHint() {
        return Math.clamp(shared.getOpaque(T) - shared.getOpaque(H), 0, capacity());
    }

    @Override
    public void clear() {
        begin(0);
    }

    @Override
    public void close() {
        shared.close();
        cells.close();
        requests.close();
    }

    @Override
    public String toString() {
        return "YangMellorCrummeyQueue of " + (1 << cellsShift) + " cells for " + handles.count() + " threads";
    }
}
