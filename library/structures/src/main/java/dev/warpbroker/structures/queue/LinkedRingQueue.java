package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Lane;
import dev.warpbroker.device.Longs;
import dev.warpbroker.structures.TakenInt;

/**
 * The linked concurrent ring queue (LCRQ): a list of rings in which enqueues and dequeues find their cell by one
 * fetch-and-add.
 *
 * <p>Adam Morrison, Yehuda Afek: <i>Fast Concurrent Queues for x86 Processors</i>, PPoPP 2013.
 *
 * <p><b>Guarantees.</b> First in, first out; linearizable as an unbounded queue for as long as there are rings left.
 * What a thread wrote before it enqueued a value is visible to the thread that dequeued it. Lock-free: no operation
 * waits for one particular other thread. Empty is returned only if the queue was empty at some instant during the call,
 * Full only if the last ring was closed and no other ring was free at some instant during the call.
 *
 * <p><b>Memory.</b> Rings have {@link QueueOptions#segmentLength} cells; unless that is given, as many as there are
 * {@link QueueOptions#threads}, or twice the capacity if that is less: a ring with fewer cells than operations under
 * way is closed again and again. There are so many rings that together they have {@link QueueOptions#memoryFactor}
 * times the capacity() in cells, and at least {@value #MIN_RINGS}.
 *
 * <p><b>Not guaranteed.</b> The capacity is not exact: one thread alone can fill all cells of all rings. But a ring is
 * closed before it is full if enqueues in it fail too often, and it serves again only when it is drained: then fewer
 * values may fit. A thread that stands still in the middle of a dequeue keeps the cell of its value from being used
 * again. A position can be spoilt by a dequeue that comes too early: with more dequeues than enqueues many are. A
 * launch that was cancelled or failed may leave the queue in the middle of an operation: {@link #clear} it before it is
 * used again.
 *
 * <p><b>Differences from the paper.</b>
 *
 * <ul>
 *   <li>A cell is one word of 64 bits instead of two: safe bit, occupied bit, round (position divided by the length of
 *       the ring) and an int. No int is reserved, and no 128-bit compare-and-swap is needed.
 *   <li>Rings come from a fixed stock and serve again, without hazard pointers; the internal comment says why that is
 *       safe. The next ring is found by number in a directory of the stock, so that all threads that find a ring closed
 *       agree on its successor instead of each preparing one of its own.
 *   <li>A dequeue moves on to the next ring only if it found the ring empty <em>and</em> closed in one read of the
 *       tail. As printed in 2013 the paper reads the link after it found the ring empty, and can leave a value behind
 *       that came in between.
 *   <li>Lanes of a warp that make an operation together take their tickets by one fetch-and-add.
 * </ul>
 */
