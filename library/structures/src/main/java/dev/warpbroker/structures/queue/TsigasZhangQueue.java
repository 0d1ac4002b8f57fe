package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.structures.TakenInt;

/**
 * The queue of Tsigas and Zhang (TZQ): a lock-free ring of cells operated by compare-and-swap, whose Head and Tail are
 * moved by every second operation only, and looked for from where they were last.
 *
 * <p>Philippas Tsigas, Yi Zhang: <i>A Simple, Fast and Scalable Non-Blocking Concurrent FIFO Queue for Shared Memory
 * Multiprocessor Systems</i>, SPAA 2001.
 *
 * <p><b>Guarantees.</b> Nothing is lost or duplicated; values of one thread keep their order. Lock-free: a thread that
 * stands still holds up nobody. What a thread wrote before it enqueued a value is visible to the thread that dequeued
 * it. Used by one thread at a time, a {@code capacity} of N holds N values; it takes 8 N bytes.
 *
 * <p><b>Not guaranteed.</b> Not linearizable, as the Broker Queue paper says of the original with reference to Colvin
 * and Groves (2005). Here Empty may be wrong: a dequeue finds the first cell that Tail says was never filled empty, and
 * need not notice that since it looked at Tail that cell was filled, the next one, too, and the first one emptied
 * again. Nor that a particular operation ends: each fails as often as others are faster. Throughput falls with the
 * number of threads. Use {@link ShannQueue} where Empty matters.
 *
 * <p><b>Differences from the paper.</b>
 *
 * <ul>
 *   <li>The paper has two values for an empty cell, which alternate from round to round, so that a thread that was held
 *       up for a round does not take the cell for unchanged; after two rounds, or if the same element comes to the same
 *       cell again, it does. Here cells count their changes: an empty cell tells its round, and a filled one, too.
 *   <li>Head and Tail are positions that run on and wrap, not indices into the ring, for the same reason. No cell is
 *       left empty to tell a full ring from an empty one.
 *   <li>A dequeue looks at Tail before it looks at the cell. The other way round an element that is put in between
 *       counts as taken already: Head passes it, and it is lost.
 *   <li>All accesses that lead to a decision acquire, all changes release.
 * </ul>
 */
final class TsigasZhangQueue extends ArrayQueue {
    /*
     * Invariants (those of the cells are in CountedCells)
     * - Cells are filled in the order of positions, and emptied likewise. Head <= first position not emptied, Tail <=
     *   first position not filled, and Head <= Tail.
     * - No cell is emptied unless Tail is beyond it: a dequeue that arrives at Tail moves it first. So a cell before
     *   Tail that is found empty has been emptied, and the cell of Tail that is found empty was not yet filled when
     *   Tail was there. Not invariant: that Tail is still there.
     * - An operation that finds Head (Tail) moved since it began to look from there begins anew.
     *
     * Access modes: Head and Tail are moved with release and read with acquire, so cells are found at least as far on
     * as they say. Whether they have moved is a matter of one word's coherence: opaque.
     */

    /** Head and Tail follow when they are so many positions behind: the paper's m. */
    private static final int STRIDE = 2;

    private static final int HEAD = LINE;
    private static final int TAIL = 2 * LINE;

    private final CountedCells cells;

    private TsigasZhangQueue(Device device, QueueOptions options) {
        var empty = CountedCells.on(device, options);
        super(device, options, empty, 2, HEAD, TAIL);
        cells = empty;
    }

    static TsigasZhangQueue with(Device device, QueueOptions options) {
        return new TsigasZhangQueue(device, options);
    }

    @Override
    public boolean enqueue(int value) {
        var backoff = new Backoff();
        while (true) {
            int tail = counters.getAcquire(TAIL);
            int head = counters.getAcquire(HEAD);
            int actual = tail;
            while (actual - head < capacity()
                    && CountedCells.isElement(cells.look(actual))
                    && counters.getOpaque(TAIL) == tail) {
                actual++;
            }
            if (counters.getOpaque(TAIL) == tail) {
                if (actual - head >= capacity()) {
                    if (cells.isElementOf(cells.look(head), head)) {
                        return false;
                    }
                    counters.compareAndSetAcqRel(HEAD, head, head + 1);
                    continue;
                }
                if (cells.swap(actual, cells.empty(actual), cells.filled(actual, value))) {
                    if ((actual + 1) % STRIDE == 0) {
                        counters.compareAndSetAcqRel(TAIL, tail, actual + 1);
                    }
                    return true;
                }
            }
            retry(backoff, "enqueue: a swap that no other thread is ahead of");
        }
    }

    @Override
    public TakenInt dequeue() {
        var backoff = new Backoff();
        while (true) {
            int head = counters.getAcquire(HEAD);
            int actual = head;
            int tail = counters.getAcquire(TAIL);
            long cell = cells.look(actual);
            while (!CountedCells.isElement(cell) && counters.getOpaque(HEAD) == head) {
                if (actual == tail) {
                    return TakenInt.empty();
                }
                actual++;
                tail = counters.getAcquire(TAIL);
                cell = cells.look(actual);
            }
            if (counters.getOpaque(HEAD) == head) {
                if (actual == tail) {
                    counters.compareAndSetAcqRel(TAIL, tail, tail + 1);
                    continue;
                }
                if (cells.swap(actual, cell, cells.emptied(actual))) {
                    if ((actual + 1) % STRIDE == 0) {
                        counters.compareAndSetAcqRel(HEAD, head, actual + 1);
                    }
                    return TakenInt.of(CountedCells.value(cell));
                }
            }
            retry(backoff, "dequeue: a swap that no other thread is ahead of");
        }
    }

    /** Tail may be behind by less than a stride. */
    @Override
    public int sizeHint() {
        return Math.max(counters.getOpaque(TAIL) - counters.getOpaque(HEAD), 0) + STRIDE - 1;
    }
}
