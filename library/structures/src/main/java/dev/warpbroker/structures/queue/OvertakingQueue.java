package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Lane;
import dev.warpbroker.device.Longs;
import dev.warpbroker.structures.TakenInt;

/**
 * A bounded queue that is lock-free and takes one fetch-and-add for a position: an operation that stands still is
 * overtaken by those behind it.
 *
 * <p>Positions, cycles, and dequeues that spoil the position of an enqueue that is late are those of Ruslan Nikolaev,
 * <i>A Scalable, Portable, and Memory-Efficient Lock-Free FIFO Queue</i>, DISC 2019, and of the ring in Adam Morrison
 * and Yehuda Afek, <i>Fast Concurrent Queues for x86 Processors</i>, PPoPP 2013.
 *
 * <p><b>Guarantees.</b> First in, first out; linearizable; lock-free: however long threads stand still in the middle of
 * operations, among the others some operation ends. Empty is returned only if the queue was empty at some instant
 * during the call. Never more than {@code capacity} values are inside, and one thread at a time can put in so many. A
 * {@code capacity} of N takes 16 N bytes, and 8 KB at least; on a GPU a large one takes 2 MiB more for its counters.
 *
 * <p><b>Not guaranteed.</b> Full may come early while other operations are under way: each of them may keep one place
 * from being used, also when it stands still. As {@link FusedBrokerQueue} the queue hands over the value and nothing
 * else: what a thread wrote to other memory before need <em>not</em> be visible to the thread that dequeues. An
 * operation must not stand still while the ring goes around 2^15 times, 2^31 positions pass, or its block gets
 * positions 2^16 times. A queue that a cancelled launch has used is to be {@linkplain #clear cleared}.
 *
 * <p><b>Differences from SCQ.</b>
 *
 * <ul>
 *   <li>The value itself is in the ring, not the index of a place for it: one ring instead of two, and half as many
 *       fetch-and-adds. Places are counted instead.
 *   <li>A slot says up to which cycle it is over, also while an older value is still in it. So a position is spoilt for
 *       good by whoever gets there, without the bit that says unsafe, and no enqueue looks at Head.
 *   <li>Instead of a threshold that limits how long dequeues go on in vain there is a search that claims what it has
 *       looked through by one compare-and-swap of Head.
 *   <li>Counters of places and of values are in parts on a GPU. Dequeues look a few times before they spoil a position:
 *       mostly its value is on its way.
 *   <li>In launches of very many lanes of a GPU, warps of a block that enqueue at about the same time get positions by
 *       one fetch-and-add. Who waits for that in vain gets one for itself: that a position is never used is nothing new
 *       here. Dequeues cannot do the same, for what is at a position that was claimed has to be taken.
 * </ul>
 */
