package dev.warpbroker.cli.bench.faa;

import static dev.warpbroker.cli.terminal.Table.number;
import static dev.warpbroker.cli.terminal.Table.text;

import dev.warpbroker.cli.bench.timing.Checked;
import dev.warpbroker.cli.bench.timing.Contender;
import dev.warpbroker.cli.bench.timing.Effort;
import dev.warpbroker.cli.bench.timing.Experiment;
import dev.warpbroker.cli.bench.timing.LateContender;
import dev.warpbroker.cli.bench.timing.Remarks;
import dev.warpbroker.cli.bench.timing.Turns;
import dev.warpbroker.cli.results.CheckResult;
import dev.warpbroker.cli.results.Measurement;
import dev.warpbroker.cli.terminal.Progress;
import dev.warpbroker.cli.terminal.Quantity;
import dev.warpbroker.cli.terminal.Table;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.experiments.Contention;
import dev.warpbroker.experiments.Contention.Access;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Measures ways to change a word. The time of an access is that of a launch over the accesses of one thread: what a
 * thread waits on average while all the others want the same.
 */
final class FaaExperiment implements Experiment {
    private static final String NAME = "faa";

    /** In what was observed: how many times longer than an uncontended read an access took. */
    static final String OVERHEAD = "overhead";

    private final Device device;
    private final Settings settings;
    private final Turns turns;

    /**
     * What the experiment is run with.
     *
     * @param threads numbers of threads
     * @param rounds accesses per thread
     * @param blockSize lanes per block
     * @param effort how often and how long
     */
    record Settings(List<Integer> threads, int rounds, int blockSize, Effort effort) {
        Settings {
            threads = List.copyOf(threads);
            Effort.requireAtLeast(1, "rounds", rounds);
        }
    }

    FaaExperiment(Device device, Settings settings) {
        this.device = device;
        this.settings = settings;
        turns = new Turns(device, settings.effort());
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public int steps() {
        int accesses = Access.values().length - 1;
        return (1 + settings.threads().size() * accesses) * turns.steps();
    }

    @Override
    public void run(Consumer<Measurement> measured, Progress progress) {
        var read = measure(1, List.of(Access.READ), progress).getFirst();
        double basis = read.nanoseconds().median();
        measured.accept(read.with(Map.of(OVERHEAD, 1.0), read.skipped()));
        var accesses = List.of(Access.FETCH_ADD, Access.AGGREGATED, Access.CAS_LOOP, Access.DISTINCT);
        for (int threads : settings.threads()) {
            for (var measurement : measure(threads, accesses, progress)) {
                double overhead = measurement.nanoseconds().median() / basis;
                measured.accept(
                        measurement.measured() && basis > 0
                                ? measurement.with(Map.of(OVERHEAD, overhead), measurement.skipped())
                                : measurement);
            }
        }
    }

    private List<Measurement> measure(int threads, List<Access> accesses, Progress progress) {
        var grid = device.properties().workerGrid(threads, settings.blockSize());
        var contenders = accesses.stream()
                .map(access -> new LateContender(
                        access.toString(),
                        () -> new Row(access, new Contention(device, grid, access, settings.rounds()), device, grid)))
                .toList();
        var timings = turns.measure(contenders, Quantity.count(threads) + " threads", progress);
        var measurements = new ArrayList<Measurement>();
        for (int i = 0; i < accesses.size(); i++) {
            measurements.add(timings.get(i)
                    .measurement(
                            NAME,
                            device.properties(),
                            accesses.get(i).toString(),
                            parameters(threads),
                            (long) threads * settings.rounds()));
        }
        return measurements;
    }

    private Map<String, Object> parameters(int threads) {
        var parameters = new HashMap<String, Object>();
        parameters.put("threads", threads);
        parameters.put("rounds", settings.rounds());
        parameters.put("block", settings.blockSize());
        parameters.put("warmup", settings.effort().warmUps());
        return parameters;
    }

    /** One way to change a word. */
    private static final class Row implements Contender {
        private final Access access;
        private final Contention contention;
        private final Device device;
        private final Grid grid;
        private final Kernel kernel;

        Row(Access access, Contention contention, Device device, Grid grid) {
            this.access = access;
            this.contention = contention;
            this.device = device;
            this.grid = grid;
            kernel = contention.kernel();
        }

        @Override
        public String label() {
            return access.toString();
        }

        @Override
        public long run(Duration limit) {
            contention.clear();
            var launch = device.launch(grid, kernel);
            launch.join(limit);
            return launch.elapsed().toNanos();
        }

        @Override
        public Checked check(Duration limit) {
            run(limit);
            long sum = contention.sum();
            return new Checked(List.of(new CheckResult(
                    "sum", sum == contention.expected(), "sum " + sum + ", expected " + contention.expected())));
        }

        @Override
        public void close() {
            contention.close();
        }
    }

    @Override
    public Table table(List<Measurement> measurements) {
        var rows = new ArrayList<List<String>>();
        for (var measurement : measurements) {
            var row = new ArrayList<String>();
            row.add(measurement.structure());
            row.add(String.valueOf(measurement.parameters().get("threads")));
            row.addAll(Remarks.times(measurement));
            double perAccess = measurement.nanoseconds().median() / settings.rounds();
            row.add(measurement.measured() ? Quantity.significant(perAccess) + " ns" : "");
            row.add(
                    measurement.observed().get(OVERHEAD) instanceof Double overhead
                            ? Quantity.significant(overhead)
                            : "");
            row.add(Remarks.check(measurement));
            rows.add(row);
        }
        return new Table(
                List.of(
                        text("access"),
                        number("threads"),
                        number("median"),
                        number("min"),
                        number("max"),
                        number("per access"),
                        number("overhead"),
                        text("check")),
                rows);
    }
}
