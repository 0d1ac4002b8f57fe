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
import dev.warpbroker.experiments.design.LateContender;
import dev.warpbroker.experiments.design.Measuring.Entry;
import dev.warpbroker.experiments.design.MeasuringEffort;
import dev.warpbroker.experiments.design.Option;
import dev.warpbroker.experiments.design.Trial;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.page.Section;
import dev.warpbroker.experiments.page.Section.Part;
import dev.warpbroker.experiments.page.Table;
import dev.warpbroker.experiments.results.CheckResult;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.experiments.results.ResultLine;
import dev.warpbroker.graphs.search.Bfs;
import dev.warpbroker.graphs.search.BfsOptions;
import dev.warpbroker.graphs.search.BfsVariant;
import dev.warpbroker.graphs.search.ManySources;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;

/**
 * Experiment {@code sources}: breadth-first searches from many sources at once, and from one after the other.
 * Operations are sources.
 */
final class SourcesExperiment implements Experiment {
    private static final Option<Integer> SOURCES = Option.number("--sources", "N", "Random sources.");

    /** What records say. */
    private static final class Recorded {
        static final Field GRAPH = SearchedGraph.Recorded.GRAPH;
        static final Field SOURCES = Field.parameter("sources");
        static final Field THREADS = SearchedGraph.Recorded.THREADS;
        static final Field WARM_UPS = SearchedGraph.Recorded.WARM_UPS;
        static final Field AT_ONCE = Field.observed("atOnce");
    }

    private static final String AT_ONCE = "at once";
    private static final String ONE_BY_ONE = "one by one";

    /** Sources whose results are compared with those of a sequential search. */
    private static final int CHECKED = 16;

    @Override
    public String name() {
        return "sources";
    }

    @Override
    public List<String> description() {
        return List.of(
                "Breadth-first searches from many random sources: at once by bit masks, and one after the other in the"
                        + " fastest variant.",
                "The results of some sources are compared with those of sequential searches.");
    }

    @Override
    public List<Option<?>> options() {
        return SearchedGraph.options(SOURCES);
    }

    @Override
    public Trial on(Device device, Choices chosen) {
        return switch (CommonOptions.scale(device, chosen)) {
            case JVM -> trial(device, chosen, List.of("rmat:12:16"), 64, 0, CommonOptions.effort(chosen, 3, 1, 20));
            case SIMULATOR ->
                trial(
                        device,
                        chosen,
                        List.of("lattice:3"),
                        4,
                        Math.min(
                                SearchedGraph.SIMULATED_LANES,
                                4 * device.properties().lanesPerWorker()),
                        CommonOptions.effort(chosen, 1, 1, 60));
            case GPU ->
                trial(
                        device,
                        chosen,
                        List.of("rmat:20:16", "road:1000x1000"),
                        1_024,
                        0,
                        CommonOptions.effort(chosen, 5, 1, 60));
        };
    }

    private Trial trial(
            Device device,
            Choices chosen,
            List<String> presetGraphs,
            int presetSources,
            int presetThreads,
            MeasuringEffort effort) {
        var graphs = SearchedGraph.chosen(chosen, presetGraphs, false);
        int count = chosen.or(SOURCES, presetSources);
        MeasuringEffort.requireAtLeast(1, "sources", count);
        int threads = Bfs.threads(
                device,
                chosen.has(CommonOptions.THREADS)
                        ? CommonOptions.oneNumberOfThreads(chosen, 1, "this experiment takes one number of threads")
                        : presetThreads);
        return Trial.ofRows(this, device, effort, 2 * graphs.size(), measuring -> {
            for (var graph : graphs) {
                measuring.progress().at("making " + graph.name());
                try (var searched = graph.on(device, Map.of(), measuring)) {
                    if (searched != null) {
                        int[] sources = new SplittableRandom(graph.seed())
                                .ints(count, 0, searched.graph().vertices())
                                .toArray();
                        var parameters = new HashMap<>(searched.parameters());
                        parameters.putAll(Map.ofEntries(
                                Recorded.SOURCES.is(count),
                                Recorded.THREADS.is(threads),
                                Recorded.WARM_UPS.is(effort.warmUps())));
                        var contenders = List.<Contender>of(
                                new LateContender(
                                        AT_ONCE,
                                        () -> new AtOnce(
                                                searched,
                                                sources,
                                                ManySources.on(searched.onDevice(), count, threads))),
                                new LateContender(ONE_BY_ONE, () -> oneByOne(searched, sources, threads)));
                        measuring.startAfresh();
                        measuring.record(
                                searched.graph().name(),
                                contenders.stream()
                                        .map(each -> new Entry(each.label(), parameters, count, each))
                                        .toList());
                    }
                }
            }
        });
    }