final class LinkedRingQueue extends DeviceQueue {
    /*
     * The list. Rings are numbered in the order of the list; ring number q is in the directory's slot q modulo the
     * stock. First and last are the directory's entries (number and place in the stock) of the ring to dequeue from and
     * to enqueue to; the entries after last are free rings. A ring's number while it is in the list, or free, is its
     * life.
     *
     * A ring in its life
     * - Head and tail sleep (are negative, and carry the life's number) until the ring is first or last. Then somebody
     *   wakes them by compare-and-swap: both at base, the tail one further if an enqueue has put its value at base in
     *   advance.
     * - Position p belongs to cell p modulo the length, round p divided by the length. A cell that is empty with round
     *   k takes the enqueue of that round or of any later one; occupied with round k it belongs to the dequeue of that
     *   round. A dequeue that comes first moves the round on, so that its enqueue fails; one that finds the value of an
     *   earlier round marks the cell unsafe, and then an enqueue may use it only if its own dequeue has not begun (head
     *   <= ticket).
     * - Once closed, a ring stays closed for its life, and only then gets a successor. The successor's first cell, at
     *   base, is the paper's ring that is born with an element: the enqueue whose compare-and-swap fills it is done
     *   when last has moved on, which everybody helps with. That is what makes enqueues lock-free.
     * - A ring that is closed and has head >= tail is drained: each of its values belongs to a dequeue that has its
     *   ticket.
     *
     * How a ring serves again. Whoever moves first past a drained ring puts its counters to sleep, looks for a cell
     * that is not occupied, moves it to a round beyond those of all tickets ever given out, and makes it the cell of
     * the next base; then it puts the ring into the directory under its new number. The other cells stay as they are.
     * Threads may still hold the ring's former number, and what they do to it is harmless:
     * - A ticket of a former life is of an earlier round than base. Its enqueue puts its value into a cell of that
     *   round or an earlier one, if its dequeue, which has the same ticket, has not been there: as if the ring were not
     *   in use again, for the dequeue will come and take it, and meanwhile the cell is an occupied one of an earlier
     *   round, as they occur within a life. If an operation of the new life was there before, the cell has a later
     *   round, and both find the position spoilt. Rounds never go back, so a compare-and-swap on a word read in a
     *   former life fails once the cell has been used in the new one.
     * - Adding to a sleeping counter gives no ticket (and no sleeping value ever comes back: it has the life's number,
     *   and room for 2^21 such adds). To wake it takes the right number.
     * - Adding to a counter that is awake gives a ticket that is as good as any: a head that is awake belongs to a ring
     *   that is first (or is drained), a tail that is awake and not closed to the ring that is last.
     * - Closing some later life's tail only ends that life sooner; a sleeping tail ignores it.
     * - Putting a value at base in advance takes a base that was read before last was seen to be unchanged, and an
     *   empty cell in the round of that base. Base is read with acquire: had it been a later life's, last would be seen
     *   to have moved.
     *
     * What wraps: rounds in cells have 29 bits and are compared by their signed difference, which is wrong only if a
     * thread stands still between reading a cell and changing it while the same ring goes through 2^28 rounds.
     * Positions have 62 bits. Numbers of rings have 41: enough for two million million rings.
     *
     * Access modes: what a cell says is decided by its compare-and-swap, which acquires and releases and so publishes
     * the value; reads before it may be old. Whether a cell that is marked unsafe may be used depends on the newest
     * head: a dequeue that finds the mark there already leaves no trace in the cell. So the head is read by an add of
     * zero, with acquire and release: a dequeue that gets its ticket later will see the cell as the enqueue saw it, or
     * newer. Empty and Full must not rest on old values either (see Broker).
     */

    static final int MIN_RINGS = 16;

    private static final int SHORTEST_DEFAULT = 64;
    private static final int USUAL_DEFAULT = 1 << 10;
    private static final int MAX_RINGS = 1 << 20;
    private static final long MAX_CELLS = 1L << 30;

    /** Failed attempts in one ring after which an enqueue closes it. */
    private static final int STARVING = 16;

    /** Looks that a dequeue takes for a value whose enqueue has its ticket, before it spoils the position. */
    private static final int PATIENCE = 16;

    private static final int LINE = Longs.LINE;

    /** In {@link #list}. */
    private static final int FIRST = LINE;

    private static final int LAST = 2 * LINE;
    private static final int STOCKED = 3 * LINE;

    /** In {@link #rings}, from the ring's first word. */
    private static final int HEAD = 0;

    private static final int BASE = 1;
    private static final int TAIL = LINE;
    private static final int RING = 2 * LINE;

    /** A cell: its flags, then its round, then its value. */
    private static final long OCCUPIED = 1L << 63;

    private static final long UNSAFE = 1L << 62;
    private static final int ROUND_BITS = 29;
    private static final int ROUND_MASK = (1 << ROUND_BITS) - 1;

    /** A counter. Its number, if it sleeps, has the place of the number in an entry of the directory. */
    private static final long ASLEEP = 1L << 63;

    private static final long CLOSED = 1L << 62;
    private static final long POSITION = CLOSED - 1;

    /** Bits of an entry that are not its number. */
    private static final int NUMBER_SHIFT = 21;

    private static final int PLACE_MASK = (1 << NUMBER_SHIFT) - 1;

    /** A counter between two lives, under a number that no ring will have. */
    private static final long BETWEEN_LIVES = ASLEEP | (POSITION >>> NUMBER_SHIFT) << NUMBER_SHIFT;

