package dev.warpbroker.experiments.suite;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.experiments.Contention;
import dev.warpbroker.experiments.Contention.Access;
import dev.warpbroker.experiments.design.Checked;
import dev.warpbroker.experiments.design.Choices;
import dev.warpbroker.experiments.design.Column;
import dev.warpbroker.experiments.design.CommonOptions;
import dev.warpbroker.experiments.design.Contender;
import dev.warpbroker.experiments.design.Experiment;
import dev.warpbroker.experiments.design.Field;
import dev.warpbroker.experiments.design.LateContender;
import dev.warpbroker.experiments.design.Measuring.Entry;
import dev.warpbroker.experiments.design.MeasuringEffort;
import dev.warpbroker.experiments.design.Option;
import dev.warpbroker.experiments.design.Trial;
import dev.warpbroker.experiments.page.Chart.Axis;
import dev.warpbroker.experiments.page.Chart.Scale;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.page.Section;
import dev.warpbroker.experiments.page.Table;
import dev.warpbroker.experiments.results.CheckResult;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.experiments.results.ResultLine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Experiment {@code faa}: what a fetch-add costs that many threads want at once. The time of an access is that of a
 * launch over the accesses of one thread: what a thread waits on average while all the others want the same.
 */
final class FaaExperiment implements Experiment {
    private static final Option<Integer> ROUNDS = Option.number("--rounds", "N", "Accesses per thread.");

    private static final Option<List<Integer>> WORDS = Option.numbers(
            "--words",
            "N",
            "Also fetch-adds on N words in turn, each on a line of its own: whether the one word or all atomics"
                    + " together are what threads wait for.");

    /** What records say. */
    private static final class Recorded {
        static final Field THREADS = Field.parameter("threads");
        static final Field ROUNDS = Field.parameter("rounds");
        static final Field BLOCK = Field.parameter("block");
        static final Field WARM_UPS = Field.parameter("warmup");

        /** How many times longer than an uncontended read an access took. */
        static final Field OVERHEAD = Field.observed("overhead");
    }

    @Override
    public String name() {
        return "faa";
    }

    @Override
    public List<String> description() {
        return List.of(
                "Time of a fetch-add on one word by many threads at once, relative to an uncontended read by one thread"
                        + " (Broker Queue paper, figure 1); run it with --device jvm as well for the CPU's line.",
                "Beside it: one fetch-add for all lanes of a warp, a compare-and-swap loop, compare-and-swaps that"
                        + " never succeed, and a word for each thread.");
    }

    @Override
    public List<Option<?>> options() {
        return CommonOptions.timed(CommonOptions.BLOCK, ROUNDS, WORDS);
    }

    @Override
    public Trial on(Device device, Choices chosen) {
        int resident = device.properties().residentThreads();
        return switch (CommonOptions.scale(device, chosen)) {
            case JVM ->
                trial(
                        device,
                        chosen,
                        CommonOptions.powers(2, 4 * CommonOptions.processors()),
                        500_000,
                        1,
                        CommonOptions.effort(chosen, 7, 3, 0.5));
            case SIMULATOR ->
                trial(device, chosen, List.of(1, 8, 32, 256), 20, 256, CommonOptions.effort(chosen, 2, 1, 0.5));
            case GPU ->
                trial(
                        device,
                        chosen,
                        CommonOptions.powers(4, resident),
                        200,
                        256,
                        CommonOptions.effort(chosen, 11, 2, 1));
        };
    }

