package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Longs;

/**
 * A wait-free queue of indices that is never asked to hold more than half of its entries: the ring of Ruslan Nikolaev
 * and Binoy Ravindran, <i>wCQ: A Fast Wait-Free Queue with Bounded Memory Usage</i>, SPAA 2022, in words of 64 bits.
 *
 * <p>Each thread that uses it has a number, its handle, which nobody else may use meanwhile.
 */
final class HelpedRing {
    /*
     * The ring has 2n entries, n at least the number of indices and of threads. Position p belongs to entry p modulo
     * 2n, in cycle p divided by 2n. An entry is one word:
     *
     *     over | age | occupied (1 bit) | helped (1 bit) | index (log2 n bits)
     *
     * Cycles up to `over` are over for enqueues. If the entry is occupied, its index came in cycle over - age. So
     * `over` is the paper's Cycle, Note and IsSafe at once: whoever finds that nothing is to come at p says so for
     * good.
     *
     * Transitions of an entry
     * - put at p: {over < cycle(p), free} becomes {over = cycle(p), age = 0, occupied, index}; `helped` says that the
     *   enqueue had asked for help.
     * - spoil p: over < cycle(p) becomes over = cycle(p); age grows by as much if there is an (older) index.
     * - take, by the one that has claimed p: all but `over` becomes 0.
     * So `over` never falls, a position is either put once or spoilt, and an index at p stays until it is taken by
     * the one that claimed p.
     *
     * Fast path: an enqueue gets a position from Tail by fetch-and-add and puts its index there; a dequeue claims one
     * from Head, and takes what is there or spoils it. Threshold is how many claims may fail before the ring is known
     * to be empty: the last index put in is less than 2n positions ahead of Head, and 2n claims may be late with their
     * count, for a thread has one of its own while it makes another for somebody whom it helps. Each enqueue sets it to
     * 4n - 1 when it is done, each claim that fails takes one off.
     *
     * Slow path: after `patience` attempts an operation writes a request that others can execute with it, all at
     * once. They agree on what is next by compare-and-swap of its state, {tag, position, flags}. The tag is that of
     * the request; whoever has an older one finds it closed.
     * - An enqueue (state by index). Everybody moves Tail past the position and tries to put the index there, with
     *   `helped`, or spoils it. If the index is there, the request is done. If not, it never will be, and the state
     *   goes on to a later position. Positions need not be the request's own: the entry decides who has one. An index
     *   that is already taken looks the same as one that was never there; therefore whoever takes one that is `helped`
     *   first marks its request as done, and that is found by the index.
     * - A dequeue (state by handle). A position must be its own. The state first says which one is wanted
     *   (`claiming`, the position that Head has), then Head is moved on by compare-and-swap, to a word that names the
     *   handle. While it does, no other request claims anything; whoever finds it there clears `claiming` and then
     *   the name. Such a position is examined as on the fast path; what is found there is left to the thread that
     *   asked.
     *
     * Why one position is claimed for each `claiming`: L = {c, claiming} was written after Head was seen as {c,
     * nobody}. If Head names the handle when it is read after L, it was moved at c or later; if later, L is no longer
     * {c, claiming}, and the compare-and-swap that would clear it fails. A name is taken out of the very word of Head
     * that was read before `claiming` was found cleared. So neither is a claim lost nor a position believed to be
     * claimed that is not.
     *
     * Help. Whoever gets a position that is a multiple of the patience looks at Pending; while there are requests it
     * looks at one handle, that of Turn, executes the request if there is one, and moves Turn on.
     *
     * Linearization. Tail passes p before p is put. Let e(p) be the time of the put. The enqueue at p takes effect at
     * E(p) = min e(q) over all q >= p that are put, the dequeue of p at max(claim(p), E(p)): both grow with p, and
     * lie within the calls, as every position of an enqueue was at or beyond Tail during its call. Empty takes effect
     * when Tail was found not to be beyond a position that Head is beyond, or when Threshold ran out.
     *
     * Wait-freedom. A request that is pending has its Turn after as many looks as there are handles, and whoever looks
     * from then on executes it until it is done. Others go on to get positions only until one of them is theirs to
     * look. What they have begun ends: attempts on the fast path are counted, and of requests one always gets on. For
     * dequeues claim at most 4n + 2k positions until Threshold is used up or an enqueue has ended; without them each
     * enqueue puts its index within 2n positions, as n entries are free. After that nobody moves Head or Tail but
     * those with the request, for it.
     *
     * What wraps: positions have 44 bits and are compared by their difference; cycles have as many bits as are left,
     * at least half of those besides index and flags. Tail has 64 bits, of which 44 are its position, and never
     * wraps.
     *
     * Access modes: an entry is filled with release and read with acquire, so whoever gets an index sees what was
     * written before it was put in. Tail and Threshold decide by read-modify-writes: an add of zero reads the last
     * value there is. States, and Head where it names somebody, are changed with release and read with acquire, so that
     * whoever sees one sees the other as far on as the writer did. A take that ends something that others may be
     * executing releases, too: whoever finds an index gone finds its request done.
     */

