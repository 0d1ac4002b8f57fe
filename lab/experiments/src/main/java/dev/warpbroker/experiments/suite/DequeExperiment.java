package dev.warpbroker.experiments.suite;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.experiments.Stealing;
import dev.warpbroker.experiments.Stealing.Balance;
import dev.warpbroker.experiments.Stealing.Item;
import dev.warpbroker.experiments.Stealing.Load;
import dev.warpbroker.experiments.Stealing.Setup;
import dev.warpbroker.experiments.Users;
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
import dev.warpbroker.experiments.design.Lines;
import dev.warpbroker.experiments.design.Measuring.Entry;
import dev.warpbroker.experiments.design.MeasuringEffort;
import dev.warpbroker.experiments.design.Option;
import dev.warpbroker.experiments.design.Trial;
import dev.warpbroker.experiments.page.Chart;
import dev.warpbroker.experiments.page.Chart.Axis;
import dev.warpbroker.experiments.page.Chart.Better;
import dev.warpbroker.experiments.page.Chart.Point;
import dev.warpbroker.experiments.page.Chart.Scale;
import dev.warpbroker.experiments.page.Chart.Series;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.page.Section;
import dev.warpbroker.experiments.page.Section.Part;
import dev.warpbroker.experiments.page.Table;
import dev.warpbroker.experiments.results.CheckResult;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.experiments.results.ResultLine;
import dev.warpbroker.structures.deque.DequeKind;
import dev.warpbroker.structures.deque.DequeOptions;
import dev.warpbroker.structures.deque.WorkDeques;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Experiment {@code deque}: workers that empty their deques and steal from each other, blocking against non-blocking.
 */
final class DequeExperiment implements Experiment {
    private static final Option<List<DequeKind>> DEQUES = Option.list(
            Option.oneOf("structure", DequeKind.values()),
            "--structures",
            "NAME",
            "Deques by name (default: locked,ABP,Chase-Lev).");

    private static final Option<List<Setup>> SETUPS = Option.list(
            Option.oneOf("setup", Setup.values()), "--setups", "S", "Setups of the thesis (default: i,ii,iii).");

    private static final Option<Integer> ELEMENTS = Option.number(
            "--elements",
            "N",
            "Elements in each deque at the beginning (default: 32000 on jvm, 40 on sim, 8000 on a GPU).");

    private static final Option<Integer> ADDED = Option.number(
            "--added", "N", "Elements that each worker pushes in setup iii (default: as many as --elements).");

    private static final Option<List<Integer>> CHUNKS = Option.numbers(
                    "--chunks",
                    "N",
                    "Elements that a thief takes, or all if there are fewer: the thesis's stealChunk (default: 1, and"
                            + " 32 for locked).")
            .or("--chunk");

    private static final Option<Integer> CAPACITY = Option.number(
            "--capacity", "N", "Capacity of the deques, a power of two (default: one that is never exceeded).");

    private static final Option<Boolean> PACKED = Option.flag(
            "--packed",
            "Lay the ends of all deques side by side, several in a cache line, instead of one in a line: what workers"
                    + " do to their own deques then disturbs others.");

    private static final Option<Boolean> EVERY_LANE =
            Option.flag("--every-lane", "Every lane is a worker, not only one of each warp.");

    private static final Option<Integer> SEED = Option.number(
                    "--seed", "N", "The same seed makes the same decisions (default: ${DEFAULT-VALUE}).")
            .preset("1");

    /** What records say. */
    private static final class Recorded {
        static final Field SETUP = Field.parameter("setup");
        static final Field WORKERS = Field.parameter("workers");
        static final Field ELEMENTS = Field.parameter("elements");
        static final Field ADDED = Field.parameter("added");
        static final Field CHUNK = Field.parameter("chunk");
        static final Field CAPACITY = Field.parameter("capacity");

        /** Whether ends lie side by side; not in older records. */
        static final Field PACKED = Field.parameter("packed");

        static final Field USERS = Field.parameter("users");
        static final Field BLOCK = Field.parameter("block");
        static final Field SEED = Field.parameter("seed");
        static final Field WARM_UPS = Field.parameter("warmup");

        static final Field ATTEMPTS = Field.observed("attempts");
        static final Field STOLEN = Field.observed("stolen");

