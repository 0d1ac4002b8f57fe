package dev.warpbroker.experiments.suite;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.experiments.Leftovers;
import dev.warpbroker.experiments.Mix;
import dev.warpbroker.experiments.Multiprocessors;
import dev.warpbroker.experiments.Placement;
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
import java.util.EnumMap;
import java.util.HashMap;
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

    /** Where threads are: wherever the device puts them, or on the nearest or farthest multiprocessors. */
    private record Where(String order, int count) {
        private static final String NEAR = "near";
        private static final String FAR = "far";
        static final Where ANY = new Where("any", 0);

        static Where parse(String text) {
            if (text.equals(ANY.order())) {
                return ANY;
            }
            if (text.matches("(" + NEAR + "|" + FAR + "):[1-9][0-9]{0,3}")) {
                int colon = text.indexOf(':');
                return new Where(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
            }
            throw new IllegalArgumentException("'" + text + "' says not where threads are; give any, near:N or far:N,"
                    + " with N multiprocessors, such as near:8");
        }

        /** {@return the numbers of the multiprocessors} */
        List<Integer> of(Multiprocessors all) {
            return order.equals(NEAR) ? all.nearest(count) : all.farthest(count);
        }

        @Override
        public String toString() {
            return equals(ANY) ? order : order + ":" + count;
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

    private static final Option<List<Where>> MULTIPROCESSORS = Option.list(
            Where::parse,
            "--multiprocessors",
            "W",
            "Where the threads are: any (as the GPU spreads blocks), near:N or far:N (on N multiprocessors, as many on"
                    + " each, on which one thread alone is the quickest or the slowest with the queue). How long an"
                    + " operation takes there alone is recorded, too.");

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

        /** Only of rows that were asked where their threads are. */
        static final Field WHERE = Field.parameter("multiprocessors");

        /** How many multiprocessors had threads, and how many nanoseconds an operation takes there, alone. */
        static final Field USED = Field.observed("multiprocessors");

        static final Field ALONE = Field.observed("nanosAlone");
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
        return CommonOptions.timed(
                CommonOptions.QUEUES, MIXES, OPERATIONS, GROUPS, MULTIPROCESSORS, CAPACITY, SEED, Retries.COUNT);
    }

    /** What is chosen. */
    private record Settings(
            List<QueueKind> kinds,
            List<Share> mixes,
            List<Integer> operations,
            List<Integer> groups,
            List<Where> wheres,
            int threads,
            int capacity,
            int seed,
            boolean counts,
            MeasuringEffort effort) {
        /** {@return whether distances are wanted} */
        boolean places() {
            return !wheres.isEmpty();
        }

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
        var wheres = chosen.or(MULTIPROCESSORS, List.of());
        if (kind == DeviceKind.JVM && !wheres.isEmpty()) {
            throw new IllegalArgumentException("--multiprocessors " + wheres + ": lanes of " + properties.id()
                    + " are threads that the operating system places; give --device sim or cuda");
        }
        int enough = (int) Long.highestOneBit(Math.clamp(2L * operations.getLast() - 1, 2, 1 << 30));
        var settings = new Settings(
                CommonOptions.queues(chosen, List.of(QueueKind.LOCKED_LINKED, QueueKind.CAS_LINKED)),
                chosen.or(MIXES, List.of(new Share(80), new Share(50))),
                operations,
                groups,
                wheres,
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
                * Math.max(1, wheres.size())
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
                Where.ANY,
                settings.operations().getFirst());
        try (var queues = Queues.thatReturn(device, settings.kinds(), settings.options(), first, measuring)) {
            for (var mix : settings.mixes()) {
                var distances = new EnumMap<QueueKind, Multiprocessors>(QueueKind.class);
                for (var where : settings.places() ? settings.wheres() : List.of(Where.ANY)) {
                    for (int group : settings.groups()) {
                        for (int operations : settings.operations()) {
                            measuring.record(
                                    Quantity.count(operations) + " operations",
                                    queues.kinds().stream()
                                            .map(kind -> entry(
                                                    device,
                                                    settings,
                                                    kind,
                                                    mix,
                                                    group,
                                                    where,
                                                    operations,
                                                    queues,
                                                    distances))
                                            .toList());
                        }
                    }
                }
            }
        }
    }

    private static Entry entry(
            Device device,
            Settings settings,
            QueueKind kind,
            Share mix,
            int group,
            Where where,
            int operations,
            Queues queues,
            Map<QueueKind, Multiprocessors> distances) {
        var grid = device.properties().workerGrid(settings.threads(), group);
        String label = kind + ", " + mix + ", groups of " + grid.blockSize()
                + (settings.places() ? ", multiprocessors " + where : "");
        return new Entry(
                kind.toString(),
                parameters(settings, mix, group, where, operations),
                operations,
                new LateContender(label, () -> {
                    var queue = queues.get(kind);
                    double enqueues = mix.enqueues() / 100.0;
                    var multiprocessors = settings.places()
                            ? distances.computeIfAbsent(kind, _ -> Multiprocessors.of(device, queue, enqueues))
                            : null;
                    var stream = multiprocessors == null || where.equals(Where.ANY)
                            ? new Mix(device, grid, operations, enqueues, settings.seed())
                            : new Mix(
                                    device,
                                    new Placement(
                                            device,
                                            multiprocessors.nanos().size(),
                                            where.of(multiprocessors),
                                            settings.threads(),
                                            group),
                                    operations,
                                    enqueues,
                                    settings.seed());
                    return new Streamed(
                            label,
                            kind,
                            queue,
                            stream,
                            device,
                            grid,
                            operations,
                            settings.counts() ? settings.options() : null,
                            multiprocessors);
                }));
    }

    private static Map<String, Object> parameters(
            Settings settings, Share mix, int group, Where where, int operations) {
        var parameters = new HashMap<String, Object>(Map.ofEntries(
                Recorded.MIX.is(mix.toString()),
                Recorded.GROUP.is(group),
                Recorded.OPERATIONS.is(operations),
                Recorded.THREADS.is(settings.threads()),
                Recorded.CAPACITY.is(settings.capacity()),
                Recorded.SEED.is(settings.seed()),
                Recorded.WARM_UPS.is(settings.effort().warmUps())));
        if (settings.places()) {
            parameters.putAll(Map.ofEntries(Recorded.WHERE.is(where.toString())));
        }
        return parameters;
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
        private final @Nullable Multiprocessors multiprocessors;
        private final Kernel kernel;

        /**
         * @param grid of the threads that make operations, wherever they are
         * @param counted what the queue is made with on which attempts are counted; null if they are not
         * @param multiprocessors how far from the queue each is; null if nobody wants to know
         */
        Streamed(
                String label,
                QueueKind kind,
                IntQueue queue,
                Mix mix,
                Device device,
                Grid grid,
                int operations,
                @Nullable QueueOptions counted,
                @Nullable Multiprocessors multiprocessors) {
            this.label = label;
            this.kind = kind;
            this.queue = queue;
            this.mix = mix;
            this.device = device;
            this.grid = grid;
            this.operations = operations;
            this.counted = counted;
            this.multiprocessors = multiprocessors;
            kernel = mix.kernel(queue);
        }

        @Override
        public String label() {
            return label;
        }

        @Override
        public long run(Duration limit) {
            queue.clear();
            mix.prepare(queue);
            var launch = device.launch(mix.grid(), kernel);
            launch.join(limit);
            return launch.elapsed().toNanos();
        }

        @Override
        public Checked check(Duration limit) {
            queue.clear();
            var found = mix.check(queue, limit);
            run(limit);
            var checked = placed(Conserved.check(found, Leftovers.sum(queue, grid), mix.balance()));
            return counted == null
                    ? checked
                    : Retries.count(
                            checked, device, kind, counted, mix::prepare, mix.grid(), mix::kernel, operations, limit);
        }

        /** {@return the same, and where threads were} */
        private Checked placed(Checked checked) {
            if (multiprocessors == null) {
                return checked;
            }
            var used = mix.multiprocessors();
            var observed = new HashMap<>(checked.observed());
            observed.putAll(
                    Map.ofEntries(Recorded.USED.is(used.size()), Recorded.ALONE.is(multiprocessors.nanos(used))));
            return new Checked(checked.results(), observed);
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
        boolean placed = measurements.stream().anyMatch(Recorded.WHERE::isIn);
        var columns = new ArrayList<Table.Column>(
                List.of(Table.text("mix"), Table.number("group"), Table.number("operations")));
        if (placed) {
            columns.add(Table.text("multiprocessors"));
        }
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
            var size = new ArrayList<>(List.of(
                    Recorded.MIX.text(measurement),
                    Recorded.GROUP.text(measurement),
                    Recorded.OPERATIONS.text(measurement)));
            if (placed) {
                size.add(Recorded.WHERE.textOr(measurement, Where.ANY.toString()));
            }
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
        for (var plot : Evidence.grouped(
                        evidence.latest(), row -> row.structure() + ", " + Recorded.MIX.text(row) + where(row))
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
        var anywhere = evidence.latest().stream()
                .filter(row -> !Recorded.WHERE.isIn(row))
                .toList();
        Evidence.grouped(anywhere, Recorded.MIX::text)
                .forEach((mix, rows) -> speedUps(rows, mix, thesis)
                        .ifPresent(table -> parts.add(new Part.Captioned(
                                "Speed-up of " + NON_BLOCKING + " over " + BLOCKING + " for " + mix
                                        + " (thesis: AMD R7, in brackets)",
                                table))));
        parts.add(evidence.notes(
                evidence.settings(List.of(new Setting(Recorded.THREADS, "threads made the operations"))),
                row -> row.structure() + " " + Recorded.MIX.text(row) + where(row),
                thesis.notes()));
        return new Section("mix: " + evidence.device(), parts);
    }

    /** {@return where threads were, if somebody asked} */
    private static String where(Measurement row) {
        return Recorded.WHERE.isIn(row) ? ", multiprocessors " + Recorded.WHERE.text(row) : "";
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
