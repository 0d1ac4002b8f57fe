package dev.warpbroker.graphs;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceMemoryException;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import org.jspecify.annotations.Nullable;

/**
 * The compressed rows of a graph in the memory of a device, for kernels to read. Row {@code v} is {@code targets} from
 * {@code offsets.get(v)} up to but not with {@code offsets.get(v + 1)}.
 *
 * <p>A graph without edges has one target that belongs to no row, since there is no empty device memory.
 */
public final class DeviceGraph implements AutoCloseable {
    private final Device device;
    private final String name;
    private final int vertices;
    private final int edges;
    private final boolean undirected;
    private final Ints offsets;
    private final Ints targets;
    private @Nullable DeviceGraph incoming;

    private DeviceGraph(Device device, String name, int vertices, int edges, boolean undirected) {
        this.device = device;
        this.name = name;
        this.vertices = vertices;
        this.edges = edges;
        this.undirected = undirected;
        check(device, name, vertices, edges);
        Ints held = null;
        try {
            held = device.ints(Math.max(edges, 1));
            offsets = device.ints(vertices + 1);
            targets = held;
        } catch (DeviceMemoryException full) {
            if (held != null) {
                held.close();
            }
            throw new Graph.TooLargeException(
                    Rows.sized(name, vertices, edges) + " needs " + Rows.bytes(vertices, edges) + " bytes on " + device
                            + ", of whose " + device.properties().memoryBytes() + " too many are in use: "
                            + full.getMessage(),
                    full);
        }
    }

    /**
     * {@return a copy of a graph on a device}
     *
     * @throws Graph.TooLargeException if it does not fit; nothing is left on the device then
     */
    public static DeviceGraph of(Device device, Graph graph) {
        var copy = new DeviceGraph(device, graph.name(), graph.vertices(), graph.edges(), graph.undirected());
        copy.offsets.copyIn(graph.offsets());
        copy.targets.copyIn(graph.targets());
        return copy;
    }

    /**
     * {@return a lattice, made by the device itself}
     *
     * @throws Graph.TooLargeException if it does not fit; nothing is left on the device then
     */
    public static DeviceGraph lattice(Device device, Lattice lattice) {
        return made(device, lattice);
    }

    /**
     * {@return a road grid, made by the device itself}
     *
     * @throws Graph.TooLargeException if it does not fit; nothing is left on the device then
     */
    public static DeviceGraph road(Device device, RoadGrid road) {
        return made(device, road);
    }

    /*
     * Every lane has a part of the vertices. The first kernel counts the edges of each part, the host adds them up, and
     * the second kernel writes the rows: each lane knows where its first one begins.
     */
    static DeviceGraph made(Device device, ImplicitGraph graph) {
        int vertices = graph.vertices();
        check(device, graph.name(), vertices, 0);
        int parts = Math.min(vertices, device.properties().residentThreads());
        try (var counts = device.longs(parts)) {
            device.run(Grid.threads(parts), lane -> {
                int end = Rows.cut(vertices, lane.id() + 1, parts);
                long edges = 0;
                for (int vertex = Rows.cut(vertices, lane.id(), parts); vertex < end; vertex++) {
                    edges += graph.degree(vertex);
                }
                counts.set(lane.id(), edges);
            });
            long[] begins = counts.copyOut();
            long edges = 0;
            for (int part = 0; part < parts; part++) {
                long inPart = begins[part];
                begins[part] = edges;
                edges += inPart;
            }
            check(device, graph.name(), vertices, edges);
            counts.copyIn(begins);
            var made = new DeviceGraph(device, graph.name(), vertices, (int) edges, true);
            var offsets = made.offsets;
            var targets = made.targets;
            device.run(Grid.threads(parts), lane -> {
                int end = Rows.cut(vertices, lane.id() + 1, parts);
                int slots = graph.slots();
                int at = (int) counts.get(lane.id());
                for (int vertex = Rows.cut(vertices, lane.id(), parts); vertex < end; vertex++) {
                    offsets.set(vertex, at);
                    for (int slot = 0; slot < slots; slot++) {
                        int neighbour = graph.neighbour(vertex, slot);
                        if (neighbour != ImplicitGraph.ABSENT) {
                            targets.set(at, neighbour);
                            at++;
                        }
                    }
                }
                if (end == vertices) {
                    offsets.set(vertices, at);
                }
            });
            return made;
        }
    }

    private static void check(Device device, String name, long vertices, long edges) {
        Rows.checkIndices(name, vertices, edges);
        long needed = Rows.bytes(vertices, edges);
        long available = device.properties().memoryBytes();
        if (needed > available) {
            throw new Graph.TooLargeException(Rows.sized(name, vertices, edges) + " needs " + needed + " bytes on "
                    + device + ", which has " + available + "; take a smaller graph, or a device with more memory");
        }
    }

    /** {@return what this graph is called: the file or the generator it is from} */
    public String name() {
        return name;
    }

    /** {@return the number of vertices} */
    public int vertices() {
        return vertices;
    }

    /** {@return the number of targets in all rows} */
    public int edges() {
        return edges;
    }

    /** {@return whether every edge is in both rows} */
    public boolean undirected() {
        return undirected;
    }

    /** {@return how large it is} */
    public GraphSize size() {
        return new GraphSize(name, vertices, edges, undirected);
    }

    /** {@return the device that holds the rows} */
    public Device device() {
        return device;
    }

    /** {@return where each row begins; one element more than vertices} */
    public Ints offsets() {
        return offsets;
    }

    /** {@return the targets of all rows} */
    public Ints targets() {
        return targets;
    }

    /**
     * {@return the graph with every edge turned around, for engines that follow edges to where they come from; this one
     * if it is undirected} It is made when it is first asked for, and closed with this one.
     *
     * @throws Graph.TooLargeException if it does not fit, onto the heap or onto the device
     */
    public synchronized DeviceGraph incoming() {
        if (undirected) {
            return this;
        }
        var made = incoming;
        if (made == null) {
            made = of(device, graph().transposed());
            incoming = made;
        }
        return made;
    }

    /**
     * {@return a copy of this graph on the heap}
     *
     * @throws Graph.TooLargeException if it does not fit there
     */
    public Graph graph() {
        Rows.checkHeap(name, vertices, edges);
        try {
            return new Graph(name, offsets.copyOut(), targets.copyOut(0, edges), undirected);
        } catch (OutOfMemoryError full) {
            throw Rows.heapFull(name, full);
        }
    }

    @Override
    public void close() {
        if (incoming != null) {
            incoming.close();
        }
        offsets.close();
        targets.close();
    }

    @Override
    public String toString() {
        return name + " on " + device + " (" + vertices + " vertices, " + edges + " edges)";
    }
}
