package dev.warpbroker.experiments.suite;

import dev.warpbroker.device.Device;
import dev.warpbroker.experiments.design.Axis;
import dev.warpbroker.experiments.design.Checked;
import dev.warpbroker.experiments.design.Choices;
import dev.warpbroker.experiments.design.Column;
import dev.warpbroker.experiments.design.CommonOptions;
import dev.warpbroker.experiments.design.Contender;
import dev.warpbroker.experiments.design.Field;
import dev.warpbroker.experiments.design.Loops;
import dev.warpbroker.experiments.design.MeasuringEffort;
import dev.warpbroker.experiments.design.Option;
import dev.warpbroker.experiments.design.Plot;
import dev.warpbroker.experiments.design.Point;
import dev.warpbroker.experiments.design.Stage;
import dev.warpbroker.experiments.design.Sweep;
import dev.warpbroker.experiments.results.CheckResult;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.graphs.Graph;
import dev.warpbroker.graphs.ReadProgress;
import dev.warpbroker.graphs.rank.PageRank;
import dev.warpbroker.graphs.rank.PullPageRank;
import dev.warpbroker.graphs.rank.RankGraph;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.structures.queue.QueueKind;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Experiment {@code pagerank}: queues at work on a real problem, and the engine that pulls. Times of queues are those
 * of the workers; operations are edges, each once in an iteration.
 */
final class PageRankExperiment extends Sweep {
    private static final Option<Integer> ITERATIONS = Option.number(
                    "--iterations", "N", "Iterations (default: ${DEFAULT-VALUE}, as in the paper).")
            .preset("8");

    private static final Option<Double> TOLERANCE = Option.of(
            Double.class,
            "--tolerance",
            "T",
            "Instead of --iterations: until one changes all ranks together by less than this, such as 1e-6.");

    private static final String PULL = "pull";
    private static final String LAID_OUT = "pull-laid-out";
    private static final String QUEUE = "queue";

    private static final Option<List<String>> ENGINES = Option.list(
            Option.oneOf("engine", List.of(PULL, LAID_OUT, QUEUE)),
            "--engines",
            "ENGINE",
            "pull: vertices collect their ranks, iteration by iteration, the whole call from plain rows;"
                    + " pull-laid-out: the same of a graph that was ranked before; queue: workers take vertices from"
                    + " every queue (default: pull and queue, or queue alone with --structures).");

    private static final Option<List<Granularity>> FORMS = Option.list(
                    Option.oneOf("form", List.of(Granularity.WARP, Granularity.THREAD)),
                    "--forms",
                    "FORM",
                    "How lanes use the queue: warp, polling and enqueueing together, with one claim where the algorithm"
                            + " allows it; or thread, each for itself (default: ${DEFAULT-VALUE}).")
            .or("--form")
            .preset("warp");

    private static final Axis<SearchedGraph.Chosen> GRAPH = SearchedGraph.graphs(
            Option.list(
                            String.class,
                            "--graphs",
                            "GRAPH",
                            "Files or generators, such as rmat:18:3, as in run pagerank.")
                    .or("--graph"),
            List.of("rmat:13:3"),
            List.of("rmat:5:3"),
            List.of("rmat:18:3"));

    private static final Axis<Integer> THREADS = Axis.threads("threads")
            .jvm(_ -> List.of(1, 2, 2 * CommonOptions.processors()))
            .simulator(64)
            .gpu(device ->
                    CommonOptions.upTo(device.properties().residentThreads(), 2_048, 10_240, 32_768, 67_584, 135_168));

    /** How lanes use the queue; {@value #PULL} where there is none. */
    private static final Axis<String> FORM = Axis.derived(
            "form",
            (_, chosen) -> {
                var forms = new ArrayList<String>();
                if (engines(chosen).stream().anyMatch(engine -> !engine.equals(QUEUE))) {
                    forms.add(PULL);
                }
                chosen.of(FORMS).forEach(form -> forms.add(name(form)));
                return forms;
            },
            FORMS);

    /**
     * An engine that computes ranks.
     *
     * @param queue the queue of its workers; null if vertices pull
     */
    private record Engine(String name, @Nullable QueueKind queue) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static final Axis<Engine> ENGINE = Axis.derived(
                    "engine",
                    (_, chosen) -> {
                        var all = new ArrayList<Engine>();
                        for (String engine : engines(chosen)) {
                            if (engine.equals(QUEUE)) {
                                CommonOptions.queues(chosen, List.of(QueueKind.values()))
                                        .forEach(kind -> all.add(new Engine(kind.toString(), kind)));
                            } else {
                                all.add(new Engine(engine, null));
                            }
                        }
                        return all;
                    },
                    ENGINES,
                    CommonOptions.QUEUES)
            .structure();

