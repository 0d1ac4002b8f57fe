package dev.warpbroker.experiments.suite;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.experiments.Imbalance;
import dev.warpbroker.experiments.Imbalance.Load;
import dev.warpbroker.experiments.Leftovers;
import dev.warpbroker.experiments.design.Checked;
import dev.warpbroker.experiments.design.Choices;
import dev.warpbroker.experiments.design.Column;
import dev.warpbroker.experiments.design.CommonOptions;
import dev.warpbroker.experiments.design.Contender;
import dev.warpbroker.experiments.design.DeviceKind;
import dev.warpbroker.experiments.design.Experiment;
import dev.warpbroker.experiments.design.Field;
import dev.warpbroker.experiments.design.LateContender;
import dev.warpbroker.experiments.design.Measuring.Entry;
import dev.warpbroker.experiments.design.MeasuringEffort;
import dev.warpbroker.experiments.design.Option;
import dev.warpbroker.experiments.design.Trial;
import dev.warpbroker.experiments.page.Section;
import dev.warpbroker.experiments.page.Table;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.experiments.results.ResultLine;
import dev.warpbroker.structures.queue.IntQueue;
import dev.warpbroker.structures.queue.QueueKind;
import dev.warpbroker.structures.queue.QueueOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What {@code imbalance}, {@code prefilled} and {@code variants} have in common: every thread makes a random number of
 * rounds, enqueues and dequeues in them with given probabilities, and works on what it got.
 */
abstract class RandomLoad implements Experiment {
    private static final Option<Integer> MAX_PAIRS = Option.number(
            "--most-pairs",
            "N",
            "Each thread makes between 1 and N rounds (default: 10, as in the paper; 5000 on jvm).");

    private static final Option<Integer> SEED = Option.number(
                    "--seed",
                    "N",
                    "The same seed makes the same rounds, enqueues and dequeues (default: ${DEFAULT-VALUE}).")
            .preset("1");

    private static final Option<Integer> CAPACITY = Option.number(
            "--capacity", "N", "Capacity of the queues, a power of two (default: so large that no queue runs full).");

    /** What records say. */
    static final class Recorded {
        static final Field THREADS = Field.parameter("threads");
        static final Field ENQUEUE = Field.parameter("pEnq");
        static final Field DEQUEUE = Field.parameter("pDeq");
        static final Field FMAS = Field.parameter("fma");
        static final Field PREFILL = Field.parameter("prefill");
        static final Field MAX_PAIRS = Field.parameter("mostPairs");
        static final Field SEED = Field.parameter("seed");
        static final Field CAPACITY = Field.parameter("capacity");
        static final Field BLOCK = Field.parameter("block");
        static final Field WARM_UPS = Field.parameter("warmup");
        static final Field EMPTY = Field.observed("empty");
    }

    /**
     * What all queues have to do at one point of a plot.
     *
     * @param threads how many there are
     * @param load what each does
     */
    record Point(int threads, Load load) {}

    /** {@return the options of all three, and {@code more}} */
    static List<Option<?>> options(Option<?>... more) {
        return Stream.of(
                        CommonOptions.timed(
                                CommonOptions.QUEUES, CommonOptions.BLOCK, MAX_PAIRS, SEED, CAPACITY, Retries.COUNT),
                        Tuning.OPTIONS,
                        List.of(more))
                .<Option<?>>flatMap(List::stream)
                .toList();
    }

    /** {@return the most rounds of a thread; a few threads need many to run for longer than it takes to start them} */
    static int mostPairs(Device device, Choices chosen) {
        return chosen.or(MAX_PAIRS, CommonOptions.scale(device, chosen) == DeviceKind.JVM ? 5000 : 10);
    }

    static int seed(Choices chosen) {
        return chosen.of(SEED);
    }

    /** {@return numbers of threads, unless chosen up to all that can be resident} */
    static List<Integer> threads(Device device, Choices chosen) {
        return CommonOptions.threads(
                chosen,
                switch (CommonOptions.scale(device, chosen)) {
                    case JVM -> List.of(1, 2, 2 * CommonOptions.processors());
                    case SIMULATOR -> List.of(64, 256);
                    case GPU -> CommonOptions.upTo(device.properties().residentThreads(), 1024, 8192, 32_768, 131_072);
                });
    }

    /** @param points one after the other; a queue that is too slow in one is left out of those with more threads */
    final Trial trial(Device device, Choices chosen, List<QueueKind> presetKinds, List<Point> points) {
        var kind = CommonOptions.scale(device, chosen);
        var kinds = CommonOptions.queues(chosen, presetKinds);
        int block = CommonOptions.block(chosen, kind == DeviceKind.JVM ? 1 : 256);
        var effort = switch (kind) {
            case JVM -> CommonOptions.effort(chosen, 5, 2, 0.5);
            case SIMULATOR -> CommonOptions.effort(chosen, 2, 1, 0.5);
            case GPU -> CommonOptions.effort(chosen, 7, 2, 0.5);
        };
        int capacity = CommonOptions.capacity(chosen, CAPACITY, neverFull(points));
        var tuning = Tuning.of(chosen, kind == DeviceKind.GPU ? Tuning.OF_THE_PAPER : 0);
        boolean counts = Retries.isWanted(chosen);
        return Trial.ofRows(this, device, effort, points.size() * kinds.size(), measuring -> {
            int most = points.stream().mapToInt(Point::threads).max().orElse(1);
            var options = tuning.apply(
                    QueueOptions.capacity(capacity).withThreads(most).withBlocks(Math.ceilDiv(most, block)));
            var first = tuning.with(parameters(points.getFirst(), capacity, block, effort));
            try (var queues = Queues.thatReturn(device, kinds, options, first, measuring)) {
                for (var point : points) {
                    var parameters = tuning.with(parameters(point, capacity, block, effort));
                    measuring.record(
                            point.threads() + " threads",
                            queues.kinds().stream()
                                    .map(queue -> entry(
                                            device, queue, queues, point, block, parameters, counts ? options : null))
                                    .toList());
                }
            }
        });
    }

