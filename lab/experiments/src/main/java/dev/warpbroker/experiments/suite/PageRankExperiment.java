package dev.warpbroker.experiments.suite;

import dev.warpbroker.device.Device;
import dev.warpbroker.experiments.design.Checked;
import dev.warpbroker.experiments.design.Choices;
import dev.warpbroker.experiments.design.Column;
import dev.warpbroker.experiments.design.CommonOptions;
import dev.warpbroker.experiments.design.Contender;
import dev.warpbroker.experiments.design.Evidence;
import dev.warpbroker.experiments.design.Experiment;
import dev.warpbroker.experiments.design.Field;
import dev.warpbroker.experiments.design.Findings;
import dev.warpbroker.experiments.design.LateContender;
import dev.warpbroker.experiments.design.Measuring;
import dev.warpbroker.experiments.design.Measuring.Entry;
import dev.warpbroker.experiments.design.MeasuringEffort;
import dev.warpbroker.experiments.design.Option;
import dev.warpbroker.experiments.design.TimePlot;
import dev.warpbroker.experiments.design.Trial;
import dev.warpbroker.experiments.page.Chart;
import dev.warpbroker.experiments.page.Chart.Axis;
import dev.warpbroker.experiments.page.Chart.Scale;
import dev.warpbroker.experiments.page.Chart.Series;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.page.Section;
import dev.warpbroker.experiments.page.Section.Part;
import dev.warpbroker.experiments.page.Table;
import dev.warpbroker.experiments.results.CheckResult;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.experiments.results.ResultLine;
import dev.warpbroker.graphs.Graph;
import dev.warpbroker.graphs.GraphSource;
import dev.warpbroker.graphs.ReadOptions;
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
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Experiment {@code pagerank}: queues at work on a real problem, and the engine that pulls. Times of queues are those
 * of the workers; operations are edges, each once in an iteration.
 */
final class PageRankExperiment implements Experiment {
    private static final Option<List<String>> GRAPHS = Option.list(
                    String.class, "--graphs", "GRAPH", "Files or generators, such as rmat:18:3, as in run pagerank.")
            .or("--graph");

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

    private static final Option<Boolean> SINGLE = Option.flag("--float", "Keep ranks in 32 bits instead of 64.");

    /** What records say. */
    private static final class Recorded {
        static final Field GRAPH = Field.parameter("graph");
        static final Field VERTICES = Field.parameter("vertices");
        static final Field EDGES = Field.parameter("edges");
        static final Field ITERATIONS = Field.parameter("iterations");
        static final Field PRECISION = Field.parameter("precision");
        static final Field THREADS = Field.parameter("threads");
        static final Field BLOCK = Field.parameter("block");
        static final Field WARM_UPS = Field.parameter("warmup");
        static final Field FORM = Field.parameter("form");
        static final Field HOLDS = Field.parameter("holds");
        static final Field COMBINING = Field.observed("combiningNanos");
        static final Field RANKS = Field.observed("ranks");
        static final Field DEGREES = Field.observed("degrees");
    }

    /** Ranks are counted in this part of the average one, as few are less. */
    private static final int RANK_UNIT = 16;

    /** How many of the highest ranks must be in order. */
    private static final int TOP = 100;

    /** What times of queues are compared with. */
    private static final String BASIS = QueueKind.BQ.toString();

    @Override
    public String name() {
        return "pagerank";
    }

    @Override
    public List<String> description() {
        return List.of(
                "Eight iterations of PageRank on every queue in turn (Broker Queue paper, figures 3d and 3e), where"
                        + " times are those of the persistent workers; and by pulling, where they are those of the"
                        + " whole call: from the plain rows of in-edges to the ranks, both in memory of the device.",
                "On a CPU: --device jvm --threads 1,2,4,8,16 --engines pull --graph GRAPH.",
                "The graphs of the paper are p2p-Gnutella31 and web-NotreDame of the Stanford Large Network Dataset"
                        + " Collection: give their files with --graph. Without, a generated graph of about the size of"
                        + " the larger one is ranked, and smaller ones on jvm and sim.");
    }

    @Override
    public List<Option<?>> options() {
        return Stream.of(
                        CommonOptions.timed(
                                CommonOptions.QUEUES,
                                CommonOptions.BLOCK,
                                GRAPHS,
                                ITERATIONS,
                                TOLERANCE,
                                ENGINES,
                                FORMS,
                                SINGLE),
                        Tuning.OPTIONS)
                .<Option<?>>flatMap(List::stream)
                .toList();
    }

