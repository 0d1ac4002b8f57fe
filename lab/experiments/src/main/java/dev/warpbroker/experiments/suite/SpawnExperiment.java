package dev.warpbroker.experiments.suite;

import dev.warpbroker.device.Device;
import dev.warpbroker.examples.tree.Engine;
import dev.warpbroker.examples.tree.SpawnScenario;
import dev.warpbroker.experiments.SpawnSync;
import dev.warpbroker.experiments.SpawnSync.Computation;
import dev.warpbroker.experiments.SpawnSync.Scheme;
import dev.warpbroker.experiments.design.Axis;
import dev.warpbroker.experiments.design.Checked;
import dev.warpbroker.experiments.design.Choices;
import dev.warpbroker.experiments.design.Column;
import dev.warpbroker.experiments.design.CommonOptions;
import dev.warpbroker.experiments.design.Contender;
import dev.warpbroker.experiments.design.DeviceKind;
import dev.warpbroker.experiments.design.Evidence;
import dev.warpbroker.experiments.design.Field;
import dev.warpbroker.experiments.design.Loops;
import dev.warpbroker.experiments.design.MeasuringEffort;
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
import dev.warpbroker.experiments.results.CheckResult;
import dev.warpbroker.experiments.results.Measurement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.DoubleFunction;
import java.util.function.UnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Experiment {@code spawn}: the scenarios SC 1 and SC 2 of spawn and sync. Times are given in times of one thread's
 * work, as in the thesis, beside what theory says: for SC 1 the number of threads over n, rounded up; for SC 2 half of
 * n + 1, rounded up. The speed-up of SC 2 is over a run in which every processor does what it started, which takes n.
 */
final class SpawnExperiment extends Sweep {
    private static final String RECURSION = "SC 1";
    private static final String IMBALANCE = "SC 2";
    private static final String SPACE = "space";

    /** Many threads on one processor, so that the launch does not count; not recorded. */
    private static final String IN_A_ROW = "threads in a row";

    private static final int THREADS_IN_A_ROW = 256;

    private static final Axis<String> SCENARIO = Axis.fixed("scenario", RECURSION, IMBALANCE);

    private static final Axis<Integer> K = Axis.of("k", Option.numbers("--k", "K", "Numbers of additions."))
            .jvm(100, 1_000, 10_000, 100_000)
            .simulator(10)
            .gpu(100, 1_000, 10_000, 100_000)
            .atLeast(1, "additions");

    private static final Axis<Integer> N = Axis.threads("n")
            .jvm(_ ->
                    IntStream.rangeClosed(1, CommonOptions.processors()).boxed().toList())
            .simulator(1, 2)
            .gpu(1, 2, 4, 8, 12, 16, 24, 32, 48, 64);

    private static final Axis<Integer> DEPTH = Axis.one(
                    "depth",
                    Option.number(
                            "--depth",
                            "N",
                            "Depth of the recursion of SC 1 (default: 31, as on the GPU of the thesis)."))
            .jvm(31)
            .simulator(3)
            .gpu(31)
            .atLeast(0, "levels of recursion");

    /** 0 is one that is never full. */
    private static final Axis<Integer> CAPACITY = Axis.one(
                    "capacity",
                    Option.number(
                            "--capacity",
                            "N",
                            "Capacity of the deques of WS, a power of two; what finds one full is run depth first"
                                    + " (default: one that is never full)."))
            .preset(0)
            .unrecordedIf(0)
            .atLeast(2, "tasks of capacity");

    private static final String FORK_JOIN = "fork-join";
    private static final String JAVA_POOL = "java-pool";
    private static final String NO_STEALING = "no stealing";

    /** Names of what is measured, and schemes of the thesis. */
    private static final Axis<Object> ENGINE = Axis.<Object>derived(
                    "engine",
                    (device, _) -> DeviceKind.of(device.properties()) == DeviceKind.JVM
                            ? List.of(NO_STEALING, FORK_JOIN, JAVA_POOL, Scheme.STEALING, Scheme.BUSY_LEAVES)
                            : List.of(NO_STEALING, FORK_JOIN, Scheme.STEALING, Scheme.BUSY_LEAVES))
            .structure();

    private static final Option<Integer> FIB = Option.number(
            "--fib", "N", "The Fibonacci number by which space is measured (default: 20; 6 on sim; 0 for none).");