        /** What workers acquired, over what they would have if all were alike. */
        static final Field MIN_ACQUIRED = Field.observed("leastAcquired");

        static final Field MAX_ACQUIRED = Field.observed("mostAcquired");
        static final Field ACQUIRED_DEVIATION = Field.observed("acquiredDeviation");
        static final Field ACQUIRED = Field.observed("acquired");
    }

    @Override
    public String name() {
        return "deque";
    }

    @Override
    public List<String> description() {
        return List.of(
                "Workers with a deque each acquire all elements: i) from their own deques, ii) then from those of"
                        + " others, iii) while they also push; blocking against non-blocking (thesis on work stealing,"
                        + " figures 3.4 and 3.5, table 3.2); and the blocking one with thieves that take 32 elements at"
                        + " once.",
                "The thesis has 32,000 elements in each deque, 32,000 more in setup iii, and 50 iterations: --elements"
                        + " 32000 --added 32000 --reps 50 --limit 60. --threads are workers: on a GPU one lane of each"
                        + " warp, as in the thesis.");
    }

    @Override
    public List<Option<?>> options() {
        return CommonOptions.timed(
                CommonOptions.BLOCK, DEQUES, SETUPS, ELEMENTS, ADDED, CHUNKS, CAPACITY, PACKED, EVERY_LANE, SEED);
    }

    /**
     * Who takes part.
     *
     * @param chunk elements that a thief takes
     */
    private record Taker(DequeKind kind, int chunk) {
        /** What the thesis takes at once on its CPU. */
        private static final int THESIS_CHUNK = 32;

        static List<Taker> chosen(Choices chosen) {
            var kinds = chosen.or(DEQUES, List.of(DequeKind.values()));
            var takers = new LinkedHashSet<Taker>();
            for (var kind : kinds) {
                chosen.or(CHUNKS, List.of(1)).forEach(chunk -> takers.add(new Taker(kind, chunk)));
            }
            if (!chosen.has(CHUNKS) && kinds.contains(DequeKind.LOCKED)) {
                takers.add(new Taker(DequeKind.LOCKED, THESIS_CHUNK));
            }
            return List.copyOf(takers);
        }

        String label() {
            return named(kind.toString(), chunk);
        }

        static String named(String structure, int chunk) {
            return chunk > 1 ? structure + " by " + chunk : structure;
        }
    }

    /** What is chosen; a capacity of 0 stands for one that is never exceeded. */
    private record Settings(
            List<Taker> takers,
            List<Setup> setups,
            List<Integer> workers,
            int elements,
            int added,
            int capacity,
            boolean packed,
            Users users,
            int block,
            int seed,
            MeasuringEffort effort) {
        Settings {
            MeasuringEffort.requireAtLeast(1, "elements", elements);
            MeasuringEffort.requireAtLeast(0, "added elements", added);
            takers.forEach(taker -> MeasuringEffort.requireAtLeast(1, "elements in a chunk", taker.chunk()));
        }

        Load load(Setup setup, int chunk) {
            return new Load(setup, elements, added, chunk, seed);
        }

        int capacityUsed(Setup setup) {
            return capacity != 0 ? capacity : Stealing.capacity(load(setup, 1));
        }
    }