    private static int neverFull(List<Point> points) {
        long most = points.stream()
                .mapToLong(point -> point.load().mostElements(point.threads()))
                .max()
                .orElse(1);
        return (int) Long.highestOneBit(Math.clamp(2 * most - 1, 2, 1 << 30));
    }

    private static Map<String, Object> parameters(Point point, int capacity, int block, MeasuringEffort effort) {
        var load = point.load();
        return Map.ofEntries(
                Recorded.THREADS.is(point.threads()),
                Recorded.ENQUEUE.is(load.enqueueProbability()),
                Recorded.DEQUEUE.is(load.dequeueProbability()),
                Recorded.FMAS.is(load.fmas()),
                Recorded.PREFILL.is(load.prefill()),
                Recorded.MAX_PAIRS.is(load.mostRounds()),
                Recorded.SEED.is(load.seed()),
                Recorded.CAPACITY.is(capacity),
                Recorded.BLOCK.is(block),
                Recorded.WARM_UPS.is(effort.warmUps()));
    }

    private static Entry entry(
            Device device,
            QueueKind kind,
            Queues queues,
            Point point,
            int block,
            Map<String, Object> parameters,
            @Nullable QueueOptions counted) {
        var load = point.load();
        var grid = device.properties().workerGrid(point.threads(), block);
        String label = kind + ", P " + load.enqueueProbability() + "/" + load.dequeueProbability() + ", " + load.fmas()
                + " FMA";
        return new Entry(
                kind.toString(),
                parameters,
                load.operations(point.threads()),
                new LateContender(label, () -> new Loaded(label, kind, queues.get(kind), device, grid, load, counted)));
    }

    /** A queue under a load that is not balanced. */
    private static final class Loaded implements Contender {
        private final String label;
        private final QueueKind kind;
        private final IntQueue queue;
        private final Device device;
        private final Grid grid;
        private final Load load;
        private final Imbalance imbalance;
        private final Kernel kernel;

        /** Options of a queue that counts its retries; null if they are not to be counted. */
        private final @Nullable QueueOptions counted;

        Loaded(
                String label,
                QueueKind kind,
                IntQueue queue,
                Device device,
                Grid grid,
                Load load,
                @Nullable QueueOptions counted) {
            this.label = label;
            this.kind = kind;
            this.queue = queue;
            this.device = device;
            this.grid = grid;
            this.load = load;
            this.counted = counted;
            imbalance = new Imbalance(device, grid, load);
            kernel = imbalance.kernel(queue);
        }

        @Override
        public String label() {
            return label;
        }

        @Override
        public long run(Duration limit) {
            queue.clear();
            imbalance.prefill(queue);
            var launch = device.launch(grid, kernel);
            launch.join(limit);
            return launch.elapsed().toNanos();
        }

        @Override
        public Checked check(Duration limit) {
            queue.clear();
            var found = imbalance.check(queue, limit);
            run(limit);
            var checked = Conserved.check(found, Leftovers.sum(queue, grid), imbalance.balance());
            return counted == null
                    ? checked
                    : Retries.count(
                            checked,
                            device,
                            kind,
                            counted,
                            imbalance::prefill,
                            grid,
                            imbalance::kernel,
                            load.operations(grid.threads()),
                            limit);
        }

        @Override
        public void close() {
            imbalance.close();
        }
    }

    @Override
    public final Table table(List<Measurement> measurements) {
        var columns = new ArrayList<>(List.of(
                Column.text("structure", Measurement::structure),
                Column.number("P(enq)", Recorded.ENQUEUE),
                Column.number("P(deq)", Recorded.DEQUEUE),
                Column.number("FMA", Recorded.FMAS),
                Column.number("prefill", Recorded.PREFILL),
                Column.number("threads", Recorded.THREADS),
                Column.MEDIAN,
                Column.MIN,
                Column.MAX,
                Column.rate("operations"),
                Column.number("empty", row -> Recorded.EMPTY.textOr(row, "")),
                Column.CHECK));
        if (measurements.stream().anyMatch(row -> !Retries.words(row).isEmpty())) {
            columns.add(Column.number("retries / pauses", Retries::words));
        }
        return Column.table(columns, measurements);
    }

    /** {@return the beginning of a title: probabilities and work} */
    static String words(Measurement row) {
        return "P(enq) = " + Recorded.ENQUEUE.text(row) + ", P(deq) = " + Recorded.DEQUEUE.text(row) + ", "
                + Recorded.FMAS.text(row) + " FMA, ";
    }

    /** {@return a section with a plot of times over threads for each title} */
    final Section overThreads(
            Function<Measurement, String> figure, List<ResultLine> lines, UnaryOperator<String> file) {
        return new QueueFigures(
                        this,
                        figure,
                        QueueFigures.THREADS,
                        QueueFigures.MILLISECONDS,
                        Recorded.THREADS::number,
                        _ -> 1e-6)
                .section(lines, file);
    }
}
