package dev.warpbroker.structures.stack;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Lane;
import dev.warpbroker.structures.TakenInt;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Optional;

/**
 * The Scan Stack: an array without a top. A push scans it from below for the first empty cell, a pop from above for the
 * first value, and a compare-and-exchange decides.
 *
 * <p>Noah South and Byunghyun Jang: <i>Scan Stack: A Search-based Concurrent Stack for GPU</i>, ACMSE 2023, algorithms
 * 1 to 3. {@link StackOptions.Scan} are the optimizations that its tables combine: LA, Inval, EL and PX. It is here to
 * be compared with; {@link RoomStack} is right, and does not scan.
 *
 * <p><b>Guarantees.</b> Every value that is pushed is popped at most once, and what is not popped is still in the
 * array. Used by one thread at a time it is a stack, with room for {@code capacity} values unless it invalidates:
 * invalid cells have no room for a value until pops have cleared everything above them. Operations never wait: lanes
 * need not be resident, and some operation always makes progress. What a thread wrote before a push is visible to the
 * one that pops it.
 *
 * <p><b>Not guaranteed.</b>
 *
 * <ul>
 *   <li>It is not linearizable. A scan can step over an operation that happens behind its back, so a pop can take a
 *       value from below one that was pushed before the pop began, and a push can leave empty cells below its value:
 *       {@link #damage}. Invalidation is meant against that, and does not prevent it. The paper counts such stacks
 *       (table 2), and so does the experiment {@code stack}.
 *   <li>With the lowest necessary area, an operation that begins while there is such a gap can overlook values, and a
 *       pop finds less than there is.
 *   <li>A pop that loses its value to others and then meets none but invalid cells is what the paper calls missed. It
 *       found nothing, and says so: {@link TakenInt#empty()}, although the stack may never have been empty.
 *   <li>Values are 0 to 2^31 - 1. The paper has -1 for an empty cell and -2 for an invalid one, and takes whatever is
 *       below 0 for no value; negative values are refused with an exception.
 * </ul>
 *
 * <p><b>Differences from the paper.</b>
 *
 * <ul>
 *   <li>The lowest area of a pop begins above the first probe that is empty. The listing compares with 0 instead of -1,
 *       and only a value that was pushed can be 0: pops would begin at the far end, as without lowest area.
 *   <li>Every cell is read once where it is looked at, so a push always ends with success or Full, never with -3. No
 *       cell outside the array is read; the listings read those before the first and after the last.
 *   <li>One proxy of each warp makes what is left of it (PX). The paper has one for pushes and one for pops, but after
 *       elimination a warp has operations of one kind only.
 * </ul>
 *
 * <p>And, unless it is {@link StackOptions.Scan#listed}:
 *
 * <ul>
 *   <li>A push that has lost its cell steps back to cell 0 at the least, and looks at it again; the listing goes on
 *       with cell 1. A pop steps up to the last cell at the most, and looks at it, too; the listing skips it.
 *   <li>A pop that has lost its cell goes up to an empty cell, as the text says; the listing stops at an invalid one.
 *   <li>The last cell can be made valid again, having no cell above that must be empty. In the listing a stack that was
 *       full once would be full of invalid cells for ever.
 * </ul>
 */
final class ScanStack extends DeviceStack {
    /*
     * Invariants
     * - A cell is EMPTY, INVALID or a value. It changes by compare-and-exchange only: a push makes EMPTY a value, a pop
     *   makes the value that it returns EMPTY, or INVALID, and a pop makes INVALID EMPTY again. So values are conserved
     *   whatever the scans have seen.
     * - Not an invariant: that cells below a value are values. It holds without concurrency (or, with invalidation,
     *   that none is EMPTY), and concurrent operations try to keep it.
     * - An operation ends. Each of its steps moves it on in one direction but for a step back, and it steps back only
     *   if another operation has changed the cell that it wanted, or if it has made an invalid cell empty, which a pop
     *   that ended had made invalid.
     *
     * LIMP, in shared memory, has an operation and a value for each lane of a block. Between the first two barriers the
     * first lane of a warp is alone with the entries of its warp. Between the next two the first lanes of all warps
     * compete: whoever changes an entry from PUSH or POP owns it.
     *
     * Access modes: scans are plain, unless they are to be fresh, and exchanges relaxed, as in the paper. What scans
     * see may be old, as it may be when they have gone on by one cell; the exchange decides. A fence before the first
     * exchange of a push releases, and one after the successful exchange of a pop acquires: together they publish. LIMP
     * is ordered by barriers, its exchanges need no order.
     */

