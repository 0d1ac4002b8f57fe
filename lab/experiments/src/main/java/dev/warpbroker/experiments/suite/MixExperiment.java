package dev.warpbroker.experiments.suite;

import dev.warpbroker.device.Device;
import dev.warpbroker.experiments.Mix;
import dev.warpbroker.experiments.Multiprocessors;
import dev.warpbroker.experiments.Placement;
import dev.warpbroker.experiments.design.Axis;
import dev.warpbroker.experiments.design.Checked;
import dev.warpbroker.experiments.design.Choices;
import dev.warpbroker.experiments.design.Column;
import dev.warpbroker.experiments.design.CommonOptions;
import dev.warpbroker.experiments.design.Contender;
import dev.warpbroker.experiments.design.DeviceKind;
import dev.warpbroker.experiments.design.Effort;
import dev.warpbroker.experiments.design.Evidence;
import dev.warpbroker.experiments.design.Field;
import dev.warpbroker.experiments.design.Findings;
import dev.warpbroker.experiments.design.Loops;
import dev.warpbroker.experiments.design.Option;
import dev.warpbroker.experiments.design.Plot;
import dev.warpbroker.experiments.design.Point;
import dev.warpbroker.experiments.design.Stage;
import dev.warpbroker.experiments.design.Sweep;
import dev.warpbroker.experiments.design.Work;
import dev.warpbroker.experiments.page.Chart;
import dev.warpbroker.experiments.page.Chart.Scale;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.page.Section.Part;
import dev.warpbroker.experiments.page.Table;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.structures.queue.QueueKind;
import dev.warpbroker.structures.queue.QueueOptions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Experiment {@code mix}: a stream of enqueues and dequeues in random order, blocking against non-blocking. */
final class MixExperiment extends Sweep {
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

        /** That of rows which do not ask where their threads are. */
        static final Where NOT_ASKED = new Where("", 0);

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

    private static final Axis<QueueKind> QUEUE = Queues.axis(QueueKind.LOCKED_LINKED, QueueKind.CAS_LINKED);

    private static final Axis<Share> MIX = Axis.of(
                    "mix",
                    Option.list(
                                    Share::parse,
                                    "--mixes",
                                    "E/D",
                                    "Enqueues and dequeues in a hundred operations (default: 80/20,50/50).")
                            .or("--mix"))
            .preset(new Share(80), new Share(50));

    private static final Option<List<Integer>> COUNTS = Option.numbers(
            "--operations", "N", "Numbers of operations (default: 10000 to 100000 by 10000; fewer on jvm and sim).");

    private static final Axis<Integer> OPERATIONS = Axis.derived(
                    "operations",
                    (device, chosen) -> chosen
                            .or(
                                    COUNTS,
                                    CommonOptions.scale(device, chosen) == DeviceKind.SIMULATOR
                                            ? List.of(500, 1000, 2000)
                                            : IntStream.rangeClosed(1, 10)
                                                    .map(i -> i * 10_000)
                                                    .boxed()
                                                    .toList())
                            .stream()
                            .sorted()
                            .distinct()
                            .toList(),
                    COUNTS)
            .atLeast(1, "operations");

    /** On the JVM every lane is in a block of its own, whatever is asked for. */
    private static final Axis<Integer> GROUP = Axis.of(
                    "block",
                    Option.numbers(
                                    "--groups",
                                    "N",
                                    "Lanes per block, each measured by itself (default: 64,128,256; one on jvm).")
                            .or("--block"))
            .jvm(1)
            .simulator(64, 128, 256)
            .gpu(64, 128, 256)
            .atLeast(1, "lanes per block");

    private static final Axis<Where> WHERE = Axis.of(
                    "multiprocessors",
                    Option.list(
                            Where::parse,
                            "--multiprocessors",
                            "W",
                            "Where the threads are: any (as the GPU spreads blocks), near:N or far:N (on N"
                                    + " multiprocessors, as many on each, on which one thread alone is the quickest or"
                                    + " the slowest with the queue). How long an operation takes there alone is"
                                    + " recorded, too."))
            .preset(Where.NOT_ASKED)
            .unrecordedIf(Where.NOT_ASKED);

    private static final Axis<Integer> THREADS = Axis.oneNumberOfThreads(
                    "threads", "the operations of a mix are what is varied, so give one number of threads")
            .jvm(_ -> List.of(2 * CommonOptions.processors()))
            .simulator(256)
            .gpu(device -> List.of(Math.min(2048, device.properties().residentThreads())));

    private static final Option<Integer> ROOM =
            Option.number("--capacity", "N", "Capacity of the queues, a power of two.");

    private static final Axis<Integer> CAPACITY = Axis.derived(
            "capacity",
            (device, chosen) -> {
                int most = OPERATIONS.values(device, chosen).getLast();
                int enough = (int) Long.highestOneBit(Math.clamp(2L * most - 1, 2, 1 << 30));
                return List.of(CommonOptions.capacity(chosen, ROOM, enough));
            },
            ROOM);

    private static final Axis<Integer> SEED = Axis.one(
            "seed",
            Option.number("--seed", "N", "The same seed makes the same operations (default: ${DEFAULT-VALUE}).")
                    .preset("1"));

