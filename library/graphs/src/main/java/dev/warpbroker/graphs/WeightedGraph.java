package dev.warpbroker.graphs;

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
