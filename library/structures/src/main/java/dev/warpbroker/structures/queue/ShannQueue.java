package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.structures.TakenInt;

/**
 * The queue of Shann, Huang and Chen (SHCQ): a lock-free ring of 64-bit cells, each a value and a counter, that are
 * operated by compare-and-swap.
 *
 * <p>Chien-Hua Shann, Ting-Lu Huang, Cheng Chen: <i>A Practical Nonblocking Queue Algorithm Using Compare-and-Swap</i>,
 * ICPADS 2000.
 *
 * <p><b>Guarantees.</b> First in, first out; linearizable; lock-free: a thread that stands still holds up nobody, as
 * the others finish for it what they depend on. What a thread wrote before it enqueued a value is visible to the thread
 * that dequeued it. Full and Empty are returned only if the queue was full or empty at some instant during the call. A
 * {@code capacity} of N holds N values and takes 8 N bytes.
 *
 * <p><b>Not guaranteed.</b> That a particular operation ends: each fails as often as others are faster. All threads
 * compete for the same two cells, so throughput falls with their number. A thread that stands still while exactly 2^32
 * values pass, or a multiple, may take a cell for one that did not change.
 *
 * <p><b>Differences from the paper.</b>
 *
 * <ul>
 *   <li>No value is reserved for an empty cell: whether a cell is empty is told by its counter, which is even then. As
 *       the counter goes up with every change, it also tells for which round the cell is empty.
 *   <li>Full and Empty are told by the cell and not by comparing Rear with Front. Either may lag behind its cells by
 *       one, so that the comparison finds a queue full from which an element has been taken, or empty into which one
 *       has been put. Colvin and Groves (<i>Formal Verification of an Array-Based Nonblocking Queue</i>, ICECCS 2005)
 *       found errors in the printed algorithm, and that it blocks at Full and Empty, and verified another form of it.
 *   <li>All accesses that lead to a decision acquire, all changes release; see inside.
 * </ul>
 */
final class ShannQueue extends ArrayQueue {
    /*
     * Invariants (those of the cells are in CountedCells)
     * - Values are put into cells in the order of positions, and taken out likewise. Rear is the first position without
     *   an enqueue, or the one before; Front the first without a dequeue, or the one before. Whoever finds one lagging
     *   moves it.
     * - An enqueue takes effect when it swaps its cell, likewise a dequeue.
     * - If the cell of Rear still holds the element of the round before, that element has not been taken while all
     *   positions before Rear have been filled: the queue is full. If the cell of Front has not been filled while all
     *   positions before have been emptied, it is empty.
     *
     * Access modes: Front and Rear are read with acquire and moved with release. So the cell that is read next is not
     * older than the value of Front or Rear says. For Full and Empty that is not enough: two threads might see an
     * enqueue and a dequeue, of different cells, in different orders, and one find Full and the other Empty. They swap
     * the cell for itself. That shows the last word there is, and orders the verdict before the next change of the
     * cell.
     */

    private static final int FRONT = LINE;
    private static final int REAR = 2 * LINE;

    private final CountedCells cells;

    private ShannQueue(Device device, QueueOptions options) {
        var empty = CountedCells.on(device, options);
        super(device, options, empty, 2, FRONT, REAR);
        cells = empty;
    }

    static ShannQueue with(Device device, QueueOptions options) {
        return new ShannQueue(device, options);
    }

    @Override
    public boolean enqueue(int value) {
        var backoff = new Backoff();
        while (true) {
            int rear = counters.getAcquire(REAR);
            long cell = cells.look(rear);
            if (cell == cells.empty(rear)) {
                if (cells.swap(rear, cell, cells.filled(rear, value))) {
                    counters.compareAndSetAcqRel(REAR, rear, rear + 1);
                    return true;
                }
            } else if (cells.isElementOf(cell, rear - capacity())) {
                if (cells.swap(rear, cell, cell)) {
                    return false;
                }
            } else {
                counters.compareAndSetAcqRel(REAR, rear, rear + 1);
            }
            retry(backoff, "enqueue: a swap that no other thread is ahead of");
        }
    }

    @Override
    public TakenInt dequeue() {
        var backoff = new Backoff();
        while (true) {
            int front = counters.getAcquire(FRONT);
            long cell = cells.look(front);
            if (cells.isElementOf(cell, front)) {
                if (cells.swap(front, cell, cells.emptied(front))) {
                    counters.compareAndSetAcqRel(FRONT, front, front + 1);
                    return TakenInt.of(CountedCells.value(cell));
                }
            } else if (cell == cells.empty(front)) {
                if (cells.swap(front, cell, cell)) {
                    return TakenInt.empty();
                }
            } else {
                counters.compareAndSetAcqRel(FRONT, front, front + 1);
            }
            retry(backoff, "dequeue: a swap that no other thread is ahead of");
        }
    }

    @Override
    public int sizeHint() {
        return Math.max(counters.getOpaque(REAR) - counters.getOpaque(FRONT), 0);
    }
}
