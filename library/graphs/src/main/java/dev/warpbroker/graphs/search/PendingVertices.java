package dev.warpbroker.graphs.search;

import dev.warpbroker.device.Ints;
import dev.warpbroker.tasks.worker.WarpWorker;

/**
 * Vertices that a worker will look at, oldest first, with the places of their edges, so that the worker need not wait
 * for these then: a ring in the memory of its block.
 */
final class PendingVertices {
    /** Memory that a vertex takes: itself, its first edge, and the one after its last. */
    static final int INTS = 3;

    private final Ints ring;

    /** Where the worker's ring begins. */
    private final int begin;

    private final int length;
    private int first;
    private int count;

    /**
     * @param ring of all workers of the block, {@link #INTS} for each vertex
     * @param length most vertices of a worker, a power of two
     */
    PendingVertices(WarpWorker worker, Ints ring, int length) {
        this.ring = ring;
        this.length = length;
        begin = worker.numberInBlock() * length * INTS;
    }

    int count() {
        return count;
    }

    private int place(int index) {
        return begin + (first + index & length - 1);
    }

    /** {@return vertex number {@code index} of those inside} */
    int vertex(int index) {
        return ring.get(place(index));
    }

    /** {@return the first of its edges} */
    int edge(int index) {
        return ring.get(place(index) + length);
    }

    /** {@return the edge after its last one} */
    int end(int index) {
        return ring.get(place(index) + 2 * length);
    }

    /** Puts in a vertex, for a worker that is a single thread. */
    void add(int vertex, int edge, int end) {
        set(count, vertex, edge, end);
        count++;
    }

    /** Puts in the vertices of those lanes of a warp that have a new one. All lanes of the worker make this call. */
    void add(WarpWorker worker, boolean isNew, int vertex, int edge, int end) {
        int found = worker.ballot(isNew);
        if (found != 0) {
            if (isNew) {
                set(count + worker.warp().rank(found), vertex, edge, end);
            }
            count += Integer.bitCount(found);
            worker.synchronize();
        }
    }

    private void set(int index, int vertex, int edge, int end) {
        int place = place(index);
        ring.set(place, vertex);
        ring.set(place + length, edge);
        ring.set(place + 2 * length, end);
    }

    /** Takes out the oldest vertices. */
    void remove(int number) {
        first += number;
        count -= number;
    }
}