    /** Cells of a ring, as a power of two, and rings in the stock: powers of two. */
    private final int lengthShift;

    private final int stock;

    /** The cells of all rings. */
    private final Longs cells;

    /** Head, base and tail of each ring. */
    private final Longs rings;

    /** Number and place of the rings that are in the list or free. */
    private final Longs directory;

    /** First, last, and how many rings were ever put into the directory. */
    private final Longs list;

    /** How an attempt in one ring ended. */
    private enum Outcome {
        DONE,
        EMPTY,
        FULL,
        CLOSED,
        DRAINED,
        AGAIN
    }

    /** What came of an attempt to dequeue from one ring. */
    private record Attempt(Outcome outcome, int value) {}

    LinkedRingQueue(Device device, QueueOptions options) {
        super(device, options);
        int length = atLeast(options.segmentLength() == 0 ? lengthFor(device, options) : options.segmentLength());
        long wanted = Math.max(MIN_RINGS, (long) options.memoryFactor() * capacity() / length);
        if (wanted * length > MAX_CELLS || wanted > MAX_RINGS) {
            throw new IllegalArgumentException(
                    "capacity " + capacity() + " times memory factor " + options.memoryFactor()
                            + " takes " + wanted + " rings of " + length + "; the most are " + MAX_RINGS + " rings and "
                            + MAX_CELLS + " cells: choose a smaller factor, or split the elements over several queues");
        }
        lengthShift = Integer.numberOfTrailingZeros(length);
        stock = atLeast((int) wanted);
        cells = device.longs(stock << lengthShift);
        rings = device.longs(stock * RING);
        directory = device.longs(stock);
        list = device.longs(STOCKED + 1);
        begin(options.start());
    }

    /**
     * {@return an empty queue of ints}
     *
     * @param capacity a power of two between 2 and 2^28
     */
    static LinkedRingQueue ints(Device device, int capacity) {
        return with(device, QueueOptions.capacity(capacity));
    }

    static LinkedRingQueue with(Device device, QueueOptions options) {
        return new LinkedRingQueue(device, options);
    }

    private static int lengthFor(Device device, QueueOptions options) {
        int users = Math.min(options.threads(), device.properties().residentThreads());
        long most = Math.max(SHORTEST_DEFAULT, 2L * options.capacity());
        return (int) Math.min(most, Math.max(USUAL_DEFAULT, users));
    }

    /** {@return the least power of two, from 2 on, that is not less} */
    private static int atLeast(int count) {
        return count <= 2 ? 2 : Integer.highestOneBit(count - 1) << 1;
    }

    /** Makes the queue an empty one whose rings begin at {@code start}, or, if negative, so long before rounds wrap. */
    private void begin(int start) {
        long base = start & (1L << ROUND_BITS + lengthShift) - 1;
        long[] counters = new long[stock * RING];
        long[] entries = new long[stock];
        for (int ring = 0; ring < stock; ring++) {
            counters[ring * RING + HEAD] = asleep(ring);
            counters[ring * RING + TAIL] = asleep(ring);
            counters[ring * RING + BASE] = base;
            entries[ring] = entry(ring, ring);
        }
        counters[HEAD] = base;
        counters[TAIL] = base;
        long[] ends = new long[STOCKED + 1];
        ends[FIRST] = entries[0];
        ends[LAST] = entries[0];
        ends[STOCKED] = stock;
        cells.fill(emptyCell(roundOf(base)));
        rings.copyIn(counters);
        directory.copyIn(entries);
        list.copyIn(ends);
    }

    @Override
    public boolean enqueue(int value) {
        var backoff = new Backoff();
        while (true) {
            long last = list.getAcquire(LAST);
            var outcome = enqueueTo(last, value);
            if (outcome == Outcome.CLOSED) {
                outcome = append(last, value);
            }
            if (outcome == Outcome.DONE) {
                return true;
            }
            if (outcome == Outcome.FULL) {
                return false;
            }
            retry(backoff, "the last ring of the list");
        }
    }

