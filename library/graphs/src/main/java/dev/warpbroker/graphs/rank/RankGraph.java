package dev.warpbroker.graphs.rank;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.graphs.DeviceGraph;
import dev.warpbroker.graphs.Graph;
import dev.warpbroker.graphs.GraphSize;
import dev.warpbroker.graphs.MemoryPlan;
import dev.warpbroker.graphs.run.Runs;
import org.jspecify.annotations.Nullable;

/**
 * A graph in the memory of a device with room for the ranks of several iterations. {@link PageRank}s on different
 * queues can share it, one after the other.
 *
 * <p>For n vertices and m edges it takes about 8 m + 124 n bytes with doubles, and 72 n more once a run goes beyond the
 * first eight iterations.
 */
public final class RankGraph implements AutoCloseable {
    /** Iterations of one launch, as in the paper. */
    private static final int ITERATIONS = 8;

    /** In-edges of a node: eight for each lane of a warp. */
    private static final int MAX_IN_EDGES = 256;

    private final Device device;

    /** Those of all that share this graph. */
    private final Runs runs;

    private final Precision precision;
    private final Graph graph;
    private final int vertices;
    private final int nodes;
    private final int iterations;
    private final DeviceGraph outgoing;
    private final DeviceGraph incoming;
    private final Ints missing;
    private final Ints kept;
    private final Cells first;
    private @Nullable Cells later;

    private RankGraph(Device device, Graph graph, Precision precision, int mostInEdges) {
        this.device = device;
        this.precision = precision;
        this.graph = graph;
        runs = new Runs("PageRank of " + graph.name() + " on a queue");
        vertices = SequentialPageRank.requireVertices(graph);
        var split = SplitGraph.of(graph, mostInEdges);
        nodes = split.nodes();
        iterations = Math.min(ITERATIONS, Graph.MAX_EDGES / nodes - 1);
        if (iterations < 1) {
            throw new IllegalArgumentException(graph.name() + " has " + nodes + " vertices, and PageRank can take "
                    + Graph.MAX_EDGES / 2 + "; take a smaller graph");
        }
        outgoing = DeviceGraph.of(device, split.outgoing());
        incoming = split.incoming().sameRows(split.outgoing()) ? outgoing : DeviceGraph.of(device, split.incoming());
        missing = device.ints(cells());
        kept = device.ints(nodes);
        first = Cells.of(device, precision, cells());
        begin();
    }

    /**
     * {@return a graph, ready to be ranked}
     *
     * @throws IllegalArgumentException if it has no vertices, or too many
     * @throws Graph.TooLargeException if the device has not so much memory
     */
    public static RankGraph of(Device device, Graph graph, Precision precision) {
        return of(device, graph, precision, MAX_IN_EDGES);
    }

    /**
     * {@return what the graph, and {@link PageRank} on it, will take of the memory of a device, for up to eight
     * iterations and but for the queue}
     */
    public static MemoryPlan plan(Device device, GraphSize size, Precision precision) {
        long cells = (ITERATIONS + 1L) * size.vertices();
        long kept = (long) Integer.BYTES + Double.BYTES; // a link, and the rank of the last iteration
        long work = cells * (precision.bytes() + Integer.BYTES) + kept * size.vertices();
        return MemoryPlan.of("PageRank on a queue", size, size.rowsBothWays(), work, device);
    }

    static RankGraph of(Device device, Graph graph, Precision precision, int mostInEdges) {
        plan(device, graph.size(), precision).require();
        return new RankGraph(device, graph, precision, mostInEdges);
    }

    private int cells() {
        return (iterations + 1) * nodes;
    }

    private void begin() {
        var cells = first;
        var offsets = outgoing.offsets();
        int count = vertices;
        device.run(Grid.threads(Math.min(count, PageRank.lanes(device))), lane -> {
            for (int vertex = lane.id(); vertex < count; vertex += lane.count()) {
                int degree = offsets.get(vertex + 1) - offsets.get(vertex);
                cells.set(vertex, 1.0 / count / Math.max(degree, 1));
            }
        });
    }

    /** {@return the graph as it was given} */
    public Graph graph() {
        return graph;
    }

    /** {@return where it is} */
    public Device device() {
        return device;
    }

    /** {@return in what ranks are kept} */
    public Precision precision() {
        return precision;
    }

    /** {@return the runs of all that share this graph} */
    Runs runs() {
        return runs;
    }

    /** {@return the number of vertices} */
    int vertices() {
        return vertices;
    }

    /** {@return the number of vertices and of parts of vertices} */
    int nodes() {
        return nodes;
    }

    /** {@return the most iterations of one launch} */
    int iterations() {
        return iterations;
    }

    DeviceGraph outgoing() {
        return outgoing;
    }

    DeviceGraph incoming() {
        return incoming;
    }

    /** {@return for each cell the contributions that it waits for} */
    Ints missing() {
        return missing;
    }

    /** {@return for each node, room for the link of a list that holds it} */
    Ints kept() {
        return kept;
    }

    /** {@return the cells of the first launch of a run} */
    Cells first() {
        return first;
    }

    /** {@return the cells of all further launches of a run} */
    Cells later() {
        Cells cells = later;
        if (cells == null) {
            cells = Cells.of(device, precision, cells());
            later = cells;
        }
        return cells;
    }

    @Override
    public void close() {
        runs.close();
        outgoing.close();
        if (incoming != outgoing) {
            incoming.close();
        }
        missing.close();
        kept.close();
        first.close();
        if (later != null) {
            later.close();
        }
    }

    @Override
    public String toString() {
        return graph + ", in " + precision + "s on " + device;
    }

    /** In what ranks are kept from one iteration to the next. Sums are always made in doubles. */
    public enum Precision {
        /** 64 bits. */
        DOUBLE(Double.BYTES, 1e-9),
        /** 32 bits, half the memory to read and write. A tolerance of less than about 1e-6 may never be reached. */
        FLOAT(Float.BYTES, 1e-5);

        private final int bytes;
        private final double tolerance;

        Precision(int bytes, double tolerance) {
            this.bytes = bytes;
            this.tolerance = tolerance;
        }

        /** {@return the bytes of a rank} */
        int bytes() {
            return bytes;
        }

        /** {@return how far a rank may be from that of the sequential reference, as a part of it} */
        public double tolerance() {
            return tolerance;
        }
    }
}