    private static final Axis<Integer> FIBONACCI = Axis.derived(
                    "fib",
                    (device, chosen) -> {
                        int number =
                                chosen.or(FIB, CommonOptions.scale(device, chosen) == DeviceKind.SIMULATOR ? 6 : 20);
                        MeasuringEffort.requireAtLeast(0, "as a Fibonacci number", number);
                        return number == 0 ? List.of() : List.of(number);
                    },
                    FIB)
            .unrecorded();

    private static final Axis<Scheme> SCHEME = Axis.fixed("scheme", Scheme.STEALING, Scheme.BUSY_LEAVES, Scheme.POOL)
            .structure();

    /** The time in times of one thread's work, and what theory says of it. */
    private static final Field KERNELS = Field.observed("kernels");

    private static final Field THEORY = Field.observed("theory");

    /** How many times faster than without stealing, and what theory says of it. */
    private static final Field SPEED_UP = Field.observed("speedUp");

    private static final Field SPEED_UP_THEORY = Field.observed("speedUpTheory");

    /** How often a deque was full. */
    private static final Field DEPTH_FIRST = Field.observed("depthFirst");

    /** The most frames alive at once, and the most on one way down the tree. */
    private static final Field FRAMES = Field.observed("space");

    private static final Field FRAMES_OF_ONE = Field.observed("spaceOfOne");

    SpawnExperiment() {
        super(
                "spawn",
                "Spawn and sync against theory (thesis on work stealing, figures 3.8 to 3.10): SC 1, a recursion of"
                        + " depth N whose N + 1 threads are run by n processors; SC 2, n processors of which the i-th"
                        + " starts a recursion of depth i. Each thread does k additions and k - 1 subtractions.",
                "WS and BL are the thesis's own: listing 3.5 with the recursion as it is, SC 2 begun on every"
                        + " processor, on deques (algorithm WS) or with one pool (algorithm BL). fork-join is this"
                        + " library's.",
                "Space: the most frames alive at once, S_P, of a Fibonacci number; WS and BL promise S_P <= S_1 P.",
                "--threads are the numbers n: threads of the JVM, warps of a GPU. ForkJoinPool takes Cilk's place on"
                        + " the JVM.");
        measure(Loops.stages(DEPTH, CAPACITY, K).turns(N, SCENARIO).rows(ENGINE));
        measure(Loops.stages(FIBONACCI).turns(N).rows(SCHEME));
        options(CommonOptions.timed());
    }

    /** Records of this experiment do not have the number of warm-up runs. */
    @Override
    protected MeasuringEffort effort(Device device, Choices chosen) {
        return switch (CommonOptions.scale(device, chosen)) {
            case JVM -> CommonOptions.effort(chosen, 15, 10, 2);
            case SIMULATOR -> CommonOptions.effort(chosen, 1, 1, 30);
            case GPU -> CommonOptions.effort(chosen, 6, 2, 2);
        };
    }

    /** Refuses more threads than a scenario has. */
    @Override
    protected void require(Device device, Choices chosen, Point common) {
        SpawnScenario.recursion(device, DEPTH.value(device, chosen), 1).close();
        SpawnScenario.imbalance(device, N.values(device, chosen).getLast(), 1).close();
    }

    /** Without stealing, a recursion would be run by one processor. */
    @Override
    protected boolean includes(Device device, Choices chosen, Point row) {
        return row.has(FIBONACCI)
                || row.get(SCENARIO).equals(IMBALANCE)
                || !row.get(ENGINE).equals(NO_STEALING);
    }

    @Override
    protected List<Point> references(Device device, Point shared) {
        return shared.has(FIBONACCI)
                ? List.of()
                : List.of(shared.with(DEPTH, THREADS_IN_A_ROW - 1)
                        .with(N, 1)
                        .with(SCENARIO, IN_A_ROW)
                        .with(ENGINE, NO_STEALING));
    }

    @Override
    protected Stage stage(Device device, Choices chosen, Point shared) {
        return shared.has(FIBONACCI) ? new Space(device) : new Threads(device);
    }

