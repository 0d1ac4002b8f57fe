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
import dev.warpbroker.experiments.design.Field;
import dev.warpbroker.experiments.design.Loops;
import dev.warpbroker.experiments.design.Option;
import dev.warpbroker.experiments.design.Plot;
import dev.warpbroker.experiments.design.Point;
import dev.warpbroker.experiments.design.Stage;
import dev.warpbroker.experiments.design.Sweep;
import dev.warpbroker.experiments.page.Chart;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.results.CheckResult;
import dev.warpbroker.experiments.results.Measurement;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Experiment {@code spawn}: the scenarios SC 1 and SC 2 of spawn and sync. Times are given in times of one thread's
 * work, as in the thesis, beside what theory says: for SC 1 the number of threads over n, rounded up; for SC 2 half of
 * n + 1, rounded up. The speed-up of SC 2 is over a run in which every processor does what it started, which takes n.
 */
final class SpawnExperiment extends Sweep {
    private static final Option<Integer> FIBONACCI = Option.number(
            "--fib", "N", "The Fibonacci number by which space is measured (default: 20; 6 on sim; 0 for none).");

    private static final String RECURSION = "SC 1";
    private static final String IMBALANCE = "SC 2";
    private static final String SPACE = "space";

    /** The work of one thread, out of many in a row, so that the launch does not count. It is not recorded. */
    private static final String KERNEL = "one thread's work";

    private static final int THREADS_IN_A_ROW = 256;

    private static final String NO_STEALING = "no stealing";
    private static final String FORK_JOIN = "fork-join";
    private static final String JAVA_POOL = "java-pool";

    private static final Axis<String> SCENARIO = Axis.fixed("scenario", RECURSION, IMBALANCE);

    private static final Axis<Integer> K = Axis.numbers("k", "--k", "K", "Numbers of additions.")
            .jvm(100, 1_000, 10_000, 100_000)
            .simulator(10)
            .gpu(100, 1_000, 10_000, 100_000)
            .atLeast(1, "additions");

    private static final Axis<Integer> N = Axis.threads("n")
            .jvm(_ ->
                    IntStream.rangeClosed(1, CommonOptions.processors()).boxed().toList())
            .simulator(1, 2)
            .gpu(1, 2, 4, 8, 12, 16, 24, 32, 48, 64);

    /** No stealing comes first: the others are compared with it. */
    private static final Axis<String> ENGINE = Axis.derived(
                    "engine",
                    (device, _) -> DeviceKind.of(device.properties()) == DeviceKind.JVM
                            ? List.of(
                                    NO_STEALING, FORK_JOIN, JAVA_POOL, name(Scheme.STEALING), name(Scheme.BUSY_LEAVES))
                            : List.of(NO_STEALING, FORK_JOIN, name(Scheme.STEALING), name(Scheme.BUSY_LEAVES)))
            .structure();

    /** It means nothing for SC 2, but is recorded there, too. */
    private static final Axis<Integer> DEPTH = Axis.number(
                    "depth",
                    "--depth",
                    "N",
                    "Depth of the recursion of SC 1 (default: 31, as on the GPU of the thesis).")
            .presets(31, 3, 31)
            .atLeast(0, "levels of recursion");