    private static final int LINE = Longs.LINE;
    private static final int HEAD = 2 * LINE;
    private static final int TAIL = 18 * LINE;
    private static final int PENDING = 22 * LINE;
    private static final int TURN = 23 * LINE;
    private static final int LENGTH = 24 * LINE;

    /** In {@link #threshold}: on a line of its own. */
    private static final int THRESHOLD = Ints.LINE;

    /** No index. */
    static final int NONE = -1;

    /** In Head: a position, and a handle + 1 or 0. */
    private static final int CLAIMANT_BITS = 20;

    private static final long CLAIMANT = (1L << CLAIMANT_BITS) - 1;
    private static final long ONE_POSITION = 1L << CLAIMANT_BITS;

    private static final int POSITION_BITS = Long.SIZE - CLAIMANT_BITS;
    private static final long POSITION = (1L << POSITION_BITS) - 1;

    /** In a state: tag, position, flags. */
    private static final long DONE = 1;

    private static final long FOUND = 2;
    private static final long CLAIMING = 4;
    private static final int POSITION_SHIFT = 3;
    private static final int TAG_SHIFT = POSITION_SHIFT + POSITION_BITS;
    private static final long TAG = (1L << Long.SIZE - TAG_SHIFT) - 1;

    /** In a request: what, tag, index. */
    private static final long ENQUEUE = 1L << 62;

    private static final long DEQUEUE = 1L << 61;
    private static final int REQUEST_TAG_SHIFT = Integer.SIZE;

    /** Neighbours in the order of positions are so many entries apart: those of a warp do not meet in a cache line. */
    private static final int NEIGHBOURS = 8;

    /** Looks at an entry before its position is spoilt. */
    private static final int LOOKS = 16;

    /** Of 32 neighbours that are beyond Tail, mostly those of a warp, one moves it. */
    private static final int CATCH_UP_MASK = 31;

    /** Positions between two looks whether the launch was cancelled: bounded though it is, helping may take long. */
    private static final int CANCEL_MASK = 63;

    private final int handles;
    private final int patience;

    /** Positions whose bits below are 0 are those at which one looks for requests. */
    private final int lookMask;

    private final QueueOptions.Statistics statistics;

    private final Longs counters;
    private final Ints threshold;
    private final Longs entries;

    /** States of enqueues by index. */
    private final Longs enqueues;

    /** States of dequeues by handle. */
    private final Longs dequeues;

    /** What a handle asks for, or 0. */
    private final Longs requests;

    /** 2n - 1: position to entry. */
    private final int mask;

    /** log2 2n: position to cycle. */
    private final int shift;

    private final long helped;
    private final long occupied;
    private final int ageShift;
    private final int overShift;

    /** The cycles that can be told apart, less 1. */
    private final long cycles;

    /**
     * @param n a power of two, at least the number of indices, and of threads
     * @param handles threads
     * @param patience attempts that an operation makes by itself before it asks for help
     */
    HelpedRing(Device device, int n, int handles, int patience, QueueOptions.Statistics statistics) {
        this.handles = handles;
        this.patience = patience;
        lookMask = Integer.highestOneBit(Math.max(1, patience)) - 1;
        this.statistics = statistics;
        mask = 2 * n - 1;
        shift = Integer.numberOfTrailingZeros(2 * n);
        int indexBits = shift - 1;
        helped = 1L << indexBits;
        occupied = 2L << indexBits;
        ageShift = indexBits + 2;
        int cycleBits = Math.min((Long.SIZE - ageShift + 1) / 2, POSITION_BITS - shift);
        overShift = Long.SIZE - cycleBits;
        cycles = (1L << cycleBits) - 1;
        entries = device.longs(2 * n);
        enqueues = device.longs(n);
        dequeues = device.longs(handles);
        requests = device.longs(handles);
        counters = device.longs(LENGTH);
        threshold = device.ints(2 * THRESHOLD);
    }

