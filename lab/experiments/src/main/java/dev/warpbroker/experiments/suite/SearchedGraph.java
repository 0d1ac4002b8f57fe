package dev.warpbroker.experiments.suite;

import dev.warpbroker.device.Device;
import dev.warpbroker.experiments.design.Axis;
import dev.warpbroker.experiments.design.Checked;
import dev.warpbroker.experiments.design.Choices;
import dev.warpbroker.experiments.design.Column;
import dev.warpbroker.experiments.design.CommonOptions;
import dev.warpbroker.experiments.design.Contender;
import dev.warpbroker.experiments.design.Field;
import dev.warpbroker.experiments.design.Option;
import dev.warpbroker.experiments.design.Point;
import dev.warpbroker.experiments.design.Stage;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.graphs.DeviceGraph;
import dev.warpbroker.graphs.Graph;
import dev.warpbroker.graphs.GraphSource;
import dev.warpbroker.graphs.Lattice;
import dev.warpbroker.graphs.ReadOptions;
import dev.warpbroker.graphs.ReadProgress;
import dev.warpbroker.graphs.search.Bfs;
import dev.warpbroker.graphs.search.WrongResultException;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A graph to search, and the source.
 *
 * @param graph on the heap
 * @param onDevice the same graph on the device
 * @param source the vertex where the search begins
 * @param edges the number of edges that a search must examine
 * @param parameters what a record says about it
 */
record SearchedGraph(Graph graph, DeviceGraph onDevice, int source, long edges, Map<String, Object> parameters)
        implements AutoCloseable {
    static final Option<List<String>> GRAPHS = Option.list(
                    String.class,
                    "--graphs",
                    "GRAPH",
                    "Graphs to search by every variant: files or generators, as in run bfs.")
            .or("--graph");

    private static final String RANDOM = "random";

    private static final Option<String> SOURCE = Option.of(
            String.class,
            "--source",
            "VERTEX",
            "Where a search begins: a vertex, or random (default: vertex 0 of a generator, of a file the first of those"
                    + " with the most edges).");

    private static final Option<Integer> SEED = Option.number(
                    "--seed", "N", "The same seed chooses the same random vertex (default: ${DEFAULT-VALUE}).")
            .preset("1");

    /** Where searches begin. */
    static final List<Option<?>> SOURCES = List.of(SOURCE, SEED);

    /** Lanes of a simulator that search. */
    static final int SIMULATED_LANES = 128;

    static final Field VERTICES = Field.parameter("vertices");
    static final Field EDGES = Field.parameter("edges");

    /** The extent of a lattice that is the same in all directions; next to it the probability of its edges. */
    static final Field EXTENT = Field.parameter("extent");

    static final Field PROBABILITY = Field.parameter("probability");
    static final Field VISITS = Field.observed("visits");
    static final Field REACHED = Field.observed("reached");

    static final Column VISITS_PER_VERTEX = Column.number(
            "visits/vertex",
            row -> REACHED.isIn(row) ? Quantity.significant(VISITS.number(row) / REACHED.number(row)) : "");

    static final String[] REMARKS = {
        "Edges are those that leave vertices that were reached; an undirected edge counts in both directions",
        "Times include that to forget the search before, not that to read or make the graph"
    };

    /** {@return a stage of searches of this graph} */
    Stage stage(Function<Point, Contender> search) {
        return new Stage(_ -> edges, search).facts(_ -> parameters).closing(this::close);
    }

    /** {@return whether a result keeps its rules} */
    static Checked checked(String name, Runnable check) {
        try {
            check.run();
            return Checked.of(name, true, "");
        } catch (WrongResultException wrong) {
            return Checked.of(name, false, String.valueOf(wrong.getMessage()));
        }
    }

    /** {@return graphs, with their presets on each kind of device} */
    static Axis<Chosen> graphs(
            Option<List<String>> option, List<String> jvm, List<String> simulator, List<String> gpu) {
        return Axis.derived(
                "graph",
                (device, chosen) -> chosen
                        .or(
                                option,
                                switch (CommonOptions.scale(device, chosen)) {
                                    case JVM -> jvm;
                                    case SIMULATOR -> simulator;
                                    case GPU -> gpu;
                                })
                        .stream()
                        .map(text -> one(chosen, text, false))
                        .toList(),
                option);
    }

    /** {@return numbers of threads that search; by default as many as the device holds} */
    static Axis<Integer> threads() {
        return Axis.threads("threads")
                .atLeast(0, "threads")
                .jvm(_ -> CommonOptions.powersOfTwo(Math.min(16, CommonOptions.processors())))
                .simulator(device -> List.of(
                        Math.min(SIMULATED_LANES, 4 * device.properties().lanesPerWorker())))
                .gpu(device -> List.of(Bfs.threads(device, 0)))
                .resolved(Bfs::threads);
    }

    /**
     * A graph that will be searched.
     *
     * @param from a file or generator
     * @param source a vertex, random, or null for the usual one
     */
    record Chosen(GraphSource from, @Nullable String source, int seed) {
        @Override
        public String toString() {
            return from.name();
        }

        /**
         * {@return what to search}
         *
         * @throws IOException if the graph cannot be read, or a search cannot begin where it is to begin
         */
        SearchedGraph open(Device device) throws IOException {
            try {
                Graph graph = from.graph(ReadProgress.NONE);
                int begin = source(graph);
                long edges = Bfs.sequential(graph, begin).edges(graph);
                var parameters = new HashMap<>(Map.ofEntries(
                        Field.parameter("graph").is(graph.name()),
                        Field.parameter("source").is(begin),
                        VERTICES.is(graph.vertices()),
                        EDGES.is(graph.edges())));
                if (from instanceof Lattice lattice && lattice.l() == lattice.m() && lattice.m() == lattice.n()) {
                    parameters.putAll(Map.ofEntries(EXTENT.is(lattice.l()), PROBABILITY.is(lattice.probability())));
                }
                return new SearchedGraph(graph, DeviceGraph.of(device, graph), begin, edges, Map.copyOf(parameters));
            } catch (IllegalArgumentException refused) {
                throw new IOException(refused.getMessage(), refused);
            }
        }

        private int source(Graph graph) {
            if (source == null) {
                return from instanceof GraphSource.File ? Bfs.busiest(graph) : 0;
            }
            if (!source.equals(RANDOM)) {
                return Integer.parseInt(source);
            }
            // One that leads somewhere, unless none does.
            var random = new SplittableRandom(seed);
            int vertex = random.nextInt(graph.vertices());
            for (int i = 0; i < graph.vertices() && graph.degree(vertex) == 0; i++) {
                vertex = random.nextInt(graph.vertices());
            }
            return vertex;
        }
    }

    /**
     * {@return the graphs that are chosen}
     *
     * @param random whether searches begin anywhere unless the user says where
     */
    static List<Chosen> chosen(Choices chosen, List<String> preset, boolean random) {
        return chosen.or(GRAPHS, preset).stream()
                .map(text -> one(chosen, text, random))
                .toList();
    }

    /** {@return a graph, and where its search is to begin} */
    static Chosen one(Choices chosen, String graph, boolean random) {
        String source = chosen.has(SOURCE) || !random ? chosen.get(SOURCE) : RANDOM;
        if (source != null && !source.equals(RANDOM) && !source.matches("[0-9]{1,9}")) {
            throw new IllegalArgumentException("--source " + source + "; give the number of a vertex, or random");
        }
        return new Chosen(GraphSource.parse(graph, ReadOptions.asWritten()), source, chosen.or(SEED, 1));
    }

    @Override
    public void close() {
        onDevice.close();
    }
}
