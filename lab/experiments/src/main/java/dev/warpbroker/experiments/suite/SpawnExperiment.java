package dev.warpbroker.experiments.suite;

import dev.warpbroker.device.Device;
import dev.warpbroker.examples.tree.Engine;
import dev.warpbroker.examples.tree.SpawnScenario;
import dev.warpbroker.experiments.SpawnSync;
import dev.warpbroker.experiments.SpawnSync.Computation;
import dev.warpbroker.experiments.SpawnSync.Scheme;
import dev.warpbroker.experiments.design.Checked;
import dev.warpbroker.experiments.design.Choices;
import dev.warpbroker.experiments.design.Column;
import dev.warpbroker.experiments.design.CommonOptions;
import dev.warpbroker.experiments.design.Contender;
import dev.warpbroker.experiments.design.DeviceKind;
import dev.warpbroker.experiments.design.Evidence;
import dev.warpbroker.experiments.design.Experiment;
import dev.warpbroker.experiments.design.Field;
import dev.warpbroker.experiments.design.LateContender;
import dev.warpbroker.experiments.design.Lines;
import dev.warpbroker.experiments.design.Measuring;
import dev.warpbroker.experiments.design.Measuring.Entry;
import dev.warpbroker.experiments.design.MeasuringEffort;
import dev.warpbroker.experiments.design.Option;
import dev.warpbroker.experiments.design.Trial;
import dev.warpbroker.experiments.page.Chart;
import dev.warpbroker.experiments.page.Chart.Axis;
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
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.DoubleFunction;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Experiment {@code spawn}: the scenarios SC 1 and SC 2 of spawn and sync. Times are given in times of one thread's
 * work, as in the thesis, beside what theory says: for SC 1 the number of threads over n, rounded up; for SC 2 half of
 * n + 1, rounded up. The speed-up of SC 2 is over a run in which every processor does what it started, which takes n.
 */
final class SpawnExperiment implements Experiment {
    private static final Option<List<Integer>> OPERATIONS = Option.numbers("--k", "K", "Numbers of additions.");

    private static final Option<Integer> DEPTH =
            Option.number("--depth", "N", "Depth of the recursion of SC 1 (default: 31, as on the GPU of the thesis).");

    private static final Option<Integer> CAPACITY = Option.number(
            "--capacity",
            "N",
            "Capacity of the deques of WS, a power of two; what finds one full is run depth first (default: one that is"
                    + " never full).");

    private static final Option<Integer> FIBONACCI = Option.number(
            "--fib", "N", "The Fibonacci number by which space is measured (default: 20; 6 on sim; 0 for none).");

    /** What records say. */
    private static final class Recorded {
        static final Field SCENARIO = Field.parameter("scenario");
        static final Field N = Field.parameter("n");
        static final Field K = Field.parameter("k");
        static final Field DEPTH = Field.parameter("depth");

        /** The time in times of one thread's work, and what theory says of it. */
        static final Field KERNELS = Field.observed("kernels");

        static final Field THEORY = Field.observed("theory");

        /** How many times faster than without stealing, and what theory says of it. */
        static final Field SPEED_UP = Field.observed("speedUp");

        static final Field SPEED_UP_THEORY = Field.observed("speedUpTheory");

        /** Capacity of the deques, where it was chosen, and how often one was full. */
        static final Field CAPACITY = Field.parameter("capacity");

        static final Field DEPTH_FIRST = Field.observed("depthFirst");

        /** The most frames alive at once, and the most on one way down the tree. */
        static final Field SPACE = Field.observed("space");

        static final Field SPACE_OF_ONE = Field.observed("spaceOfOne");
    }

    private static final String RECURSION = "SC 1";
    private static final String IMBALANCE = "SC 2";
    private static final String SPACE = "space";
    private static final String FORK_JOIN = "fork-join";
    private static final String JAVA_POOL = "java-pool";
    private static final String NO_STEALING = "no stealing";
    private static final int THREADS_IN_A_ROW = 256;

