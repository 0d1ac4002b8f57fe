package dev.warpbroker.experiments.suite;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Launch;
import dev.warpbroker.experiments.Pairs;
import dev.warpbroker.experiments.design.Axis;
import dev.warpbroker.experiments.design.Checked;
import dev.warpbroker.experiments.design.Choices;
import dev.warpbroker.experiments.design.Column;
import dev.warpbroker.experiments.design.Contender;
import dev.warpbroker.experiments.design.Field;
import dev.warpbroker.experiments.design.Loops;
import dev.warpbroker.experiments.design.Option;
import dev.warpbroker.experiments.design.Point;
import dev.warpbroker.experiments.design.Stage;
import dev.warpbroker.experiments.design.Sweep;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.structures.queue.BrokerQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;

/**
 * Experiment {@code launch}: the host's time per launch of two small kernels, and per compilation of the broker queue.
 */
final class LaunchExperiment extends Sweep {
    /** Few enough that no launch waits for the end of an earlier one: a GPU's queue of launches has room for 64. */
    private static final int MANY = 50;

    private static final int WARM_UP_BATCHES = 20;

    /** Of the kernel that is compiled. */
    private static final int PAIRS_OF_LANE = 10;

    private static final Axis<What> WHAT = Axis.fixed("what", What.values()).structure();

    private static final Axis<Integer> LAUNCHES = Axis.number(
                    "launches", "--launches", "N", "Launches per kernel (default: 10000 on a GPU, 1000 elsewhere).")
            .presets(1_000, 1_000, 10_000)
            .require((_, launches) -> {
                if (launches < MANY) {
                    throw new IllegalArgumentException(
                            launches + " launches; the smallest number is one batch of " + MANY);
                }
            })
            .unrecorded();

    private static final Axis<Integer> COMPILATIONS = Axis.one(
                    "compilations",
                    Option.number("--compilations", "N", "Warm compilations (default: ${DEFAULT-VALUE}).")
                            .preset("50"))
            .atLeast(1, "compilations")
            .unrecorded();

    private static final Field BATCH = Field.parameter("batch");
    private static final Field PAIRS = Field.parameter("pairs");
    private static final Field WARM_UPS = Field.parameter("warmup");

    /** The measured actions. */
    private enum What {
        COLD("compilation of BQ, cold"),
        WARM("compilation of BQ, warm"),
        EMPTY("empty kernel, launch"),
        EMPTY_JOINED("empty kernel, launch and join"),
        HANDLES("kernel with 4 handles, launch"),
        HANDLES_JOINED("kernel with 4 handles, launch and join");

        private final String label;

        What(String label) {
            this.label = label;
        }

        @Override
        public String toString() {
            return label;
        }
    }

    LaunchExperiment() {
        super(
                "launch",
                "Host time per launch and per compilation.",
                "A hot launch is one whose kernel has been compiled and loaded. Launches are made in batches that are"
                        + " joined at their end (the time is that of the launch calls alone), and one by one, each"
                        + " joined.");
        measure(Loops.once().rows(WHAT));
        settings(LAUNCHES, COMPILATIONS);
    }

    @Override
    protected Stage stage(Device device, Choices chosen, Point shared) {
        var grid = Grid.threads(device.properties().lanesPerWorker());
        var launches = new Launches(device, grid, shared.get(LAUNCHES) / MANY, shared.get(COMPILATIONS));
        return new Stage(_ -> 1, launches::contender).facts(launches::facts);
    }

    private record Launches(Device device, Grid grid, int batches, int compilations) {
        Map<String, Object> facts(Point row) {
            var launches = LAUNCHES.field().is(batches * MANY);
            return switch (row.get(WHAT)) {
                case COLD -> Map.ofEntries(PAIRS.is(PAIRS_OF_LANE));
                case WARM -> Map.ofEntries(PAIRS.is(PAIRS_OF_LANE), WARM_UPS.is(compilations));
                case EMPTY, HANDLES -> Map.ofEntries(launches, BATCH.is(MANY));
                case EMPTY_JOINED, HANDLES_JOINED -> Map.ofEntries(launches, BATCH.is(1));
            };
        }

        Contender contender(Point row) {
            return Contender.sampled(() -> Contender.samples(
                    switch (row.get(WHAT)) {
                        case COLD -> compile(0, 1);
                        case WARM -> compile(compilations, compilations);
                        case EMPTY -> inBatches(lane -> {});
                        case EMPTY_JOINED -> joined(lane -> {});
                        case HANDLES -> withHandles(this::inBatches);
                        case HANDLES_JOINED -> withHandles(this::joined);
                    },
                    Checked.NOT));
        }

        /** {@link Device#ptx} compiles every time; only launches keep what was compiled. */
        private long[] compile(int warmUps, int times) {
            try (var queue = BrokerQueue.ints(device, 1024);
                    var pairs = new Pairs(device, grid, Granularity.THREAD, PAIRS_OF_LANE)) {
                var kernel = pairs.kernel(queue);
                return nanos(warmUps, times, () -> {
                    long start = System.nanoTime();
                    device.ptx(kernel);
                    return System.nanoTime() - start;
                });
            }
        }

        private long[] withHandles(Function<Kernel, long[]> timing) {
            try (var a = device.ints(grid.threads());
                    var b = device.ints(grid.threads());
                    var c = device.longs(grid.threads());
                    var d = device.floats(grid.threads())) {
                return timing.apply(lane -> {
                    int i = lane.id();
                    a.set(i, b.get(i));
                    c.set(i, i);
                    d.set(i, i);
                });
            }
        }

        private long[] inBatches(Kernel kernel) {
            return nanos(WARM_UP_BATCHES, batches, () -> batch(kernel) / MANY);
        }

        private long[] joined(Kernel kernel) {
            return nanos(WARM_UP_BATCHES * MANY, batches * MANY, () -> {
                long start = System.nanoTime();
                device.launch(grid, kernel).join();
                return System.nanoTime() - start;
            });
        }

        /** {@return what some runs took, after others that warm up} */
        private static long[] nanos(int warmUps, int times, LongSupplier run) {
            return LongStream.generate(run).limit(warmUps + times).skip(warmUps).toArray();
        }

        /** {@return the nanoseconds that the launch calls of one batch took} */
        private long batch(Kernel kernel) {
            var started = new Launch[MANY];
            long start = System.nanoTime();
            for (int i = 0; i < MANY; i++) {
                started[i] = device.launch(grid, kernel);
            }
            long nanos = System.nanoTime() - start;
            for (var launch : started) {
                launch.join();
            }
            return nanos;
        }
    }

    /** There is a column for remarks only if something failed. */
    @Override
    protected List<Column> columnsFor(List<Measurement> rows) {
        var columns = new ArrayList<>(List.of(
                Column.text(WHAT),
                Column.MEDIAN,
                Column.MIN,
                Column.MAX,
                Column.number(
                        "repetitions", row -> Quantity.count(row.nanoseconds().repetitions()))));
        if (!rows.stream().allMatch(Measurement::passed)) {
            columns.add(Column.text("remark", row -> row.passed() ? "" : Column.check(row)));
        }
        return columns;
    }
}
