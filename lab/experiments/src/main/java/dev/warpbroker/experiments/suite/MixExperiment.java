package dev.warpbroker.experiments.suite;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.experiments.Leftovers;
import dev.warpbroker.experiments.Mix;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Experiment {@code mix}: a stream of enqueues and dequeues in random order, blocking against non-blocking. */
final class MixExperiment implements Experiment {
    /** How a stream of operations is made up: enqueues in a hundred operations; the others are dequeues. */
    private record Share(int enqueues) {
        static Share parse(String text) {
            if (text.matches("[0-9]{1,3}/[0-9]{1,3}")) {
                int slash = text.indexOf('/');
                int enqueues = Integer.parseInt(text.substring(0, slash));
                if (enqueues + Integer.parseInt(text.substring(slash + 1)) == 100) {
                    return new Share(enqueues);
                }
            }
            throw new IllegalArgumentException(
                    "'" + text + "' is no mix; give enqueues and dequeues in a hundred operations, such as 80/20");
        }

        @Override
        public String toString() {
            return enqueues + "/" + (100 - enqueues);
        }
    }

    private static final Option<List<Share>> MIXES = Option.list(
                    Share::parse,
                    "--mixes",
                    "E/D",
                    "Enqueues and dequeues in a hundred operations (default: 80/20,50/50).")
            .or("--mix");

    private static final Option<List<Integer>> OPERATIONS = Option.numbers(
            "--operations", "N", "Numbers of operations (default: 10000 to 100000 by 10000; fewer on jvm and sim).");

    private static final Option<List<Integer>> GROUPS = Option.numbers(
                    "--groups", "N", "Lanes per block, each measured by itself (default: 64,128,256; one on jvm).")
            .or("--block");

    private static final Option<Integer> CAPACITY =
            Option.number("--capacity", "N", "Capacity of the queues, a power of two.");

    private static final Option<Integer> SEED = Option.number(
                    "--seed", "N", "The same seed makes the same operations (default: ${DEFAULT-VALUE}).")
            .preset("1");

    /** What records say. */
    private static final class Recorded {
        static final Field MIX = Field.parameter("mix");
        static final Field GROUP = Field.parameter("block");
        static final Field OPERATIONS = Field.parameter("operations");
        static final Field THREADS = Field.parameter("threads");
        static final Field CAPACITY = Field.parameter("capacity");
        static final Field SEED = Field.parameter("seed");
        static final Field WARM_UPS = Field.parameter("warmup");
    }

    private static final String BLOCKING = QueueKind.LOCKED_LINKED.toString();
    private static final String NON_BLOCKING = QueueKind.CAS_LINKED.toString();

    @Override
    public String name() {
        return "mix";
    }

    @Override
    public List<String> description() {
        return List.of(
                "A stream of enqueues and dequeues in random order, made by all threads together; blocking against"
                        + " non-blocking linked queue (thesis, tables 4.1 and 4.2, figures 4.1 and 4.2).",
                "The thesis does not say how many threads made the operations.");
    }

    @Override
    public List<Option<?>> options() {
        return CommonOptions.timed(CommonOptions.QUEUES, MIXES, OPERATIONS, GROUPS, CAPACITY, SEED, Retries.COUNT);
    }

    /** What is chosen. */
    private record Settings(
            List<QueueKind> kinds,
            List<Share> mixes,
            List<Integer> operations,
            List<Integer> groups,
            int threads,
            int capacity,
            int seed,
            boolean counts,
            MeasuringEffort effort) {
        QueueOptions options() {
            return QueueOptions.capacity(capacity).withThreads(threads);
        }
    }

    @Override
    public Trial on(Device device, Choices chosen) {
        var properties = device.properties();
        var kind = CommonOptions.scale(device, chosen);
        int threads = CommonOptions.oneNumberOfThreads(
                chosen,
                switch (kind) {
                    case JVM -> 2 * CommonOptions.processors();
                    case SIMULATOR -> 256;
                    case GPU -> Math.min(2048, properties.residentThreads());
                },
                "the operations of a mix are what is varied, so give one number of threads");
        var tenSteps = IntStream.rangeClosed(1, 10).map(i -> i * 10_000).boxed().toList();
        var operations =
                chosen.or(OPERATIONS, kind == DeviceKind.SIMULATOR ? List.of(500, 1000, 2000) : tenSteps).stream()
                        .sorted()
                        .distinct()
                        .toList();
        operations.forEach(count -> MeasuringEffort.requireAtLeast(1, "operations", count));
        // On the JVM every lane is in a block of its own, whatever is asked for.
        var groups = chosen.or(GROUPS, kind == DeviceKind.JVM ? List.of(1) : List.of(64, 128, 256));
        groups.forEach(lanes -> MeasuringEffort.requireAtLeast(1, "lanes per block", lanes));
        int enough = (int) Long.highestOneBit(Math.clamp(2L * operations.getLast() - 1, 2, 1 << 30));
        var settings = new Settings(
                CommonOptions.queues(chosen, List.of(QueueKind.LOCKED_LINKED, QueueKind.CAS_LINKED)),
                chosen.or(MIXES, List.of(new Share(80), new Share(50))),
                operations,
                groups,
                threads,
                CommonOptions.capacity(chosen, CAPACITY, enough),
                chosen.of(SEED),
                Retries.isWanted(chosen),
                switch (kind) {
                    case JVM -> CommonOptions.effort(chosen, 5, 2, 0.5);
                    case SIMULATOR -> CommonOptions.effort(chosen, 2, 1, 0.5);
                    case GPU -> CommonOptions.effort(chosen, 3, 1, 1);
                });
        int rows = settings.mixes().size()
                * groups.size()
                * operations.size()
                * settings.kinds().size();
        return Trial.ofRows(this, device, settings.effort(), rows, measuring -> run(device, settings, measuring));
    }