    /** With one fetch-and-add for all lanes; whoever had no luck tries again alone. */
    @Override
    public boolean enqueueWarp(Lane lane, int value) {
        var lanes = ActiveLanes.of(lane);
        int ring = 0;
        long ticket = 0;
        if (lanes.isFirst()) {
            ring = placeOf(list.getAcquire(LAST));
            ticket = rings.getAndAddAcqRel(ring * RING + TAIL, lanes.count());
        }
        ring = lanes.fromFirst(ring);
        ticket = lanes.fromFirst(ticket) + lanes.rank();
        return !isAsleep(ticket) && !isClosed(ticket) && put(ring, ticket, value) || enqueue(value);
    }

    /** The paper's enqueue to a ring. */
    private Outcome enqueueTo(long last, int value) {
        int ring = placeOf(last);
        int tail = ring * RING + TAIL;
        var backoff = new Backoff();
        for (int attempt = 0; attempt < STARVING; attempt++) {
            long ticket = rings.getAndAddAcqRel(tail, 1);
            if (isAsleep(ticket)) {
                if (numberOf(ticket) != numberOf(last)) {
                    return Outcome.AGAIN;
                }
                wakeTail(ring, ticket);
            } else if (isClosed(ticket)) {
                return Outcome.CLOSED;
            } else if (put(ring, ticket, value)) {
                return Outcome.DONE;
            } else if (isFull(ring, ticket)) {
                break;
            } else {
                retry(backoff, "a cell that no dequeue has spoilt");
            }
        }
        rings.getAndBitwiseOrAcqRel(tail, CLOSED);
        return Outcome.CLOSED;
    }

    /** {@return whether the value is in the cell of {@code ticket}} If not, the position is left to its dequeue. */
    private boolean put(int ring, long ticket, int value) {
        int cell = cellOf(ring, ticket);
        int round = roundOf(ticket);
        long word = cells.getAcquire(cell);
        while (!isOccupied(word)
                && distance(round, roundIn(word)) >= 0
                && (!isUnsafe(word) || isBeforeItsDequeue(ring, ticket))) {
            long found = cells.compareAndExchangeAcqRel(cell, word, occupiedCell(round, value));
            if (found == word) {
                return true;
            }
            word = found;
        }
        return false;
    }

    /** {@return whether there are as many tickets from the next dequeue's to {@code ticket} as cells} */
    private boolean isFull(int ring, long ticket) {
        long head = rings.getAcquire(ring * RING + HEAD);
        return ticket - (isAsleep(head) ? rings.getAcquire(ring * RING + BASE) : head) >= 1 << lengthShift;
    }

    private boolean isBeforeItsDequeue(int ring, long ticket) {
        long head = rings.getAndAddAcqRel(ring * RING + HEAD, 0);
        return !isAsleep(head) && head <= ticket;
    }

    /** Makes the next ring of the directory the last one, and {@code value} its first if nobody else's is. */
    private Outcome append(long last, int value) {
        long number = numberOf(last) + 1;
        int slot = slotOf(number);
        long next = directory.getAcquire(slot);
        if (numberOf(next) != number) {
            next = directory.getAndAddAcqRel(slot, 0);
            if (numberOf(next) != number) {
                return numberOf(next) < number ? Outcome.FULL : Outcome.AGAIN;
            }
        }
        int ring = placeOf(next);
        long base = rings.getAcquire(ring * RING + BASE);
        if (list.getAcquire(LAST) != last) {
            return Outcome.AGAIN;
        }
        int round = roundOf(base);
        boolean mine = cells.compareAndSetAcqRel(cellOf(ring, base), emptyCell(round), occupiedCell(round, value));
        list.compareAndSetAcqRel(LAST, last, next);
        return mine ? Outcome.DONE : Outcome.AGAIN;
    }

    @Override
    public TakenInt dequeue() {
        var backoff = new Backoff();
        while (true) {
            long first = list.getAcquire(FIRST);
            var attempt = dequeueFrom(first);
            if (attempt.outcome() == Outcome.DONE) {
                return TakenInt.of(attempt.value());
            }
            if (attempt.outcome() == Outcome.EMPTY || attempt.outcome() == Outcome.DRAINED && !moveOn(first)) {
                return TakenInt.empty();
            }
            retry(backoff, "the first ring of the list");
        }
    }