    /** What is chosen. */
    private record Settings(
            List<String> engines,
            List<QueueKind> kinds,
            int block,
            PageRank.StoppingRule until,
            RankGraph.Precision precision,
            MeasuringEffort effort,
            Tuning tuning) {}

    @Override
    public Trial on(Device device, Choices chosen) {
        MeasuringEffort.requireAtLeast(1, "iterations", chosen.of(ITERATIONS));
        int all = device.properties().residentThreads();
        return switch (CommonOptions.scale(device, chosen)) {
            case JVM ->
                trial(
                        device,
                        chosen,
                        "rmat:13:3",
                        List.of(1, 2, 2 * CommonOptions.processors()),
                        1,
                        CommonOptions.effort(chosen, 5, 2, 2));
            case SIMULATOR ->
                trial(device, chosen, "rmat:5:3", List.of(64), 256, CommonOptions.effort(chosen, 1, 1, 30));
            case GPU ->
                trial(
                        device,
                        chosen,
                        "rmat:18:3",
                        CommonOptions.upTo(all, 2_048, 10_240, 32_768, 67_584, 135_168),
                        256,
                        CommonOptions.effort(chosen, 9, 2, 1));
        };
    }

    private Trial trial(
            Device device,
            Choices chosen,
            String graph,
            List<Integer> presetThreads,
            int lanes,
            MeasuringEffort effort) {
        var sources = chosen.or(GRAPHS, List.of(graph)).stream()
                .map(text -> GraphSource.parse(text, ReadOptions.asWritten()))
                .toList();
        var threads = CommonOptions.threads(chosen, presetThreads);
        var engines = chosen.or(ENGINES, chosen.has(CommonOptions.QUEUES) ? List.of(QUEUE) : List.of(PULL, QUEUE));
        Double tolerance = chosen.get(TOLERANCE);
        if (tolerance != null && tolerance == 0) {
            throw new IllegalArgumentException(
                    "--tolerance 0 is never reached; give a positive number, or --iterations");
        }
        var settings = new Settings(
                engines,
                engines.contains(QUEUE) ? CommonOptions.queues(chosen, List.of(QueueKind.values())) : List.of(),
                CommonOptions.block(chosen, lanes),
                tolerance == null
                        ? PageRank.StoppingRule.afterIterations(chosen.of(ITERATIONS))
                        : PageRank.StoppingRule.changeBelow(tolerance),
                chosen.isSet(SINGLE) ? RankGraph.Precision.FLOAT : RankGraph.Precision.DOUBLE,
                effort,
                Tuning.of(chosen, 0));
        var forms = chosen.of(FORMS);
        var pulling = engines.stream().filter(engine -> !engine.equals(QUEUE)).toList();
        int each = forms.size() * settings.kinds().size() + pulling.size();
        int rows = sources.size() * threads.size() * each;
        return Trial.ofRows(this, device, effort, rows, measuring -> {
            for (var source : sources) {
                measuring.progress().at("reading " + source.name());
                try (var subject = subject(device, source, settings, measuring)) {
                    if (subject != null) {
                        measuring.startAfresh();
                        for (String engine : pulling) {
                            threads.forEach(count -> pull(device, subject, settings, engine, count, measuring));
                        }
                        for (var form : settings.kinds().isEmpty() ? List.<Granularity>of() : forms) {
                            threads.forEach(count -> measure(subject, settings, form, count, measuring));
                        }
                    }
                }
            }
        });
    }

    /**
     * What is ranked.
     *
     * @param onQueues the same for queues; null if none is measured
     */
    private record Subject(Graph graph, @Nullable RankGraph onQueues, Reference reference) implements AutoCloseable {
        @Override
        public void close() {
            if (onQueues != null) {
                onQueues.close();
            }
        }
    }

    /** {@return what to rank; null if it cannot be read or made, which is a row of its own} */
    private static @Nullable Subject subject(
            Device device, GraphSource source, Settings settings, Measuring measuring) {
        try {
            var graph = source.graph(ReadProgress.NONE);
            var onQueues = settings.kinds().isEmpty() ? null : RankGraph.of(device, graph, settings.precision());
            return new Subject(graph, onQueues, new Reference(graph, settings.until()));
        } catch (IOException | RuntimeException | OutOfMemoryError failure) {
            measuring.leaveOut("every engine", Map.ofEntries(Recorded.GRAPH.is(source.name())), failure);
            return null;
        }
    }