    private static void run(Device device, Settings settings, Measuring measuring) {
        var first = parameters(
                settings,
                settings.mixes().getFirst(),
                settings.groups().getFirst(),
                settings.operations().getFirst());
        try (var queues = Queues.thatReturn(device, settings.kinds(), settings.options(), first, measuring)) {
            for (var mix : settings.mixes()) {
                for (int group : settings.groups()) {
                    for (int operations : settings.operations()) {
                        measuring.record(
                                Quantity.count(operations) + " operations",
                                queues.kinds().stream()
                                        .map(kind -> entry(device, settings, kind, mix, group, operations, queues))
                                        .toList());
                    }
                }
            }
        }
    }

    private static Entry entry(
            Device device, Settings settings, QueueKind kind, Share mix, int group, int operations, Queues queues) {
        var grid = device.properties().workerGrid(settings.threads(), group);
        String label = kind + ", " + mix + ", groups of " + grid.blockSize();
        return new Entry(
                kind.toString(),
                parameters(settings, mix, group, operations),
                operations,
                new LateContender(label, () -> {
                    var stream = new Mix(device, grid, operations, mix.enqueues() / 100.0, settings.seed());
                    return new Streamed(
                            label,
                            kind,
                            queues.get(kind),
                            stream,
                            device,
                            grid,
                            operations,
                            settings.counts() ? settings.options() : null);
                }));
    }

    private static Map<String, Object> parameters(Settings settings, Share mix, int group, int operations) {
        return Map.ofEntries(
                Recorded.MIX.is(mix.toString()),
                Recorded.GROUP.is(group),
                Recorded.OPERATIONS.is(operations),
                Recorded.THREADS.is(settings.threads()),
                Recorded.CAPACITY.is(settings.capacity()),
                Recorded.SEED.is(settings.seed()),
                Recorded.WARM_UPS.is(settings.effort().warmUps()));
    }

    /** A queue and a stream of operations. */
    private static final class Streamed implements Contender {
        private final String label;
        private final QueueKind kind;
        private final IntQueue queue;
        private final Mix mix;
        private final Device device;
        private final Grid grid;
        private final int operations;
        private final @Nullable QueueOptions counted;
        private final Kernel kernel;

        /** @param counted what the queue is made with on which attempts are counted; null if they are not */
        Streamed(
                String label,
                QueueKind kind,
                IntQueue queue,
                Mix mix,
                Device device,
                Grid grid,
                int operations,
                @Nullable QueueOptions counted) {
            this.label = label;
            this.kind = kind;
            this.queue = queue;
            this.mix = mix;
            this.device = device;
            this.grid = grid;
            this.operations = operations;
            this.counted = counted;
            kernel = mix.kernel(queue);
        }

        @Override
        public String label() {
            return label;
        }

        @Override
        public long run(Duration limit) {
            queue.clear();
            var launch = device.launch(grid, kernel);
            launch.join(limit);
            return launch.elapsed().toNanos();
        }

        @Override
        public Checked check(Duration limit) {
            queue.clear();
            var found = mix.check(queue, limit);
            run(limit);
            var checked = Conserved.check(found, Leftovers.sum(queue, grid), mix.balance());
            return counted == null
                    ? checked
                    : Retries.count(checked, device, kind, counted, _ -> {}, grid, mix::kernel, operations, limit);
        }

        @Override
        public void close() {
            mix.close();
        }
    }

