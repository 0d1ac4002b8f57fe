package dev.warpbroker.experiments.suite;

import dev.warpbroker.device.Device;
import dev.warpbroker.experiments.QueueSearch;
import dev.warpbroker.experiments.design.Checked;
import dev.warpbroker.experiments.design.Choices;
import dev.warpbroker.experiments.design.Column;
import dev.warpbroker.experiments.design.CommonOptions;
import dev.warpbroker.experiments.design.Contender;
import dev.warpbroker.experiments.design.DeviceKind;
import dev.warpbroker.experiments.design.Evidence;
import dev.warpbroker.experiments.design.Evidence.Setting;
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
import dev.warpbroker.experiments.page.Chart.Axis;
import dev.warpbroker.experiments.page.Chart.Scale;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.page.Section;
import dev.warpbroker.experiments.page.Section.Part;
import dev.warpbroker.experiments.page.Table;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.experiments.results.ResultLine;
import dev.warpbroker.structures.queue.IntQueue;
import dev.warpbroker.structures.queue.QueueKind;
import dev.warpbroker.structures.queue.QueueOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * Experiment {@code bfs --variants queue-only}: breadth-first search with every vertex through one queue, blocking
 * against non-blocking, by the size of work groups, on stand-ins of three road networks.
 */
final class QueueSearches implements Experiment {
    static final Option<List<Integer>> GROUPS = Option.numbers(
                    "--groups",
                    "N",
                    "Lanes per block with --variants queue-only, each measured by itself (default: 64,128,256; one on"
                            + " jvm).")
            .or("--group");

    /** What records say, beside what {@link SearchedGraph} does. */
    private static final class Recorded {
        static final Field GROUP = Field.parameter("block");
        static final Field THREADS = Field.parameter("threads");
        static final Field WARM_UPS = Field.parameter("warmup");
        static final Field VISITS = Field.observed("visits");
        static final Field REACHED = Field.observed("reached");
        static final Field DEPTH = Field.observed("depth");
    }

    private static final String BLOCKING = QueueKind.LOCKED_LINKED.toString();
    private static final String NON_BLOCKING = QueueKind.CAS_LINKED.toString();

    @Override
    public String name() {
        return "bfs-queue-only";
    }

    @Override
    public boolean isCommand() {
        return false;
    }

    @Override
    public List<String> description() {
        return List.of("Breadth-first search with every vertex through one queue.");
    }

    @Override
    public List<Option<?>> options() {
        return List.of(GROUPS);
    }

    @Override
    public Trial on(Device device, Choices chosen) {
        var networks = List.of("road-like:pa", "road-like:tx", "road-like:ca");
        return switch (CommonOptions.scale(device, chosen)) {
            case JVM ->
                trial(
                        device,
                        chosen,
                        networks.stream().map(name -> name + ":scale=0.1").toList(),
                        2 * CommonOptions.processors(),
                        CommonOptions.effort(chosen, 3, 1, 3));
            case SIMULATOR ->
                trial(
                        device,
                        chosen,
                        networks.stream().map(name -> name + ":scale=0.0001").toList(),
                        64,
                        CommonOptions.effort(chosen, 1, 1, 60));
            case GPU -> trial(device, chosen, networks, 2048, CommonOptions.effort(chosen, 1, 1, 10));
        };
    }

    private Trial trial(
            Device device, Choices chosen, List<String> presetGraphs, int presetThreads, MeasuringEffort effort) {
        var graphs = SearchedGraph.chosen(chosen, presetGraphs, false);
        int threads = CommonOptions.oneNumberOfThreads(
                chosen,
                Math.min(presetThreads, device.properties().residentThreads()),
                "the size of groups is what is varied, so give one number of threads");
        // On the JVM every lane is in a block of its own, whatever is asked for.
        boolean jvm = DeviceKind.of(device.properties()) == DeviceKind.JVM;
        var groups = chosen.or(GROUPS, jvm ? List.of(1) : List.of(64, 128, 256));
        groups.forEach(lanes -> MeasuringEffort.requireAtLeast(1, "lanes per block", lanes));
        var kinds = CommonOptions.queues(chosen, List.of(QueueKind.LOCKED_LINKED, QueueKind.CAS_LINKED));
        int rows = graphs.size() * groups.size() * kinds.size();
        return Trial.ofRows(this, device, effort, rows, measuring -> {
            for (var graph : graphs) {
                measuring.progress().at("making " + graph.name());
                try (var searched = graph.on(device, Map.of(), measuring)) {
                    if (searched != null) {
                        record(device, searched, kinds, groups, threads, effort, measuring);
                    }
                }
            }
        });
    }

    private static void record(
            Device device,
            SearchedGraph searched,
            List<QueueKind> kinds,
            List<Integer> groups,
            int threads,
            MeasuringEffort effort,
            Measuring measuring) {
        int room = Math.max(
                2, 2 * Integer.highestOneBit(Math.max(1, searched.graph().vertices() - 1)));
        try (var queues = Queues.thatReturn(
                device, kinds, QueueOptions.capacity(room).withThreads(threads), searched.parameters(), measuring)) {
            for (int group : groups) {
                var parameters = new HashMap<>(searched.parameters());
                parameters.putAll(Map.ofEntries(
                        Recorded.GROUP.is(group),
                        Recorded.THREADS.is(threads),
                        Recorded.WARM_UPS.is(effort.warmUps())));
                measuring.startAfresh();
                measuring.record(
                        searched.graph().name() + ", groups of " + group,
                        queues.kinds().stream()
                                .map(kind -> new Entry(
                                        kind.toString(),
                                        parameters,
                                        searched.edges(),
                                        new LateContender(
                                                kind.toString(),
                                                () -> search(
                                                        kind, searched, queues.get(kind), device, threads, group))))
                                .toList());
            }
        }
    }