    /** Schemes of the thesis that are timed, and whose space is measured. */
    private static final List<Scheme> TIMED = List.of(Scheme.STEALING, Scheme.BUSY_LEAVES);

    private static final List<Scheme> MEASURED = List.of(Scheme.STEALING, Scheme.BUSY_LEAVES, Scheme.POOL);

    @Override
    public String name() {
        return "spawn";
    }

    @Override
    public List<String> description() {
        return List.of(
                "Spawn and sync against theory (thesis on work stealing, figures 3.8 to 3.10): SC 1, a recursion of"
                        + " depth N whose N + 1 threads are run by n processors; SC 2, n processors of which the i-th"
                        + " starts a recursion of depth i. Each thread does k additions and k - 1 subtractions.",
                "WS and BL are the thesis's own: listing 3.5 with the recursion as it is, SC 2 begun on every"
                        + " processor, on deques (algorithm WS) or with one pool (algorithm BL). fork-join is this"
                        + " library's.",
                "Space: the most frames alive at once, S_P, of a Fibonacci number; WS and BL promise S_P <= S_1 P.",
                "--threads are the numbers n: threads of the JVM, warps of a GPU. ForkJoinPool takes Cilk's place on"
                        + " the JVM.");
    }

    @Override
    public List<Option<?>> options() {
        return CommonOptions.timed(OPERATIONS, DEPTH, CAPACITY, FIBONACCI);
    }

    @Override
    public Trial on(Device device, Choices chosen) {
        var k = List.of(100, 1_000, 10_000, 100_000);
        return switch (CommonOptions.scale(device, chosen)) {
            case JVM ->
                trial(
                        device,
                        chosen,
                        IntStream.rangeClosed(1, CommonOptions.processors())
                                .boxed()
                                .toList(),
                        k,
                        31,
                        CommonOptions.effort(chosen, 15, 10, 2));
            case SIMULATOR ->
                trial(device, chosen, List.of(1, 2), List.of(10), 3, CommonOptions.effort(chosen, 1, 1, 30));
            case GPU ->
                trial(
                        device,
                        chosen,
                        List.of(1, 2, 4, 8, 12, 16, 24, 32, 48, 64),
                        k,
                        31,
                        CommonOptions.effort(chosen, 6, 2, 2));
        };
    }

    private Trial trial(
            Device device,
            Choices chosen,
            List<Integer> presetProcessors,
            List<Integer> presetOperations,
            int presetDepth,
            MeasuringEffort effort) {
        var processors = CommonOptions.threads(chosen, presetProcessors);
        var operations = chosen.or(OPERATIONS, presetOperations);
        operations.forEach(k -> MeasuringEffort.requireAtLeast(1, "additions", k));
        int depth = chosen.or(DEPTH, presetDepth);
        MeasuringEffort.requireAtLeast(0, "levels of recursion", depth);
        CommonOptions.requireAtLeast(2, "tasks of capacity", chosen, CAPACITY);
        CommonOptions.requireAtLeast(0, "as a Fibonacci number", chosen, FIBONACCI);
        int capacity = chosen.or(CAPACITY, 0);
        int fibonacci = chosen.or(FIBONACCI, CommonOptions.scale(device, chosen) == DeviceKind.SIMULATOR ? 6 : 20);
        int engines = (isJava(device) ? 2 : 1) + TIMED.size();
        int rows = operations.size() * (1 + processors.size() * (engines + engines + 1))
                + (fibonacci > 0 ? processors.size() * MEASURED.size() : 0);
        return Trial.ofRows(this, device, effort, rows, measuring -> {
            for (int k : operations) {
                double kernel = kernelNanos(device, k, measuring);
                for (int n : processors) {
                    recursion(device, new Size(depth, n, k, capacity), kernel, measuring);
                    imbalance(device, new Size(depth, n, k, capacity), kernel, measuring);
                }
            }
            if (fibonacci > 0) {
                processors.forEach(n -> space(device, fibonacci, n, measuring));
            }
        });
    }

