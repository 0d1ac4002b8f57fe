package dev.warpbroker.structures.stack;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Longs;
import dev.warpbroker.structures.TakenInt;
import java.util.Optional;

/**
 * A stack in an array, after FA-Stack: a push gets its cell by fetch-add on Top and puts its value there; a pop
 * searches downwards from Top, takes the first value, and closes the empty cells that it passes, so that slow pushes go
 * elsewhere.
 *
 * <p>Yaqiong Peng, Zhiyu Hao: <i>FA-Stack: A Fast Array-Based Stack with Wait-Free Progress Guarantee</i>, IEEE
 * Transactions on Parallel and Distributed Systems 29(4), 2018.
 *
 * <p><b>Guarantees.</b> Last in, first out; linearizable but for Full; lock-free. What a thread wrote before it pushed
 * a value is visible to the thread that pops it. Every int is a value. A stack that is used by one thread at a time
 * from the beginning holds exactly {@code capacity} values.
 *
 * <p><b>Not guaranteed.</b> That Full means full: a cell whose value was taken, or that was closed, while others pushed
 * above it, is lost until the stack has shrunk below it. Full comes when the highest cell holds a value, however many
 * below it are lost. A pop may pass many of these. An operation that stands still while 2^30 pops are made, or one that
 * meets a cell that was closed exactly 2^31 pops ago, may take it for one of its time.
 *
 * <p><b>As in the paper:</b> fetch-add for pushes, the search and the closing of cells for pops (their fast paths).
 *
 * <p><b>Differences from the paper.</b>
 *
 * <ul>
 *   <li>There, Top only grows, over an endless list of segments, and segments of which all cells are used are taken out
 *       and given back by time stamps. Here there is one array of {@code capacity} cells, so Top has to come down: a
 *       pop that has found its value swings it to that cell, if Top is still what it was when the search began. Top
 *       counts how often that happened, and cells say by that count for whom they are closed.
 *   <li>There, an operation that fails too often publishes a request that others help with, which makes it wait-free.
 *       Here it tries on: lock-free.
 * </ul>
 */
final class FetchAddStack extends DeviceStack {
    /*
     * Invariants
     * - Top is the lowest cell that no push has got, and an epoch: how often Top has come down. Cells from Top on are
     *   empty.
     * - A cell holds a value or is empty, and has a stamp. A push that got the cell in epoch e puts its value there,
     *   stamped e, only if it is empty with an earlier stamp; a pop that read Top in epoch e and finds such a cell
     *   stamps it with e. So behind a pop no push of its epoch or an earlier one arrives, and if Top has not changed
     *   all through the search, the cells above what it found are empty and will be until Top has come down: then it
     *   may.
     * - Stamps of a cell never go back. They wrap, and a cell that was not in use for long has one that seems to lie
     *   ahead of Top's epoch. Stamps are taken from Top, and epochs only grow; so if Top, read after the cell, is still
     *   at the epoch in question, the stamp is in truth an old one. (If Top has moved on, or the stamp is so old that
     *   it seems to be the same, a push passes the cell.) To a pop, too, an old stamp can seem to be its own, so it
     *   does not rely on one that was not made by closing: a push of the epoch before may have seen the same word as
     *   open.
     *
     * Why it is linearizable, Full aside: a pop that passed a cell before a value was put there began before that push
     * ended, so it can take effect before it. What a pop passes later is empty at that moment. So whoever takes a value
     * away from under another one, or finds nothing, can be ordered before all pushes of values above that it has
     * passed, and nobody can tell: the only operations that would see the difference go down to that value themselves,
     * and they take it.
     *
     * Access modes: putting and taking a value are acquire and release. A pop must begin with the newest Top, and pass
     * a cell only if it is empty now, which only read-modify-write operations say; so also a cell that is closed
     * already is confirmed by a compare-and-swap, of itself to itself. Cells are read with acquire, so that Top, read
     * afterwards, is not older than their stamps. Top publishes nothing else, so it is relaxed.
     */

    /** Where Top is: at the very start. On an H200 random mixes take up to 40 % longer if it is a line further on. */
    private static final int TOP = 0;

    /** In the upper half of an empty cell that was closed by a pop that passed it. */
    private static final int CLOSED = 1;

    /** Top: the epoch in the upper half, the cell in the lower. */
    private final Longs top;

    /** The value in the upper half, if there is one; in the lower half twice the stamp, plus 1 if there is a value. */
    private final Longs cells;

    private final int start;