public final class OvertakingQueue extends DeviceQueue {
    /*
     * The ring has 2N slots or more. Position p belongs to slot p modulo their number, in cycle p divided by it. A slot
     * is one word:
     *
     *     over (16 bits) | age (15 bits) | occupied (1 bit) | value (32 bits)
     *
     * Cycles up to `over` are over for enqueues. If the slot is occupied, its value came in cycle over - age. Cycles
     * are compared modulo 2^16, or modulo what positions of 32 bits leave of it.
     *
     * Transitions of a slot
     * - put, by the enqueue at p: {over < cycle(p), free} becomes {over = cycle(p), age = 0, occupied, value}. Mostly
     *   it is {over = cycle(p) - 1, free}, a word that is known without a look.
     * - spoil, by anybody on behalf of the dequeue at p: over < cycle(p) becomes over = cycle(p); age grows by as much
     *   if there is an (older) value. From then on nothing can be put at p.
     * - take, by the one that has claimed p: all but `over` becomes 0. It is an atomic and, so that what others spoil
     *   meanwhile is kept.
     * So `over` never falls, a position is either put once or spoilt, and a value at p stays until the one that claimed
     * p takes it.
     *
     * Claims. Positions before Head are claimed. A dequeue with a permit (a value was counted that is its own) claims
     * one by a fetch-and-add, and settles it: it takes the value there, or spoils the position. It does so at most
     * MAX_CLAIMS times. One without a permit looks a while whether the queue is empty, or a permit to be had.
     * Else they search: read Head, then Tail, settle one position after the other between them until they find a value,
     * and claim all they have settled by one compare-and-swap of Head. Since they have claimed nothing before, what
     * they leave behind if that fails are spoilt positions, whose enqueues go elsewhere.
     *
     * Linearization. Say p is put if its enqueue succeeded there, at time put(p).
     * - The enqueue at p takes effect at E(p) = min put(q) over all put q >= p. That is not after put(p), and not
     *   before its call: each q >= p got its position after p did. E grows with p.
     * - The dequeue of p takes effect at D(p) = max(claim(p), E(p)). Both grow with p, so D does: values leave in the
     *   order in which they came. It is not after the dequeue's end, for that saw the value, put(p) or later.
     * - Empty takes effect when Tail was read, after Head. Positions before Head were claimed then: each value there
     *   was taken out, or not in yet. Those between Head and Tail, if there are any, are never put: Head was still the
     *   same at the compare-and-swap, so nobody else has taken one of them, and the search found them spoilt. Those
     *   from Tail on had not been given out.
     *
     * Progress. Suppose that from some time on operations take steps for ever and none ends. Then none begins either.
     * Claims by fetch-and-add come to an end, for each dequeue makes MAX_CLAIMS of them at most. After that Head is
     * moved by compare-and-swap only, and one that succeeds ends its dequeue: so none succeeds, and hence none fails.
     * Every search under way, of finite length, is the last of its dequeue, and with it positions are no longer spoilt.
     * An enqueue that still takes steps gets position after position and meets every slot. Each value inside and each
     * operation under way has a place, of N, itself included: fewer than N of 2N slots are occupied, and a free one
     * takes its value. So it ends after all.
     *
     * Permits for values are advice: with wrong ones every dequeue would still be right, by a search. They are counted
     * after the put, and one that finds a value by searching owes one. Permits for places are given back after the
     * take.
     *
     * Access modes: a slot is one word, and so is each counter; looks may be old, for what is decided by them is
     * decided again by a read-modify-write. Only Empty compares two words: Head is read with acquire, then Tail by an
     * add of zero, which reads the last value there is.
     */

    private static final int LINE = Ints.LINE;
    private static final int VALUES = LINE;

    /**
     * Every warp adds to it, and where it lies decides what pairs by all threads of an H200 take: 102, 139, 103 and 97
     * us on lines 2, 4, 6 and 8. Where Tail lies does not.
     */
    private static final int HEAD = 8 * LINE;

    private static final int PLACES = 10 * LINE;
    private static final int TAIL = 18 * LINE;

    /** Ints of the counters if those of permits are in one part. */
    private static final int LENGTH = 19 * LINE;

    /**
     * Ints of memory that a driver begins at a multiple of its size, 2 MiB. Which slices of a GPU's cache serve the
     * counters depends on where they lie, and with that the time of pairs by all threads of an H200.
     */
    private static final int PAGE = 1 << 19;

    /** From here on the queue is large beside a page. */
    private static final int MIN_SLOTS_WITH_PAGE = 1 << 21;

    /** Parts of each count on a GPU. */
    private static final int PARTS = 4;

    /** With less room for each part, operations would be sent from part to part. */
    private static final int MIN_CAPACITY_OF_PART = 1_024;

    /** So that the cycles of small rings do not come again soon. */
    private static final int MIN_SLOTS = 1_024;

    private static final int MAX_CAPACITY = 1 << 28;

    /** Positions that a dequeue claims one by one before it searches. */
    private static final int MAX_CLAIMS = 64;

    /** How often a dequeue without a permit looks before it searches. */
    private static final int PATIENCE = 8;

    /**
     * The same where a GPU's threads may use the queue: those that search get in each other's way, and in that of
     * enqueues. On an H200 a queue that is mostly empty and that all threads ask took several times as long with 8
     * looks.
     */
    private static final int PATIENCE_OF_MANY = 4_096;