    /** How many multiprocessors had threads, and how many nanoseconds an operation takes there, alone. */
    private static final Field USED = Field.observed("multiprocessors");

    private static final Field ALONE = Field.observed("nanosAlone");

    private static final String BLOCKING = QueueKind.LOCKED_LINKED.toString();
    private static final String NON_BLOCKING = QueueKind.CAS_LINKED.toString();

    MixExperiment() {
        super(
                "mix",
                "A stream of enqueues and dequeues in random order, made by all threads together; blocking against"
                        + " non-blocking linked queue (thesis, tables 4.1 and 4.2, figures 4.1 and 4.2).",
                "The thesis does not say how many threads made the operations.");
        measure(Loops.once().turns(MIX, WHERE, GROUP, OPERATIONS).rows(QUEUE));
        sizes(OPERATIONS);
        settings(THREADS, CAPACITY, SEED);
        options(List.of(Retries.COUNT));
        effort(new Effort(5, 2, 0.5), new Effort(2, 1, 0.5), new Effort(3, 1, 1));
    }

    @Override
    protected void require(Device device, Choices chosen, Point common) {
        var properties = device.properties();
        var wheres = WHERE.values(device, chosen);
        if (CommonOptions.scale(device, chosen) == DeviceKind.JVM && !wheres.contains(Where.NOT_ASKED)) {
            throw new IllegalArgumentException("--multiprocessors " + wheres + ": lanes of " + properties.id()
                    + " are threads that the operating system places; give --device sim or cuda");
        }
        GROUP.values(device, chosen).forEach(lanes -> properties.workerGrid(1, lanes));
    }

    @Override
    protected Stage stage(Device device, Choices chosen, Point shared) {
        var options = QueueOptions.capacity(shared.get(CAPACITY)).withThreads(shared.get(THREADS));
        var queues = Queues.thatReturn(device, QUEUE.values(device, chosen), options);
        return new Streams(device, queues, Retries.isWanted(chosen), new HashMap<>());
    }

    /**
     * Queues, each with streams of operations.
     *
     * @param distances of multiprocessors from a queue, by the queue and the mix
     */
    private record Streams(Device device, Queues queues, boolean counts, Map<List<Object>, Multiprocessors> distances)
            implements Stage {
        @Override
        public long operations(Point row) {
            return row.get(OPERATIONS);
        }

        @Override
        public @Nullable String obstacle(Point row) {
            return Queues.obstacle(row.get(QUEUE));
        }

        @Override
        public Contender contender(Point row) {
            var kind = row.get(QUEUE);
            int threads = row.get(THREADS);
            int group = row.get(GROUP);
            int operations = row.get(OPERATIONS);
            double enqueues = row.get(MIX).enqueues() / 100.0;
            var where = row.get(WHERE);
            var grid = device.properties().workerGrid(threads, group);
            long counted = counts ? operations : 0;
            if (where.equals(Where.NOT_ASKED)) {
                return queues.under(
                        kind, grid, () -> new Mix(device, grid, operations, enqueues, row.get(SEED)), counted);
            }
            var all = distances.computeIfAbsent(
                    List.of(kind, row.get(MIX)), _ -> Multiprocessors.of(device, queues.get(kind), enqueues));
            var mix = where.equals(Where.ANY)
                    ? new Mix(device, grid, operations, enqueues, row.get(SEED))
                    : new Mix(
                            device,
                            new Placement(device, all.nanos().size(), where.of(all), threads, group),
                            operations,
                            enqueues,
                            row.get(SEED));
            var work = queues.under(kind, grid, () -> mix, counted);
            return new Work(work.run(), limit -> placed(work.check(limit), mix, all), work.end());
        }

        /** {@return the same, and where threads were} */
        private static Checked placed(Checked checked, Mix mix, Multiprocessors all) {
            var used = mix.multiprocessors();
            var observed = new HashMap<>(checked.observed());
            observed.putAll(Map.ofEntries(USED.is(used.size()), ALONE.is(all.nanos(used))));
            return new Checked(checked.results(), observed);
        }

        @Override
        public void close() {
            queues.close();
        }
    }

    /** A row for each place of a table, whatever was measured there. */
    @Override
    public Table table(List<Measurement> rows) {
        return Column.table(
                columns(rows),
                Evidence.grouped(rows, MixExperiment::place).values().stream()
                        .map(List::getFirst)
                        .toList());
    }

    private static String place(Measurement row) {
        return String.join(" ", MIX.text(row), GROUP.text(row), OPERATIONS.text(row), WHERE.text(row));
    }

