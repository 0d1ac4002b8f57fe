package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Longs;
import dev.warpbroker.structures.TakenInt;

/** A {@link TsigasZhangQueue} with a bug planted, for tests that must find it. */
final class MutantTsigasZhangQueue extends MutantQueue {
    private static final long VALUE = 0xffff_ffffL;

    private final Longs cells;
    private final Bug bug;

    enum Bug {
        /** As it should be. */
        NONE,
        /** Two kinds of empty cells, which alternate, as in the paper: after two rounds they look the same. */
        TWO_EMPTY_VALUES,
        /** A dequeue looks at the cell before it looks at Tail, as in the paper. */
        CELL_BEFORE_TAIL,
        /** A dequeue takes an element from where Tail still is, and an enqueue fills the cell again. */
        TAIL_NOT_HELPED
    }

    MutantTsigasZhangQueue(Device device, int capacity, Bug bug) {
        super(device, capacity);
        cells = device.longs(capacity);
        this.bug = bug;
    }

    @Override
    public void close() {
        super.close();
        cells.close();
    }

    private long count(int position) {
        int round = position >>> shift;
        return 2L * (bug == Bug.TWO_EMPTY_VALUES ? round & 1 : round);
    }

    private long empty(int position) {
        return count(position) << Integer.SIZE;
    }

    private long filled(int position, int value) {
        return count(position) + 1 << Integer.SIZE | value & VALUE;
    }

    private static boolean isElement(long cell) {
        return (cell >>> Integer.SIZE & 1) == 1;
    }

    private long look(int position) {
        return cells.getAcquire(position & mask);
    }

    @Override
    public boolean enqueue(int value) {
        var backoff = new Backoff();
        while (true) {
            int tail = counters.getAcquire(TAIL);
            int head = counters.getAcquire(HEAD);
            int actual = tail;
            while (actual - head < capacity && isElement(look(actual)) && counters.getOpaque(TAIL) == tail) {
                actual++;
            }
            if (counters.getOpaque(TAIL) == tail) {
                if (actual - head >= capacity) {
                    if (look(head) >>> Integer.SIZE == count(head) + 1) {
                        return false;
                    }
                    counters.compareAndSet(HEAD, head, head + 1);
                } else if (cells.compareAndSet(actual & mask, empty(actual), filled(actual, value))) {
                    if ((actual + 1) % 2 == 0) {
                        counters.compareAndSet(TAIL, tail, actual + 1);
                    }
                    return true;
                }
            }
            backoff.pause("a swap in a queue with a bug");
        }
    }

    @Override
    public TakenInt dequeue() {
        var backoff = new Backoff();
        while (true) {
            int head = counters.getAcquire(HEAD);
            int actual = head;
            int tail = counters.getAcquire(TAIL);
            long cell = look(actual);
            while (!isElement(cell) && counters.getOpaque(HEAD) == head) {
                if (bug == Bug.CELL_BEFORE_TAIL) {
                    tail = counters.getAcquire(TAIL);
                }
                if (actual == tail) {
                    return TakenInt.empty();
                }
                actual++;
                tail = counters.getAcquire(TAIL);
                cell = look(actual);
            }
            if (counters.getOpaque(HEAD) == head) {
                if (actual == tail && bug != Bug.TAIL_NOT_HELPED) {
                    counters.compareAndSet(TAIL, tail, tail + 1);
                } else if (cells.compareAndSet(actual & mask, cell, empty(actual + capacity))) {
                    if ((actual + 1) % 2 == 0) {
                        counters.compareAndSet(HEAD, head, actual + 1);
                    }
                    return TakenInt.of((int) cell);
                }
            }
            backoff.pause("a swap in a queue with a bug");
        }
    }
}
