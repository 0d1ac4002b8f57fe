package dev.warpbroker.graphs.rank;

import dev.warpbroker.graphs.Graph;
import java.time.Duration;
import java.util.Arrays;

/** {@link PageRank#sequential}. */
final class SequentialPageRank {
    private SequentialPageRank() {}

    /**
     * {@return the ranks of a graph}
     *
     * @throws IllegalArgumentException if the graph has no vertices
     */
    static PageRank.Result of(Graph graph, PageRank.StoppingRule rule) {
        int vertices = requireVertices(graph);
        var incoming = graph.transposed();
        double[] ranks = new double[vertices];
        double[] shares = new double[vertices];
        double[] next = new double[vertices];
        Arrays.fill(ranks, 1.0 / vertices);
        long start = System.nanoTime();
        for (int iteration = 1; ; iteration++) {
            double toAll = 0;
            for (int vertex = 0; vertex < vertices; vertex++) {
                int degree = graph.degree(vertex);
                if (degree == 0) {
                    toAll += ranks[vertex];
                } else {
                    shares[vertex] = ranks[vertex] / degree;
                }
            }
            double base = (1 - PageRank.DAMPING + PageRank.DAMPING * toAll) / vertices;
            double change = 0;
            for (int vertex = 0; vertex < vertices; vertex++) {
                double sum = 0;
                int end = incoming.offset(vertex + 1);
                for (int edge = incoming.offset(vertex); edge < end; edge++) {
                    sum += shares[incoming.target(edge)];
                }
                next[vertex] = base + PageRank.DAMPING * sum;
                change += Math.abs(next[vertex] - ranks[vertex]);
            }
            double[] last = ranks;
            ranks = next;
            next = last;
            if (rule.isReached(iteration, change)) {
                var elapsed = Duration.ofNanos(System.nanoTime() - start);
                return new PageRank.Result(ranks, iteration, change, elapsed, Duration.ZERO);
            }
        }
    }

    static int requireVertices(Graph graph) {
        if (graph.vertices() == 0) {
            throw new IllegalArgumentException(graph.name() + " has no vertices, so there is nothing to rank");
        }
        return graph.vertices();
    }
}