    /** @param capacity of deques; 0 for one that is never full */
    private record Size(int depth, int n, int k, int capacity) {
        Map<String, Object> parameters(String scenario) {
            var parameters = new HashMap<>(Map.ofEntries(
                    Recorded.SCENARIO.is(scenario), Recorded.N.is(n), Recorded.K.is(k), Recorded.DEPTH.is(depth)));
            if (capacity > 0) {
                parameters.put(Recorded.CAPACITY.name(), capacity);
            }
            return parameters;
        }
    }

    private static boolean isJava(Device device) {
        return DeviceKind.of(device.properties()) == DeviceKind.JVM;
    }

    /** {@return the time of one thread's work, out of many on one processor, so that the launch does not count} */
    private static double kernelNanos(Device device, int k, Measuring measuring) {
        try (var scenario = SpawnScenario.recursion(device, THREADS_IN_A_ROW - 1, k)) {
            measuring.startAfresh();
            var timing = measuring
                    .time(List.of(new WithoutStealing(scenario)), "k = " + k)
                    .getFirst();
            return timing.times().min() / THREADS_IN_A_ROW;
        }
    }

    private static void recursion(Device device, Size size, double kernel, Measuring measuring) {
        try (var scenario = SpawnScenario.recursion(device, size.depth(), size.k())) {
            double theory = Math.ceilDiv(size.depth() + 1, size.n());
            var computation = Computation.recursion(size.depth(), size.k());
            for (var row : measure(device, RECURSION, scenario, computation, false, size, measuring)) {
                measuring.record(compared(row, kernel, theory, Map.of()));
            }
        }
    }

    private static void imbalance(Device device, Size size, double kernel, Measuring measuring) {
        int n = size.n();
        try (var scenario = SpawnScenario.imbalance(device, n, size.k())) {
            var computation = Computation.imbalance(n, size.k());
            var rows = measure(device, IMBALANCE, scenario, computation, true, size, measuring);
            double without = rows.getFirst().nanoseconds().median();
            int most = Math.ceilDiv(n + 1, 2);
            measuring.record(compared(rows.getFirst(), kernel, n, Map.of()));
            for (var row : rows.subList(1, rows.size())) {
                double speedUp = without / row.nanoseconds().median();
                measuring.record(compared(
                        row,
                        kernel,
                        most,
                        Map.ofEntries(Recorded.SPEED_UP.is(speedUp), Recorded.SPEED_UP_THEORY.is((double) n / most))));
            }
        }
    }

    private static List<Measurement> measure(
            Device device,
            String name,
            SpawnScenario scenario,
            Computation computation,
            boolean without,
            Size size,
            Measuring measuring) {
        var contenders = new ArrayList<Contender>();
        if (without) {
            contenders.add(new WithoutStealing(scenario));
        }
        contenders.add(new LateContender(
                FORK_JOIN, () -> TreeContender.of(device, scenario, new Engine.Forks(size.n(), true))));
        if (isJava(device)) {
            contenders.add(new LateContender(
                    JAVA_POOL, () -> TreeContender.of(device, scenario, new Engine.JavaPool(size.n()))));
        }
        TIMED.forEach(
                scheme -> contenders.add(scheduled(device, computation, scheme, size.n(), size.capacity(), false)));
        measuring.startAfresh();
        return measuring.measure(
                name + ", n = " + size.n() + ", k = " + size.k(),
                contenders.stream()
                        .map(contender ->
                                new Entry(contender.label(), size.parameters(name), scenario.threads(), contender))
                        .toList());
    }

    private static void space(Device device, int fibonacci, int n, Measuring measuring) {
        var computation = Computation.fibonacci(fibonacci, 1);
        measuring.startAfresh();
        measuring.record(
                "space, n = " + n,
                MEASURED.stream()
                        .map(scheme -> new Entry(
                                scheme.toString(),
                                new Size(fibonacci, n, 1, 0).parameters(SPACE),
                                computation.value(),
                                scheduled(device, computation, scheme, n, 0, true)))
                        .toList());
    }

