package dev.warpbroker.graphs;

import dev.warpbroker.device.Device;
import java.io.Serializable;
import java.util.stream.IntStream;

/**
 * An undirected graph whose rows follow from a rule, so that it can be made anywhere. The methods that are called by
 * kernels are kernel Java.
 */
sealed interface ImplicitGraph extends GraphSource, Serializable permits Lattice, RoadGrid {
    /** In place of a neighbour that is not there. */
    int ABSENT = -1;

    int vertices();

    /** {@return the most neighbours of a vertex} */
    int slots();

    /**
     * {@return a neighbour, or {@link #ABSENT}} Those of a vertex that are there ascend with their slots.
     *
     * @param slot from 0 to {@code slots() - 1}
     */
    int neighbour(int vertex, int slot);

    /** {@return the number of neighbours of a vertex} */
    default int degree(int vertex) {
        int degree = 0;
        int slots = slots();
        for (int slot = 0; slot < slots; slot++) {
            if (neighbour(vertex, slot) != ABSENT) {
                degree++;
            }
        }
        return degree;
    }

    @Override
    default Graph graph(ReadProgress progress) {
        try {
            return rows();
        } catch (OutOfMemoryError full) {
            throw Rows.heapFull(name(), full);
        }
    }

    @Override
    default DeviceGraph on(Device device, ReadProgress progress) {
        return DeviceGraph.made(device, this);
    }

    private Graph rows() {
        int vertices = vertices();
        Rows.checkHeap(name(), vertices, 0);
        int[] offsets = new int[vertices + 1];
        Rows.forEachVertex(vertices, vertex -> offsets[vertex] = degree(vertex));
        long edges = IntStream.of(offsets).parallel().asLongStream().sum();
        Rows.checkHeap(name(), vertices, edges);
        int before = 0;
        for (int vertex = 0; vertex <= vertices; vertex++) {
            int degree = offsets[vertex];
            offsets[vertex] = before;
            before += degree;
        }
        int[] targets = new int[(int) edges];
        Rows.forEachVertex(vertices, vertex -> {
            int at = offsets[vertex];
            for (int slot = 0; slot < slots(); slot++) {
                int neighbour = neighbour(vertex, slot);
                if (neighbour != ABSENT) {
                    targets[at] = neighbour;
                    at++;
                }
            }
        });
        return new Graph(name(), offsets, targets, true);
    }
}
