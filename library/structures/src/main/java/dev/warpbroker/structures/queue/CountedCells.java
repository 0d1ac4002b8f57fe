package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Longs;

/**
 * The cells of a ring that is operated by compare-and-swap: an int, or none, and a count of the cell's changes, in one
 * 64-bit word.
 */
final class CountedCells implements Ring {
    /*
     * Invariants
     * - Position i belongs to cell i % N, in round i / N. The cell's count is 2 * round before the enqueue at that
     *   position and 2 * round + 1 between it and the dequeue. So an even count says that the cell is empty, and every
     *   word says which positions have been enqueued and dequeued.
     * - An empty cell has the value 0: the word of an empty cell is known from the position.
     * - Positions are unsigned and wrap at 2^32, a multiple of N, so cell and round stay consistent. A word comes again
     *   after 2^32 positions.
     *
     * Access modes: a swap acquires and releases, a look acquires. So whoever finds a cell changed also finds what its
     * changer had seen: a value's enqueue has written what it published, and positions are found as far on as they were
     * then.
     */

    private static final long VALUE = 0xffff_ffffL;

    private final Longs cells;

    /** N - 1: position to cell. */
    private final int mask;

    /** log2 N: position to round. */
    private final int shift;

    private CountedCells(Longs cells) {
        this.cells = cells;
        mask = cells.length() - 1;
        shift = Integer.numberOfTrailingZeros(cells.length());
    }

    /** {@return empty cells that wait for the enqueue at the start of {@code options}} */
    static CountedCells on(Device device, QueueOptions options) {
        var cells = new CountedCells(device.longs(options.capacity()));
        cells.begin(options.start());
        return cells;
    }

    private void begin(int start) {
        long[] first = new long[mask + 1];
        for (int i = 0; i < first.length; i++) {
            first[index(start + i)] = empty(start + i);
        }
        cells.copyIn(first);
    }

    private int index(int position) {
        return position & mask;
    }

    private int round(int position) {
        return position >>> shift;
    }

    /** {@return what is in the cell of {@code position}} */
    long look(int position) {
        return cells.getAcquire(index(position));
    }

    /** {@return whether the cell of {@code position} was {@code expected} and is {@code next} now} */
    boolean swap(int position, long expected, long next) {
        return cells.compareAndSetAcqRel(index(position), expected, next);
    }

    /** {@return the word of the empty cell of {@code position}, before the enqueue there} */
    long empty(int position) {
        return 2L * round(position) << Integer.SIZE;
    }

    /** {@return the word of the cell of {@code position} after {@code value} was enqueued there} */
    long filled(int position, int value) {
        return (2L * round(position) + 1) << Integer.SIZE | value & VALUE;
    }

    /** {@return the word of the empty cell of {@code position}, after the dequeue there} */
    long emptied(int position) {
        return empty(position + (mask + 1));
    }

    /** {@return whether a cell holds the element of {@code position}, and not that of another round} */
    boolean isElementOf(long cell, int position) {
        return (int) (cell >>> Integer.SIZE) == 2 * round(position) + 1;
    }

    /** {@return whether there is an element in a cell, of whatever round} */
    static boolean isElement(long cell) {
        return (cell >>> Integer.SIZE & 1) == 1;
    }

    /** {@return the element in a cell} */
    static int value(long cell) {
        return (int) cell;
    }

    @Override
    public void clear() {
        begin(0);
    }

    @Override
    public void close() {
        cells.close();
    }
}