    private static final Option<Boolean> SINGLE = Option.flag("--float", "Keep ranks in 32 bits instead of 64.");

    private static final Axis<RankGraph.Precision> PRECISION = Axis.derived(
            "precision",
            (_, chosen) -> List.of(chosen.isSet(SINGLE) ? RankGraph.Precision.FLOAT : RankGraph.Precision.DOUBLE),
            SINGLE);

    private static final Axis<Integer> BLOCK = Axis.block(256);

    private static final Field ITERATED = Field.parameter("iterations");
    private static final Field HOLDS = Field.parameter("holds");
    private static final Field COMBINING = Field.observed("combiningNanos");
    private static final Field RANKS = Field.observed("ranks");
    private static final Field DEGREES = Field.observed("degrees");

    /** Ranks are counted in this part of the average one, as few are less. */
    private static final int RANK_UNIT = 16;

    /** How many of the highest ranks must be in order. */
    private static final int TOP = 100;

    PageRankExperiment() {
        super(
                "pagerank",
                "Eight iterations of PageRank on every queue in turn (Broker Queue paper, figures 3d and 3e), where"
                        + " times are those of the persistent workers; and by pulling, where they are those of the"
                        + " whole call: from the plain rows of in-edges to the ranks, both in memory of the device.",
                "On a CPU: --device jvm --threads 1,2,4,8,16 --engines pull --graph GRAPH.",
                "The graphs of the paper are p2p-Gnutella31 and web-NotreDame of the Stanford Large Network Dataset"
                        + " Collection: give their files with --graph. Without, a generated graph of about the size of"
                        + " the larger one is ranked, and smaller ones on jvm and sim.");
        measure(Loops.stages(GRAPH).turns(FORM, THREADS).rows(ENGINE));
        sizes(THREADS);
        settings(PRECISION, BLOCK);
        options(List.of(ITERATIONS, TOLERANCE));
        settings(Tuning.SETTINGS);
        shows(PRECISION.field(), ITERATED);
        effort(new Effort(5, 2, 2), new Effort(1, 1, 30), new Effort(9, 2, 1));
        columns(Column.timed(
                List.of(
                        Column.text(GRAPH),
                        Column.text("structure", Measurement::structure),
                        Column.text(FORM),
                        Column.number(THREADS)),
                Column.rate("edges")));
        remarks("Times of queues are those of the persistent workers, all iterations in one launch; what those of pull"
                + " hold, the records say: the whole call from plain rows on, or that on rows that were laid out"
                + " before, as in records that do not say it");
        // For each graph the time over the number of threads, as in figures 3d and 3e of the Broker Queue paper.
        plots(Plot.times(Plot.THREADS, THREADS, Measurement::structure), PageRankExperiment::title);
    }

    private static List<String> engines(Choices chosen) {
        return chosen.or(ENGINES, chosen.has(CommonOptions.QUEUES) ? List.of(QUEUE) : List.of(PULL, QUEUE));
    }

    private static String name(Granularity form) {
        return form.name().toLowerCase(Locale.ROOT);
    }

    @Override
    protected void require(Device device, Choices chosen, Point common) {
        MeasuringEffort.requireAtLeast(1, "iterations", chosen.of(ITERATIONS));
        Double tolerance = chosen.get(TOLERANCE);
        if (tolerance != null && tolerance == 0) {
            throw new IllegalArgumentException(
                    "--tolerance 0 is never reached; give a positive number, or --iterations");
        }
        until(chosen);
    }

    private static PageRank.StoppingRule until(Choices chosen) {
        Double tolerance = chosen.get(TOLERANCE);
        return tolerance == null
                ? PageRank.StoppingRule.afterIterations(chosen.of(ITERATIONS))
                : PageRank.StoppingRule.changeBelow(tolerance);
    }

    @Override
    protected boolean includes(Device device, Choices chosen, Point row) {
        return row.get(FORM).equals(PULL) == (row.get(ENGINE).queue() == null);
    }

