package dev.warpbroker.experiments.suite;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
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
import dev.warpbroker.experiments.design.Drawing;
import dev.warpbroker.experiments.design.Field;
import dev.warpbroker.experiments.design.Loops;
import dev.warpbroker.experiments.design.Option;
import dev.warpbroker.experiments.design.Plot;
import dev.warpbroker.experiments.design.Point;
import dev.warpbroker.experiments.design.Stage;
import dev.warpbroker.experiments.design.Sweep;
import dev.warpbroker.experiments.page.Chart;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.page.Table;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.structures.queue.QueueKind;
import dev.warpbroker.structures.queue.QueueOptions;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
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

        double probability() {
            return enqueues / 100.0;
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

        /** As {@link #ANY}, with no interest in how far threads are from the queue. */
        static final Where UNASKED = new Where("", 0);

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
            return count == 0 ? order : order + ":" + count;
        }
    }

    private static final Option<List<Where>> MULTIPROCESSORS = Option.list(
            Where::parse,
            "--multiprocessors",
            "W",
            "Where the threads are: any (as the GPU spreads blocks), near:N or far:N (on N multiprocessors, as many on"
                    + " each, on which one thread alone is the quickest or the slowest with the queue). How long an"
                    + " operation takes there alone is recorded, too.");

    private static final Option<Integer> ROOM =
            Option.number("--capacity", "N", "Capacity of the queues, a power of two.");

    private static final Axis<Share> MIX = Axis.of(
                    "mix",
                    Option.list(
                                    Share::parse,
                                    "--mixes",
                                    "E/D",
                                    "Enqueues and dequeues in a hundred operations (default: 80/20,50/50).")
                            .or("--mix"))
            .preset(new Share(80), new Share(50));

    private static final Axis<Where> WHERE =
            Axis.of("multiprocessors", MULTIPROCESSORS).preset(Where.UNASKED).unrecordedIf(Where.UNASKED);

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

    private static final Axis<Integer> OPERATIONS = Axis.numbers(
                    "operations",
                    "--operations",
                    "N",
                    "Numbers of operations (default: 10000 to 100000 by 10000; fewer on jvm and sim).")
            .jvm(_ -> tenSteps())
            .simulator(500, 1000, 2000)
            .gpu(_ -> tenSteps())
            .sorted()
            .atLeast(1, "operations");

    private static final Axis<QueueKind> QUEUE = Queues.axis(QueueKind.LOCKED_LINKED, QueueKind.CAS_LINKED);

    private static final Axis<Integer> THREADS = Axis.oneNumberOfThreads(
                    "threads", "the operations of a mix are what is varied, so give one number of threads")
            .jvm(_ -> List.of(2 * CommonOptions.processors()))
            .simulator(256)
            .gpu(device -> List.of(Math.min(2048, device.properties().residentThreads())));

    /** Enough for the most operations, if all were enqueues. */
    private static final Axis<Integer> CAPACITY = Axis.derived(
            "capacity",
            (device, chosen) -> {
                long most = OPERATIONS.values(device, chosen).getLast();
                int enough = (int) Long.highestOneBit(Math.clamp(2 * most - 1, 2, 1 << 30));
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

    private static List<Integer> tenSteps() {
        return IntStream.rangeClosed(1, 10).map(i -> i * 10_000).boxed().toList();
    }

    @Override
    protected void require(Device device, Choices chosen, Point common) {
        if (CommonOptions.scale(device, chosen) == DeviceKind.JVM && chosen.has(MULTIPROCESSORS)) {
            throw new IllegalArgumentException("--multiprocessors " + chosen.get(MULTIPROCESSORS) + ": lanes of "
                    + device.properties().id()
                    + " are threads that the operating system places; give --device sim or cuda");
        }
        // Refuses blocks that the device cannot have.
        GROUP.values(device, chosen).forEach(group -> device.properties().workerGrid(common.get(THREADS), group));
    }

    @Override
    protected Stage stage(Device device, Choices chosen, Point shared) {
        var options = QueueOptions.capacity(shared.get(CAPACITY)).withThreads(shared.get(THREADS));
        var queues = Queues.thatReturn(device, QUEUE.values(device, chosen), options);
        var crowd = new Crowd(device, queues, new HashMap<>());
        boolean counts = chosen.isSet(Retries.COUNT);
        return new Stage(row -> row.get(OPERATIONS), row -> crowd.contender(row, counts ? row.get(OPERATIONS) : 0))
                .obstacle(row -> Queues.obstacle(row.get(QUEUE)))
                .closing(queues::close);
    }

    /**
     * All queues.
     *
     * @param distances how far multiprocessors are from each queue, with a mix
     */
    private record Crowd(Device device, Queues queues, Map<List<Object>, Multiprocessors> distances) {
        /** @param counted operations of a launch by which retries are divided; 0 if they are not counted */
        Contender contender(Point row, long counted) {
            var grid = device.properties().workerGrid(row.get(THREADS), row.get(GROUP));
            if (row.get(WHERE).equals(Where.UNASKED)) {
                return queues.under(row.get(QUEUE), grid, () -> anywhere(row, grid), counted);
            }
            var mix = row.get(MIX);
            var multiprocessors = distances.computeIfAbsent(
                    List.of(mix, row.get(QUEUE)),
                    _ -> Multiprocessors.of(device, queues.get(row.get(QUEUE)), mix.probability()));
            var stream = row.get(WHERE).equals(Where.ANY) ? anywhere(row, grid) : placed(row, multiprocessors);
            var work = queues.under(row.get(QUEUE), grid, () -> stream, counted);
            return new Contender(
                    work.run(),
                    limit -> located(work.check().apply(limit), stream.multiprocessors(), multiprocessors),
                    work.end());
        }

        private Mix anywhere(Point row, Grid grid) {
            return new Mix(device, grid, row.get(OPERATIONS), row.get(MIX).probability(), row.get(SEED));
        }

        private Mix placed(Point row, Multiprocessors multiprocessors) {
            var placement = new Placement(
                    device,
                    multiprocessors.nanos().size(),
                    row.get(WHERE).of(multiprocessors),
                    row.get(THREADS),
                    row.get(GROUP));
            return new Mix(device, placement, row.get(OPERATIONS), row.get(MIX).probability(), row.get(SEED));
        }

        /** {@return the same, and where threads were} */
        private static Checked located(Checked checked, Set<Integer> used, Multiprocessors multiprocessors) {
            return checked.with(Map.ofEntries(USED.is(used.size()), ALONE.is(multiprocessors.nanos(used))));
        }
    }

    /**
     * {@return a row for each mix, group size and number of operations: the times of every structure, and, with exactly
     * two of them, how many times faster the second is}
     */
    @Override
    public Table table(List<Measurement> rows) {
        var names = rows.stream().map(Measurement::structure).distinct().toList();
        var bySize = new LinkedHashMap<String, Map<String, Measurement>>();
        rows.forEach(row ->
                bySize.computeIfAbsent(size(row), _ -> new LinkedHashMap<>()).put(row.structure(), row));
        Function<Measurement, Map<String, Measurement>> all = row -> bySize.getOrDefault(size(row), Map.of());
        var columns = new ArrayList<>(
                List.of(Column.text(MIX), Column.number("group", GROUP.field()), Column.number(OPERATIONS)));
        if (rows.stream().anyMatch(WHERE.field()::isIn)) {
            columns.add(Column.text("multiprocessors", MixExperiment::where));
        }
        names.forEach(name ->
                columns.add(Column.number(name, row -> cell(all.apply(row).get(name), Column::median))));
        if (names.size() == 2) {
            String first = names.getFirst();
            String second = names.getLast();
            columns.add(Column.number(
                    first + "/" + second,
                    row -> speedUp(all.apply(row).get(first), all.apply(row).get(second))));
        }
        columns.add(Column.text("check", row -> checks(all.apply(row).values())));
        if (rows.stream().anyMatch(row -> !Retries.words(row).isEmpty())) {
            names.forEach(name -> columns.add(Column.number(
                    "retries / pauses, " + name, row -> cell(all.apply(row).get(name), Retries::words))));
        }
        return Column.table(
                columns,
                bySize.values().stream()
                        .map(some -> some.values().iterator().next())
                        .toList());
    }

    private static String size(Measurement row) {
        return MIX.text(row) + ", " + GROUP.text(row) + ", " + OPERATIONS.text(row) + ", " + where(row);
    }

    private static String where(Measurement row) {
        return WHERE.field().textOr(row, Where.ANY.toString());
    }

    private static String cell(@Nullable Measurement row, Function<Measurement, String> words) {
        return row == null ? Column.NONE : words.apply(row);
    }

    private static String speedUp(@Nullable Measurement blocking, @Nullable Measurement other) {
        return blocking != null && other != null && blocking.measured() && other.measured()
                ? Quantity.significant(
                        blocking.nanoseconds().median() / other.nanoseconds().median())
                : Column.NONE;
    }

    private static String checks(Collection<Measurement> rows) {
        return rows.stream()
                .map(row -> {
                    String check = Column.check(row);
                    return check.equals("passed") ? check : row.structure() + " " + check;
                })
                .distinct()
                .collect(Collectors.joining("; "));
    }

    /** A plot for each queue and mix, as in figures 4.1 and 4.2 of the thesis. */
    @Override
    protected void draw(Drawing drawing) {
        var plot = Plot.of(
                new Chart.Axis("operations", Chart.Scale.LINEAR),
                OPERATIONS.field()::number,
                new Chart.Axis("run time (ms)", Chart.Scale.LINEAR),
                Plot::milliseconds,
                row -> "groups of " + GROUP.text(row));
        drawing.plots(
                plot,
                row -> row.structure() + ", " + MIX.text(row) + " enqueues/dequeues"
                        + (WHERE.field().isIn(row) ? ", multiprocessors " + where(row) : ""));
    }
}
