package dev.warpbroker.cli.bench.bfs;

import dev.warpbroker.device.Device;
import dev.warpbroker.graphs.DeviceGraph;
import dev.warpbroker.graphs.Graph;
import dev.warpbroker.graphs.GraphFile;
import dev.warpbroker.graphs.GraphSource;
import dev.warpbroker.graphs.Lattice;
import dev.warpbroker.graphs.ReadProgress;
import dev.warpbroker.graphs.search.Bfs;
import dev.warpbroker.graphs.search.SequentialBfs;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/**
 * What is searched, from where.
 *
 * @param rows on the heap
 * @param onDevice the same on the device
 * @param source vertex 0 of a generator, of a file the first of those with the most edges
 * @param edges that a search must look at
 * @param parameters what a record says about it
 */
record Subject(Graph rows, DeviceGraph onDevice, int source, long edges, Map<String, Object> parameters)
        implements AutoCloseable {
    Subject {
        parameters = Map.copyOf(parameters);
    }

    static Subject of(GraphSource from, Device device) throws IOException {
        Graph rows = from.graph(ReadProgress.NONE);
        int source = from instanceof GraphFile ? Bfs.busiest(rows) : 0;
        long edges = SequentialBfs.from(rows, source).edges(rows);
        var parameters = new TreeMap<String, Object>(
                Map.of("graph", rows.name(), "source", source, "vertices", rows.vertices(), "edges", rows.edges()));
        if (from instanceof Lattice lattice && lattice.l() == lattice.m() && lattice.m() == lattice.n()) {
            parameters.put("extent", lattice.l());
            parameters.put("probability", lattice.probability());
        }
        return new Subject(rows, DeviceGraph.of(device, rows), source, edges, parameters);
    }

    @Override
    public void close() {
        onDevice.close();
    }
}
