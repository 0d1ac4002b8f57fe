package dev.warpbroker.cli.bench.pagerank;

import static dev.warpbroker.cli.terminal.Table.number;
import static dev.warpbroker.cli.terminal.Table.text;

import dev.warpbroker.cli.bench.timing.Effort;
import dev.warpbroker.cli.bench.timing.Experiment;
import dev.warpbroker.cli.bench.timing.Remarks;
import dev.warpbroker.cli.bench.timing.Turns;
import dev.warpbroker.cli.results.Measurement;
import dev.warpbroker.cli.terminal.Failures;
import dev.warpbroker.cli.terminal.Progress;
import dev.warpbroker.cli.terminal.Quantity;
import dev.warpbroker.cli.terminal.Table;
import dev.warpbroker.device.Device;
import dev.warpbroker.graphs.Graph;
import dev.warpbroker.graphs.GraphSource;
import dev.warpbroker.graphs.ReadProgress;
import dev.warpbroker.graphs.rank.PageRankResult;
import dev.warpbroker.graphs.rank.Precision;
import dev.warpbroker.graphs.rank.RankGraph;
import dev.warpbroker.graphs.rank.SequentialPageRank;
import dev.warpbroker.graphs.rank.StoppingRule;
import dev.warpbroker.structures.queue.QueueKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Measures queues in turn, graph by graph and thread number by thread number. Times are those of the workers; operations are
 * edges, each once in an iteration.
 */
public final class PageRankExperiment implements Experiment {
    private static final String NAME = "pagerank";

    private final Device device;
    private final Settings settings;

    /** What the experiment is run with. */
    public record Settings(
            List<GraphSource> graphs,
            List<QueueKind> kinds,
            List<Integer> threads,
            int blockSize,
            int iterations,
            Precision precision,
            Effort effort) {
        public Settings {
            graphs = List.copyOf(graphs);
            kinds = List.copyOf(kinds);
            threads = List.copyOf(threads);
        }
    }

    public PageRankExperiment(Device device, Settings settings) {
        this.device = device;
        this.settings = settings;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public int steps() {
        return settings.graphs().size()
                * settings.threads().size()
                * settings.kinds().size()
                * new Turns(device, settings.effort()).steps();
    }

    @Override
    public void run(Consumer<Measurement> measured, Progress progress) {
        for (var source : settings.graphs()) {
            progress.at("reading " + source.name());
            try (var ranked = ranked(source, measured)) {
                if (ranked == null) {
                    continue;
                }
                var reference = new Reference(ranked.graph(), StoppingRule.afterIterations(settings.iterations()));
                var turns = new Turns(device, settings.effort());
                for (int threads : settings.threads()) {
                    measure(ranked, reference, turns, threads, measured, progress);
                }
            }
        }
    }

    /** {@return what to rank; null if it cannot be read or made, which is a row of its own} */
    private @Nullable RankGraph ranked(GraphSource source, Consumer<Measurement> measured) {
        try {
            return RankGraph.of(device, source.graph(ReadProgress.NONE), settings.precision());
        } catch (IOException | RuntimeException | OutOfMemoryError failure) {
            measured.accept(Measurement.failed(
                    NAME,
                    device.properties(),
                    "every queue",
                    Map.of("graph", source.name()),
                    Failures.reason(failure)));
            return null;
        }
    }

    private void measure(
            RankGraph ranked,
            Reference reference,
            Turns turns,
            int threads,
            Consumer<Measurement> measured,
            Progress progress) {
        var graph = ranked.graph();
        var contenders = settings.kinds().stream()
                .map(kind -> new PageRankContender(
                        ranked, kind, threads, settings.blockSize(), reference.until(), reference))
                .toList();
        var timings = turns.measure(contenders, graph.name() + ", " + threads + " threads", progress);
        long operations = (long) graph.edges() * settings.iterations();
        for (int i = 0; i < timings.size(); i++) {
            measured.accept(timings.get(i)
                    .measurement(
                            NAME,
                            device.properties(),
                            contenders.get(i).label(),
                            parameters(graph, threads),
                            operations));
        }
    }

    private Map<String, Object> parameters(Graph graph, int threads) {
        var parameters = new HashMap<String, Object>();
        parameters.put("graph", graph.name());
        parameters.put("vertices", graph.vertices());
        parameters.put("edges", graph.edges());
        parameters.put("iterations", settings.iterations());
        parameters.put("precision", settings.precision().toString());
        parameters.put("threads", threads);
        parameters.put("block", settings.blockSize());
        parameters.put("warmup", settings.effort().warmUps());
        return parameters;
    }

    /** What ranks must be, computed when it is first asked for. */
    private static final class Reference implements Supplier<PageRankResult> {
        private final Graph graph;
        private final StoppingRule until;
        private @Nullable PageRankResult result;

        Reference(Graph graph, StoppingRule until) {
            this.graph = graph;
            this.until = until;
        }

        StoppingRule until() {
            return until;
        }

        @Override
        public PageRankResult get() {
            PageRankResult found = result;
            if (found == null) {
                found = SequentialPageRank.of(graph, until);
                result = found;
            }
            return found;
        }
    }

    @Override
    public Table table(List<Measurement> measurements) {
        var rows = new ArrayList<List<String>>();
        for (var measurement : measurements) {
            var row = new ArrayList<String>();
            row.add(String.valueOf(measurement.parameters().get("graph")));
            row.add(measurement.structure());
            row.add(String.valueOf(measurement.parameters().getOrDefault("threads", "")));
            row.addAll(Remarks.times(measurement));
            row.add(measurement.measured() ? Quantity.rate(measurement.operationsPerSecond()) : "");
            row.add(Remarks.check(measurement));
            rows.add(row);
        }
        return new Table(
                List.of(
                        text("graph"),
                        text("structure"),
                        number("threads"),
                        number("median"),
                        number("min"),
                        number("max"),
                        number("edges"),
                        text("check")),
                rows);
    }
}