    @Override
    protected Stage stage(Device device, Choices chosen, Point shared) throws IOException {
        var graph = shared.get(GRAPH).from().graph(ReadProgress.NONE);
        var onQueues = engines(chosen).contains(QUEUE) ? RankGraph.of(device, graph, shared.get(PRECISION)) : null;
        var reference = new Reference(graph, until(chosen));
        return new Stage(
                        _ -> (long) graph.edges() * reference.iterations(),
                        row -> row.get(ENGINE).queue() == null
                                ? pulling(device, graph, reference, row)
                                : onQueue(Objects.requireNonNull(onQueues), reference, row))
                .facts(row -> Map.ofEntries(
                        HOLDS.is(
                                switch (row.get(ENGINE).name()) {
                                    case PULL -> "whole call";
                                    case LAID_OUT -> "call on rows laid out before";
                                    default -> "workers";
                                }),
                        GRAPH.field().is(graph.name()),
                        SearchedGraph.VERTICES.is(graph.vertices()),
                        SearchedGraph.EDGES.is(graph.edges()),
                        ITERATED.is(reference.iterations())))
                .closing(() -> {
                    if (onQueues != null) {
                        onQueues.close();
                    }
                });
    }

    /** {@return initialisation, all iterations and what vertices without out-edges give to all} */
    private static Contender pulling(Device device, Graph graph, Reference reference, Point row) {
        var ranks = PullPageRank.on(device, graph, row.get(PRECISION), row.get(THREADS));
        boolean anew = row.get(ENGINE).name().equals(PULL);
        Function<Duration, PageRank.Result> run =
                limit -> anew ? ranks.runAnew(reference.until, limit) : ranks.run(reference.until, limit);
        return new Contender(
                limit -> run.apply(limit).elapsed(),
                limit -> reference.check(run.apply(limit), row.get(PRECISION)),
                ranks::close);
    }

    private static Contender onQueue(RankGraph graph, Reference reference, Point row) {
        var form = Granularity.valueOf(row.get(FORM).toUpperCase(Locale.ROOT));
        var queue = Objects.requireNonNull(row.get(ENGINE).queue());
        var ranks = PageRank.on(
                graph,
                new PageRank.Options(
                        queue, row.get(THREADS), row.get(BLOCK), form, options -> Tuning.of(row, options)));
        return new Contender(
                limit -> ranks.run(reference.until, limit).working(),
                limit -> reference.check(ranks.run(reference.until, limit), row.get(PRECISION)),
                ranks::close);
    }

    /** The expected ranks, computed when they are first needed. */
    private static final class Reference {
        private final Graph graph;
        private final PageRank.StoppingRule until;
        private PageRank.@Nullable Result result;

        Reference(Graph graph, PageRank.StoppingRule until) {
            this.graph = graph;
            this.until = until;
        }

        PageRank.Result get() {
            PageRank.Result found = result;
            if (found == null) {
                found = PageRank.sequential(graph, until);
                result = found;
            }
            return found;
        }

        int iterations() {
            return until.tolerance() > 0 ? get().iterations() : until.iterations();
        }

        /** {@return whether ranks are right; with a tolerance, rounding may decide about the last iteration} */
        Checked check(PageRank.Result result, RankGraph.Precision precision) {
            var expected = result.iterations() == get().iterations()
                    ? get()
                    : PageRank.sequential(graph, PageRank.StoppingRule.afterIterations(result.iterations()));
            double tolerance = precision.tolerance();
            double worst = result.worstDifference(expected);
            double disorder = result.worstPlace(expected, TOP);
            boolean ended = until.isReached(result.iterations(), result.change());
            return new Checked(
                    List.of(
                            new CheckResult(
                                    "ranks",
                                    ended && worst <= tolerance,
                                    String.format(
                                            Locale.ROOT, "at most %.2g of a rank from the sequential one", worst)),
                            new CheckResult(
                                    "order",
                                    disorder <= 2 * tolerance,
                                    String.format(
                                            Locale.ROOT,
                                            "of the %d highest ranks, at most %.2g of a rank out of place",
                                            TOP,
                                            disorder))),
                    Map.ofEntries(
                            COMBINING.is(result.combining().toNanos()),
                            RANKS.is(Distribution.byPowersOfTwo(
                                    Arrays.stream(result.ranks()).map(rank -> RANK_UNIT * graph.vertices() * rank))),
                            DEGREES.is(Distribution.byPowersOfTwo(
                                    IntStream.range(0, graph.vertices()).mapToDouble(graph::degree)))));
        }
    }

    private static String title(Measurement row) {
        return GRAPH.text(row) + ", " + ITERATED.text(row) + " iterations, in "
                + PRECISION.text(row).toLowerCase(Locale.ROOT) + "s"
                + (FORM.text(row).equals(name(Granularity.THREAD)) ? ", each lane for itself" : "");
    }
}