    private static final int EMPTY = -1;
    private static final int INVALID = -2;

    /** The most lanes of a block. */
    private static final int MAX_LANES = 1024;

    /** LIMP: entries of operations, then values. */
    private static final int LIMP_VALUES = MAX_LANES;

    private static final int LIMP_NONE = 0;
    private static final int LIMP_PUSH = 1;
    private static final int LIMP_POP = 2;

    /** Its proxy looks for a partner. */
    private static final int LIMP_LOOKING = 3;

    /** Done; for a pop the value is beside it. */
    private static final int LIMP_DONE = 4;

    /** A pop that found nothing, or a push that found no room. */
    private static final int LIMP_FAILED = 5;

    /** The most lanes that look at a stack for the host. */
    private static final int MAX_LOOKERS = 1 << 14;

    private final Ints cells;
    private final int interval;
    private final boolean invalidates;
    private final boolean eliminates;
    private final boolean proxies;
    private final boolean listed;
    private final boolean fresh;
    private final StackOptions.Statistics statistics;

    private ScanStack(Device device, StackOptions options) {
        super(device);
        cells = device.ints(options.capacity());
        var scan = options.scan();
        interval = scan.interval();
        invalidates = scan.invalidates();
        eliminates = scan.eliminates();
        proxies = scan.proxies();
        listed = scan.listed();
        fresh = scan.fresh();
        statistics = options.statistics();
        clear();
    }

    /**
     * {@return an empty stack}
     *
     * @param capacity between 1 and 2^30
     */
    static ScanStack ints(Device device, int capacity, StackOptions.Scan options) {
        return with(device, StackOptions.capacity(capacity).with(options));
    }

    static ScanStack with(Device device, StackOptions options) {
        return new ScanStack(device, options);
    }

    /** Algorithm 1. */
    @Override
    public boolean push(int value) {
        requireInRange(value);
        VarHandle.releaseFence();
        int i = interval == 0 ? 0 : lowestAreaOfPush();
        while (i < capacity()) {
            if (look(i) == EMPTY) {
                statistics.swaps();
                if (cells.compareAndExchangeRelaxed(i, EMPTY, value) == EMPTY) {
                    return true;
                }
                i = valueBelow(i);
            }
            i++;
        }
        return false;
    }

    /** Algorithm 2. */
    @Override
    public TakenInt pop() {
        int i = interval == 0 ? capacity() - 1 : lowestAreaOfPop();
        while (i >= 0) {
            int seen = look(i);
            if (seen >= 0) {
                statistics.swaps();
                if (cells.compareAndExchangeRelaxed(i, seen, invalidates ? INVALID : EMPTY) == seen) {
                    VarHandle.acquireFence();
                    return TakenInt.of(seen);
                }
                i = listed ? noValueAbove(i) - 1 : emptyAbove(i);
            } else if (invalidates && seen == INVALID && isTop(i)) {
                statistics.swaps();
                cells.compareAndExchangeRelaxed(i, INVALID, EMPTY);
                i = emptyAbove(i);
            } else {
                i--;
            }
        }
        return TakenInt.empty();
    }

    /** {@return what is in a cell, or was} */
    private int look(int cell) {
        statistics.looks();
        return fresh ? cells.getOpaque(cell) : cells.get(cell);
    }

    /** {@return where a push begins: an interval below the first probe that is empty} */
    private int lowestAreaOfPush() {
        return firstEmptyProbe() - interval;
    }

    /** {@return where a pop begins: an interval above the first probe that is empty} */
    private int lowestAreaOfPop() {
        int probe = firstEmptyProbe();
        return probe < capacity() - interval ? probe + interval : capacity() - 1;
    }

    /** {@return the first multiple of the interval at which a cell is empty, or the first beyond the last cell} */
    private int firstEmptyProbe() {
        int probe = interval;
        while (probe < capacity() && look(probe) != EMPTY) {
            probe += interval;
        }
        return probe;
    }