    private static Contender oneByOne(SearchedGraph searched, int[] sources, int threads) {
        var options = BfsOptions.of(BfsVariant.fastest(searched.onDevice())).withThreads(threads);
        return new OneByOne(sources, Bfs.on(searched.onDevice(), options));
    }

    /** All sources by bit masks. */
    private static final class AtOnce implements Contender {
        private final SearchedGraph searched;
        private final int[] sources;
        private final ManySources searches;

        AtOnce(SearchedGraph searched, int[] sources, ManySources searches) {
            this.searched = searched;
            this.sources = sources;
            this.searches = searches;
        }

        @Override
        public String label() {
            return AT_ONCE;
        }

        @Override
        public long run(Duration limit) {
            return searches.run(limit, sources).elapsed().toNanos();
        }

        @Override
        public Checked check(Duration limit) {
            var found = searches.run(limit, sources);
            int count = Math.min(CHECKED, sources.length);
            var expected = ManySources.sequential(searched.graph(), Arrays.copyOf(sources, count));
            String problem = "";
            for (int i = 0; i < count && problem.isEmpty(); i++) {
                if (!isSame(found, expected, i)) {
                    problem = "source " + sources[i] + ": " + found.reached()[i] + " reached, depth "
                            + found.depths()[i] + ", sum " + found.sums()[i] + "; a sequential search has "
                            + expected.reached()[i] + ", " + expected.depths()[i] + ", " + expected.sums()[i];
                }
            }
            return new Checked(
                    List.of(new CheckResult("sequential", problem.isEmpty(), problem)),
                    Map.ofEntries(Recorded.AT_ONCE.is((long) searches.atOnce())));
        }

        private static boolean isSame(ManySources.Result one, ManySources.Result other, int i) {
            return one.reached()[i] == other.reached()[i]
                    && one.depths()[i] == other.depths()[i]
                    && one.sums()[i] == other.sums()[i];
        }

        @Override
        public void close() {
            searches.close();
        }
    }

    /** A search from each source, one after the other. */
    private static final class OneByOne implements Contender {
        private final int[] sources;
        private final Bfs bfs;

        OneByOne(int[] sources, Bfs bfs) {
            this.sources = sources;
            this.bfs = bfs;
        }

        @Override
        public String label() {
            return ONE_BY_ONE;
        }

        @Override
        public long run(Duration limit) {
            long nanos = 0;
            for (int source : sources) {
                nanos += bfs.run(source, limit).elapsed().toNanos();
            }
            return nanos;
        }

        @Override
        public Checked check(Duration limit) {
            return Checked.NOT;
        }

        @Override
        public void close() {
            bfs.close();
        }
    }

    @Override
    public Table table(List<Measurement> measurements) {
        return Column.table(
                List.of(
                        Column.text("graph", Recorded.GRAPH::text),
                        Column.number("sources", row -> Recorded.SOURCES.textOr(row, "")),
                        Column.text("search", Measurement::structure),
                        Column.MEDIAN,
                        Column.MIN,
                        Column.MAX,
                        Column.rate("sources"),
                        Column.number("times as fast as one by one", row -> factor(row, measurements)),
                        Column.CHECK),
                measurements);
    }

    private static String factor(Measurement row, List<Measurement> all) {
        return all.stream()
                .filter(other -> other.structure().equals(ONE_BY_ONE)
                        && Evidence.isGood(other)
                        && Evidence.isGood(row)
                        && Recorded.GRAPH.text(other).equals(Recorded.GRAPH.text(row)))
                .findFirst()
                .map(other -> Quantity.significant(
                        other.nanoseconds().median() / row.nanoseconds().median()))
                .orElse(Column.NONE);
    }

    @Override
    public Section section(List<ResultLine> lines, UnaryOperator<String> file) {
        var evidence = Evidence.of(lines, SourcesExperiment::label);
        var parts = new ArrayList<Part>();
        parts.add(new Part.Captioned("Searches from many sources", table(evidence.latest())));
        parts.add(evidence.notes(
                List.of("Times are those of the device, of all sources together"),
                SourcesExperiment::label,
                List.of()));
        return new Section("sources: " + evidence.device(), parts);
    }

    private static String label(Measurement row) {
        return row.structure() + ", " + Recorded.GRAPH.text(row) + ", " + Recorded.SOURCES.text(row) + " sources";
    }
}