    /** {@return the thesis's spawn and sync} */
    private static Work scheduled(
            Device device, Computation computation, Scheme scheme, int n, int capacity, boolean space) {
        var work = new SpawnSync(device, computation, scheme, n, capacity, space);
        return new Work(
                limit -> work.run(limit).elapsed(),
                limit -> {
                    var run = work.run(limit);
                    var results = new ArrayList<CheckResult>();
                    results.add(new CheckResult(
                            "result",
                            run.value() == computation.value(),
                            "the threads have the value " + run.value() + " of " + computation.value()));
                    var observed = new HashMap<String, Object>();
                    if (run.depthFirst() > 0) {
                        observed.put(DEPTH_FIRST.name(), run.depthFirst());
                    }
                    if (space) {
                        int one = computation.activationDepth();
                        observed.putAll(Map.ofEntries(FRAMES.is(run.space()), FRAMES_OF_ONE.is(one)));
                        if (scheme.boundsSpace()) {
                            results.add(new CheckResult(
                                    "space",
                                    run.space() <= one * n,
                                    run.space() + " frames at once; " + one + " times " + n + " are allowed"));
                        }
                    }
                    return new Checked(results, observed);
                },
                work::close);
    }

    /** The space that schemes need for a Fibonacci number. */
    private record Space(Device device) implements Stage {
        @Override
        public Map<String, Object> facts(Point row) {
            return Map.ofEntries(
                    SCENARIO.field().is(SPACE), K.field().is(1), DEPTH.field().is(row.get(FIBONACCI)));
        }

        private static Computation computation(Point row) {
            return Computation.fibonacci(row.get(FIBONACCI), 1);
        }

        @Override
        public long operations(Point row) {
            return computation(row).value();
        }

        @Override
        public Contender contender(Point row) {
            return scheduled(device, computation(row), row.get(SCHEME), row.get(N), 0, true);
        }
    }

    /** Threads that do as much work each, and how long one takes. */
    private static final class Threads implements Stage {
        private final Device device;
        private double kernel;

        Threads(Device device) {
            this.device = device;
        }

        private static Computation computation(Point row) {
            return row.get(SCENARIO).equals(IMBALANCE)
                    ? Computation.imbalance(row.get(N), row.get(K))
                    : Computation.recursion(row.get(DEPTH), row.get(K));
        }

        private SpawnScenario scenario(Point row) {
            return row.get(SCENARIO).equals(IMBALANCE)
                    ? SpawnScenario.imbalance(device, row.get(N), row.get(K))
                    : SpawnScenario.recursion(device, row.get(DEPTH), row.get(K));
        }

        @Override
        public long operations(Point row) {
            return computation(row).value();
        }

        @Override
        public Contender contender(Point row) {
            int n = row.get(N);
            if (row.get(ENGINE) instanceof Scheme scheme) {
                return scheduled(device, computation(row), scheme, n, row.get(CAPACITY), false);
            }
            var scenario = scenario(row);
            if (row.get(ENGINE).equals(NO_STEALING)) {
                return new Work(_ -> scenario.withoutStealing(), _ -> Checked.NOT, scenario::close);
            }
            var engine = row.get(ENGINE).equals(FORK_JOIN) ? new Engine.Forks(n, true) : new Engine.JavaPool(n);
            var tree = TreeContender.of(device, scenario, engine);
            return new Work(tree.run(), tree.check(), () -> {
                tree.close();
                scenario.close();
            });
        }

        @Override
        public List<Measurement> compared(List<Measurement> turn) {
            var first = turn.getFirst();
            String scenario = SCENARIO.text(first);
            if (scenario.equals(IN_A_ROW)) {
                kernel = first.nanoseconds().min() / THREADS_IN_A_ROW;
                return List.of();
            }
            int n = N.field().whole(first);
            if (scenario.equals(RECURSION)) {
                double theory = Math.ceilDiv(DEPTH.field().whole(first) + 1, n);
                return turn.stream().map(row -> compared(row, theory, Map.of())).toList();
            }
            double without = first.nanoseconds().median();
            int most = Math.ceilDiv(n + 1, 2);
            return turn.stream()
                    .map(row -> row == first
                            ? compared(row, n, Map.of())
                            : compared(
                                    row,
                                    most,
                                    Map.ofEntries(
                                            SPEED_UP.is(
                                                    without / row.nanoseconds().median()),
                                            SPEED_UP_THEORY.is((double) n / most))))
                    .toList();
        }

        private Measurement compared(Measurement row, double theory, Map<String, Object> speedUp) {
            if (!row.measured() || kernel <= 0) {
                return row;
            }
            var observed = new HashMap<>(row.observed());
            observed.putAll(Map.ofEntries(KERNELS.is(row.nanoseconds().median() / kernel), THEORY.is(theory)));
            observed.putAll(speedUp);
            return row.with(observed, row.skipped());
        }
    }