    /**
     * Algorithm 3, for a push that has lost cell {@code i}. {@return the next cell below with a value; -1 if there is
     * none} As listed it does not look at the lowest two.
     */
    private int valueBelow(int i) {
        int lowest = listed ? 2 : 0;
        int below = i - 1;
        while (below >= lowest && look(below) < 0) {
            below--;
        }
        return listed && below == 1 ? 0 : below;
    }

    /** Its inverse, for a pop that has lost cell {@code i}. {@return the next empty cell above, or the last one} */
    private int emptyAbove(int i) {
        int last = capacity() - 1;
        int above = Math.min(i + 1, last);
        while (above < last && look(above) != EMPTY) {
            above++;
        }
        return above;
    }

    /** The same as listed. {@return the next cell above without a value, at most the one after the last} */
    private int noValueAbove(int i) {
        int highest = capacity() - 3;
        int above = i + 1;
        while (above <= highest && look(above) >= 0) {
            above++;
        }
        return above == highest + 1 ? above + 1 : above;
    }

    private boolean isTop(int i) {
        return i == capacity() - 1 ? !listed : look(i + 1) == EMPTY;
    }

    private static void requireInRange(int value) {
        if (value < 0) {
            throw new IllegalArgumentException("value " + value
                    + " is outside 0..2147483647, the range of a ScanStack; RoomStack takes every int");
        }
    }

    /** Section 3.4: pairs meet first in a warp, then in the block, and only what is left goes to the stack. */
    @Override
    public TakenInt operateBlock(Lane lane, IntStack.Operation operation, int value) {
        var block = lane.block();
        if (!eliminates || block.size() == 1) {
            return operate(operation, value);
        }
        boolean pushes = operation == IntStack.Operation.PUSH;
        if (pushes) {
            requireInRange(value);
        }
        var limp = block.sharedInts(LIMP_VALUES + MAX_LANES);
        int me = block.lane();
        limp.set(me, pushes ? LIMP_PUSH : operation == IntStack.Operation.POP ? LIMP_POP : LIMP_NONE);
        limp.set(LIMP_VALUES + me, value);
        int lanes = block.size();
        boolean proxy = lane.warp().lane() == 0;
        int end = Math.min(me + lane.warp().size(), lanes);
        block.barrier();
        if (proxy) {
            eliminateInWarp(limp, me, end);
        }
        block.barrier();
        if (proxy) {
            eliminateInBlock(limp, me, end, lanes);
        }
        block.barrier();
        if (proxies) {
            if (proxy) {
                operateForWarp(limp, me, end);
            }
            block.barrier();
        }
        int left = limp.get(me);
        if (left == LIMP_PUSH || left == LIMP_POP) {
            return operate(operation, value);
        }
        boolean done = left == LIMP_DONE;
        return new TakenInt(done, done && !pushes ? limp.get(LIMP_VALUES + me) : 0);
    }

    /** The first pushes of a warp meet its first pops. */
    private static void eliminateInWarp(Ints limp, int first, int end) {
        int push = next(limp, LIMP_PUSH, first, end);
        int pop = next(limp, LIMP_POP, first, end);
        while (push < end && pop < end) {
            meet(limp, push, pop);
            push = next(limp, LIMP_PUSH, push + 1, end);
            pop = next(limp, LIMP_POP, pop + 1, end);
        }
    }

    /** Until one operation of the warp finds no partner in the whole block: a further one is unlikely to. */
    private static void eliminateInBlock(Ints limp, int first, int end, int lanes) {
        boolean more = true;
        for (int mine = first; mine < end && more; mine++) {
            int operation = limp.getOpaque(mine);
            if ((operation == LIMP_PUSH || operation == LIMP_POP) && claims(limp, mine, operation)) {
                int other = claimNext(limp, LIMP_PUSH + LIMP_POP - operation, lanes);
                more = other < lanes;
                if (!more) {
                    limp.setOpaque(mine, operation);
                } else if (operation == LIMP_PUSH) {
                    meet(limp, mine, other);
                } else {
                    meet(limp, other, mine);
                }
            }
        }
    }