    /**
     * {@return a row for each mix, group size and number of operations: the times of every structure, and, with exactly
     * two of them, how many times faster the second is}
     */
    @Override
    public Table table(List<Measurement> measurements) {
        var names = measurements.stream().map(Measurement::structure).distinct().toList();
        var columns = new ArrayList<Table.Column>(
                List.of(Table.text("mix"), Table.number("group"), Table.number("operations")));
        names.forEach(name -> columns.add(Table.number(name)));
        if (names.size() == 2) {
            columns.add(Table.number(names.getFirst() + "/" + names.getLast()));
        }
        columns.add(Table.text("check"));
        boolean counted =
                measurements.stream().anyMatch(row -> !Retries.words(row).isEmpty());
        if (counted) {
            names.forEach(name -> columns.add(Table.number("retries / pauses, " + name)));
        }
        var rows = new LinkedHashMap<List<String>, Map<String, Measurement>>();
        for (var measurement : measurements) {
            var size = List.of(
                    Recorded.MIX.text(measurement),
                    Recorded.GROUP.text(measurement),
                    Recorded.OPERATIONS.text(measurement));
            rows.computeIfAbsent(size, _ -> new LinkedHashMap<>()).put(measurement.structure(), measurement);
        }
        var cells = new ArrayList<List<String>>();
        rows.forEach((size, byName) -> {
            var row = new ArrayList<>(size);
            for (String name : names) {
                var measurement = byName.get(name);
                row.add(measurement == null ? Column.NONE : Column.median(measurement));
            }
            if (names.size() == 2) {
                row.add(speedUp(byName.get(names.getFirst()), byName.get(names.getLast())));
            }
            row.add(byName.values().stream()
                    .map(measurement -> {
                        String check = Column.check(measurement);
                        return check.equals("passed") ? check : measurement.structure() + " " + check;
                    })
                    .distinct()
                    .collect(Collectors.joining("; ")));
            if (counted) {
                names.forEach(name -> {
                    var measurement = byName.get(name);
                    row.add(measurement == null ? Column.NONE : Retries.words(measurement));
                });
            }
            cells.add(row);
        });
        return new Table(columns, cells);
    }

    private static String speedUp(@Nullable Measurement blocking, @Nullable Measurement other) {
        return blocking != null && other != null && blocking.measured() && other.measured()
                ? Quantity.significant(
                        blocking.nanoseconds().median() / other.nanoseconds().median())
                : Column.NONE;
    }

    /**
     * A plot for each queue and mix as in figures 4.1 and 4.2 of the thesis, and the speed-up of the non-blocking queue
     * over the blocking one beside that of tables 4.1 and 4.2.
     */
    @Override
    public Section section(List<ResultLine> lines, UnaryOperator<String> file) {
        var evidence = Evidence.of(lines);
        var parts = new ArrayList<Part>();
        char letter = 'a';
        for (var plot : Evidence.grouped(evidence.latest(), row -> row.structure() + ", " + Recorded.MIX.text(row))
                .entrySet()) {
            parts.addAll(new TimePlot(
                            plot.getKey() + " enqueues/dequeues",
                            evidence.subtitle(),
                            new Axis("operations", Scale.LINEAR),
                            new Axis("run time (ms)", Scale.LINEAR),
                            row -> "groups of " + Recorded.GROUP.text(row),
                            Recorded.OPERATIONS::number,
                            1e-6)
                    .parts(plot.getValue(), file.apply("-" + letter)));
            letter++;
        }
        var thesis = Findings.of(MixExperiment.class, name());
        Evidence.grouped(evidence.latest(), Recorded.MIX::text)
                .forEach((mix, rows) -> speedUps(rows, mix, thesis)
                        .ifPresent(table -> parts.add(new Part.Captioned(
                                "Speed-up of " + NON_BLOCKING + " over " + BLOCKING + " for " + mix
                                        + " (thesis: AMD R7, in brackets)",
                                table))));
        parts.add(evidence.notes(
                evidence.settings(List.of(new Setting(Recorded.THREADS, "threads made the operations"))),
                row -> row.structure() + " " + Recorded.MIX.text(row),
                thesis.notes()));
        return new Section("mix: " + evidence.device(), parts);
    }

    private static Optional<Table> speedUps(List<Measurement> measurements, String mix, Findings thesis) {
        var groups = new TreeSet<Integer>();
        var rows = new TreeMap<Integer, Map<String, Double>>();
        for (var row : measurements) {
            if (Evidence.isGood(row)) {
                int group = Recorded.GROUP.whole(row);
                groups.add(group);
                rows.computeIfAbsent(Recorded.OPERATIONS.whole(row), _ -> new LinkedHashMap<>())
                        .put(row.structure() + group, row.nanoseconds().median());
            }
        }
        var columns = new ArrayList<Table.Column>(List.of(Table.text("operations")));
        groups.forEach(group -> columns.add(Table.number("groups of " + group)));
        boolean any = false;
        var cells = new ArrayList<List<String>>();
        for (var row : rows.entrySet()) {
            var line = new ArrayList<String>(List.of(Quantity.count(row.getKey())));
            for (int group : groups) {
                Double blocking = row.getValue().get(BLOCKING + group);
                Double other = row.getValue().get(NON_BLOCKING + group);
                if (blocking == null || other == null) {
                    line.add(Column.NONE);
                } else {
                    any = true;
                    double found = row.getKey() % 10_000 == 0
                            ? thesis.number(mix, "groups of " + group, row.getKey() / 10_000 - 1)
                            : Double.NaN;
                    line.add(Quantity.significant(blocking / other)
                            + (Double.isNaN(found) ? "" : " (" + Quantity.plain(found) + ")"));
                }
            }
            cells.add(line);
        }
        return any ? Optional.of(new Table(columns, cells)) : Optional.empty();
    }
}
