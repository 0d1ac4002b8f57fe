package dev.warpbroker.graphs;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceMemoryException;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import java.util.stream.IntStream;

/**
 * A graph with weights in the memory of a device, for kernels to read: its rows, and the weight of every edge at the
 * place that its target has there.
 */
public final class DeviceWeightedGraph implements AutoCloseable {
    private final DeviceGraph rows;
    private final Ints weights;
    private final int least;
    private final int greatest;
    private final double average;

    private DeviceWeightedGraph(DeviceGraph rows, int least, int greatest, double average) {
        this.rows = rows;
        this.least = least;
        this.greatest = greatest;
        this.average = average;
        try {
            weights = rows.device().ints(Math.max(rows.edges(), 1));
        } catch (DeviceMemoryException full) {
            rows.close();
            throw new Graph.TooLargeException(
                    "the weights of " + Rows.sized(rows.name(), rows.vertices(), rows.edges()) + " need "
                            + (long) Integer.BYTES * rows.edges() + " bytes on " + rows.device()
                            + " beside the graph; take a smaller graph, or a device with more memory",
                    full);
        }
    }

    /**
     * {@return a copy of a graph on a device}
     *
     * @throws Graph.TooLargeException if it does not fit; nothing is left on the device then
     */
    public static DeviceWeightedGraph of(Device device, WeightedGraph graph) {
        int[] weights = graph.weights();
        var found = IntStream.of(weights).parallel().summaryStatistics();
        boolean none = weights.length == 0;
        var copy = new DeviceWeightedGraph(
                DeviceGraph.of(device, graph.rows()),
                none ? 0 : found.getMin(),
                none ? 0 : found.getMax(),
                found.getAverage());
        copy.weights.copyIn(weights);
        return copy;
    }

    /**
     * {@return a graph with random weights, made by the device} They are those of
     * {@link WeightedGraph#withRandomWeights}.
     *
     * @param rows the graph without weights; belongs to the new one from now on, which closes it, also if it fails
     * @throws IllegalArgumentException if there are no such weights
     * @throws Graph.TooLargeException if it does not fit
     */
    public static DeviceWeightedGraph withRandomWeights(DeviceGraph rows, int low, int high, long seed) {
        RandomWeights random;
        try {
            random = new RandomWeights(low, high, seed);
        } catch (IllegalArgumentException wrong) {
            rows.close();
            throw wrong;
        }
        var made = new DeviceWeightedGraph(rows, low, high, ((double) low + high) / 2);
        int vertices = rows.vertices();
        int parts = Math.min(vertices, rows.device().properties().residentThreads());
        var offsets = rows.offsets();
        var targets = rows.targets();
        var weights = made.weights;
        if (rows.edges() > 0) {
            rows.device().run(Grid.threads(parts), lane -> {
                for (long vertex = lane.id(); vertex < vertices; vertex += lane.count()) {
                    int end = offsets.get(vertex + 1);
                    for (int edge = offsets.get(vertex); edge < end; edge++) {
                        weights.set(edge, random.of((int) vertex, targets.get(edge)));
                    }
                }
            });
        }
        return made;
    }

    /** {@return the rows} They belong to this graph. */
    public DeviceGraph rows() {
        return rows;
    }

    /** {@return the weights of all edges, in the order of the targets} */
    public Ints weights() {
        return weights;
    }

    /** {@return a number that no weight is below} */
    public int leastWeight() {
        return least;
    }

    /** {@return a number that no weight exceeds} */
    public int greatestWeight() {
        return greatest;
    }

    /** {@return the average of all weights, or of those that they were drawn from} */
    public double averageWeight() {
        return average;
    }

    /**
     * {@return a copy of this graph on the heap}
     *
     * @throws Graph.TooLargeException if it does not fit there
     */
    public WeightedGraph graph() {
        var graph = rows.graph();
        try {
            return new WeightedGraph(graph, weights.copyOut(0, rows.edges()));
        } catch (OutOfMemoryError full) {
            throw Rows.heapFull(rows.name(), full);
        }
    }

    @Override
    public void close() {
        weights.close();
        rows.close();
    }

    @Override
    public String toString() {
        return rows + " with weights";
    }
}