    /** {@return an operation of the block that is the caller's now; {@code lanes} if there is none} */
    private static int claimNext(Ints limp, int operation, int lanes) {
        int other = next(limp, operation, 0, lanes);
        while (other < lanes && !claims(limp, other, operation)) {
            other = next(limp, operation, other + 1, lanes);
        }
        return other;
    }

    private static boolean claims(Ints limp, int entry, int operation) {
        return limp.compareAndExchangeRelaxed(entry, operation, LIMP_LOOKING) == operation;
    }

    private static int next(Ints limp, int operation, int from, int end) {
        int entry = from;
        while (entry < end && limp.getOpaque(entry) != operation) {
            entry++;
        }
        return entry;
    }

    private static void meet(Ints limp, int push, int pop) {
        limp.set(LIMP_VALUES + pop, limp.get(LIMP_VALUES + push));
        limp.setOpaque(push, LIMP_DONE);
        limp.setOpaque(pop, LIMP_DONE);
    }

    /** The proxy of a warp makes its operations one after the other. */
    private void operateForWarp(Ints limp, int first, int end) {
        for (int entry = first; entry < end; entry++) {
            int operation = limp.get(entry);
            if (operation == LIMP_PUSH) {
                limp.set(entry, push(limp.get(LIMP_VALUES + entry)) ? LIMP_DONE : LIMP_FAILED);
            } else if (operation == LIMP_POP) {
                var popped = pop();
                limp.set(LIMP_VALUES + entry, popped.value());
                limp.set(entry, popped.present() ? LIMP_DONE : LIMP_FAILED);
            }
        }
    }

    @Override
    public int capacity() {
        return cells.length();
    }

    @Override
    public void clear() {
        cells.fill(EMPTY);
    }

    /**
     * {@inheritDoc}
     *
     * <p>Here that is an empty cell below a value. Invalid cells are none, as in the paper: above all values the next
     * pops clear them, and below a value they are what a push leaves that has followed a pop, also when nothing else
     * happens.
     */
    @Override
    public Optional<String> damage() {
        var extent = extent();
        return extent.lowestEmpty() < extent.highestValue()
                ? Optional.of(
                        "cell " + extent.lowestEmpty() + " is empty below the value in cell " + extent.highestValue())
                : Optional.empty();
    }

    /**
     * How far the array is used.
     *
     * @param highestValue the last cell with a value; -1 if there is none
     * @param lowestEmpty the first empty cell; the capacity if there is none
     */
    private record Extent(int highestValue, int lowestEmpty) {}

    /** Found on the device: a stack is much larger than what has to be known about it. */
    private Extent extent() {
        try (var found = device().ints(2)) {
            found.copyIn(new int[] {-1, capacity()});
            int lookers = device().properties().lanesPerWorker() == 1 ? 1 : Math.min(capacity(), MAX_LOOKERS);
            device().run(Grid.threads(lookers), lane -> {
                int highest = -1;
                int lowest = capacity();
                for (int i = lane.id(); i < capacity(); i += lane.count()) {
                    int cell = cells.get(i);
                    highest = cell >= 0 ? i : highest;
                    lowest = cell == EMPTY ? Math.min(lowest, i) : lowest;
                }
                found.getAndMaxAcqRel(0, highest);
                found.getAndMinAcqRel(1, lowest);
            });
            int[] both = found.copyOut();
            return new Extent(both[0], both[1]);
        }
    }

    /** The cells are copied: a push for each value would scan all those before it. */
    @Override
    public int fill(int... values) {
        int[] copy = cells.copyOut();
        int count = 0;
        for (int i = 0; i < copy.length && count < values.length; i++) {
            if (copy[i] == EMPTY) {
                requireInRange(values[count]);
                copy[i] = values[count];
                count++;
            }
        }
        cells.copyIn(copy);
        return count;
    }

    /** The cells are copied, so that what is left of a damaged stack is found whatever its gaps are. */
    @Override
    public int[] drain() {
        int[] used = cells.copyOut(0, extent().highestValue() + 1);
        int[] values = new int[used.length];
        int count = 0;
        for (int i = used.length - 1; i >= 0; i--) {
            if (used[i] >= 0) {
                values[count] = used[i];
                count++;
            }
        }
        clear();
        return Arrays.copyOf(values, count);
    }

    @Override
    public void close() {
        cells.close();
    }
}