    private Trial trial(
            Device device,
            Choices chosen,
            List<Integer> presetThreads,
            int presetRounds,
            int lanes,
            MeasuringEffort effort) {
        var threads = CommonOptions.threads(chosen, presetThreads);
        int rounds = chosen.or(ROUNDS, presetRounds);
        MeasuringEffort.requireAtLeast(1, "rounds", rounds);
        int block = CommonOptions.block(chosen, lanes);
        var accesses = new ArrayList<Use>();
        for (var access :
                List.of(Access.FETCH_ADD, Access.AGGREGATED, Access.CAS_LOOP, Access.CAS_IN_VAIN, Access.DISTINCT)) {
            accesses.add(new Use(access, 1));
        }
        for (int words : chosen.or(WORDS, List.of())) {
            MeasuringEffort.requireAtLeast(2, "words", words);
            accesses.add(new Use(Access.FETCH_ADD, words));
        }
        return Trial.ofRows(this, device, effort, 1 + threads.size() * accesses.size(), measuring -> {
            var read = measuring
                    .measure(size(1), List.of(entry(device, new Use(Access.READ, 1), 1, rounds, block, effort)))
                    .getFirst();
            double basis = read.nanoseconds().median();
            measuring.record(read.with(Map.ofEntries(Recorded.OVERHEAD.is(1.0)), read.skipped()));
            for (int count : threads) {
                var entries = accesses.stream()
                        .map(access -> entry(device, access, count, rounds, block, effort))
                        .toList();
                for (var row : measuring.measure(size(count), entries)) {
                    double overhead = row.nanoseconds().median() / basis;
                    measuring.record(
                            row.measured() && basis > 0
                                    ? row.with(Map.ofEntries(Recorded.OVERHEAD.is(overhead)), row.skipped())
                                    : row);
                }
            }
        });
    }

    private static String size(int threads) {
        return Quantity.count(threads) + " threads";
    }

    /** What is done to how many words. */
    private record Use(Access access, int words) {
        @Override
        public String toString() {
            return words == 1 ? access.toString() : access + ", " + words + " words in turn";
        }
    }

    private static Entry entry(Device device, Use use, int threads, int rounds, int block, MeasuringEffort effort) {
        var grid = device.properties().workerGrid(threads, block);
        return new Entry(
                use.toString(),
                Map.ofEntries(
                        Recorded.THREADS.is(threads),
                        Recorded.ROUNDS.is(rounds),
                        Recorded.BLOCK.is(block),
                        Recorded.WARM_UPS.is(effort.warmUps())),
                (long) threads * rounds,
                new LateContender(
                        use.toString(),
                        () -> new Accesses(
                                use.toString(),
                                new Contention(device, grid, use.access(), rounds, use.words()),
                                device,
                                grid)));
    }

    /** One way to change a word. */
    private static final class Accesses implements Contender {
        private final String label;
        private final Contention contention;
        private final Device device;
        private final Grid grid;
        private final Kernel kernel;

        Accesses(String label, Contention contention, Device device, Grid grid) {
            this.label = label;
            this.contention = contention;
            this.device = device;
            this.grid = grid;
            kernel = contention.kernel();
        }

        @Override
        public String label() {
            return label;
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
        return Column.table(
                List.of(
                        Column.text("access", Measurement::structure),
                        Column.number("threads", Recorded.THREADS),
                        Column.MEDIAN,
                        Column.MIN,
                        Column.MAX,
                        Column.number(
                                "per access",
                                row -> row.measured()
                                        ? Quantity.significant(row.nanoseconds().median() / Recorded.ROUNDS.number(row))
                                                + " ns"
                                        : ""),
                        Column.significant("overhead", Recorded.OVERHEAD),
                        Column.CHECK),
                measurements);
    }

    @Override
    public Section section(List<ResultLine> lines, UnaryOperator<String> file) {
        return new QueueFigures(
                        this,
                        _ -> "Cost of contention",
                        new Axis("threads", Scale.POWERS_OF_TWO),
                        new Axis("time of an access over that of an uncontended read", Scale.POWERS_OF_TEN),
                        Recorded.THREADS::number,
                        all -> 1 / basis(all))
                .section(lines, file);
    }

    private static double basis(List<Measurement> measurements) {
        return measurements.stream()
                .filter(measurement -> measurement.structure().equals(Access.READ.toString()))
                .mapToDouble(measurement -> measurement.nanoseconds().median())
                .filter(nanos -> nanos > 0)
                .findFirst()
                .orElse(1);
    }
}