    private FetchAddStack(Device device, StackOptions options) {
        super(device);
        start = options.start() + 1;
        top = device.longs(Longs.LINE);
        cells = device.longs(options.capacity());
        clear();
    }

    static FetchAddStack with(Device device, StackOptions options) {
        return new FetchAddStack(device, options);
    }

    private static long word(int upper, int lower) {
        return (long) upper << Integer.SIZE | lower & 0xffff_ffffL;
    }

    private static int upper(long word) {
        return (int) (word >>> Integer.SIZE);
    }

    private static int lower(long word) {
        return (int) word;
    }

    private static boolean isEmpty(long cell) {
        return (cell & 1) == 0;
    }

    @Override
    public boolean push(int value) {
        var backoff = new Backoff();
        while (true) {
            long seen = top.getOpaque(TOP);
            if (lower(seen) < capacity()) {
                seen = top.getAndAddRelaxed(TOP, 1);
                if (lower(seen) < capacity() && put(lower(seen), upper(seen), value)) {
                    return true;
                }
            } else if (isFull(seen)) {
                return false;
            }
            backoff.pause("a cell for its push onto a stack");
        }
    }

    private boolean put(int cell, int epoch, int value) {
        long found = cells.getAcquire(cell);
        while (isOpen(found, epoch)) {
            long seen = cells.compareAndExchangeAcqRel(cell, found, word(value, 2 * epoch + 1));
            if (seen == found) {
                return true;
            }
            found = seen;
        }
        return false;
    }

    /** Top is at the end. {@return whether there is a value in the highest cell; if not, Top can come down} */
    private boolean isFull(long seen) {
        int highest = highestValue(capacity() - 1, upper(seen));
        if (highest == capacity() - 1) {
            return true;
        }
        bringDown(seen, highest + 1);
        return false;
    }

    @Override
    public TakenInt pop() {
        long seen = top.getAndAddRelaxed(TOP, 0);
        int epoch = upper(seen);
        int cell = highestValue(Math.min(lower(seen), capacity()) - 1, epoch);
        while (cell >= 0) {
            long found = cells.getAcquire(cell);
            if (!isEmpty(found)
                    && cells.compareAndSetAcqRel(cell, found, word(0, latest(2 * epoch, lower(found) - 1)))) {
                bringDown(seen, cell);
                return TakenInt.of(upper(found));
            }
            cell = highestValue(cell, epoch);
        }
        bringDown(seen, 0);
        return TakenInt.empty();
    }

    /**
     * {@return the highest cell from {@code from} down that holds a value, or -1; the empty ones above it are closed}
     */
    private int highestValue(int from, int epoch) {
        int cell = from;
        while (cell >= 0 && isClosed(cell, epoch)) {
            cell--;
        }
        return cell;
    }

    /** {@return whether the cell holds no value and will get none in {@code epoch}} */
    private boolean isClosed(int cell, int epoch) {
        long found = cells.getAcquire(cell);
        while (isEmpty(found)) {
            boolean stamps = lower(found) == 2 * epoch || isOpen(found, epoch);
            long closed = stamps ? word(CLOSED, 2 * epoch) : found;
            long seen = cells.compareAndExchangeAcqRel(cell, found, closed);
            if (seen == found) {
                return true;
            }
            found = seen;
        }
        return false;
    }

    /** {@return whether a push of {@code epoch} may put its value there} */
    private boolean isOpen(long cell, int epoch) {
        int ahead = lower(cell) - 2 * epoch;
        return isEmpty(cell) && (ahead < 0 || ahead > 0 && upper(top.getOpaque(TOP)) == epoch);
    }

    private static int latest(int stamp, int other) {
        return stamp - other > 0 ? stamp : other;
    }

    private void bringDown(long seen, int cell) {
        if (lower(seen) > cell) {
            top.compareAndExchangeRelaxed(TOP, seen, word(upper(seen) + 1, cell));
        }
    }

    @Override
    public int capacity() {
        return cells.length();
    }

    @Override
    public void clear() {
        cells.fill(0);
        top.copyIn(new long[] {word(start, 0)}, TOP);
    }

    @Override
    public Optional<String> damage() {
        long[] content = cells.copyOut();
        for (int cell = lower(top.copyOut(TOP, 1)[0]); cell < content.length; cell++) {
            if (!isEmpty(content[cell])) {
                return Optional.of("a value in cell " + cell + ", which is not below the top");
            }
        }
        return Optional.empty();
    }

    @Override
    public void close() {
        top.close();
        cells.close();
    }
}