    /** 0 stands for deques that are never full. */
    private static final Axis<Integer> CAPACITY = Axis.number(
                    "capacity",
                    "--capacity",
                    "N",
                    "Capacity of the deques of WS, a power of two; what finds one full is run depth first"
                            + " (default: one that is never full).")
            .preset(0)
            .unrecordedIf(0)
            .atLeast(2, "tasks of capacity");

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
        measure(Loops.stages(K).turns(N, SCENARIO).rows(ENGINE));
        measure(Loops.once()
                .turns(
                        SCENARIO.valued((_, _) -> List.of(SPACE)),
                        K.valued((_, _) -> List.of(1)),
                        CAPACITY.valued((_, _) -> List.of(0)),
                        DEPTH.valued(SpawnExperiment::fibonacci, FIBONACCI),
                        N)
                .rows(ENGINE.valued((_, _) -> Stream.of(Scheme.STEALING, Scheme.BUSY_LEAVES, Scheme.POOL)
                        .map(SpawnExperiment::name)
                        .toList())));
        settings(DEPTH, CAPACITY);
        effort(new Effort(15, 10, 2), new Effort(1, 1, 30), new Effort(6, 2, 2));
        columns(List.of(
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
                Column.number(
                        "S_P/S_1",
                        row -> FRAMES.isIn(row)
                                ? Quantity.significant(FRAMES.number(row) / FRAMES_OF_ONE.number(row))
                                : ""),
                Column.CHECK));
        remarks(
                "Theory: SC 1 takes (N + 1) / n threads, rounded up; SC 2 takes (n + 1) / 2, rounded up, with"
                        + " stealing and n without",
                "Space: the most frames of threads alive at once; WS and BL allow n times those of one processor",
                "The speed-up can exceed theory where a thread takes longer without spawn and sync, which is other"
                        + " code");
        // For each k the times of SC 1 and of SC 2 in times of one thread's work, as in figures 3.8 and 3.9 of the
        // thesis.
        var plot = Plot.of(
                new Chart.Axis("number n of processors", Chart.Scale.POWERS_OF_TWO),
                row -> KERNELS.isIn(row) ? N.field().number(row) : Double.NaN,
                new Chart.Axis("execution time (normalised)", Chart.Scale.POWERS_OF_TEN),
                (row, nanos) -> KERNELS.number(row) * nanos / row.nanoseconds().median(),
                Measurement::structure);
        plots(
                plot,
                row -> SCENARIO.text(row)
                        + (SCENARIO.text(row).equals(RECURSION) ? ": a recursion of depth N = " + DEPTH.text(row) : "")
                        + ", k = " + Quantity.count(K.field().whole(row)));
    }

    /** Without the depth in SC 2, where it means nothing. */
    @Override
    protected String identity(Measurement row) {
        return row.structure() + ", " + SCENARIO.text(row) + ", " + K.text(row) + ", " + N.text(row)
                + (SCENARIO.text(row).equals(IMBALANCE) ? "" : ", " + DEPTH.text(row));
    }

    private static String name(Scheme scheme) {
        return scheme.toString();
    }

    private static List<Integer> fibonacci(Device device, Choices chosen) {
        int number = chosen.or(FIBONACCI, CommonOptions.scale(device, chosen) == DeviceKind.SIMULATOR ? 6 : 20);
        return number == 0 ? List.of() : List.of(number);
    }

    @Override
    protected boolean recordsWarmUps() {
        return false;
    }

    @Override
    protected void require(Device device, Choices chosen, Point common) {
        CommonOptions.requireAtLeast(0, "as a Fibonacci number", chosen, FIBONACCI);
        // Refuses more threads than a scenario can have.
        SpawnScenario.recursion(device, common.get(DEPTH), 1).close();
        SpawnScenario.imbalance(device, N.values(device, chosen).getLast(), 1).close();
    }

    @Override
    protected boolean includes(Device device, Choices chosen, Point row) {
        return !row.get(ENGINE).equals(NO_STEALING) || row.get(SCENARIO).equals(IMBALANCE);
    }

    @Override
    protected List<Point> references(Device device, Point shared) {
        return shared.has(K) ? List.of(shared.with(SCENARIO, KERNEL).with(N, 1).with(ENGINE, NO_STEALING)) : List.of();
    }

    @Override
    protected Stage stage(Device device, Choices chosen, Point shared) {
        var processors = new Processors(device);
        return new Stage(SpawnExperiment::operations, processors::contender).compared(processors::compared);
    }

    private static long operations(Point row) {
        int n = row.get(N);
        return switch (row.get(SCENARIO)) {
            case RECURSION -> row.get(DEPTH) + 1;
            case IMBALANCE -> n * (n + 1) / 2;
            case KERNEL -> THREADS_IN_A_ROW;
            default -> computation(row).value();
        };
    }

    private static Computation computation(Point row) {
        return switch (row.get(SCENARIO)) {
            case RECURSION -> Computation.recursion(row.get(DEPTH), row.get(K));
            case IMBALANCE -> Computation.imbalance(row.get(N), row.get(K));
            default -> Computation.fibonacci(row.get(DEPTH), 1);
        };
    }

    /** Processors that do the work of all scenarios. */
    private static final class Processors {
        private final Device device;

        /** The time of one thread's work. */
        private double kernelNanos;

        Processors(Device device) {
            this.device = device;
        }

        private SpawnScenario scenario(Point row) {
            return switch (row.get(SCENARIO)) {
                case RECURSION -> SpawnScenario.recursion(device, row.get(DEPTH), row.get(K));
                case IMBALANCE -> SpawnScenario.imbalance(device, row.get(N), row.get(K));
                default -> SpawnScenario.recursion(device, THREADS_IN_A_ROW - 1, row.get(K));
            };
        }

        Contender contender(Point row) {
            int n = row.get(N);
            return switch (row.get(ENGINE)) {
                case NO_STEALING -> {
                    var scenario = scenario(row);
                    yield new Contender(_ -> scenario.withoutStealing(), _ -> Checked.NOT, scenario::close);
                }
                case FORK_JOIN -> onTree(scenario(row), new Engine.Forks(n, true));
                case JAVA_POOL -> onTree(scenario(row), new Engine.JavaPool(n));
                default -> scheduled(row);
            };
        }

        private Contender onTree(SpawnScenario scenario, Engine engine) {
            return TreeContender.of(device, scenario, engine, _ -> {}).closing(scenario::close);
        }

        /** {@return the thesis's spawn and sync} */
        private Contender scheduled(Point row) {
            var scheme = Arrays.stream(Scheme.values())
                    .filter(one -> name(one).equals(row.get(ENGINE)))
                    .findFirst()
                    .orElseThrow();
            var computation = computation(row);
            boolean space = row.get(SCENARIO).equals(SPACE);
            var sync = new SpawnSync(device, computation, scheme, row.get(N), row.get(CAPACITY), space);
            return new Contender(
                    limit -> sync.run(limit).elapsed(),
                    limit -> {
                        var run = sync.run(limit);
                        var checked = Checked.of(
                                "result",
                                run.value() == computation.value(),
                                "the threads have the value " + run.value() + " of " + computation.value());
                        if (run.depthFirst() > 0) {
                            checked = checked.with(Map.ofEntries(DEPTH_FIRST.is(run.depthFirst())));
                        }
                        int one = computation.activationDepth();
                        if (space) {
                            checked = checked.with(Map.ofEntries(FRAMES.is(run.space()), FRAMES_OF_ONE.is(one)));
                        }
                        return space && scheme.boundsSpace()
                                ? checked.with(new CheckResult(
                                        "space",
                                        run.space() <= one * row.get(N),
                                        run.space() + " frames at once; " + one + " times " + row.get(N)
                                                + " are allowed"))
                                : checked;
                    },
                    sync::close);
        }

        List<Measurement> compared(List<Measurement> turn) {
            var first = turn.getFirst();
            if (SCENARIO.text(first).equals(KERNEL)) {
                kernelNanos = first.nanoseconds().min() / THREADS_IN_A_ROW;
                return List.of();
            }
            return turn.stream().map(row -> compared(row, first)).toList();
        }

        private Measurement compared(Measurement row, Measurement first) {
            String scenario = SCENARIO.text(row);
            if (scenario.equals(SPACE) || !row.measured() || kernelNanos <= 0) {
                return row;
            }
            int n = N.field().whole(row);
            int most = Math.ceilDiv(n + 1, 2);
            double nanos = row.nanoseconds().median();
            double theory = scenario.equals(RECURSION)
                    ? Math.ceilDiv(DEPTH.field().whole(row) + 1, n)
                    : row.structure().equals(NO_STEALING) ? n : most;
            var observed = new HashMap<>(row.observed());
            observed.putAll(Map.ofEntries(KERNELS.is(nanos / kernelNanos), THEORY.is(theory)));
            if (scenario.equals(IMBALANCE) && !row.structure().equals(NO_STEALING)) {
                observed.putAll(Map.ofEntries(
                        SPEED_UP.is(first.nanoseconds().median() / nanos), SPEED_UP_THEORY.is((double) n / most)));
            }
            return row.with(observed, row.skipped());
        }
    }
}