    @Override
    protected List<Column> columns(List<Measurement> rows) {
        return List.of(
                Column.text(SCENARIO),
                Column.number(K),
                Column.number(N),
                Column.text(ENGINE),
                Column.MEDIAN,
                Column.significant("kernels", KERNELS),
                Column.significant("theory", THEORY),
                Column.significant("speed-up", SPEED_UP),
                Column.significant("theory", SPEED_UP_THEORY),
                Column.number("space", FRAMES),
                Column.number("S_P/S_1", row -> FRAMES.isIn(row) ? Quantity.significant(overOne(row)) : ""),
                Column.CHECK);
    }

    private static double overOne(Measurement row) {
        return FRAMES.number(row) / FRAMES_OF_ONE.number(row);
    }

    /**
     * The time of one thread's work in nanoseconds, NaN where it was not measured.
     *
     * @param forkJoin on one processor, that is with what spawn and sync cost
     * @param alone without them, but by other code, which may be slower
     */
    private record Unit(double forkJoin, double alone) {
        static Unit of(List<Measurement> rows) {
            return new Unit(
                    least(rows.stream()
                            .filter(row -> N.field().whole(row) == 1
                                    && SCENARIO.text(row).equals(RECURSION)
                                    && row.structure().equals(FORK_JOIN))
                            .mapToDouble(row ->
                                    row.nanoseconds().median() / (DEPTH.field().number(row) + 1))),
                    least(rows.stream()
                            .filter(KERNELS::isIn)
                            .mapToDouble(row -> row.nanoseconds().median() / KERNELS.number(row))));
        }

        private static double least(DoubleStream nanos) {
            return nanos.min().orElse(Double.NaN);
        }

        /** {@return the shorter: neither hides what spawn and sync cost, nor lets slower code make them look better} */
        double shorter() {
            return ofForkJoin() ? forkJoin : alone;
        }

        boolean ofForkJoin() {
            return Double.isNaN(alone) || forkJoin < alone;
        }

        String words() {
            return ofForkJoin() ? "a thread by fork-join at n = 1" : "a thread without spawn and sync";
        }

        /** {@return a time in threads by fork-join, and in brackets in those without spawn and sync} */
        String both(double nanos) {
            return known(nanos / forkJoin, Quantity::significant) + " (" + known(nanos / alone, Quantity::significant)
                    + ")";
        }

        static String known(double value, DoubleFunction<String> words) {
            return Double.isNaN(value) ? Column.NONE : words.apply(value);
        }
    }

    private static final Chart.Axis PROCESSORS = new Chart.Axis("number n of processors", Scale.POWERS_OF_TWO);

    private static Plot plot(Chart.Axis y, Plot.Height height) {
        return Plot.of(PROCESSORS, N.field()::number, y, height, Measurement::structure);
    }