    /** Makes it hold the indices from 0 to {@code count - 1}, from the host; the first is at {@code start}. */
    void begin(long start, int count) {
        long[] words = new long[mask + 1];
        for (int i = 0; i <= mask; i++) {
            long position = start + i;
            words[entry(position)] = i < count ? over(cycle(position)) | occupied | i : over(cycle(position) - 1);
        }
        entries.copyIn(words);
        enqueues.fill(DONE);
        dequeues.fill(DONE);
        requests.fill(0);
        long[] image = new long[LENGTH];
        image[HEAD] = start << CLAIMANT_BITS;
        image[TAIL] = (start & POSITION) + count;
        counters.copyIn(image);
        threshold.fill(count == 0 ? -1 : maxThreshold());
    }

    private int maxThreshold() {
        return 2 * (mask + 1) - 1;
    }

    void close() {
        threshold.close();
        counters.close();
        requests.close();
        dequeues.close();
        enqueues.close();
        entries.close();
    }

    /*
     * Both operations are one loop: in each turn of it the caller takes part in somebody's request, at last in its own.
     * So the slow path is there once in the code that a GPU gets for each, and what is run does not get too far apart.
     */

    /** Puts an index in that is not inside. */
    void enqueue(int handle, int index) {
        var backoff = new Backoff();
        long position = nextTail();
        int attempts = 0;
        boolean asks = false;
        while (true) {
            help(position, handle, asks);
            if (asks) {
                withdraw(handle);
                return;
            }
            if (attempts == patience) {
                askToEnqueue(handle, position, index);
                asks = true;
            } else if (put(position, index)) {
                refillThreshold();
                return;
            } else {
                attempts++;
                statistics.retried();
                backoff.pause("enqueue: an entry that no dequeue has spoilt");
                position = nextTail();
            }
        }
    }

    /** {@return an index, or {@link #NONE}} */
    int dequeue(int handle) {
        if (threshold() < 0) {
            return NONE;
        }
        long position = nextHead();
        int attempts = 0;
        boolean asks = false;
        while (true) {
            help(position, handle, asks);
            if (asks) {
                withdraw(handle);
                return resultOf(handle);
            }
            if (attempts == patience) {
                askToDequeue(handle, position);
                asks = true;
            } else {
                long word = settle(position);
                if (isElementOf(word, position)) {
                    return take(position, word);
                }
                boolean empty = isBeyondTail(position);
                if (threshold.getAndAddRelaxed(THRESHOLD, -1) <= 0 || empty) {
                    return NONE;
                }
                attempts++;
                statistics.retried();
                position = nextHead();
            }
        }
    }

    long nextTail() {
        return counters.getAndAddRelaxed(TAIL, 1);
    }

    long nextHead() {
        return counters.getAndAddRelaxed(HEAD, ONE_POSITION) >>> CLAIMANT_BITS;
    }

    private int threshold() {
        return threshold.getAndAddRelaxed(THRESHOLD, 0);
    }

    private void refillThreshold() {
        if (threshold.getAndAddAcqRel(THRESHOLD, 0) != maxThreshold()) {
            threshold.getAndSetRelaxed(THRESHOLD, maxThreshold());
        }
    }

    /** {@return whether the index is at {@code position} now; if not, that is spoilt, or its entry occupied} */
    private boolean put(long position, int index) {
        long cycle = cycle(position);
        long next = over(cycle) | occupied | index;
        long word = over(cycle - 1);
        while (isFree(word) && isBefore(word, cycle)) {
            long seen = entries.compareAndExchangeAcqRel(entry(position), word, next);
            if (seen == word) {
                return true;
            }
            word = seen;
        }
        return false;
    }

    /** {@return the entry once it is decided whether there is an index at {@code position}} */
    private long settle(long position) {
        long cycle = cycle(position);
        long word = entries.getAcquire(entry(position));
        for (int looks = 1; looks < LOOKS && isBefore(word, cycle); looks++) {
            word = entries.getAcquire(entry(position));
        }
        while (isBefore(word, cycle)) {
            long spoilt = spoilt(word, cycle);
            long seen = entries.compareAndExchangeAcqRel(entry(position), word, spoilt);
            word = seen == word ? spoilt : seen;
        }
        return word;
    }

    /** {@return the index at a claimed position} */
    private int take(long position, long word) {
        int index = index(word);
        if ((word & helped) == 0) {
            entries.getAndBitwiseAndRelaxed(entry(position), over(cycles));
        } else {
            markDone(index, position);
            entries.getAndBitwiseAndAcqRel(entry(position), over(cycles));
        }
        return index;
    }

