package dev.warpbroker.cli.bench.spawn;

import static dev.warpbroker.cli.terminal.Table.number;
import static dev.warpbroker.cli.terminal.Table.text;

import dev.warpbroker.cli.bench.timing.Checked;
import dev.warpbroker.cli.bench.timing.Contender;
import dev.warpbroker.cli.bench.timing.Effort;
import dev.warpbroker.cli.bench.timing.Experiment;
import dev.warpbroker.cli.bench.timing.Remarks;
import dev.warpbroker.cli.bench.timing.Turns;
import dev.warpbroker.cli.bench.trees.TreeContender;
import dev.warpbroker.cli.devices.DeviceKind;
import dev.warpbroker.cli.results.Measurement;
import dev.warpbroker.cli.terminal.Progress;
import dev.warpbroker.cli.terminal.Quantity;
import dev.warpbroker.cli.terminal.Table;
import dev.warpbroker.device.Device;
import dev.warpbroker.examples.tree.Engine;
import dev.warpbroker.examples.tree.SpawnScenario;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Measures the scenarios of spawn and sync. Times are given in times of one thread's work, as in the thesis, beside what
 * theory says: for SC 1 the number of threads over n, rounded up; for SC 2 half of n + 1, rounded up. The speed-up of SC 2 is
 * over a run in which every processor does what it started, which takes n.
 */
final class SpawnExperiment implements Experiment {
    private static final String NAME = "spawn";
    private static final String NO_STEALING = "no stealing";
    private static final int THREADS_IN_A_ROW = 256;

    /** In what was observed: the time in times of one thread's work, and what theory says of it. */
    static final String KERNELS = "kernels";

    static final String THEORY = "theory";

    /** In what was observed: how many times faster than without stealing, and what theory says of it. */
    static final String SPEED_UP = "speedUp";

    static final String SPEED_UP_THEORY = "speedUpTheory";

    private final Device device;
    private final Settings settings;
    private final boolean java;

    /**
     * What the experiment is run with.
     *
     * @param processors the numbers n
     * @param operations the numbers k
     * @param depth N, of SC 1
     */
    record Settings(List<Integer> processors, List<Integer> operations, int depth, Effort effort) {
        Settings {
            processors = List.copyOf(processors);
            operations = List.copyOf(operations);
            Effort.requireAtLeast(0, "levels of recursion", depth);
        }
    }

    SpawnExperiment(Device device, Settings settings) {
        this.device = device;
        this.settings = settings;
        java = DeviceKind.of(device.properties()) == DeviceKind.JVM;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public int steps() {
        int engines = java ? 2 : 1;
        int perSize = settings.processors().size() * (engines + engines + 1);
        return settings.operations().size() * (1 + perSize) * turns().steps();
    }

    private Turns turns() {
        return new Turns(device, settings.effort());
    }

    @Override
    public void run(Consumer<Measurement> measured, Progress progress) {
        for (int k : settings.operations()) {
            double kernel = kernelNanos(k, progress);
            for (int n : settings.processors()) {
                try (var scenario = SpawnScenario.recursion(device, settings.depth(), k)) {
                    for (var measurement : measure("SC 1", scenario, false, n, k, progress)) {
                        double theory = Math.ceilDiv(settings.depth() + 1, n);
                        measured.accept(compared(measurement, kernel, theory, Map.of()));
                    }
                }
                try (var scenario = SpawnScenario.imbalance(device, n, k)) {
                    var measurements = measure("SC 2", scenario, true, n, k, progress);
                    double without = measurements.getFirst().nanoseconds().median();
                    int most = Math.ceilDiv(n + 1, 2);
                    measured.accept(compared(measurements.getFirst(), kernel, n, Map.of()));
                    for (var measurement : measurements.subList(1, measurements.size())) {
                        double speedUp = without / measurement.nanoseconds().median();
                        measured.accept(compared(
                                measurement,
                                kernel,
                                most,
                                Map.of(SPEED_UP, speedUp, SPEED_UP_THEORY, (double) n / most)));
                    }
                }
            }
        }
    }

    /** {@return the time of one thread's work, out of many on one processor, so that the launch does not count} */
    private double kernelNanos(int k, Progress progress) {
        try (var scenario = SpawnScenario.recursion(device, THREADS_IN_A_ROW - 1, k)) {
            var timing = turns().measure(List.of(new WithoutStealing(scenario)), "k = " + k, progress)
                    .getFirst();
            return timing.times().min() / THREADS_IN_A_ROW;
        }
    }

    private List<Measurement> measure(
            String name, SpawnScenario scenario, boolean without, int n, int k, Progress progress) {
        var contenders = new ArrayList<Contender>();
        if (without) {
            contenders.add(new WithoutStealing(scenario));
        }
        contenders.add(new TreeContender<>("fork-join", device, scenario, new Engine.Forks(n, true)));
        if (java) {
            contenders.add(new TreeContender<>("java-pool", device, scenario, new Engine.JavaPool(n)));
        }
        var timings = turns().measure(contenders, name + ", n = " + n + ", k = " + k, progress);
        var measurements = new ArrayList<Measurement>();
        for (int i = 0; i < timings.size(); i++) {
            measurements.add(timings.get(i)
                    .measurement(
                            NAME,
                            device.properties(),
                            contenders.get(i).label(),
                            Map.of("scenario", name, "n", n, "k", k, "depth", settings.depth()),
                            scenario.threads()));
        }
        return measurements;
    }

    private static Measurement compared(
            Measurement measurement, double kernel, double theory, Map<String, Double> speedUp) {
        if (!measurement.measured() || kernel <= 0) {
            return measurement;
        }
        var observed = new HashMap<>(measurement.observed());
        observed.put(KERNELS, measurement.nanoseconds().median() / kernel);
        observed.put(THEORY, theory);
        observed.putAll(speedUp);
        return measurement.with(observed, measurement.skipped());
    }

    /** Every processor does what it started. */
    private record WithoutStealing(SpawnScenario scenario) implements Contender {
        @Override
        public String label() {
            return NO_STEALING;
        }

        @Override
        public long run(Duration limit) {
            return scenario.withoutStealing().toNanos();
        }

        @Override
        public Checked check(Duration limit) {
            return Checked.NOT;
        }
    }

    @Override
    public Table table(List<Measurement> measurements) {
        var rows = new ArrayList<List<String>>();
        for (var measurement : measurements) {
            var row = new ArrayList<String>();
            row.add(String.valueOf(measurement.parameters().get("scenario")));
            row.add(String.valueOf(measurement.parameters().get("k")));
            row.add(String.valueOf(measurement.parameters().get("n")));
            row.add(measurement.structure());
            row.add(Remarks.times(measurement).getFirst());
            for (String name : List.of(KERNELS, THEORY, SPEED_UP, SPEED_UP_THEORY)) {
                row.add(measurement.observed().get(name) instanceof Double value ? Quantity.significant(value) : "");
            }
            row.add(Remarks.check(measurement));
            rows.add(row);
        }
        return new Table(
                List.of(
                        text("scenario"),
                        number("k"),
                        number("n"),
                        text("engine"),
                        number("median"),
                        number("kernels"),
                        number("theory"),
                        number("speed-up"),
                        number("theory"),
                        text("check")),
                rows);
    }
}
