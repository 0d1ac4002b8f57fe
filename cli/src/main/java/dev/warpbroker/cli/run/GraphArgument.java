package dev.warpbroker.cli.run;

import dev.warpbroker.graphs.DeviceGraph;
import dev.warpbroker.graphs.GraphSource;
import dev.warpbroker.graphs.ReadOptions;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The graph that a command works on. */
final class GraphArgument {
    /** Vertices that are looked at together. */
    private static final int LOOK = 4_096;

    @Parameters(
            paramLabel = "GRAPH",
            description = {
                "A file (edge list, CSV, KONECT, Matrix Market .mtx, DIMACS .gr, plain or .gz; binary .wbg),",
                "- for the standard input, or a generator:",
                "lattice:L[:p=P][:seed=S], lattice:LxMxN, rmat:SCALE:EDGES, road:WIDTHxHEIGHT."
            })
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String name;

    @Option(names = "--undirected", description = "Edges of a file lead back, too, whatever it says.")
    private boolean undirected;

    /** {@return where the graph comes from} */
    GraphSource source() {
        var asWritten = ReadOptions.asWritten();
        var source = GraphSource.parse(
                name, undirected ? asWritten.withDirection(ReadOptions.Direction.UNDIRECTED) : asWritten);
        if (undirected && !(source instanceof GraphSource.File)) {
            throw new IllegalArgumentException(
                    "--undirected means nothing for a generator such as " + name + "; leave it out");
        }
        return source;
    }

    /** {@return where a search of a generated graph begins: random ones often have vertices without edges} */
    static int firstWithEdges(DeviceGraph graph) {
        for (int from = 0; from < graph.vertices(); from += LOOK) {
            int[] offsets = graph.offsets().copyOut(from, Math.min(LOOK, graph.vertices() - from) + 1);
            for (int i = 1; i < offsets.length; i++) {
                if (offsets[i] > offsets[i - 1]) {
                    return from + i - 1;
                }
            }
        }
        return 0;
    }
}
