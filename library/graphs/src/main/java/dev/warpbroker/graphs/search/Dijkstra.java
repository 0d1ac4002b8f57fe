package dev.warpbroker.graphs.search;

import dev.warpbroker.graphs.WeightedGraph;
import java.util.Arrays;

/**
 * Shortest paths by one thread: E. W. Dijkstra, <i>A Note on Two Problems in Connexion with Graphs</i>, 1959, with a
 * binary heap. What parallel searches are compared with, in result and in time.
 */
final class Dijkstra {
    /*
     * The heap holds distances above vertices in one word. A vertex is put in again when it has become nearer; what it
     * was before is passed over when it comes out, for its distance has become smaller.
     */
    private final WeightedGraph graph;
    private final int[] distances;
    private final int[] predecessors;
    private long[] heap = new long[1024];
    private int size;
    private boolean tooLong;

    private Dijkstra(WeightedGraph graph) {
        this.graph = graph;
        distances = new int[graph.rows().vertices()];
        predecessors = new int[distances.length];
        Arrays.fill(distances, PathsResult.UNREACHED);
        Arrays.fill(predecessors, PathsResult.UNREACHED);
    }

    /**
     * {@return distances and predecessors of all vertices that can be reached from a source}
     *
     * @throws IllegalArgumentException if there is no such source, or if a distance is greater than can be
     */
    static PathsResult from(WeightedGraph graph, int source) {
        var rows = graph.rows();
        SequentialBfs.checkSource(rows.name(), rows.vertices(), source);
        var search = new Dijkstra(graph);
        search.search(source);
        var result = new PathsResult(search.distances, search.predecessors);
        if (search.tooLong) {
            ShortestPaths.checkAllReached(rows, source, result);
        }
        return result;
    }

    private void search(int source) {
        var rows = graph.rows();
        distances[source] = 0;
        predecessors[source] = source;
        put(source);
        while (size > 0) {
            long nearest = take();
            int vertex = (int) nearest;
            int distance = (int) (nearest >>> Integer.SIZE);
            if (distance == distances[vertex]) {
                int end = rows.offset(vertex + 1);
                for (int edge = rows.offset(vertex); edge < end; edge++) {
                    offer(rows.target(edge), vertex, (long) distance + graph.weight(edge));
                }
            }
        }
    }

    private void offer(int target, int predecessor, long distance) {
        if (distance > PathsResult.MAX_DISTANCE) {
            tooLong = true;
        } else if (distances[target] == PathsResult.UNREACHED || distances[target] > distance) {
            distances[target] = (int) distance;
            predecessors[target] = predecessor;
            put((distance << Integer.SIZE) | target);
        }
    }

    private void put(long word) {
        if (size == heap.length) {
            heap = Arrays.copyOf(heap, 2 * size);
        }
        int at = size;
        size++;
        while (at > 0 && heap[(at - 1) / 2] > word) {
            heap[at] = heap[(at - 1) / 2];
            at = (at - 1) / 2;
        }
        heap[at] = word;
    }

    private long take() {
        long least = heap[0];
        size--;
        long last = heap[size];
        int at = 0;
        for (int child = 1; child < size; child = 2 * at + 1) {
            if (child + 1 < size && heap[child + 1] < heap[child]) {
                child++;
            }
            if (heap[child] >= last) {
                break;
            }
            heap[at] = heap[child];
            at = child;
        }
        heap[at] = last;
        return least;
    }
}
