package dev.warpbroker.graphs.search;

import dev.warpbroker.device.Ints;
import dev.warpbroker.tasks.worker.WarpWorker;

/**
 * The edges of up to as many vertices as a warp has lanes, numbered from 0 to {@code total - 1} in the order of the
 * lanes, so that the warp can look at as many edges at once as it has lanes, however they are spread over the vertices.
 *
 * @param end the number after that of the last edge of this lane's vertex
 * @param shift what to add to the number of one of its edges for its place in the graph
 * @param total number of edges
 */
record WarpEdges(int end, int shift, int total) {
    /** In place of the vertex of a lane that has none. */
    static final int NO_VERTEX = -1;

    /** {@return the edges of the vertices of all lanes of a whole warp} */
    static WarpEdges of(WarpWorker worker, Ints offsets, int vertex) {
        boolean present = vertex != NO_VERTEX;
        return of(worker, present ? offsets.get(vertex) : 0, present ? offsets.get(vertex + 1) : 0);
    }

    /**
     * {@return the edges of the vertices of all lanes of a whole warp}
     *
     * @param first edge of this lane's vertex
     * @param last the edge after its last one
     */
    static WarpEdges of(WarpWorker worker, int first, int last) {
        var warp = worker.warp();
        int degree = last - first;
        int end = sumUpTo(worker, degree);
        return new WarpEdges(end, first - (end - degree), warp.shuffle(worker.mask(), end, warp.size() - 1));
    }

    /** {@return the sum of the values of this lane and those before it} All lanes of a whole warp make this call. */
    static int sumUpTo(WarpWorker worker, int value) {
        var warp = worker.warp();
        int sum = value;
        for (int distance = 1; distance < warp.size(); distance *= 2) {
            int below = warp.shuffle(worker.mask(), sum, Math.max(warp.lane() - distance, 0));
            sum += warp.lane() >= distance ? below : 0;
        }
        return sum;
    }

    /** {@return the lane whose vertex edge {@code number} leaves; the last lane if there is no such edge} */
    int owner(WarpWorker worker, int number) {
        var warp = worker.warp();
        int owner = 0;
        for (int step = warp.size() / 2; step > 0; step /= 2) {
            owner += warp.shuffle(worker.mask(), end, owner + step - 1) <= number ? step : 0;
        }
        return owner;
    }
}
