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
    record OfComponents(boolean shapes, boolean undirected) implements Check {
        @Override
        public void on(Device device) {
            if (shapes) {
                Stream.concat(
                                GraphShapes.of(device, undirected).stream().map(GraphShapes.Subject::graph),
                                Stream.of(Graph.ofEdges("nothing", 0, undirected)))
                        .forEach(graph -> compare(device, graph));
            } else {
                compare(device, GraphShapes.random(device, undirected).graph());
            }
        }
    }

    static List<Case> cases() {
        return List.of(
                named("shapes", new OfComponents(true, true)),
                named("directed shapes", new OfComponents(true, false)),
                named("random graphs", new OfComponents(false, true)),
                named("directed random graphs", new OfComponents(false, false)));
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