    /** Looks at a slot before its position is spoilt. */
    private static final int LOOKS = 64;

    /** Up to here the counters of an H200 keep up with the warps, and a position of one's own is quicker. */
    private static final int CROWD = 1 << 16;

    /** In place of a number of lanes: warps of a block never get positions together. */
    static final int NO_CROWD = Integer.MAX_VALUE;

    private static final int CYCLE_BITS = 16;
    private static final int OVER_SHIFT = 48;
    private static final int AGE_SHIFT = 33;
    private static final int AGE = 0x7fff;
    private static final long OCCUPIED = 1L << 32;
    private static final long OVER = 0xffffL << OVER_SHIFT;
    private static final long CONTENT = OCCUPIED | 0xffff_ffffL;

    /** Head, Tail and permits, each on a line of its own. */
    private final Ints counters;

    /** How much of them is used. */
    private final int wordsOfCounters;

    private final Longs slots;

    /** Values that are inside and that nobody is about to take. */
    private final Permits values;

    /** Places that nobody has, or is about to give back. */
    private final Permits places;

    /** Slots - 1: position to slot. */
    private final int mask;

    /** log2 of the slots: position to cycle. */
    private final int shift;

    /** The cycles that can be told apart, less 1. */
    private final int cycles;

    /** What brings the sign of a difference of cycles to the place of the sign. */
    private final int signShift;

    /** Lanes of a launch from which on warps of a block get positions together. */
    private final int crowd;

    /** Looks of a dequeue without a permit. */
    private final int patience;

    private OvertakingQueue(Device device, QueueOptions options, int length, int parts, int crowd) {
        super(device, options);
        this.crowd = crowd;
        patience = parts == 1 ? PATIENCE : PATIENCE_OF_MANY;
        mask = length - 1;
        shift = Integer.numberOfTrailingZeros(length);
        int bits = Math.min(CYCLE_BITS, Integer.SIZE - shift);
        cycles = (1 << bits) - 1;
        signShift = Integer.SIZE - bits;
        wordsOfCounters = LENGTH + (parts - 1) * Permits.PART;
        counters = device.ints(crowd != NO_CROWD && length >= MIN_SLOTS_WITH_PAGE ? PAGE : wordsOfCounters);
        values = new Permits(counters, VALUES, parts);
        places = new Permits(counters, PLACES, parts);
        slots = device.longs(length);
        if (options.start() == 0) {
            beginWithZeros();
        } else {
            beginAt(options.start());
        }
    }

    /**
     * {@return an empty queue of ints}
     *
     * @param capacity a power of two between 2 and 2^28
     */
    public static OvertakingQueue ints(Device device, int capacity) {
        return with(device, QueueOptions.capacity(capacity));
    }

    static OvertakingQueue with(Device device, QueueOptions options) {
        boolean gpu = device.properties().lanesPerWorker() > 1;
        int parts = gpu && options.capacity() >= PARTS * MIN_CAPACITY_OF_PART ? PARTS : 1;
        int crowd = gpu && options.threads() > CROWD ? CROWD : NO_CROWD;
        return with(device, options, Math.max(2 * options.capacity(), MIN_SLOTS), parts, crowd);
    }

    /**
     * {@return a queue in a ring of a given length}
     *
     * @param length slots: a power of two, at least twice the capacity
     * @param parts of the counts: a power of two; if more than one, only lanes of a kernel can use the queue
     * @param crowd lanes of a launch from which on warps of a block get positions together
     */
    static OvertakingQueue with(Device device, QueueOptions options, int length, int parts, int crowd) {
        if (options.capacity() > MAX_CAPACITY) {
            throw new IllegalArgumentException("capacity " + options.capacity() + " of a queue whose ring is twice as"
                    + " long; the most is " + MAX_CAPACITY + " (2^28): split the elements over several queues");
        }
        return new OvertakingQueue(device, options, length, parts, crowd);
    }

    /** Slots of zeros are over up to cycle 0, so the first position is that of cycle 1. */
    private void beginWithZeros() {
        beginCounters(mask + 1);
    }