    /**
     * For each k the run times of SC 1 and of SC 2, as in figures 3.8 and 3.9 of the thesis, the speed-up of SC 2 over
     * no stealing, how far every run time is from theory, and the space over that of one processor.
     */
    @Override
    protected List<Part> parts(Evidence evidence, UnaryOperator<String> file) {
        var good = evidence.good().stream()
                .filter(row -> !SCENARIO.text(row).equals(SPACE))
                .sorted(Comparator.comparingInt(K.field()::whole))
                .toList();
        var units = new TreeMap<Integer, Unit>();
        Evidence.grouped(good, K::text).values().forEach(rows -> {
            var unit = Unit.of(rows);
            if (!Double.isNaN(unit.shorter())) {
                units.put(K.field().whole(rows.getFirst()), unit);
            }
        });
        var parts = new ArrayList<Part>();
        for (String scenario : List.of(RECURSION, IMBALANCE)) {
            units.forEach((k, unit) -> {
                var time = new Chart.Axis(
                        "execution time (1 is " + Quantity.time(unit.shorter()) + ", " + unit.words() + ")",
                        Scale.POWERS_OF_TEN);
                var rows = good.stream()
                        .filter(row ->
                                SCENARIO.text(row).equals(scenario) && K.field().whole(row) == k)
                        .toList();
                String name = "-" + scenario.toLowerCase(Locale.ROOT).replace(" ", "") + "-k" + k;
                parts.addAll(figures(plot(time, (_, nanos) -> nanos / unit.shorter())
                        .parts(evidence, rows, SpawnExperiment::title, ending -> file.apply(name + ending))));
            });
        }
        var speedUps = Plot.of(
                PROCESSORS,
                N.field()::number,
                new Chart.Axis("speed-up", Scale.LINEAR),
                (row, nanos) -> SPEED_UP.number(row) * row.nanoseconds().median() / nanos,
                row -> "k = " + Quantity.count(K.field().whole(row)));
        parts.addAll(figures(speedUps.parts(
                evidence,
                good.stream().filter(SPEED_UP::isIn).toList(),
                row -> "SC 2: speed-up of " + row.structure() + " over no stealing",
                ending -> file.apply("-speedup" + ending))));
        if (!units.isEmpty()) {
            parts.add(new Part.Captioned("Time of one thread's work; the shorter is 1 in the plots", table(units)));
        }
        for (String scenario : List.of(RECURSION, IMBALANCE)) {
            var rows = good.stream()
                    .filter(row -> SCENARIO.text(row).equals(scenario)
                            && THEORY.isIn(row)
                            && units.containsKey(K.field().whole(row)))
                    .toList();
            if (!rows.isEmpty()) {
                parts.add(new Part.Captioned(
                        scenario + ": measured over theory by n, in threads by fork-join at n = 1 (in threads"
                                + " without spawn and sync)",
                        overTheory(rows, units)));
            }
        }
        parts.addAll(plot(new Chart.Axis("S_P/S_1", Scale.POWERS_OF_TEN), (row, _) -> overOne(row))
                .parts(
                        evidence,
                        evidence.latest().stream().filter(FRAMES::isIn).toList(),
                        _ -> "Space over that of one processor (at most n for WS and BL)",
                        _ -> file.apply("-space")));
        return parts;
    }

    private static String title(Measurement row) {
        String k = ", k = " + Quantity.count(K.field().whole(row));
        return SCENARIO.text(row).equals(RECURSION)
                ? "SC 1: a recursion of depth N = " + DEPTH.text(row) + k
                : "SC 2: processor i starts a recursion of depth i" + k;
    }

    /** {@return plots without their tables, where there is a table of all} */
    private static List<Part> figures(List<Part> parts) {
        return parts.stream().filter(Part.Figure.class::isInstance).toList();
    }

    private static Table table(SortedMap<Integer, Unit> units) {
        return new Table(
                List.of(
                        Table.number("k"),
                        Table.number("by fork-join (SC 1, n = 1)"),
                        Table.number("without spawn and sync"),
                        Table.text("1 in the plots is that")),
                units.entrySet().stream()
                        .map(entry -> List.of(
                                Quantity.count(entry.getKey()),
                                Unit.known(entry.getValue().forkJoin(), Quantity::time),
                                Unit.known(entry.getValue().alone(), Quantity::time),
                                entry.getValue().ofForkJoin() ? "by fork-join" : "without spawn and sync"))
                        .toList());
    }

    /** {@return a row for each k and engine, and a column for each n} */
    private static Table overTheory(List<Measurement> rows, SortedMap<Integer, Unit> units) {
        var lines = Evidence.grouped(rows, row -> K.text(row) + row.structure());
        var columns = new ArrayList<>(List.of(
                Column.number("k", row -> Quantity.count(K.field().whole(row))), Column.text(ENGINE)));
        rows.stream()
                .map(N.field()::whole)
                .distinct()
                .sorted()
                .forEach(n -> columns.add(Column.number(
                        String.valueOf(n),
                        first -> lines.getOrDefault(K.text(first) + first.structure(), List.of()).stream()
                                .filter(row -> N.field().whole(row) == n)
                                .reduce((_, later) -> later)
                                .map(row -> Objects.requireNonNull(
                                                units.get(K.field().whole(row)))
                                        .both(row.nanoseconds().median() / THEORY.number(row)))
                                .orElse(Column.NONE))));
        return Column.table(columns, lines.values().stream().map(List::getFirst).toList());
    }

    @Override
    protected List<String> remarks() {
        return List.of(
                "Theory: SC 1 takes (N + 1) / n threads, rounded up; SC 2 takes (n + 1) / 2, rounded up, with stealing"
                        + " and n without",
                "Space: the most frames of threads alive at once; WS and BL allow n times those of one processor",
                "The speed-up can exceed theory where a thread takes longer without spawn and sync, which is other"
                        + " code");
    }
}