    /** The enqueue that has put the index at {@code position} with the help of others need not look any further. */
    private void markDone(int index, long position) {
        long state = enqueues.getAcquire(index);
        if ((state & DONE) == 0 && position(state) == (position & POSITION)) {
            enqueues.compareAndSetAcqRel(index, state, state | DONE);
        }
    }

    /** {@return whether no enqueue has got a position beyond this one} If so, Tail is moved there, now and then. */
    private boolean isBeyondTail(long position) {
        long tail = counters.getAndAddRelaxed(TAIL, 0);
        if (distance(tail, position + 1) > 0) {
            return false;
        }
        if ((position & CATCH_UP_MASK) == CATCH_UP_MASK) {
            moveTail(tail, position + 1);
        }
        return true;
    }

    /** Moves Tail to a position, unless it is there or further. */
    private void moveTail(long seen, long position) {
        counters.getAndMaxRelaxed(TAIL, seen + distance(position, seen));
    }

    /** Asks for an enqueue of {@code index}, at {@code position} or later. */
    void askToEnqueue(int handle, long position, int index) {
        long tag = nextTag(enqueues.getOpaque(index));
        enqueues.setRelease(index, state(tag, position));
        ask(handle, ENQUEUE | tag << REQUEST_TAG_SHIFT | index);
    }

    /** Asks for a dequeue by one that has claimed {@code position}. */
    void askToDequeue(int handle, long position) {
        long tag = nextTag(dequeues.getOpaque(handle));
        threshold.getAndAddRelaxed(THRESHOLD, -1);
        dequeues.setRelease(handle, state(tag, position));
        ask(handle, DEQUEUE | tag << REQUEST_TAG_SHIFT);
    }

    private void ask(int handle, long request) {
        requests.setRelease(handle, request);
        counters.getAndAddRelaxed(PENDING, 1);
    }

    private void withdraw(int handle) {
        requests.setRelease(handle, 0);
        counters.getAndAddRelaxed(PENDING, -1);
    }

    /** Takes part in the caller's request, or in the one whose turn it is, if the caller is to look. */
    private void help(long position, int handle, boolean asks) {
        if (asks || (position & lookMask) == 0 && counters.getOpaque(PENDING) != 0) {
            long turn = counters.getOpaque(TURN);
            execute(asks ? handle : (int) (turn & Integer.MAX_VALUE) % handles);
            if (!asks) {
                counters.compareAndSetAcqRel(TURN, turn, turn + 1);
            }
        }
    }

    /** Goes on with what a handle asks for until it is done. */
    private void execute(int handle) {
        long request = requests.getAcquire(handle);
        long tag = request >>> REQUEST_TAG_SHIFT & TAG;
        if ((request & ENQUEUE) != 0) {
            executeEnqueue((int) request, tag);
        } else if ((request & DEQUEUE) != 0) {
            executeDequeue(handle, tag);
        }
    }

    private void executeEnqueue(int index, long tag) {
        long state = enqueues.getAcquire(index);
        while (isOpen(state, tag)) {
            long position = position(state);
            stopIfCancelled(position);
            moveTail(counters.getOpaque(TAIL), position + 1);
            long next;
            if (putForAll(position, index)) {
                refillThreshold();
                next = state | DONE;
            } else {
                statistics.retried();
                next = state(tag, position + Math.max(1, distance(counters.getOpaque(TAIL), position)));
            }
            enqueues.compareAndSetAcqRel(index, state, next);
            state = enqueues.getAcquire(index);
        }
    }

    /** {@return whether the index is at {@code position} now} If not, it never will be, or has been there. */
    private boolean putForAll(long position, int index) {
        long cycle = cycle(position);
        long put = over(cycle) | occupied | helped | index;
        long word = entries.getAcquire(entry(position));
        while (isBefore(word, cycle)) {
            long next = isFree(word) ? put : spoilt(word, cycle);
            long seen = entries.compareAndExchangeAcqRel(entry(position), word, next);
            word = seen == word ? next : seen;
        }
        return isElementOf(word, position) && (word & helped) != 0 && index(word) == index;
    }