    private void beginAt(int start) {
        long[] words = new long[mask + 1];
        for (int i = 0; i <= mask; i++) {
            words[(start + i) & mask] = free(cycle(start + i) - 1);
        }
        slots.copyIn(words);
        beginCounters(start);
    }

    private void beginCounters(int position) {
        int[] image = new int[wordsOfCounters];
        image[HEAD] = position;
        image[TAIL] = position;
        places.begin(image, capacity());
        counters.copyIn(image);
    }

    @Override
    public boolean enqueue(int value) {
        if (!places.tryTake()) {
            return false;
        }
        if (!put(crowd == NO_CROWD ? nextTail() : nextTailInCrowd(Lane.current()), value)) {
            putElsewhere(value);
        }
        values.give();
        return true;
    }

    /**
     * {@return a position for an enqueue that has its place, together with others of the block if there are many} Warps
     * of which not all lanes are here have work apart from the queue, and do not gather.
     */
    private int nextTailInCrowd(Lane lane) {
        boolean crowded =
                lane.count() > crowd && lane.block().fullSize() > lane.warp().size();
        Ints shared = crowded ? lane.block().zeroedInts(this, BlockPositions.LENGTH) : null;
        var lanes = ActiveLanes.of(lane);
        if (shared == null || lanes.count() < lane.warp().size()) {
            return nextTail();
        }
        int first = lanes.isFirst() ? new BlockPositions(shared).next(counters, TAIL, lanes.count()) : 0;
        return lanes.fromFirst(first) + lanes.rank();
    }

    private void putElsewhere(int value) {
        var backoff = new Backoff();
        do {
            retry(backoff, "enqueue: a position that no dequeue has been at");
        } while (!put(nextTail(), value));
    }

    /** {@return a position for an enqueue that has its place} */
    int nextTail() {
        return counters.getAndAddRelaxed(TAIL, 1);
    }

    /** {@return a position for a dequeue, which is to be settled} */
    int nextHead() {
        return counters.getAndAddRelaxed(HEAD, 1);
    }

    /** {@return whether the value is at {@code position} now; if not, the position is spoilt, or its slot occupied} */
    boolean put(int position, int value) {
        int cycle = cycle(position);
        long next = free(cycle) | OCCUPIED | Integer.toUnsignedLong(value);
        long word = free(cycle - 1);
        while (isFree(word) && isBefore(over(word), cycle)) {
            long seen = slots.compareAndExchangeRelaxed(slot(position), word, next);
            if (seen == word) {
                return true;
            }
            word = seen;
        }
        return false;
    }

    @Override
    public TakenInt dequeue() {
        if (values.tryTake()) {
            return claim();
        }
        var backoff = Backoff.patient();
        for (int tries = 0; tries < patience; tries++) {
            if (sizeHint() == 0 && wasEmpty()) {
                return TakenInt.empty();
            }
            if (values.tryTakeIfSeen()) {
                return claim();
            }
            retry(backoff, "dequeue: a value that is on its way");
        }
        return search(false);
    }

    /** {@return whether the queue was empty when Tail was read: Head has not become less since it was read} */
    private boolean wasEmpty() {
        int head = counters.getAcquire(HEAD);
        return head - counters.getAndAddRelaxed(TAIL, 0) >= 0;
    }

    /** A dequeue that has its permit. */
    private TakenInt claim() {
        return takeFrom(nextHead());
    }

    /** A dequeue that has its permit, and claimed a position. */
    private TakenInt takeFrom(int claimed) {
        int position = claimed;
        int claims = 1;
        var taken = takeAt(position);
        while (!taken.present() && claims < MAX_CLAIMS && counters.getOpaque(TAIL) - position > 1) {
            statistics.retried();
            position = nextHead();
            taken = takeAt(position);
            claims++;
        }
        return taken.present() ? taken : search(true);
    }