    @Override
    public Trial on(Device device, Choices chosen) {
        var setups =
                chosen.or(SETUPS, List.of(Setup.values())).stream().distinct().toList();
        if (chosen.has(ADDED) && !setups.contains(Setup.III)) {
            throw new IllegalArgumentException("--added " + chosen.get(ADDED)
                    + " means nothing without setup iii; leave it out, or add iii to --setups");
        }
        var kind = CommonOptions.scale(device, chosen);
        int elements = chosen.or(
                ELEMENTS,
                switch (kind) {
                    case JVM -> 32_000;
                    case SIMULATOR -> 40;
                    case GPU -> 8_000;
                });
        CommonOptions.requireAtLeast(2, "elements of capacity", chosen, CAPACITY);
        var settings = new Settings(
                Taker.chosen(chosen),
                setups,
                CommonOptions.threads(
                        chosen,
                        switch (kind) {
                            case JVM -> CommonOptions.powersOfTwo(2 * CommonOptions.processors());
                            case SIMULATOR -> List.of(1, 2, 4);
                            case GPU -> List.of(1, 8, 32, 128, 256, 512, 1024, 2048, 4096);
                        }),
                elements,
                chosen.or(ADDED, elements),
                chosen.or(CAPACITY, 0),
                chosen.isSet(PACKED),
                chosen.isSet(EVERY_LANE) ? Users.EVERY_LANE : Users.ONE_PER_WARP,
                CommonOptions.block(chosen, kind == DeviceKind.JVM ? 1 : 128),
                chosen.of(SEED),
                switch (kind) {
                    case JVM -> CommonOptions.effort(chosen, 7, 3, 0.5);
                    case SIMULATOR -> CommonOptions.effort(chosen, 2, 1, 2);
                    case GPU -> CommonOptions.effort(chosen, 5, 1, 0.5);
                });
        int rows = setups.size() * settings.workers().size() * settings.takers().size();
        return Trial.ofRows(this, device, settings.effort(), rows, measuring -> {
            for (var setup : setups) {
                for (int workers : settings.workers()) {
                    measuring.record(
                            Quantity.count(workers) + " workers",
                            settings.takers().stream()
                                    // Without thieves chunks are the same as none.
                                    .filter(taker -> setup != Setup.I || taker.chunk() == 1 || chosen.has(CHUNKS))
                                    .map(taker -> entry(device, settings, taker, setup, workers))
                                    .toList());
                }
            }
        });
    }

    private static Entry entry(Device device, Settings settings, Taker taker, Setup setup, int workers) {
        int lanesPerWorker =
                settings.users() == Users.EVERY_LANE ? 1 : device.properties().lanesPerWorker();
        var grid = device.properties().workerGrid(workers * lanesPerWorker, settings.block());
        var load = settings.load(setup, taker.chunk());
        String label = taker.label() + ", setup " + setup;
        var options = DequeOptions.of(workers, settings.capacityUsed(setup)).withPacked(settings.packed());
        return new Entry(
                taker.kind().toString(),
                Map.ofEntries(
                        Recorded.SETUP.is(setup.toString()),
                        Recorded.WORKERS.is(workers),
                        Recorded.ELEMENTS.is(settings.elements()),
                        Recorded.ADDED.is(setup == Setup.III ? settings.added() : 0),
                        Recorded.CHUNK.is(taker.chunk()),
                        Recorded.CAPACITY.is(settings.capacityUsed(setup)),
                        Recorded.PACKED.is(settings.packed()),
                        Recorded.USERS.is(settings.users() == Users.EVERY_LANE ? "every lane" : "one per warp"),
                        Recorded.BLOCK.is(settings.block()),
                        Recorded.SEED.is(settings.seed()),
                        Recorded.WARM_UPS.is(settings.effort().warmUps())),
                (long) workers * load.perWorker(),
                new LateContender(
                        label,
                        () -> new Deques(
                                label,
                                taker.kind(),
                                options,
                                device,
                                grid,
                                new Stealing(device, grid, settings.users(), load),
                                load)));
    }

    /** Deques of a kind, one for each worker. */
    private static final class Deques implements Contender {
        /** The most workers of which each is recorded by itself. */
        private static final int MAX_RECORDED = 512;

        private final String label;
        private final WorkDeques<Item> deques;
        private final Device device;
        private final Grid grid;
        private final Stealing stealing;
        private final Load load;
        private final Kernel kernel;

        Deques(
                String label,
                DequeKind kind,
                DequeOptions options,
                Device device,
                Grid grid,
                Stealing stealing,
                Load load) {
            this.label = label;
            deques = kind.create(device, options, Item.LAYOUT);
            this.device = device;
            this.grid = grid;
            this.stealing = stealing;
            this.load = load;
            kernel = stealing.kernel(deques);
        }

        @Override
        public String label() {
            return label;
        }

        @Override
        public long run(Duration limit) {
            deques.clear();
            stealing.prepare(deques);
            var launch = device.launch(grid, kernel);
            launch.join(limit);
            return launch.elapsed().toNanos();
        }

        @Override
        public Checked check(Duration limit) {
            run(limit);
            var balance = stealing.balance();
            long acquired =
                    balance.acquired().stream().mapToLong(Long::longValue).sum();
            return new Checked(
                    List.of(new CheckResult(
                            "conservation",
                            balance.complete(),
                            "acquired " + acquired + " of " + stealing.elements()
                                    + " elements; number, sum and sum of squares "
                                    + (balance.complete() ? "are right" : "are not all right"))),
                    observed(balance));
        }

