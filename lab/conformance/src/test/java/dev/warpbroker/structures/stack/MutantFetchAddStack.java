package dev.warpbroker.structures.stack;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Longs;
import dev.warpbroker.structures.TakenInt;

/** A {@link FetchAddStack} whose stamps do not wrap, and with a bug, for tests that must find it. */
final class MutantFetchAddStack extends MutantStack {
    enum Bug {
        NONE,
        /** A slow push arrives behind the pop that has brought Top down. */
        CELLS_NOT_CLOSED,
        /** Top comes down although somebody has pushed meanwhile. */
        TOP_DOWN_OVER_VALUES,
        /** A push puts its value into a cell that was closed for it. */
        PUSH_IGNORES_STAMPS,
        /** The search begins at a Top that may be old. */
        OLD_TOP,
        /** The pop that loses a value to another one gives up. */
        LOST_VALUE_IS_EMPTY
    }

    private final Bug bug;
    private final Longs top;
    private final Longs cells;

    MutantFetchAddStack(Device device, int capacity, Bug bug) {
        super(device, capacity);
        this.bug = bug;
        top = device.longs(1);
        cells = device.longs(capacity);
        top.copyIn(new long[] {word(1, 0)});
    }

    private static long word(int upper, int lower) {
        return (long) upper << Integer.SIZE | lower & 0xffff_ffffL;
    }

    private static int upper(long word) {
        return (int) (word >>> Integer.SIZE);
    }

    private static boolean isEmpty(long cell) {
        return (cell & 1) == 0;
    }

    @Override
    public boolean push(int value) {
        while (true) {
            long seen = top.getAndAddRelaxed(0, 1);
            if ((int) seen >= capacity) {
                return false;
            }
            if (exchangeWhileOpen((int) seen, upper(seen), word(value, 2 * upper(seen) + 1))) {
                return true;
            }
        }
    }

    private boolean exchangeWhileOpen(int cell, int epoch, long next) {
        long found = cells.getAcquire(cell);
        while (isEmpty(found) && ((int) found < 2 * epoch || ignoresStamps(next))) {
            long seen = cells.compareAndExchange(cell, found, next);
            if (seen == found) {
                return true;
            }
            found = seen;
        }
        return false;
    }

    private boolean ignoresStamps(long next) {
        return bug == Bug.PUSH_IGNORES_STAMPS && !isEmpty(next);
    }

    @Override
    public TakenInt pop() {
        long seen = bug == Bug.OLD_TOP ? top.get(0) : top.getAndAddRelaxed(0, 0);
        int epoch = upper(seen);
        for (int cell = Math.min((int) seen, capacity) - 1; cell >= 0; cell--) {
            if (bug != Bug.CELLS_NOT_CLOSED) {
                exchangeWhileOpen(cell, epoch, word(0, 2 * epoch));
            }
            long found = cells.getAcquire(cell);
            if (!isEmpty(found)) {
                if (cells.compareAndSet(cell, found, word(0, Math.max(2 * epoch, (int) found - 1)))) {
                    bringDown(seen, cell);
                    return TakenInt.of(upper(found));
                }
                if (bug == Bug.LOST_VALUE_IS_EMPTY) {
                    return TakenInt.empty();
                }
                cell++;
            }
        }
        bringDown(seen, 0);
        return TakenInt.empty();
    }

    private void bringDown(long seen, int cell) {
        long next = word(upper(seen) + 1, cell);
        if (bug == Bug.TOP_DOWN_OVER_VALUES) {
            top.setOpaque(0, next);
        } else {
            top.compareAndExchangeRelaxed(0, seen, next);
        }
    }

    @Override
    public void close() {
        top.close();
        cells.close();
    }
}