    /**
     * One claim for all lanes that get permits, which are looked for before they are taken: those that poll an empty
     * queue keep nobody from its counters. Values that their enqueues have not counted yet are left to be.
     */
    @Override
    public TakenInt pollWarp(Lane lane) {
        var lanes = ActiveLanes.of(lane);
        int granted = 0;
        int first = 0;
        if (lanes.isFirst()) {
            granted = values.takeSeen(lanes.count());
            if (granted > 0) {
                first = counters.getAndAddRelaxed(HEAD, granted);
            }
        }
        granted = lanes.fromFirst(granted);
        first = lanes.fromFirst(first);
        int rank = lanes.rank();
        return rank < granted ? takeFrom(first + rank) : TakenInt.empty();
    }

    /** Claims by compare-and-swap whatever is before the first value, and that. */
    private TakenInt search(boolean permitted) {
        var backoff = new Backoff();
        while (true) {
            int head = counters.getAcquire(HEAD);
            int tail = counters.getAndAddRelaxed(TAIL, 0);
            int position = head;
            long word = 0;
            boolean found = false;
            while (!found && tail - position > 0) {
                word = settle(position);
                found = isElementOf(word, position);
                position++;
            }
            if (position == head || counters.compareAndSetAcqRel(HEAD, head, position)) {
                if (found) {
                    return takeFound(position - 1, word, permitted);
                }
                if (permitted) {
                    values.give();
                }
                return TakenInt.empty();
            }
            retry(backoff, "dequeue: a claim that no other thread is ahead of");
        }
    }

    private TakenInt takeFound(int position, long word, boolean permitted) {
        if (!permitted) {
            values.owe();
        }
        return take(position, word);
    }

    /** {@return the value at a claimed position, or nothing: then none will be put there} */
    TakenInt takeAt(int position) {
        long word = settle(position);
        return isElementOf(word, position) ? take(position, word) : TakenInt.empty();
    }

    private TakenInt take(int position, long word) {
        slots.getAndBitwiseAndRelaxed(slot(position), OVER);
        places.give();
        return TakenInt.of((int) word);
    }

    /** {@return the slot's word once it is decided whether there is an element at {@code position}} */
    private long settle(int position) {
        int cycle = cycle(position);
        long word = slots.getOpaque(slot(position));
        int looks = 1;
        while (isBefore(over(word), cycle) && looks < LOOKS) {
            word = slots.getOpaque(slot(position));
            looks++;
        }
        while (isBefore(over(word), cycle)) {
            long spoilt = spoilt(word, cycle);
            long seen = slots.compareAndExchangeRelaxed(slot(position), word, spoilt);
            word = seen == word ? spoilt : seen;
        }
        return word;
    }

    private int slot(int position) {
        return position & mask;
    }

    private int cycle(int position) {
        return position >>> shift & cycles;
    }

    /** {@return whether cycle {@code a} is before cycle {@code b}} */
    private boolean isBefore(int a, int b) {
        return (a - b) << signShift < 0;
    }

    /** {@return the word of a free slot that is over up to a cycle} */
    private long free(int cycle) {
        return (long) (cycle & cycles) << OVER_SHIFT;
    }

    private static int over(long word) {
        return (int) (word >>> OVER_SHIFT);
    }

    private static int age(long word) {
        return (int) (word >>> AGE_SHIFT) & AGE;
    }

    private static boolean isFree(long word) {
        return (word & OCCUPIED) == 0;
    }

    /** {@return a slot's word after a later cycle is over, too} */
    private long spoilt(long word, int cycle) {
        int age = isFree(word) ? 0 : age(word) + (cycle - over(word) & cycles);
        return free(cycle) | (long) age << AGE_SHIFT | word & CONTENT;
    }

    private boolean isElementOf(long word, int position) {
        return !isFree(word) && (over(word) - age(word) & cycles) == cycle(position);
    }

    @Override
    public int sizeHint() {
        int distance = counters.getOpaque(TAIL) - counters.getOpaque(HEAD);
        return Math.max(0, Math.min(distance, capacity()));
    }

    @Override
    public void clear() {
        slots.fill(0);
        beginWithZeros();
    }

    @Override
    public void close() {
        slots.close();
        counters.close();
    }
}
