package dev.warpbroker.experiments.suite;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Launch;
import dev.warpbroker.experiments.Pairs;
import dev.warpbroker.experiments.design.Choices;
import dev.warpbroker.experiments.design.Column;
import dev.warpbroker.experiments.design.DeviceKind;
import dev.warpbroker.experiments.design.Evidence;
import dev.warpbroker.experiments.design.Experiment;
import dev.warpbroker.experiments.design.Field;
import dev.warpbroker.experiments.design.Measuring;
import dev.warpbroker.experiments.design.MeasuringEffort;
import dev.warpbroker.experiments.design.Option;
import dev.warpbroker.experiments.design.Trial;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.page.Section;
import dev.warpbroker.experiments.page.Section.Part;
import dev.warpbroker.experiments.page.Table;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.experiments.results.ResultLine;
import dev.warpbroker.experiments.results.Statistics;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.structures.queue.BrokerQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Experiment {@code launch}: the host's time per launch of two small kernels, and per compilation of the broker queue.
 */
final class LaunchExperiment implements Experiment {
    private static final Option<Integer> LAUNCHES =
            Option.number("--launches", "N", "Launches per kernel (default: 10000 on a GPU, 1000 elsewhere).");

    private static final Option<Integer> COMPILATIONS = Option.number(
                    "--compilations", "N", "Warm compilations (default: ${DEFAULT-VALUE}).")
            .preset("50");

    /** What records say. */
    private static final class Recorded {
        static final Field LAUNCHES = Field.parameter("launches");
        static final Field BATCH = Field.parameter("batch");
        static final Field PAIRS = Field.parameter("pairs");
        static final Field WARM_UPS = Field.parameter("warmup");
    }

    private static final int STEPS = 6;

    /** Few enough that no launch waits for the end of an earlier one: a GPU's queue of launches has room for 64. */
    private static final int BATCH = 50;

    private static final int WARM_UP_BATCHES = 20;

    /** Of the kernel that is compiled. */
    private static final int PAIRS = 10;

    @Override
    public String name() {
        return "launch";
    }

    @Override
    public List<String> description() {
        return List.of(
                "Host time per launch and per compilation.",
                "A hot launch is one whose kernel has been compiled and loaded. Launches are made in batches that are"
                        + " joined at their end (the time is that of the launch calls alone), and one by one, each"
                        + " joined.");
    }

    @Override
    public List<Option<?>> options() {
        return List.of(LAUNCHES, COMPILATIONS);
    }

    @Override
    public Trial on(Device device, Choices chosen) {
        int launches = chosen.or(LAUNCHES, DeviceKind.of(device.properties()) == DeviceKind.GPU ? 10_000 : 1_000);
        int compilations = chosen.of(COMPILATIONS);
        if (launches < BATCH) {
            throw new IllegalArgumentException(launches + " launches; the smallest number is one batch of " + BATCH);
        }
        MeasuringEffort.requireAtLeast(1, "compilations", compilations);
        var grid = Grid.threads(device.properties().lanesPerWorker());
        return new Trial(
                this,
                device,
                MeasuringEffort.ONCE,
                STEPS,
                measuring -> new Launches(device, grid, launches, compilations, measuring).run(),
                List.of());
    }

    /** What is measured. */
    private final class Launches {
        private final Device device;
        private final Grid grid;
        private final int launches;
        private final int compilations;
        private final Measuring measuring;

        Launches(Device device, Grid grid, int launches, int compilations, Measuring measuring) {
            this.device = device;
            this.grid = grid;
            this.launches = launches;
            this.compilations = compilations;
            this.measuring = measuring;
        }

        void run() {
            attempt("compilation of BQ", this::compile);
            attempt("empty kernel", () -> launch("empty kernel", lane -> {}));
            attempt("kernel with 4 handles", this::launchWithHandles);
        }

        /** One that throws something has failed; the others go on. */
        private void attempt(String what, Runnable work) {
            try {
                work.run();
            } catch (DeviceException failure) {
                measuring.fail(what, Map.of(), failure);
            }
        }

