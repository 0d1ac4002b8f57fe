package dev.warpbroker.cli.bench.launch;

import dev.warpbroker.cli.bench.timing.Experiment;
import dev.warpbroker.cli.results.Measurement;
import dev.warpbroker.cli.results.Statistics;
import dev.warpbroker.cli.terminal.Failures;
import dev.warpbroker.cli.terminal.Progress;
import dev.warpbroker.cli.terminal.Table;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Launch;
import dev.warpbroker.experiments.Pairs;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.structures.queue.BrokerQueue;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Measures the host's time per launch of two small kernels, and per compilation of the broker queue. */
final class LaunchExperiment implements Experiment {
    private static final String NAME = "launch";

    private static final int STEPS = 6;

    /** Few enough that no launch waits for the end of an earlier one: a GPU's queue of launches has room for 64. */
    private static final int BATCH = 50;

    private static final int WARM_UP_BATCHES = 20;

    private final Device device;
    private final Grid grid;
    private final int launches;
    private final int compilations;

    LaunchExperiment(Device device, int launches, int compilations) {
        if (launches < BATCH) {
            throw new IllegalArgumentException(launches + " launches; the smallest number is one batch of " + BATCH);
        }
        if (compilations < 1) {
            throw new IllegalArgumentException(compilations + " compilations; the smallest number is 1");
        }
        this.device = device;
        this.grid = Grid.threads(device.properties().lanesPerWorker());
        this.launches = launches;
        this.compilations = compilations;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public int steps() {
        return STEPS;
    }

    @Override
    public Table table(List<Measurement> measurements) {
        return LaunchTable.of(measurements);
    }

    @Override
    public void run(Consumer<Measurement> measured, Progress progress) {
        attempt("compilation of BQ", measured, () -> compile(measured, progress));
        attempt("empty kernel", measured, () -> measure("empty kernel", lane -> {}, measured, progress));
        attempt("kernel with 4 handles", measured, () -> measureHandles(measured, progress));
    }

    /** One that throws something has failed; the others go on. */
    private void attempt(String what, Consumer<Measurement> measured, Runnable work) {
        try {
            work.run();
        } catch (DeviceException failure) {
            measured.accept(Measurement.failed(NAME, device.properties(), what, Map.of(), Failures.reason(failure)));
        }
    }

    private void measureHandles(Consumer<Measurement> measured, Progress progress) {
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
            measure("kernel with 4 handles", fourHandles, measured, progress);
        }
    }

    /** {@link Device#ptx} compiles every time; only launches keep what was compiled. */
    private void compile(Consumer<Measurement> measured, Progress progress) {
        progress.at("compilation");
        try (var queue = BrokerQueue.ints(device, 1024);
                var pairs = new Pairs(device, grid, Granularity.THREAD, 10)) {
            var kernel = pairs.kernel(queue);
            measured.accept(row("compilation of BQ, cold", new long[] {compileNanos(kernel)}, Map.of("pairs", 10)));
            progress.step();
            for (int i = 0; i < compilations; i++) {
                compileNanos(kernel);
            }
            long[] warm = new long[compilations];
            for (int i = 0; i < compilations; i++) {
                warm[i] = compileNanos(kernel);
            }
            measured.accept(row("compilation of BQ, warm", warm, Map.of("pairs", 10, "warmup", compilations)));
            progress.step();
        }
    }

    private long compileNanos(Kernel kernel) {
        long start = System.nanoTime();
        device.ptx(kernel);
        return System.nanoTime() - start;
    }

    private void measure(String what, Kernel kernel, Consumer<Measurement> measured, Progress progress) {
        progress.at(what + ", in batches");
        int batches = launches / BATCH;
        for (int i = 0; i < WARM_UP_BATCHES; i++) {
            batch(kernel);
        }
        long[] perLaunch = new long[batches];
        for (int i = 0; i < batches; i++) {
            perLaunch[i] = batch(kernel) / BATCH;
        }
        measured.accept(row(what + ", launch", perLaunch, Map.of("launches", batches * BATCH, "batch", BATCH)));
        progress.step();

        progress.at(what + ", one by one");
        long[] roundTrips = new long[batches * BATCH];
        for (int i = 0; i < roundTrips.length; i++) {
            long start = System.nanoTime();
            device.launch(grid, kernel).join();
            roundTrips[i] = System.nanoTime() - start;
        }
        measured.accept(row(what + ", launch and join", roundTrips, Map.of("launches", roundTrips.length, "batch", 1)));
        progress.step();
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

    private Measurement row(String what, long[] nanos, Map<String, Object> parameters) {
        return Measurement.now(NAME, device.properties(), what, parameters, Statistics.of(nanos), 1, List.of());
    }
}