    private static Contender search(
            QueueKind kind, SearchedGraph searched, IntQueue queue, Device device, int threads, int group) {
        var grid = device.properties().workerGrid(threads, group);
        return new Search(kind.toString(), searched, new QueueSearch(searched.onDevice(), queue, grid));
    }

    /** A search on a queue. */
    private record Search(String label, SearchedGraph searched, QueueSearch search) implements Contender {
        @Override
        public long run(Duration limit) {
            return search.run(searched.source(), limit).toNanos();
        }

        @Override
        public Checked check(Duration limit) {
            search.run(searched.source(), limit);
            var result = search.result();
            return new Checked(
                    List.of(SearchedGraph.checked("graph500", () -> result.check(searched.graph(), searched.source()))),
                    Map.ofEntries(
                            Recorded.VISITS.is(search.visits()),
                            Recorded.REACHED.is((long) result.reached()),
                            Recorded.DEPTH.is((long) result.depth())));
        }

        @Override
        public void close() {
            search.close();
        }
    }

    @Override
    public Table table(List<Measurement> measurements) {
        return Column.table(
                List.of(
                        Column.text("graph", SearchedGraph.Recorded.GRAPH::text),
                        Column.number("group", Recorded.GROUP),
                        Column.text("queue", Measurement::structure),
                        Column.MEDIAN,
                        Column.MIN,
                        Column.MAX,
                        Column.rate("edges"),
                        Column.number("visits/vertex", QueueSearches::visits),
                        Column.CHECK),
                measurements);
    }

    private static String visits(Measurement row) {
        return Recorded.VISITS.isIn(row) && Recorded.REACHED.isIn(row)
                ? Quantity.significant(Recorded.VISITS.number(row) / Recorded.REACHED.number(row))
                : "";
    }

    /** Times as in figure 4.3 of the thesis, and the speed-up of the non-blocking queue beside that of table 4.4. */
    @Override
    public Section section(List<ResultLine> lines, UnaryOperator<String> file) {
        var evidence = Evidence.of(lines);
        var thesis = Findings.of(QueueSearches.class, name());
        var parts = new ArrayList<Part>();
        char letter = 'a';
        for (var plot :
                Evidence.grouped(evidence.latest(), Measurement::structure).entrySet()) {
            parts.addAll(new TimePlot(
                            "Search with every vertex through " + plot.getKey(),
                            evidence.subtitle(),
                            new Axis("lanes per block", Scale.LINEAR),
                            new Axis("run time (ms)", Scale.LINEAR),
                            SearchedGraph.Recorded.GRAPH::text,
                            Recorded.GROUP::number,
                            1e-6)
                    .parts(plot.getValue(), file.apply("-" + letter)));
            letter++;
        }
        speedUps(evidence.good(), thesis)
                .ifPresent(table -> parts.add(new Part.Captioned(
                        "Table 4.4: speed-up of " + NON_BLOCKING + " over " + BLOCKING
                                + " (thesis: AMD R7, in brackets)",
                        table)));
        parts.add(new Part.Captioned("All searches", table(evidence.latest())));
        parts.add(evidence.notes(
                evidence.settings(List.of(new Setting(Recorded.THREADS, "threads searched"))),
                row -> row.structure() + ", " + SearchedGraph.Recorded.GRAPH.text(row),
                thesis.notes()));
        return new Section("bfs, every vertex through the queue: " + evidence.device(), parts);
    }

    private static Optional<Table> speedUps(List<Measurement> rows, Findings thesis) {
        var groups = new TreeSet<>(rows.stream().map(Recorded.GROUP::whole).toList());
        var columns = new ArrayList<Table.Column>(List.of(Table.text("road network")));
        groups.forEach(group -> columns.add(Table.number("groups of " + group)));
        var cells = new ArrayList<List<String>>();
        Evidence.grouped(rows, SearchedGraph.Recorded.GRAPH::text).forEach((graph, searches) -> {
            var line = new ArrayList<String>(List.of(graph));
            for (int group : groups) {
                double ratio = median(searches, BLOCKING, group) / median(searches, NON_BLOCKING, group);
                String network = graph.replaceFirst(":scale=[0-9.]*", "").replaceFirst(":seed=[0-9]*", "");
                String found = thesis.text(network, "groups of " + group)
                        .map(text -> " (" + text + ")")
                        .orElse("");
                line.add(Double.isNaN(ratio) ? Column.NONE : Quantity.significant(ratio) + found);
            }
            cells.add(line);
        });
        return cells.isEmpty() ? Optional.empty() : Optional.of(new Table(columns, cells));
    }

    private static double median(List<Measurement> rows, String structure, int group) {
        return rows.stream()
                .filter(row -> row.structure().equals(structure) && Recorded.GROUP.whole(row) == group)
                .mapToDouble(row -> row.nanoseconds().median())
                .findFirst()
                .orElse(Double.NaN);
    }
}
