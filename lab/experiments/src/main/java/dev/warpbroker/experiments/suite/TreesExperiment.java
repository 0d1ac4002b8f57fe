package dev.warpbroker.experiments.suite;

import dev.warpbroker.device.Device;
import dev.warpbroker.examples.tree.EngineName;
import dev.warpbroker.examples.tree.Fib;
import dev.warpbroker.examples.tree.Queens;
import dev.warpbroker.examples.tree.Quicksort;
import dev.warpbroker.examples.tree.TreeWork;
import dev.warpbroker.examples.tree.Uts;
import dev.warpbroker.examples.tree.UtsSample;
import dev.warpbroker.examples.tree.UtsShape;
import dev.warpbroker.experiments.design.Axis;
import dev.warpbroker.experiments.design.Choices;
import dev.warpbroker.experiments.design.Column;
import dev.warpbroker.experiments.design.CommonOptions;
import dev.warpbroker.experiments.design.Drawing;
import dev.warpbroker.experiments.design.Evidence;
import dev.warpbroker.experiments.design.Loops;
import dev.warpbroker.experiments.design.Option;
import dev.warpbroker.experiments.design.Point;
import dev.warpbroker.experiments.design.Stage;
import dev.warpbroker.experiments.design.Sweep;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.page.Table;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.structures.Granularity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.function.Function;
import java.util.stream.Stream;

/** Experiment {@code trees}: trees of tasks on every engine. Operations are tasks. */
final class TreesExperiment extends Sweep {
    private static final EngineName[] ON_DEVICES = Arrays.stream(EngineName.values())
            .filter(name -> !name.isJavaOnly())
            .toArray(EngineName[]::new);

    private static final Axis<EngineName> ENGINE = Axis.of(
                    "engine",
                    Option.list(
                            Option.oneOf("policy", EngineName.values()),
                            "--policies",
                            "P",
                            "Engines to measure (default: all that the device has)."))
            .jvm(EngineName.values())
            .simulator(ON_DEVICES)
            .gpu(ON_DEVICES)
            .structure();

    /** Number of workers of every engine; 0 leaves it to the engine. */
    private static final Axis<Integer> WORKERS = Axis.oneNumberOfThreads(
                    "workers", "this experiment takes one number of workers")
            .presets(0, 2, 0)
            .require((device, workers) -> {
                var properties = device.properties();
                if (workers > properties.residentThreads()) {
                    throw new IllegalArgumentException("--threads " + workers + "; " + properties.id() + " holds "
                            + properties.residentThreads() + " at once: give that many at most");
                }
            });

    private static final Option<Integer> FIB = Option.number("--fib", "N", "Which Fibonacci number.");

    private static final Option<Integer> QUEENS = Option.number("--queens", "N", "Size of the board.");

    private static final Option<Integer> CUTOFF =
            Option.number("--cutoff", "ROWS", "Rows of the board that one task fills.");

    private static final Option<Integer> UTS_DEPTH = Option.number(
            "--uts-depth",
            "D",
            "Depth of a geometric tree of fixed shape with 4 children on average: 10 with seed 19 is sample tree T1, 13"
                    + " with seed 29 is T1L.");

    private static final Option<Integer> UTS_SEED = Option.number("--uts-seed", "S", "Seed of that tree.");

    private static final Option<List<UtsSample>> SAMPLES = Option.list(
            Option.oneOf("tree", UtsSample.values()),
            "--uts-samples",
            "T",
            "Sample trees of UTS to search, too, such as T3L (111 million nodes, 17,844 deep); results are compared"
                    + " with the published sizes (default: none).");

    private static final Option<Integer> ELEMENTS = Option.number("--elements", "N", "Numbers to sort.");

    private static final Axis<Tree> WORK =
            Axis.derived("work", TreesExperiment::trees, FIB, QUEENS, CUTOFF, UTS_DEPTH, UTS_SEED, SAMPLES, ELEMENTS);

    /** Engines are compared with the first of these that was measured. */
    private static final List<String> REFERENCES = List.of("central", "java-pool");

    /** A tree by the name of its work. */
    private record Tree(String name, Function<Device, TreeWork<?, ?>> making) {
        /** {@return a tree whose work can be made on a device; refuses others} */
        static Tree on(Device device, Function<Device, TreeWork<?, ?>> making) {
            try (var work = making.apply(device)) {
                return new Tree(work.toString(), making);
            }
        }