    private static Contender scheduled(
            Device device, Computation computation, Scheme scheme, int n, int capacity, boolean space) {
        return new LateContender(
                scheme.toString(),
                () -> new Scheduled(
                        scheme, computation, n, space, new SpawnSync(device, computation, scheme, n, capacity, space)));
    }

    /** The thesis's spawn and sync. */
    private record Scheduled(Scheme scheme, Computation computation, int n, boolean space, SpawnSync work)
            implements Contender {
        @Override
        public String label() {
            return scheme.toString();
        }

        @Override
        public long run(Duration limit) {
            return work.run(limit).elapsed().toNanos();
        }

        @Override
        public Checked check(Duration limit) {
            var run = work.run(limit);
            var results = new ArrayList<CheckResult>();
            results.add(new CheckResult(
                    "result",
                    run.value() == computation.value(),
                    "the threads have the value " + run.value() + " of " + computation.value()));
            var observed = new HashMap<String, Object>();
            if (run.depthFirst() > 0) {
                observed.put(Recorded.DEPTH_FIRST.name(), run.depthFirst());
            }
            if (space) {
                int one = computation.activationDepth();
                observed.putAll(Map.ofEntries(Recorded.SPACE.is(run.space()), Recorded.SPACE_OF_ONE.is(one)));
                if (scheme.boundsSpace()) {
                    results.add(new CheckResult(
                            "space",
                            run.space() <= one * n,
                            run.space() + " frames at once; " + one + " times " + n + " are allowed"));
                }
            }
            return new Checked(results, observed);
        }

        @Override
        public void close() {
            work.close();
        }
    }

    private static Measurement compared(Measurement row, double kernel, double theory, Map<String, Object> speedUp) {
        if (!row.measured() || kernel <= 0) {
            return row;
        }
        var observed = new HashMap<>(row.observed());
        observed.putAll(
                Map.ofEntries(Recorded.KERNELS.is(row.nanoseconds().median() / kernel), Recorded.THEORY.is(theory)));
        observed.putAll(speedUp);
        return row.with(observed, row.skipped());
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
        return Column.table(
                List.of(
                        Column.text("scenario", Recorded.SCENARIO::text),
                        Column.number("k", Recorded.K),
                        Column.number("n", Recorded.N),
                        Column.text("engine", Measurement::structure),
                        Column.MEDIAN,
                        Column.significant("kernels", Recorded.KERNELS),
                        Column.significant("theory", Recorded.THEORY),
                        Column.significant("speed-up", Recorded.SPEED_UP),
                        Column.significant("theory", Recorded.SPEED_UP_THEORY),
                        Column.number("space", row -> Recorded.SPACE.textOr(row, "")),
                        Column.number("S_P/S_1", SpawnExperiment::spaceOverOne),
                        Column.CHECK),
                measurements);
    }

    private static String spaceOverOne(Measurement row) {
        return Recorded.SPACE.isIn(row)
                ? Quantity.significant(Recorded.SPACE.number(row) / Recorded.SPACE_OF_ONE.number(row))
                : "";
    }

    /**
     * For each k the run times of SC 1 and of SC 2 beside theory, as in figures 3.8 and 3.9 of the thesis, the speed-up
     * of SC 2 over no stealing, how far every run time is from theory, and the space over that of one processor.
     */
    @Override
    public Section section(List<ResultLine> lines, UnaryOperator<String> file) {
        // The depth is recorded with SC 2 too, where it means nothing.
        var evidence = Evidence.of(
                lines,
                row -> label(row) + (Recorded.SCENARIO.text(row).equals(RECURSION) ? Recorded.DEPTH.text(row) : ""));
        var figures = new Figures(evidence);
        var parts = new ArrayList<>(figures.plots(file));
        parts.addAll(figures.tables());
        parts.add(evidence.notes(
                List.of(
                        "Theory: SC 1 takes (N + 1) / n threads, rounded up; SC 2 takes (n + 1) / 2, rounded up, with"
                                + " stealing and n without",
                        "Space: the most frames of threads alive at once; WS and BL allow n times those of one"
                                + " processor",
                        "The speed-up can exceed theory where a thread takes longer without spawn and sync, which is"
                                + " other code"),
                SpawnExperiment::label,
                List.of()));
        return new Section("spawn: " + evidence.device(), parts);
    }