    /** The times of every structure, and, with exactly two of them, how many times faster the second is. */
    @Override
    protected List<Column> columns(List<Measurement> rows) {
        var structures = rows.stream().map(Measurement::structure).distinct().toList();
        var places = Evidence.grouped(rows, MixExperiment::place);
        Function<Measurement, List<Measurement>> there = row -> Objects.requireNonNull(places.get(place(row)));
        var columns = new ArrayList<>(
                List.of(Column.text(MIX), Column.number("group", GROUP.field()), Column.number(OPERATIONS)));
        if (rows.stream().anyMatch(WHERE.field()::isIn)) {
            columns.add(Column.text(WHERE.name(), row -> WHERE.field().textOr(row, Where.ANY.toString())));
        }
        for (String structure : structures) {
            columns.add(Column.number(structure, row -> of(structure, there.apply(row), Column::median)));
        }
        if (structures.size() == 2) {
            String first = structures.getFirst();
            String second = structures.getLast();
            columns.add(Column.number(first + "/" + second, row -> speedUp(there.apply(row), first, second)));
        }
        columns.add(Column.text(
                "check",
                row -> there.apply(row).stream()
                        .map(MixExperiment::check)
                        .distinct()
                        .collect(Collectors.joining("; "))));
        if (rows.stream().anyMatch(row -> !Retries.words(row).isEmpty())) {
            for (String structure : structures) {
                columns.add(Column.number(
                        "retries / pauses, " + structure, row -> of(structure, there.apply(row), Retries::words)));
            }
        }
        return columns;
    }

    private static String check(Measurement row) {
        String check = Column.check(row);
        return check.equals("passed") ? check : row.structure() + " " + check;
    }

    private static String of(String structure, List<Measurement> rows, Function<Measurement, String> cell) {
        return rows.stream()
                .filter(row -> row.structure().equals(structure))
                .reduce((_, later) -> later)
                .map(cell)
                .orElse(Column.NONE);
    }

    /** {@return how many times faster the second structure is, among rows of the same work} */
    private static String speedUp(List<Measurement> rows, String first, String second) {
        double ratio = nanos(rows, first) / nanos(rows, second);
        return Double.isNaN(ratio) ? Column.NONE : Quantity.significant(ratio);
    }

    private static double nanos(List<Measurement> rows, String structure) {
        return rows.stream()
                .filter(row -> row.structure().equals(structure) && row.measured())
                .mapToDouble(row -> row.nanoseconds().median())
                .reduce(Double.NaN, (_, later) -> later);
    }

    /**
     * A plot for each queue and mix as in figures 4.1 and 4.2 of the thesis, and the speed-up of the non-blocking queue
     * over the blocking one beside that of tables 4.1 and 4.2.
     */
    @Override
    protected List<Part> parts(Evidence evidence, UnaryOperator<String> file) {
        var plot = Plot.of(
                new Chart.Axis("operations", Scale.LINEAR),
                OPERATIONS.field()::number,
                new Chart.Axis("run time (ms)", Scale.LINEAR),
                Plot::milliseconds,
                row -> "groups of " + GROUP.text(row));
        var parts = new ArrayList<>(plot.parts(evidence, evidence.latest(), MixExperiment::title, file));
        var anywhere =
                evidence.good().stream().filter(row -> !WHERE.field().isIn(row)).toList();
        Evidence.grouped(anywhere, MIX::text)
                .forEach((mix, rows) -> speedUps(mix, rows)
                        .ifPresent(table -> parts.add(new Part.Captioned(
                                "Speed-up of " + NON_BLOCKING + " over " + BLOCKING + " for " + mix
                                        + " (thesis: AMD R7, in brackets)",
                                table))));
        return parts;
    }

    private static String title(Measurement row) {
        return row.structure() + ", " + MIX.text(row)
                + (WHERE.field().isIn(row) ? ", multiprocessors " + WHERE.text(row) : "") + " enqueues/dequeues";
    }

    /** {@return a row for each number of operations and a column for each group; empty if one queue is missing} */
    private static Optional<Table> speedUps(String mix, List<Measurement> rows) {
        var structures = rows.stream().map(Measurement::structure).toList();
        if (!structures.containsAll(List.of(BLOCKING, NON_BLOCKING))) {
            return Optional.empty();
        }
        var thesis = Findings.of(MixExperiment.class, "mix");
        var counts = new TreeMap<Integer, Map<Integer, List<Measurement>>>();
        for (var row : rows) {
            counts.computeIfAbsent(OPERATIONS.field().whole(row), _ -> new TreeMap<>())
                    .computeIfAbsent(GROUP.field().whole(row), _ -> new ArrayList<>())
                    .add(row);
        }
        var groups = rows.stream().map(GROUP.field()::whole).distinct().sorted().toList();
        var columns = new ArrayList<>(List.of(Table.text("operations")));
        groups.forEach(group -> columns.add(Table.number("groups of " + group)));
        var cells = new ArrayList<List<String>>();
        counts.forEach((operations, byGroup) -> {
            var line = new ArrayList<>(List.of(Quantity.count(operations)));
            for (int group : groups) {
                String speedUp = speedUp(byGroup.getOrDefault(group, List.of()), BLOCKING, NON_BLOCKING);
                double found = operations % 10_000 == 0
                        ? thesis.number(mix, "groups of " + group, operations / 10_000 - 1)
                        : Double.NaN;
                boolean alone = speedUp.equals(Column.NONE) || Double.isNaN(found);
                line.add(alone ? speedUp : speedUp + " (" + Quantity.plain(found) + ")");
            }
            cells.add(line);
        });
        return Optional.of(new Table(columns, cells));
    }
}