        private Map<String, Object> observed(Balance balance) {
            double[] shares = balance.acquired().stream()
                    .mapToDouble(count -> (double) count / load.perWorker())
                    .toArray();
            double mean = Arrays.stream(shares).average().orElse(0);
            double variance = Arrays.stream(shares)
                    .map(share -> (share - mean) * (share - mean))
                    .average()
                    .orElse(0);
            var observed = new HashMap<>(Map.ofEntries(
                    Recorded.ATTEMPTS.is(balance.attempts()),
                    Recorded.STOLEN.is(balance.stolen()),
                    Recorded.MIN_ACQUIRED.is(rounded(Arrays.stream(shares).min().orElse(0))),
                    Recorded.MAX_ACQUIRED.is(rounded(Arrays.stream(shares).max().orElse(0))),
                    Recorded.ACQUIRED_DEVIATION.is(rounded(Math.sqrt(variance)))));
            if (shares.length <= MAX_RECORDED) {
                observed.put(
                        Recorded.ACQUIRED.name(),
                        Arrays.stream(shares)
                                .mapToObj(share -> (Object) rounded(share))
                                .toList());
            }
            return observed;
        }

        private static double rounded(double share) {
            return Math.rint(share * 1e4) / 1e4;
        }

        @Override
        public void close() {
            stealing.close();
            deques.close();
        }
    }

    /** In the manner of table 3.2 of the thesis; what that found stands in brackets. */
    @Override
    public Table table(List<Measurement> measurements) {
        var thesis = Findings.of(DequeExperiment.class, name());
        var blocking = new HashMap<String, Measurement>();
        for (var row : measurements) {
            if (row.structure().equals(DequeKind.LOCKED.toString()) && Recorded.CHUNK.whole(row) <= 1) {
                blocking.put(size(row), row);
            }
        }
        return Column.table(
                List.of(
                        Column.text("setup", Recorded.SETUP::text),
                        Column.number("workers", Recorded.WORKERS),
                        Column.text("structure", DequeExperiment::structure),
                        Column.number("elements", row -> measured(row, Quantity.rate(row.operationsPerSecond()))),
                        Column.number("per deque", row -> measured(row, Quantity.rate(perDeque(row)))),
                        Column.number("latency", row -> measured(row, Quantity.time(1e9 / perDeque(row)))),
                        Column.number("steals that succeed", DequeExperiment::success),
                        Column.number("acquired, least", row -> share(row, Recorded.MIN_ACQUIRED)),
                        Column.number("most", row -> share(row, Recorded.MAX_ACQUIRED)),
                        Column.number("over locked (thesis)", row -> ratio(row, blocking.get(size(row)), thesis)),
                        Column.CHECK),
                measurements);
    }

    private static String structure(Measurement row) {
        return Taker.named(row.structure(), Recorded.CHUNK.whole(row)) + packed(row);
    }

    private static String packed(Measurement row) {
        return Recorded.PACKED.text(row).equals("true") ? ", packed" : "";
    }

    private static String size(Measurement row) {
        return Recorded.SETUP.text(row) + ", " + Recorded.WORKERS.text(row) + packed(row);
    }

    private static double perDeque(Measurement row) {
        return row.operationsPerSecond() / Recorded.WORKERS.number(row);
    }

    private static String measured(Measurement row, String words) {
        return row.measured() ? words : Column.NONE;
    }

    private static String success(Measurement row) {
        return Recorded.ATTEMPTS.number(row) > 0
                ? Quantity.significant(100 * Recorded.STOLEN.number(row) / Recorded.ATTEMPTS.number(row)) + " %"
                : Column.NONE;
    }

    private static String share(Measurement row, Field field) {
        return field.isIn(row) ? Quantity.significant(field.number(row)) : Column.NONE;
    }