    private static String label(Measurement row) {
        return Recorded.SCENARIO.text(row) + ", k = " + Recorded.K.whole(row) + ", n = " + Recorded.N.whole(row) + ", "
                + row.structure();
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
                            .filter(row -> Recorded.N.whole(row) == 1
                                    && Recorded.SCENARIO.text(row).equals(RECURSION)
                                    && row.structure().equals(FORK_JOIN))
                            .mapToDouble(row -> row.nanoseconds().median() / (Recorded.DEPTH.number(row) + 1))),
                    least(rows.stream()
                            .filter(Recorded.KERNELS::isIn)
                            .mapToDouble(row -> row.nanoseconds().median() / Recorded.KERNELS.number(row))));
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
    }

    /** The plots and tables of the section. */
    private static final class Figures {
        private static final Axis PROCESSORS = new Axis("number n of processors", Scale.POWERS_OF_TWO);
        private static final Axis TIME = new Axis("execution time (normalised)", Scale.POWERS_OF_TEN);
        private static final Axis SPEED_UP = new Axis("speed-up", Scale.LINEAR);

        private final List<Measurement> good;
        private final List<Measurement> spaces;
        private final String subtitle;
        private final Map<Integer, Unit> units = new TreeMap<>();

        Figures(Evidence evidence) {
            good = evidence.good().stream()
                    .filter(row -> !Recorded.SCENARIO.text(row).equals(SPACE))
                    .toList();
            spaces = evidence.latest().stream().filter(Recorded.SPACE::isIn).toList();
            subtitle = evidence.subtitle();
            for (int k : new TreeSet<>(good.stream().map(Recorded.K::whole).toList())) {
                var unit = Unit.of(
                        good.stream().filter(row -> Recorded.K.whole(row) == k).toList());
                if (!Double.isNaN(unit.shorter())) {
                    units.put(k, unit);
                }
            }
        }

        List<Part> plots(UnaryOperator<String> file) {
            var parts = new ArrayList<Part>();
            for (int depth :
                    new TreeSet<>(good.stream().map(Recorded.DEPTH::whole).toList())) {
                units.forEach((k, unit) -> {
                    var series = measured(unit, row -> isOf(row, RECURSION, k) && Recorded.DEPTH.whole(row) == depth);
                    if (!series.isEmpty()) {
                        var processors = processors(series);
                        series.add(theory("T₁/n + T∞", processors, n -> (depth + 1) / n + 1));
                        series.add(theory("T₁/n", processors, n -> (depth + 1) / n));
                        series.add(theory("T∞", processors, _ -> 1));
                        String title = "SC 1: a recursion of depth N = " + depth + ", k = " + Quantity.count(k);
                        parts.add(new Part.Figure(file.apply("-sc1-k" + k), times(title, unit, series)));
                    }
                });
            }
            units.forEach((k, unit) -> {
                var series = measured(unit, row -> isOf(row, IMBALANCE, k));
                if (!series.isEmpty()) {
                    series.add(theory("⌈(n + 1)/2⌉", processors(series), n -> Math.ceil((n + 1) / 2)));
                    String title = "SC 2: processor i starts a recursion of depth i, k = " + Quantity.count(k);
                    parts.add(new Part.Figure(file.apply("-sc2-k" + k), times(title, unit, series)));
                }
            });
            for (String engine : engines()) {
                var series = speedUps(engine);
                if (!series.isEmpty()) {
                    series.add(theory("n/⌈(n + 1)/2⌉", processors(series), n -> n / Math.ceil((n + 1) / 2)));
                    parts.add(new Part.Figure(
                            file.apply("-speedup"),
                            new Chart(
                                    "SC 2: speed-up of " + engine + " over no stealing",
                                    subtitle,
                                    PROCESSORS,
                                    SPEED_UP,
                                    series)));
                }
            }
            spaceChart().ifPresent(chart -> parts.add(new Part.Figure(file.apply("-space"), chart)));
            return parts;
        }

        private Optional<Chart> spaceChart() {
            var series = new ArrayList<Series>();
            Evidence.grouped(spaces, Measurement::structure)
                    .forEach((scheme, rows) -> series.add(new Series(
                            scheme,
                            false,
                            rows.stream()
                                    .sorted(Comparator.comparingDouble(Recorded.N::number))
                                    .map(row -> {
                                        double space = Recorded.SPACE.number(row) / Recorded.SPACE_OF_ONE.number(row);
                                        return point(scheme, Recorded.N.whole(row), space, space, space);
                                    })
                                    .toList())));
            if (series.isEmpty()) {
                return Optional.empty();
            }
            series.add(theory("n", processors(series), n -> n));
            return Optional.of(new Chart(
                    "Space over that of one processor",
                    subtitle,
                    PROCESSORS,
                    new Axis("S_P/S_1", Scale.POWERS_OF_TEN),
                    series));
        }

        private static boolean isOf(Measurement row, String scenario, int k) {
            return Recorded.SCENARIO.text(row).equals(scenario) && Recorded.K.whole(row) == k;
        }

        private Chart times(String title, Unit unit, List<Series> series) {
            return new Chart(
                    title,
                    subtitle + "; 1 is " + Quantity.time(unit.shorter()) + ", " + unit.words(),
                    PROCESSORS,
                    TIME,
                    series);
        }

        /** {@return a line for each engine} */
        private List<Series> measured(Unit unit, Predicate<Measurement> drawn) {
            double one = unit.shorter();
            var lines = new ArrayList<Series>();
            for (String engine : engines()) {
                line(lines, engine, engine, drawn, (row, nanos) -> nanos / one);
            }
            return lines;
        }

        /** {@return a line for each k} */
        private List<Series> speedUps(String engine) {
            var lines = new ArrayList<Series>();
            for (int k : units.keySet()) {
                line(
                        lines,
                        "k = " + Quantity.count(k),
                        engine,
                        row -> Recorded.K.whole(row) == k && Recorded.SPEED_UP.isIn(row),
                        (row, nanos) -> Recorded.SPEED_UP.number(row)
                                * row.nanoseconds().median()
                                / nanos);
            }
            return lines;
        }

        private void line(
                List<Series> lines, String label, String engine, Predicate<Measurement> drawn, Lines.Height height) {
            var points = new TreeMap<Integer, Point>();
            for (var row : good) {
                if (row.structure().equals(engine) && drawn.test(row)) {
                    int n = Recorded.N.whole(row);
                    var nanos = row.nanoseconds();
                    double one = height.of(row, nanos.min());
                    double other = height.of(row, nanos.max());
                    points.put(
                            n,
                            point(
                                    label,
                                    n,
                                    height.of(row, nanos.median()),
                                    Math.min(one, other),
                                    Math.max(one, other)));
                }
            }
            if (!points.isEmpty()) {
                lines.add(new Series(label, false, List.copyOf(points.values())));
            }
        }

        private static Series theory(String label, Set<Double> processors, DoubleUnaryOperator value) {
            return new Series(
                    label,
                    true,
                    processors.stream()
                            .map(n -> {
                                double y = value.applyAsDouble(n);
                                return point(label, n.intValue(), y, y, y);
                            })
                            .toList());
        }

        private static Point point(String label, int n, double y, double low, double high) {
            return new Point(n, y, low, high, label + ", n = " + n + ": " + Quantity.significant(y));
        }

        private static Set<Double> processors(List<Series> series) {
            var processors = new TreeSet<Double>();
            series.forEach(line -> line.points().forEach(point -> processors.add(point.x())));
            return processors;
        }

        /** {@return what was measured, that without stealing last} */
        private Set<String> engines() {
            var engines = new LinkedHashSet<String>();
            good.forEach(row -> engines.add(row.structure()));
            if (engines.remove(NO_STEALING)) {
                engines.add(NO_STEALING);
            }
            return engines;
        }

        List<Part> tables() {
            var parts = new ArrayList<Part>();
            var rows = new ArrayList<List<String>>();
            units.forEach((k, unit) -> rows.add(List.of(
                    Quantity.count(k),
                    known(unit.forkJoin(), Quantity::time),
                    known(unit.alone(), Quantity::time),
                    unit.ofForkJoin() ? "by fork-join" : "without spawn and sync")));
            if (!rows.isEmpty()) {
                parts.add(new Part.Captioned(
                        "Time of one thread's work; the shorter is 1 in the plots",
                        new Table(
                                List.of(
                                        Table.number("k"),
                                        Table.number("by fork-join (SC 1, n = 1)"),
                                        Table.number("without spawn and sync"),
                                        Table.text("1 in the plots is that")),
                                rows)));
            }
            for (String scenario : List.of(RECURSION, IMBALANCE)) {
                var ratios = ratios(scenario);
                if (!ratios.rows().isEmpty()) {
                    parts.add(new Part.Captioned(
                            scenario + ": measured over theory by n, in threads by fork-join at n = 1 (in threads"
                                    + " without spawn and sync)",
                            ratios));
                }
            }
            if (!spaces.isEmpty()) {
                parts.add(new Part.Captioned("Space: S_P/S_1 by n (at most n for WS and BL)", spaceTable()));
            }
            return parts;
        }

        private Table spaceTable() {
            var processors =
                    new TreeSet<>(spaces.stream().map(Recorded.N::whole).toList());
            var columns = new ArrayList<Table.Column>(List.of(Table.text("scheme")));
            processors.forEach(n -> columns.add(Table.number(String.valueOf(n))));
            var cells = new ArrayList<List<String>>();
            Evidence.grouped(spaces, Measurement::structure).forEach((scheme, rows) -> {
                var line = new ArrayList<String>(List.of(scheme));
                for (int n : processors) {
                    line.add(rows.stream()
                            .filter(row -> Recorded.N.whole(row) == n)
                            .map(SpawnExperiment::spaceOverOne)
                            .findFirst()
                            .orElse(Column.NONE));
                }
                cells.add(line);
            });
            return new Table(columns, cells);
        }

        private static String known(double value, DoubleFunction<String> words) {
            return Double.isNaN(value) ? Column.NONE : words.apply(value);
        }

        private Table ratios(String scenario) {
            var compared = good.stream()
                    .filter(row -> Recorded.SCENARIO.text(row).equals(scenario) && Recorded.THEORY.isIn(row))
                    .toList();
            var processors =
                    new TreeSet<>(compared.stream().map(Recorded.N::whole).toList());
            var columns = new ArrayList<Table.Column>(List.of(Table.number("k"), Table.text("engine")));
            processors.forEach(n -> columns.add(Table.number(String.valueOf(n))));
            var cells = new ArrayList<List<String>>();
            units.forEach((k, unit) -> engines().forEach(engine -> {
                var ratios = new TreeMap<Integer, String>();
                for (var row : compared) {
                    if (Recorded.K.whole(row) == k && row.structure().equals(engine)) {
                        double nanos = row.nanoseconds().median() / Recorded.THEORY.number(row);
                        ratios.put(
                                Recorded.N.whole(row),
                                known(nanos / unit.forkJoin(), Quantity::significant) + " ("
                                        + known(nanos / unit.alone(), Quantity::significant) + ")");
                    }
                }
                if (!ratios.isEmpty()) {
                    var line = new ArrayList<String>(List.of(Quantity.count(k), engine));
                    processors.forEach(n -> line.add(ratios.getOrDefault(n, Column.NONE)));
                    cells.add(line);
                }
            }));
            return new Table(columns, cells);
        }
    }
}