    /** With one fetch-and-add for as many lanes as the first ring has values for; the others try alone. */
    @Override
    public TakenInt dequeueWarp(Lane lane) {
        var claim = claimForWarp(lane);
        return claim.granted() ? takeOrDequeue(claim) : dequeue();
    }

    /** Where the first ring has no value in sight, one lane looks whether there is one after all. */
    @Override
    public TakenInt pollWarp(Lane lane) {
        var claim = claimForWarp(lane);
        if (claim.granted()) {
            return takeOrDequeue(claim);
        }
        return claim.looks() ? dequeue() : TakenInt.empty();
    }

    /**
     * What a lane got out of a claim that was made for its warp.
     *
     * @param granted whether {@code ticket} of {@code ring} is its own
     * @param looks whether no lane has a ticket, and this is the one to look why
     */
    private record WarpClaim(boolean granted, boolean looks, int ring, long ticket) {}

    private WarpClaim claimForWarp(Lane lane) {
        var lanes = ActiveLanes.of(lane);
        int ring = 0;
        int claimed = 0;
        long ticket = 0;
        if (lanes.isFirst()) {
            ring = placeOf(list.getAcquire(FIRST));
            claimed = Math.min(valuesIn(ring), lanes.count());
            if (claimed > 0) {
                ticket = rings.getAndAddAcqRel(ring * RING + HEAD, claimed);
                claimed = isAsleep(ticket) ? 0 : claimed;
            }
        }
        ring = lanes.fromFirst(ring);
        claimed = lanes.fromFirst(claimed);
        ticket = lanes.fromFirst(ticket);
        lanes.synchronize(); // whoever sees a cell that a lane marks unsafe must see that its ticket was given out
        int rank = lanes.rank();
        return new WarpClaim(rank < claimed, claimed == 0 && rank == 0, ring, ticket + rank);
    }

    private TakenInt takeOrDequeue(WarpClaim claim) {
        long word = take(claim.ring(), claim.ticket());
        return isOccupied(word) ? TakenInt.of((int) word) : dequeue();
    }

    /** {@return about how many values a ring has, if both counters are awake} */
    private int valuesIn(int ring) {
        long head = rings.getOpaque(ring * RING + HEAD);
        long tail = rings.getOpaque(ring * RING + TAIL);
        return isAsleep(head) || isAsleep(tail) ? 0 : Math.clamp((tail & POSITION) - head, 0, Integer.MAX_VALUE);
    }

    /** As far as the first ring goes, if that is the last one, too. */
    @Override
    public int sizeHint() {
        long first = list.getOpaque(FIRST);
        int ring = placeOf(first);
        return first != list.getOpaque(LAST) || isAsleep(rings.getOpaque(ring * RING + HEAD))
                ? capacity()
                : Math.min(valuesIn(ring), capacity());
    }

    /** The paper's dequeue from a ring. */
    private Attempt dequeueFrom(long first) {
        int ring = placeOf(first);
        int head = ring * RING + HEAD;
        var backoff = new Backoff();
        while (true) {
            long ticket = rings.getAndAddAcqRel(head, 1);
            if (isAsleep(ticket)) {
                if (numberOf(ticket) != numberOf(first)) {
                    return new Attempt(Outcome.AGAIN, 0);
                }
                wake(head, ticket, rings.getAcquire(ring * RING + BASE));
            } else {
                long word = take(ring, ticket);
                if (isOccupied(word)) {
                    return new Attempt(Outcome.DONE, (int) word);
                }
                var outcome = afterNothing(ring, ticket, first);
                if (outcome != Outcome.CLOSED) {
                    return new Attempt(outcome, 0);
                }
                retry(backoff, "an element that an enqueue has a cell for");
            }
        }
    }

