package dev.warpbroker.graphs.search;

import dev.warpbroker.device.Ints;
import dev.warpbroker.tasks.worker.WarpWorker;

/** Vertices that a worker has found and not handed on yet, oldest first: a ring in the memory of its block. */
final class Outbox {
    private final Ints ring;

    /** Where the worker's ring begins. */
    private final int begin;

    /** Its length less one; the length is a power of two. */
    private final int wrap;

    private int first;
    private int count;

    /** @param ring of all workers of the block, {@code length} for each */
    Outbox(WarpWorker worker, Ints ring, int length) {
        this.ring = ring;
        begin = worker.numberInBlock() * length;
        wrap = length - 1;
    }

    int count() {
        return count;
    }

    /** {@return vertex number {@code index} of those inside} */
    int get(int index) {
        return ring.get(begin + (first + index & wrap));
    }

    /** Puts in a vertex, for a worker that is a single thread. */
    void add(int vertex) {
        ring.set(begin + (first + count & wrap), vertex);
        count++;
    }

    /** Puts in the vertices of those lanes of a warp that have a new one. All lanes of the worker make this call. */
    void add(WarpWorker worker, boolean isNew, int vertex) {
        int found = worker.ballot(isNew);
        if (found != 0) {
            if (isNew) {
                ring.set(begin + (first + count + worker.warp().rank(found) & wrap), vertex);
            }
            count += Integer.bitCount(found);
            worker.synchronize();
        }
    }

    /** Moves the oldest vertices to an array, from {@code begin} on. All lanes of the worker make this call. */
    void moveTo(WarpWorker worker, Ints array, long begin, int number) {
        var warp = worker.warp();
        for (int i = warp.lane(); i < number; i += warp.size()) {
            array.set(begin + i, get(i));
        }
        remove(number);
        worker.synchronize();
    }

    /** Takes out the oldest vertices. */
    void remove(int number) {
        first += number;
        count -= number;
    }
}