    private static String ratio(Measurement row, @Nullable Measurement blocking, Findings thesis) {
        if (blocking == null || blocking == row || !blocking.measured() || !row.measured()) {
            return Column.NONE;
        }
        String ours = Quantity.significant(row.operationsPerSecond() / blocking.operationsPerSecond());
        String finding = row.structure().equals(DequeKind.ABP.toString()) && Recorded.CHUNK.whole(row) <= 1
                ? "setup " + Recorded.SETUP.text(row)
                : row.structure().equals(DequeKind.LOCKED.toString()) ? "stealChunk" : "";
        return ours
                + thesis.text(DeviceKind.of(row.device()).toString(), finding)
                        .map(found -> " (" + found + ")")
                        .orElse("");
    }

    /**
     * For each structure throughput over the number of workers, and how evenly they acquired elements, as in figures
     * 3.4 and 3.5 of the thesis; for each setup the latency; and table 3.2.
     */
    @Override
    public Section section(List<ResultLine> lines, UnaryOperator<String> file) {
        var evidence = Evidence.of(lines);
        var workers = new Axis("number n of workers", Scale.POWERS_OF_TWO);
        var charts = new ArrayList<Chart>();
        Evidence.grouped(evidence.good(), DequeExperiment::structure).forEach((structure, rows) -> {
            charts.add(new Chart(
                    structure + ": throughput of all deques",
                    evidence.subtitle(),
                    workers,
                    new Axis("throughput (10^6 elements/s)", Scale.POWERS_OF_TEN),
                    lines(rows, DequeExperiment::setup, Lines::millionsPerSecond)));
            var balance = balance(rows);
            if (!balance.isEmpty()) {
                charts.add(new Chart(
                        structure + ": elements acquired by each worker",
                        evidence.device(),
                        new Axis("worker", Scale.LINEAR),
                        new Axis("acquired elements over expected", Scale.LINEAR),
                        balance));
            }
        });
        Evidence.grouped(evidence.good(), DequeExperiment::setup)
                .forEach((setup, rows) -> charts.add(new Chart(
                        setup + ": latency",
                        evidence.subtitle(),
                        workers,
                        new Axis("latency (µs/element)", Scale.POWERS_OF_TEN, Better.LESS),
                        lines(
                                rows,
                                DequeExperiment::structure,
                                (row, nanos) -> nanos * Recorded.WORKERS.number(row) / row.operations() * 1e-3))));
        var parts = new ArrayList<Part>();
        for (int i = 0; i < charts.size(); i++) {
            parts.add(new Part.Figure(file.apply("-" + (char) ('a' + i)), charts.get(i)));
        }
        parts.add(new Part.Captioned(
                "Elements per second, latency and balance (thesis, table 3.2: throughput of the non-blocking deque over"
                        + " that of the blocking one, in brackets)",
                table(evidence.latest())));
        parts.add(evidence.notes(
                evidence.settings(List.of(
                        new Setting(Recorded.ELEMENTS, "elements in each deque at the beginning"),
                        new Setting(Recorded.ADDED, "elements added by each worker"),
                        new Setting(Recorded.CHUNK, "elements taken by a thief at most"))),
                row -> structure(row) + ", " + setup(row),
                Findings.of(DequeExperiment.class, name()).notes()));
        return new Section("deque: " + evidence.device(), parts);
    }

    private static String setup(Measurement row) {
        return "setup " + Recorded.SETUP.text(row);
    }

    private static List<Series> lines(
            List<Measurement> rows, Function<Measurement, String> label, Lines.Height height) {
        return Lines.of(rows, label, _ -> false, Recorded.WORKERS::number, " workers", height);
    }

    /** {@return what each worker acquired, where the most workers were recorded one by one} */
    private static List<Series> balance(List<Measurement> rows) {
        double most = rows.stream()
                .filter(Recorded.ACQUIRED::isIn)
                .mapToDouble(Recorded.WORKERS::number)
                .max()
                .orElse(0);
        var lines = new ArrayList<Series>();
        for (var row : rows) {
            if (Recorded.WORKERS.number(row) == most
                    && most > 1
                    && Recorded.ACQUIRED.in(row) instanceof List<?> shares) {
                var points = new ArrayList<Point>();
                for (int worker = 0; worker < shares.size(); worker++) {
                    double share = shares.get(worker) instanceof Number number ? number.doubleValue() : 0;
                    points.add(new Point(
                            worker + 1,
                            share,
                            share,
                            share,
                            setup(row) + ", worker " + (worker + 1) + ": " + Quantity.significant(share)));
                }
                lines.add(new Series(setup(row), false, points));
            }
        }
        return lines;
    }
}