        private void launchWithHandles() {
            try (var a = device.ints(grid.threads());
                    var b = device.ints(grid.threads());
                    var c = device.longs(grid.threads());
                    var d = device.floats(grid.threads())) {
                Kernel fourHandles = lane -> {
                    int i = lane.id();
                    a.set(i, b.get(i));
                    c.set(i, i);
                    d.set(i, i);
                };
                launch("kernel with 4 handles", fourHandles);
            }
        }

        /** {@link Device#ptx} compiles every time; only launches keep what was compiled. */
        private void compile() {
            measuring.progress().at("compilation");
            try (var queue = BrokerQueue.ints(device, 1024);
                    var pairs = new Pairs(device, grid, Granularity.THREAD, PAIRS)) {
                var kernel = pairs.kernel(queue);
                record(
                        "compilation of BQ, cold",
                        new long[] {compileNanos(kernel)},
                        Map.ofEntries(Recorded.PAIRS.is(PAIRS)));
                for (int i = 0; i < compilations; i++) {
                    compileNanos(kernel);
                }
                long[] warm = new long[compilations];
                for (int i = 0; i < compilations; i++) {
                    warm[i] = compileNanos(kernel);
                }
                record(
                        "compilation of BQ, warm",
                        warm,
                        Map.ofEntries(Recorded.PAIRS.is(PAIRS), Recorded.WARM_UPS.is(compilations)));
            }
        }

        private long compileNanos(Kernel kernel) {
            long start = System.nanoTime();
            device.ptx(kernel);
            return System.nanoTime() - start;
        }

        private void launch(String what, Kernel kernel) {
            measuring.progress().at(what + ", in batches");
            int batches = launches / BATCH;
            for (int i = 0; i < WARM_UP_BATCHES; i++) {
                batch(kernel);
            }
            long[] perLaunch = new long[batches];
            for (int i = 0; i < batches; i++) {
                perLaunch[i] = batch(kernel) / BATCH;
            }
            record(
                    what + ", launch",
                    perLaunch,
                    Map.ofEntries(Recorded.LAUNCHES.is(batches * BATCH), Recorded.BATCH.is(BATCH)));
            measuring.progress().at(what + ", one by one");
            long[] roundTrips = new long[batches * BATCH];
            for (int i = 0; i < roundTrips.length; i++) {
                long start = System.nanoTime();
                device.launch(grid, kernel).join();
                roundTrips[i] = System.nanoTime() - start;
            }
            record(
                    what + ", launch and join",
                    roundTrips,
                    Map.ofEntries(Recorded.LAUNCHES.is(roundTrips.length), Recorded.BATCH.is(1)));
        }

        /** {@return the nanoseconds that the launch calls of one batch took} */
        private long batch(Kernel kernel) {
            var started = new Launch[BATCH];
            long start = System.nanoTime();
            for (int i = 0; i < BATCH; i++) {
                started[i] = device.launch(grid, kernel);
            }
            long nanos = System.nanoTime() - start;
            for (var launch : started) {
                launch.join();
            }
            return nanos;
        }

        private void record(String what, long[] nanos, Map<String, Object> parameters) {
            measuring.record(
                    Measurement.now(name(), device.properties(), what, parameters, Statistics.of(nanos), 1, List.of()));
            measuring.progress().step();
        }
    }

    /** There is a column for remarks only if something failed. */
    @Override
    public Table table(List<Measurement> measurements) {
        var columns = new ArrayList<>(List.of(
                Column.text("what", Measurement::structure),
                Column.MEDIAN,
                Column.MIN,
                Column.MAX,
                Column.number(
                        "repetitions", row -> Quantity.count(row.nanoseconds().repetitions()))));
        if (!measurements.stream().allMatch(Measurement::passed)) {
            columns.add(Column.text("remark", row -> row.passed() ? "" : Column.check(row)));
        }
        return Column.table(columns, measurements);
    }

    @Override
    public Section section(List<ResultLine> lines, UnaryOperator<String> file) {
        var evidence = Evidence.of(lines, Measurement::structure);
        return new Section(
                "launch: " + evidence.device(),
                List.of(
                        new Part.Captioned("Time of the host per launch and per compilation", table(evidence.latest())),
                        new Part.Notes(evidence.sources())));
    }
}