        @Override
        public String toString() {
            return name;
        }
    }

    TreesExperiment() {
        super(
                "trees",
                "Fibonacci numbers, queens, unbalanced tree search and quicksort on every engine in turn; on the JVM"
                        + " also on Java's ForkJoinPool and on one thread.",
                "--threads is the number of workers.");
        measure(Loops.stages(WORK).rows(ENGINE));
        settings(WORKERS);
        shows(WORKERS);
        effort(new Effort(5, 2, 10), new Effort(1, 1, 60), new Effort(5, 1, 10));
        columns(Column.timed(
                List.of(Column.text(WORK), Column.text(ENGINE)),
                Column.number("tasks", row -> rate(row.measured() && row.operations() > 0, row, ""))));
        remarks("Tasks are those of the tree, as many for every engine");
    }

    private static List<Tree> trees(Device device, Choices chosen) {
        return switch (CommonOptions.scale(device, chosen)) {
            case JVM -> trees(device, chosen, 27, 11, 8, 19, 200_000);
            case SIMULATOR -> trees(device, chosen, 8, 5, 3, 19, 500);
            case GPU -> trees(device, chosen, 40, 15, 13, 29, 100_000);
        };
    }

    private static List<Tree> trees(
            Device device, Choices chosen, int fib, int queens, int utsDepth, int utsSeed, int elements) {
        CommonOptions.requireAtLeast(1, "elements", chosen, ELEMENTS);
        var geometric =
                new Uts.Geometric(UtsShape.FIXED, chosen.or(UTS_DEPTH, utsDepth), 4, chosen.or(UTS_SEED, utsSeed));
        int[] numbers =
                new SplittableRandom(1).ints(chosen.or(ELEMENTS, elements)).toArray();
        return Stream.<Function<Device, TreeWork<?, ?>>>concat(
                        Stream.of(
                                on -> new Fib(on, chosen.or(FIB, fib)),
                                on -> new Queens(on, chosen.or(QUEENS, queens), chosen.or(CUTOFF, 0)),
                                geometric::on),
                        Stream.concat(
                                chosen.or(SAMPLES, List.of()).stream().map(sample -> sample.tree()::on),
                                Stream.of(on -> new Quicksort(on, numbers, Quicksort.USUAL_SMALL))))
                .map(making -> Tree.on(device, making))
                .toList();
    }

    @Override
    protected Stage stage(Device device, Choices chosen, Point shared) {
        var work = shared.get(WORK).making().apply(device);
        // Not every engine counts its tasks, which are as many for each.
        var tasks = new LongAccumulator(Math::max, 0);
        return new Stage(_ -> tasks.get(), row -> {
                    var engine = row.get(ENGINE).engine(Granularity.THREAD, row.get(WORKERS), 0);
                    return TreeContender.of(device, work, engine, tasks::accumulate);
                })
                .closing(work::close);
    }

    private static String rate(boolean known, Measurement row, String otherwise) {
        return known ? Quantity.rate(row.operationsPerSecond()) : otherwise;
    }

    /** A table for each work, with every engine beside the one to compare with. */
    @Override
    protected void draw(Drawing drawing) {
        Evidence.grouped(drawing.rows(), TreesExperiment::work).forEach((work, rows) -> {
            drawing.bars(work, rows, Measurement::structure);
            drawing.table(work, compared(rows));
        });
    }

    private static String work(Measurement row) {
        double workers = WORKERS.field().number(row);
        return WORK.text(row) + (workers > 0 ? ", " + Quantity.plain(workers) + " workers" : "");
    }

    private static Table compared(List<Measurement> rows) {
        var columns = new ArrayList<Column>(List.of(
                Column.text(ENGINE),
                Column.MEDIAN,
                Column.number("tasks", row -> rate(Evidence.isGood(row) && row.operations() > 0, row, Column.NONE))));
        REFERENCES.stream()
                .flatMap(name -> rows.stream()
                        .filter(row -> Evidence.isGood(row) && row.structure().equals(name)))
                .findFirst()
                .ifPresent(reference -> columns.add(Column.number(
                        "times as fast as " + reference.structure(),
                        row -> Evidence.isGood(row)
                                ? Quantity.significant(reference.nanoseconds().median()
                                        / row.nanoseconds().median())
                                : Column.NONE)));
        columns.add(Column.CHECK);
        return Column.table(columns, rows);
    }
}
