package dev.warpbroker.conformance;

import static dev.warpbroker.conformance.Sizes.scaled;

import dev.warpbroker.device.Device;
import dev.warpbroker.graphs.DeviceGraph;
import dev.warpbroker.graphs.Graph;
import dev.warpbroker.graphs.components.Components;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Connected components that are those of a sequential search, twice from the same memory. */
final class ComponentsCases {
    private static final int SIMULATED_LANES = 128;

    private ComponentsCases() {}

    /** Components of shapes or of random graphs. */
    private static void compare(Device device, boolean shapes, boolean undirected) {
        if (shapes) {
            Stream.concat(
                            GraphShapes.of(device, undirected).stream().map(GraphShapes.Subject::graph),
                            Stream.of(Graph.ofEdges("nothing", 0, undirected)))
                    .forEach(graph -> compare(device, graph));
        } else {
            compare(device, GraphShapes.random(device, undirected).graph());
        }
    }

    static List<Case> cases() {
        return List.of(
                named("shapes", device -> compare(device, true, true)),
                named("directed shapes", device -> compare(device, true, false)),
                named("random graphs", device -> compare(device, false, true)),
                named("directed random graphs", device -> compare(device, false, false)));
    }

    private static Case named(String name, Check check) {
        return new Case("components: " + name, "applications", false, check);
    }

    private static void compare(Device device, Graph graph) {
        int[] expected = Components.sequential(graph).labels();
        try (var copy = DeviceGraph.of(device, graph);
                var components = Components.on(copy, scaled(device, SIMULATED_LANES, 3, 0))) {
            for (int run = 0; run < 2; run++) {
                components.run();
                int[] labels = components.result().labels();
                int wrong = Arrays.mismatch(labels, expected);
                if (wrong >= 0) {
                    throw new Mismatch(graph.name() + ": vertex " + wrong + " is in the component of " + labels[wrong]
                            + "; it must be in that of " + expected[wrong]);
                }
            }
        }
    }
}
