package dev.warpbroker.graphs.search;

import dev.warpbroker.graphs.Graph;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Small graphs of many shapes. */
final class RandomGraphs {
    private static final int SHAPES = 6;

    private RandomGraphs() {}

    /** {@return a graph that depends on the seed alone; its shape is that of {@code seed % 6}} */
    static Graph of(long seed, int mostVertices) {
        var random = new SplittableRandom(seed);
        int vertices = 1 + random.nextInt(mostVertices);
        String name = "graph " + seed;
        boolean undirected = random.nextBoolean();
        int[] pairs = switch ((int) (seed % SHAPES)) {
            // With isolated vertices and loops.
            case 0 ->
                random.ints(2L * random.nextInt(2 * vertices), 0, vertices).toArray();
            // Dense.
            case 1 -> random.ints(20L * vertices, 0, vertices).toArray();
            // A star, with its middle somewhere.
            case 2 -> {
                int middle = random.nextInt(vertices);
                yield IntStream.range(0, vertices)
                        .flatMap(vertex -> IntStream.of(middle, vertex))
                        .toArray();
            }
            // A chain through all vertices, and a few chords.
            case 3 ->
                IntStream.concat(
                                IntStream.range(0, vertices - 1).flatMap(vertex -> IntStream.of(vertex, vertex + 1)),
                                random.ints(2L * random.nextInt(4), 0, vertices))
                        .toArray();
            // Many edges at few vertices.
            case 4 ->
                IntStream.range(0, 4 * vertices)
                        .flatMap(_ ->
                                IntStream.of(random.nextInt(1 + random.nextInt(vertices)), random.nextInt(vertices)))
                        .toArray();
            // A tree, each vertex below a lower one.
            default ->
                IntStream.range(1, vertices)
                        .flatMap(vertex -> IntStream.of(random.nextInt(vertex), vertex))
                        .toArray();
        };
        return Graph.ofEdges(name, vertices, undirected, pairs);
    }
}