    private void executeDequeue(int handle, long tag) {
        long state = dequeues.getAcquire(handle);
        while (isOpen(state, tag)) {
            long position = position(state);
            boolean claimed = (state & CLAIMING) == 0;
            stopIfCancelled(position);
            if (claimed && isElementOf(settle(position), position)) {
                dequeues.compareAndSetAcqRel(handle, state, state | DONE | FOUND);
            } else if (claimed && (isBeyondTail(position) || threshold() < 0)) {
                dequeues.compareAndSetAcqRel(handle, state, state | DONE);
            } else {
                claimNext(handle, tag, state);
            }
            state = dequeues.getAcquire(handle);
        }
    }

    /** Makes a step towards the next position of a dequeue. */
    private void claimNext(int handle, long tag, long state) {
        long head = counters.getAcquire(HEAD);
        if ((head & CLAIMANT) != 0) {
            completeClaim(head);
        } else if (state == (state(tag, head >>> CLAIMANT_BITS) | CLAIMING)) {
            if (counters.compareAndSetAcqRel(HEAD, head, head + ONE_POSITION + handle + 1)) {
                threshold.getAndAddRelaxed(THRESHOLD, -1);
            }
        } else {
            statistics.retried();
            dequeues.compareAndSetAcqRel(handle, state, state(tag, head >>> CLAIMANT_BITS) | CLAIMING);
        }
    }

    /** Lets the request that Head names have its position, and Head name nobody. */
    private void completeClaim(long head) {
        long claimant = head & CLAIMANT;
        int handle = (int) claimant - 1;
        long state = dequeues.getAcquire(handle);
        if ((state & CLAIMING) != 0) {
            if ((counters.getAcquire(HEAD) & CLAIMANT) != claimant) {
                return;
            }
            dequeues.compareAndSetAcqRel(handle, state, state & ~CLAIMING);
        }
        counters.compareAndSetAcqRel(HEAD, head, head - claimant);
    }

    /** {@return the index that a dequeue got which is done, or {@link #NONE}} For the thread that asked. */
    int resultOf(int handle) {
        long state = dequeues.getAcquire(handle);
        if ((state & FOUND) == 0) {
            return NONE;
        }
        long position = position(state);
        long word = entries.getAcquire(entry(position));
        if ((word & helped) != 0) {
            markDone(index(word), position);
        }
        entries.getAndBitwiseAndAcqRel(entry(position), over(cycles));
        return index(word);
    }

    private static void stopIfCancelled(long position) {
        if ((position & CANCEL_MASK) == 0) {
            Backoff.stopIfCancelled("a position, with the help of others");
        }
    }

    /** {@return about how many indices are inside} */
    int size() {
        long head = counters.getOpaque(HEAD) >>> CLAIMANT_BITS;
        return Math.clamp(distance(counters.getOpaque(TAIL), head), 0, mask);
    }

    /** {@return how far position {@code a} is beyond {@code b}} */
    private static long distance(long a, long b) {
        return a - b << CLAIMANT_BITS >> CLAIMANT_BITS;
    }

    private int entry(long position) {
        int place = (int) position & mask;
        return place % NEIGHBOURS * ((mask + 1) / NEIGHBOURS) + place / NEIGHBOURS;
    }

    private long cycle(long position) {
        return position >>> shift & cycles;
    }

    /** {@return the word of a free entry that is over up to a cycle} */
    private long over(long cycle) {
        return cycle << overShift;
    }

    /** {@return whether what is over ends before a cycle} */
    private boolean isBefore(long word, long cycle) {
        return word - over(cycle) >> overShift < 0;
    }

    private boolean isFree(long word) {
        return (word & occupied) == 0;
    }

    private int index(long word) {
        return (int) (word & helped - 1);
    }

    /** {@return an entry's word after a later cycle is over, too} */
    private long spoilt(long word, long cycle) {
        long later = cycle - (word >>> overShift) & cycles;
        return word + (later << overShift) + (isFree(word) ? 0 : later << ageShift);
    }

    private boolean isElementOf(long word, long position) {
        long age = (word & over(1) - 1) >>> ageShift;
        return !isFree(word) && (((word >>> overShift) - age) & cycles) == cycle(position);
    }

    private static long state(long tag, long position) {
        return tag << TAG_SHIFT | (position & POSITION) << POSITION_SHIFT;
    }

    private static long position(long state) {
        return state >>> POSITION_SHIFT & POSITION;
    }

    private static boolean isOpen(long state, long tag) {
        return state >>> TAG_SHIFT == tag && (state & DONE) == 0;
    }

    /** {@return the tag of the request after the one with a given state} */
    private static long nextTag(long state) {
        return (state >>> TAG_SHIFT) + 1 & TAG;
    }
}