    private static Map<String, Object> parameters(
            Subject subject, Settings settings, String form, String holds, int threads) {
        var graph = subject.graph();
        return settings.tuning()
                .with(Map.ofEntries(
                        Recorded.FORM.is(form),
                        Recorded.HOLDS.is(holds),
                        Recorded.GRAPH.is(graph.name()),
                        Recorded.VERTICES.is(graph.vertices()),
                        Recorded.EDGES.is(graph.edges()),
                        Recorded.ITERATIONS.is(subject.reference().iterations()),
                        Recorded.PRECISION.is(settings.precision().toString()),
                        Recorded.THREADS.is(threads),
                        Recorded.BLOCK.is(settings.block()),
                        Recorded.WARM_UPS.is(settings.effort().warmUps())));
    }

    private static long operations(Subject subject) {
        return (long) subject.graph().edges() * subject.reference().iterations();
    }

    private static void pull(
            Device device, Subject subject, Settings settings, String engine, int threads, Measuring measuring) {
        var graph = subject.graph();
        boolean anew = engine.equals(PULL);
        measuring.record(
                graph.name() + ", " + threads + " threads",
                List.of(new Entry(
                        engine,
                        parameters(
                                subject, settings, PULL, anew ? "whole call" : "call on rows laid out before", threads),
                        operations(subject),
                        new LateContender(
                                engine,
                                () -> new Pulling(
                                        engine,
                                        PullPageRank.on(device, graph, settings.precision(), threads),
                                        anew,
                                        settings.precision(),
                                        subject.reference())))));
    }

    private static void measure(
            Subject subject, Settings settings, Granularity form, int threads, Measuring measuring) {
        var ranked = Objects.requireNonNull(subject.onQueues());
        var parameters = parameters(subject, settings, name(form), "workers", threads);
        measuring.record(
                subject.graph().name() + ", " + threads + " threads",
                settings.kinds().stream()
                        .map(kind -> new Entry(
                                kind.toString(),
                                parameters,
                                operations(subject),
                                new LateContender(
                                        label(kind, form),
                                        () -> new Ranking(
                                                label(kind, form),
                                                PageRank.on(
                                                        ranked,
                                                        new PageRank.Options(
                                                                kind,
                                                                threads,
                                                                settings.block(),
                                                                form,
                                                                settings.tuning()::apply)),
                                                ranked.precision(),
                                                subject.reference()))))
                        .toList());
    }

    private static String name(Granularity form) {
        return form.name().toLowerCase(Locale.ROOT);
    }

    private static String label(QueueKind kind, Granularity form) {
        return kind + " by " + name(form);
    }

