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
import dev.warpbroker.graphs.Graph;
import dev.warpbroker.graphs.search.Bfs;
import dev.warpbroker.graphs.search.BfsOptions;
import dev.warpbroker.graphs.search.BfsResult;
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
    private static final Option<Integer> SOURCES =
            Option.number("--sources", "N", "Random sources, of the vertices that have edges.");

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
                "The results of both ways are compared for every source, and some of them with those of sequential"
                        + " searches.");
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
                        int[] sources = sources(searched.graph(), graph.seed(), count);
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

    /** {@return random vertices that have edges: a search from others ends at once, and says little} */
    private static int[] sources(Graph graph, long seed, int count) {
        var vertices = new SplittableRandom(seed).ints(0, graph.vertices());
        return (graph.edges() == 0 ? vertices : vertices.filter(vertex -> graph.degree(vertex) > 0))
                .limit(count)
                .toArray();
    }

    private static Contender oneByOne(SearchedGraph searched, int[] sources, int threads) {
        var options = BfsOptions.of(BfsVariant.fastest(searched.onDevice())).withThreads(threads);
        return new OneByOne(searched, sources, threads, Bfs.on(searched.onDevice(), options));
    }

    /** What a search from one source found. */
    private record Found(long reached, long depth, long sum) {
        static Found of(ManySources.Result all, int index) {
            return new Found(all.reached()[index], all.depths()[index], all.sums()[index]);
        }

        static Found of(BfsResult one) {
            long sum = 0;
            long reached = 0;
            for (int distance : one.distances()) {
                if (distance >= 0) {
                    sum += distance;
                    reached++;
                }
            }
            return new Found(reached, one.depth(), sum);
        }

        @Override
        public String toString() {
            return reached + " reached, depth " + depth + ", sum " + sum;
        }
    }

    /** {@return what differs; empty if nothing does} */
    private static String difference(int source, Found found, String reference, Found expected) {
        return found.equals(expected) ? "" : "source " + source + ": " + found + "; " + reference + " has " + expected;
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
                problem = difference(sources[i], Found.of(found, i), "a sequential search", Found.of(expected, i));
            }
            return new Checked(
                    List.of(new CheckResult("sequential", problem.isEmpty(), problem)),
                    Map.ofEntries(Recorded.AT_ONCE.is((long) searches.atOnce())));
        }

        @Override
        public void close() {
            searches.close();
        }
    }

    /** A search from each source, one after the other. */
    private static final class OneByOne implements Contender {
        private final SearchedGraph searched;
        private final int[] sources;
        private final int threads;
        private final Bfs bfs;

        OneByOne(SearchedGraph searched, int[] sources, int threads, Bfs bfs) {
            this.searched = searched;
            this.sources = sources;
            this.threads = threads;
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

        /** Every source, by the other way. */
        @Override
        public Checked check(Duration limit) {
            try (var searches = ManySources.on(searched.onDevice(), sources.length, threads)) {
                var expected = searches.run(limit, sources);
                String problem = "";
                for (int i = 0; i < sources.length && problem.isEmpty(); i++) {
                    bfs.run(sources[i], limit);
                    problem = difference(sources[i], Found.of(bfs.result()), "a search of all", Found.of(expected, i));
                }
                return new Checked(List.of(new CheckResult("as at once", problem.isEmpty(), problem)));
            }
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