    /** {@return the cell of {@code ticket} as it was taken, or an empty one: then its enqueue can no longer succeed} */
    private long take(int ring, long ticket) {
        int cell = cellOf(ring, ticket);
        int round = roundOf(ticket);
        long word = awaitValue(ring, ticket, cell, round);
        while (true) {
            int ahead = distance(roundIn(word), round);
            if (ahead > 0) {
                return 0;
            }
            boolean mine = isOccupied(word) && ahead == 0;
            long changed = mine || !isOccupied(word) ? emptyCell(round + 1) | word & UNSAFE : word | UNSAFE;
            long found = cells.compareAndExchangeAcqRel(cell, word, changed);
            if (found == word) {
                return mine ? word : 0;
            }
            word = found;
        }
    }

    /** {@return what is in the cell, after a while if it is empty although its enqueue has the ticket} */
    private long awaitValue(int ring, long ticket, int cell, int round) {
        long word = cells.getAcquire(cell);
        int looks = isOccupied(word) || !isGivenOut(ring, ticket) ? 0 : PATIENCE;
        var backoff = new Backoff();
        while (looks > 0 && !isOccupied(word) && distance(roundIn(word), round) <= 0) {
            statistics.waited();
            backoff.pause("a value whose enqueue has its ticket");
            word = cells.getAcquire(cell);
            looks--;
        }
        return word;
    }

    /** {@return whether an enqueue has {@code ticket}, as far as a look can tell} */
    private boolean isGivenOut(int ring, long ticket) {
        long tail = rings.getOpaque(ring * RING + TAIL);
        return !isAsleep(tail) && (tail & POSITION) > ticket;
    }

    /** {@return EMPTY, DRAINED, AGAIN, or CLOSED if the ring has further elements, or will have} */
    private Outcome afterNothing(int ring, long ticket, long first) {
        int index = ring * RING + TAIL;
        long tail = rings.getAcquire(index);
        if (isAsleep(tail) || (tail & POSITION) <= ticket + 1) {
            tail = rings.getAndAddAcqRel(index, 0);
        }
        if (isAsleep(tail)) {
            if (numberOf(tail) != numberOf(first)) {
                return Outcome.AGAIN;
            }
            wakeTail(ring, tail);
            tail = rings.getAndAddAcqRel(index, 0);
        }
        if (isAsleep(tail) || (tail & POSITION) > ticket + 1) {
            return Outcome.CLOSED;
        }
        if (isClosed(tail)) {
            return Outcome.DRAINED;
        }
        fixState(ring);
        return Outcome.EMPTY;
    }

    /** Moves the tail up to the head: enqueues would fail in all cells between. */
    private void fixState(int ring) {
        var backoff = new Backoff();
        while (true) {
            long tail = rings.getAcquire(ring * RING + TAIL);
            long head = rings.getAcquire(ring * RING + HEAD);
            if (isAsleep(tail)
                    || isClosed(tail)
                    || head <= tail
                    || rings.compareAndSetAcqRel(ring * RING + TAIL, tail, head)) {
                return;
            }
            retry(backoff, "the tail of the ring");
        }
    }

    /** {@return whether there is a ring after {@code first}, which is drained; if so, it is the first one now} */
    private boolean moveOn(long first) {
        if (list.getAndAddAcqRel(LAST, 0) == first) {
            return false;
        }
        long next = directory.getAcquire(slotOf(numberOf(first) + 1));
        if (numberOf(next) == numberOf(first) + 1 && list.compareAndSetAcqRel(FIRST, first, next)) {
            retire(placeOf(first));
        }
        return true;
    }

    /** Prepares a drained ring for its next life. */
    private void retire(int ring) {
        long head = rings.getAndSetAcqRel(ring * RING + HEAD, BETWEEN_LIVES);
        long tail = rings.getAndSetAcqRel(ring * RING + TAIL, BETWEEN_LIVES) & POSITION;
        long nextRound = (Math.max(head, tail) + (1 << lengthShift) - 1) >> lengthShift << lengthShift;
        rings.setRelease(ring * RING + BASE, firstFree(ring, nextRound));
        putBack(ring);
    }