    /** What ranks must be, computed when it is first asked for. */
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
                            Recorded.COMBINING.is(result.combining().toNanos()),
                            Recorded.RANKS.is(Distribution.byPowersOfTwo(
                                    Arrays.stream(result.ranks()).map(rank -> RANK_UNIT * graph.vertices() * rank))),
                            Recorded.DEGREES.is(Distribution.byPowersOfTwo(
                                    IntStream.range(0, graph.vertices()).mapToDouble(graph::degree)))));
        }
    }

    /** A queue at work on PageRank. */
    private record Ranking(String label, PageRank pageRank, RankGraph.Precision precision, Reference reference)
            implements Contender {
        @Override
        public long run(Duration limit) {
            return pageRank.run(reference.until, limit).working().toNanos();
        }

        @Override
        public Checked check(Duration limit) {
            return reference.check(pageRank.run(reference.until, limit), precision);
        }

        @Override
        public void close() {
            pageRank.close();
        }
    }

    /**
     * The engine that pulls: initialisation, all iterations and what vertices without out-edges give to all.
     *
     * @param anew whether every run begins with the plain rows
     */
    private record Pulling(
            String label, PullPageRank pageRank, boolean anew, RankGraph.Precision precision, Reference reference)
            implements Contender {
        private PageRank.Result result(Duration limit) {
            return anew ? pageRank.runAnew(reference.until, limit) : pageRank.run(reference.until, limit);
        }

        @Override
        public long run(Duration limit) {
            return result(limit).elapsed().toNanos();
        }

        @Override
        public Checked check(Duration limit) {
            return reference.check(result(limit), precision);
        }

        @Override
        public void close() {
            pageRank.close();
        }
    }

    @Override
    public Table table(List<Measurement> measurements) {
        return Column.table(
                List.of(
                        Column.text("graph", Recorded.GRAPH::text),
                        Column.text("structure", Measurement::structure),
                        Column.text("form", row -> Recorded.FORM.textOr(row, "")),
                        Column.number("threads", row -> Recorded.THREADS.textOr(row, "")),
                        Column.MEDIAN,
                        Column.MIN,
                        Column.MAX,
                        Column.rate("edges"),
                        Column.CHECK),
                measurements);
    }

    /**
     * For each graph the time over the number of threads, as in figures 3d and 3e of the Broker Queue paper, and how
     * much longer each queue takes than BQ, beside what the paper says of that.
     */
    @Override
    public Section section(List<ResultLine> lines, UnaryOperator<String> file) {
        var evidence = Evidence.of(lines, row -> row.structure() + title(row) + Recorded.THREADS.number(row));
        var paper = Findings.of(PageRankExperiment.class, name());
        var figures = Evidence.grouped(evidence.latest(), PageRankExperiment::title);
        var parts = new ArrayList<Part>();
        char letter = 'a';
        for (var figure : figures.entrySet()) {
            parts.addAll(new TimePlot(
                            figure.getKey(),
                            evidence.subtitle(),
                            QueueFigures.THREADS,
                            QueueFigures.MILLISECONDS,
                            Measurement::structure,
                            Recorded.THREADS::number,
                            1e-6)
                    .parts(figure.getValue(), file.apply(figures.size() == 1 ? "" : "-" + letter)));
            parts.addAll(ratios(figure.getKey(), figure.getValue(), paper));
            letter++;
        }
        distributions(evidence).ifPresent(chart -> parts.add(new Part.Figure(file.apply("-vertices"), chart)));
        parts.add(evidence.notes(
                List.of("Times of queues are those of the persistent workers, all iterations in one launch; what those"
                        + " of pull hold, the records say: the whole call from plain rows on, or that on rows that were"
                        + " laid out before, as in records that do not say it"),
                row -> row.structure() + ", " + Recorded.GRAPH.text(row),
                paper.notes()));
        return new Section("pagerank: " + evidence.device(), parts);
    }

    /** {@return how many vertices have which rank, and how many edges; the same in all rankings of a graph} */
    private static Optional<Chart> distributions(Evidence evidence) {
        var lines = new TreeMap<String, Series>();
        evidence.good().stream().filter(Recorded.RANKS::isIn).forEach(row -> {
            String graph = Recorded.GRAPH.text(row);
            lines.put(graph + ", rank", Distribution.line(graph + ", rank", Recorded.RANKS.text(row), 0));
            lines.put(graph + ", edges", Distribution.line(graph + ", out-edges", Recorded.DEGREES.text(row), 0));
        });
        var series =
                lines.values().stream().filter(line -> !line.points().isEmpty()).toList();
        return series.isEmpty()
                ? Optional.empty()
                : Optional.of(new Chart(
                        "Ranks and edges of vertices",
                        evidence.subtitle(),
                        new Axis("out-edges; rank in 1/" + RANK_UNIT + " of the average", Scale.POWERS_OF_TWO),
                        new Axis("vertices, up to the next power of two", Scale.POWERS_OF_TEN),
                        series));
    }

    private static String title(Measurement row) {
        return Recorded.GRAPH.text(row) + ", " + Recorded.ITERATIONS.text(row) + " iterations, in "
                + Recorded.PRECISION.text(row).toLowerCase(Locale.ROOT) + "s"
                + (isByThread(row) ? ", each lane for itself" : "");
    }

    private static boolean isByThread(Measurement row) {
        return Recorded.FORM.textOr(row, "").equals(name(Granularity.THREAD));
    }

    /** {@return a table of times over that of BQ, for the most threads with which that was measured} */
    private static List<Part> ratios(String title, List<Measurement> measurements, Findings paper) {
        var good = measurements.stream().filter(Evidence::isGood).toList();
        var basis = good.stream()
                .filter(row -> row.structure().equals(BASIS))
                .max(Comparator.comparingDouble(Recorded.THREADS::number));
        if (basis.isEmpty()) {
            return List.of();
        }
        double most = Recorded.THREADS.number(basis.get());
        double median = basis.get().nanoseconds().median();
        String graph =
                paper.parts().stream().filter(title::contains).findFirst().orElse("");
        return List.of(new Part.Captioned(
                title + ": " + Quantity.plain(most) + " threads, fastest first",
                Column.table(
                        List.of(
                                Column.text("structure", Measurement::structure),
                                Column.MEDIAN,
                                Column.rate("edges"),
                                Column.number(
                                        "time over that of " + BASIS,
                                        row -> Quantity.significant(
                                                row.nanoseconds().median() / median)),
                                Column.text(
                                        "in the paper",
                                        row -> paper.text(graph, row.structure())
                                                .orElse(Column.NONE))),
                        good.stream()
                                .filter(row -> Recorded.THREADS.number(row) == most)
                                .sorted(Comparator.comparingDouble(
                                        row -> row.nanoseconds().median()))
                                .toList())));
    }
}
