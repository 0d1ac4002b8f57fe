package dev.warpbroker.graphs;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A graph whose edges have weights: whole numbers of at least 0, one for every edge of its rows. Both directions of an
 * undirected edge have the same weight. Instances do not change.
 */
public final class WeightedGraph {
    private final Graph rows;
    private final int[] weights;

    /** Takes the array as it is; nobody may write to it from now on. */
    WeightedGraph(Graph rows, int[] weights) {
        this.rows = rows;
        this.weights = weights;
    }

    /**
     * {@return the graph in a file and its weights, taken as they are written}
     *
     * @throws Graph.FormatException if the file is not as its format demands, or has no weights
     * @throws IOException if the file cannot be read
     * @throws Graph.TooLargeException if the graph does not fit onto the heap
     */
    public static WeightedGraph read(Path file) throws IOException {
        return read(file, ReadOptions.asWritten(), ReadProgress.NONE);
    }

    /**
     * {@return the graph in a file and its weights} As {@link Graph#read(Path, ReadOptions, ReadProgress)} reads it; of
     * several weights for the same edge the smallest is kept.
     *
     * @throws Graph.FormatException if the file is not as its format demands, has no weights, or has one that is
     *     negative, too great, or not whole and without a scale; it names the line
     * @throws IOException if the file cannot be read
     * @throws Graph.TooLargeException if the graph does not fit onto the heap
     */
    public static WeightedGraph read(Path file, ReadOptions options, ReadProgress progress) throws IOException {
        return of(GraphReader.read(file, options, GraphReader.Weights.ALL, progress));
    }

    static WeightedGraph of(Rows.Made made) {
        return new WeightedGraph(
                made.rows(), made.weights() == null ? new int[0] : made.weights()); // there are no edges
    }

    /**
     * {@return a graph with weights} The array is copied.
     *
     * @param weights that of edge {@code i}, as {@link Graph#target} counts them, at index {@code i}
     * @throws IllegalArgumentException if there are more or fewer weights than edges, if a weight is negative, or if
     *     the two directions of an undirected edge differ; it names the first such edge
     */
    public static WeightedGraph of(Graph rows, int[] weights) {
        if (weights.length != rows.edges()) {
            throw new IllegalArgumentException(
                    rows.name() + " has " + rows.edges() + " edges; give as many weights, not " + weights.length);
        }
        var graph = new WeightedGraph(rows, weights.clone());
        for (int source = 0; source < rows.vertices(); source++) {
            for (int edge = rows.offset(source); edge < rows.offset(source + 1); edge++) {
                graph.check(source, edge);
            }
        }
        return graph;
    }

    /**
     * {@return a graph with random weights} Weights follow from the seed and the two ends of an edge alone: both
     * directions of an edge have the same, and so has a graph that a device made.
     *
     * @param low the least weight, at least 0
     * @param high the greatest weight
     * @throws IllegalArgumentException if there is no such weight
     * @see DeviceWeightedGraph#withRandomWeights
     */
    public static WeightedGraph withRandomWeights(Graph rows, int low, int high, long seed) {
        var random = new RandomWeights(low, high, seed);
        int[] weights = new int[rows.edges()];
        Rows.forEachVertex(rows.vertices(), source -> {
            for (int edge = rows.offset(source); edge < rows.offset(source + 1); edge++) {
                weights[edge] = random.of(source, rows.target(edge));
            }
        });
        return new WeightedGraph(rows, weights);
    }

    private void check(int source, int edge) {
        int target = rows.target(edge);
        if (weights[edge] < 0) {
            throw new IllegalArgumentException(rows.name() + ": the edge from " + source + " to " + target
                    + " has weight " + weights[edge] + "; give weights of at least 0");
        }
        if (rows.undirected() && weights[rows.edge(target, source)] != weights[edge]) {
            throw new IllegalArgumentException(rows.name() + ": the edge between " + source + " and " + target
                    + " has weight " + weights[edge] + " in one direction and "
                    + weights[rows.edge(target, source)] + " in the other; give one weight for both");
        }
    }

    /**
     * Writes this graph to a file, in the format that its name tells.
     *
     * @throws IllegalArgumentException if the name tells no format; it says which ones do
     * @throws IOException if the file cannot be written; what was there before is there still
     * @see GraphFile#write(Path)
     */
    public void write(Path file) throws IOException {
        new GraphFile(rows, this).write(file);
    }

    /** {@return the graph without its weights} */
    public Graph rows() {
        return rows;
    }

    /** {@return the weight of an edge, {@code rows().offset(vertex) <= edge < rows().offset(vertex + 1)}} */
    public int weight(int edge) {
        return weights[edge];
    }

    int[] weights() {
        return weights;
    }

    @Override
    public String toString() {
        return rows + " with weights";
    }
}