    /**
     * {@return the first position from {@code begin} on whose cell is not occupied, and is of its round from now on}
     * Among as many cells as there are users one is always free; if there are fewer, a value may be awaited in each.
     */
    private long firstFree(int ring, long begin) {
        var backoff = new Backoff();
        for (long position = begin; ; position++) {
            int cell = cellOf(ring, position);
            long word = cells.getAcquire(cell);
            while (!isAwaited(word)) {
                long found = cells.compareAndExchangeAcqRel(cell, word, emptyCell(roundOf(position)));
                if (found == word) {
                    return position;
                }
                word = found;
            }
            retry(backoff, "a cell of the ring whose value was taken");
        }
    }

    /** Puts a ring that is in no list into the directory, under the next number. */
    private void putBack(int ring) {
        var backoff = new Backoff();
        while (true) {
            long number = list.getAcquire(STOCKED);
            int slot = slotOf(number);
            long former = directory.getAcquire(slot);
            boolean stocked = false;
            if (numberOf(former) == number - stock) {
                rings.setOpaque(ring * RING + HEAD, asleep(number));
                rings.setOpaque(ring * RING + TAIL, asleep(number));
                stocked = directory.compareAndSetAcqRel(slot, former, entry(number, ring));
            }
            list.compareAndSetAcqRel(STOCKED, number, number + 1);
            if (stocked) {
                return;
            }
            retry(backoff, "a slot of the directory of rings");
        }
    }

    private void wakeTail(int ring, long sleeping) {
        long base = rings.getAcquire(ring * RING + BASE);
        wake(ring * RING + TAIL, sleeping, base + 1);
    }

    /** Wakes a counter, unless its life has changed since it was {@code sleeping}. */
    private void wake(int counter, long sleeping, long position) {
        long word = rings.getOpaque(counter);
        while (isAsleep(word) && numberOf(word) == numberOf(sleeping)) {
            long found = rings.compareAndExchangeAcqRel(counter, word, position);
            if (found == word) {
                return;
            }
            word = found;
        }
    }

    private static boolean isUnsafe(long word) {
        return (word & UNSAFE) != 0;
    }

    private static boolean isClosed(long tail) {
        return (tail & CLOSED) != 0;
    }

    /** {@return whether a cell of a drained ring has a value, for which its dequeue will come} */
    private static boolean isAwaited(long word) {
        return isOccupied(word);
    }

    private static boolean isOccupied(long word) {
        return (word & OCCUPIED) != 0;
    }

    private static boolean isAsleep(long counter) {
        return counter < 0;
    }

    private static long asleep(long number) {
        return ASLEEP | number << NUMBER_SHIFT;
    }

    private static long entry(long number, int ring) {
        return number << NUMBER_SHIFT | ring;
    }

    private static long numberOf(long entryOrSleeping) {
        return (entryOrSleeping & POSITION) >>> NUMBER_SHIFT;
    }

    private static int placeOf(long entry) {
        return (int) entry & PLACE_MASK;
    }

    private int slotOf(long number) {
        return (int) number & stock - 1;
    }

    private int cellOf(int ring, long position) {
        return (ring << lengthShift) + ((int) position & (1 << lengthShift) - 1);
    }

    private int roundOf(long position) {
        return (int) (position >> lengthShift) & ROUND_MASK;
    }

    private static int roundIn(long word) {
        return (int) (word >>> Integer.SIZE) & ROUND_MASK;
    }

    /** {@return how far round {@code a} is ahead of {@code b}, up to a factor} */
    private static int distance(int a, int b) {
        return (a - b) << Integer.SIZE - ROUND_BITS;
    }

    private static long emptyCell(int round) {
        return (long) (round & ROUND_MASK) << Integer.SIZE;
    }

    private static long occupiedCell(int round, int value) {
        return OCCUPIED | (long) round << Integer.SIZE | Integer.toUnsignedLong(value);
    }

    @Override
    public void clear() {
        begin(0);
    }

    @Override
    public void close() {
        cells.close();
        rings.close();
        directory.close();
        list.close();
    }

    @Override
    public String toString() {
        return "LinkedRingQueue of " + stock + " rings of " + (1 << lengthShift) + " ints";
    }
}
