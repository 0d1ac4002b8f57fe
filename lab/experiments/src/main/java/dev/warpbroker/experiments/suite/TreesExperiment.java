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
import dev.warpbroker.experiments.design.Choices;
import dev.warpbroker.experiments.design.Column;
import dev.warpbroker.experiments.design.CommonOptions;
import dev.warpbroker.experiments.design.Evidence;
import dev.warpbroker.experiments.design.Experiment;
import dev.warpbroker.experiments.design.Field;
import dev.warpbroker.experiments.design.Lines;
import dev.warpbroker.experiments.design.Measuring.Entry;
import dev.warpbroker.experiments.design.MeasuringEffort;
import dev.warpbroker.experiments.design.Option;
import dev.warpbroker.experiments.design.Trial;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.page.Section;
import dev.warpbroker.experiments.page.Section.Part;
import dev.warpbroker.experiments.page.Table;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.experiments.results.ResultLine;
import dev.warpbroker.structures.Granularity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Experiment {@code trees}: trees of tasks on every engine. Operations are tasks. */
final class TreesExperiment implements Experiment {
    private static final Option<List<EngineName>> ENGINES = Option.list(
            Option.oneOf("policy", EngineName.values()),
            "--policies",
            "P",
            "Engines to measure (default: all that the device has).");

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

    /** What records say. */
    private static final class Recorded {
        static final Field WORK = Field.parameter("work");
        static final Field WORKERS = Field.parameter("workers");
        static final Field WARM_UPS = Field.parameter("warmup");
    }

    /** What engines are compared with: the first of these that was measured. */
    private static final List<String> REFERENCES = List.of("central", "java-pool");

    @Override
    public String name() {
        return "trees";
    }

    @Override
    public List<String> description() {
        return List.of(
                "Fibonacci numbers, queens, unbalanced tree search and quicksort on every engine in turn; on the JVM"
                        + " also on Java's ForkJoinPool and on one thread.",
                "--threads is the number of workers.");
    }

    @Override
    public List<Option<?>> options() {
        return CommonOptions.timed(ENGINES, FIB, QUEENS, CUTOFF, UTS_DEPTH, UTS_SEED, SAMPLES, ELEMENTS);
    }

    @Override
    public Trial on(Device device, Choices chosen) {
        var all = List.of(EngineName.values());
        var onDevice = all.stream().filter(name -> !name.isJavaOnly()).toList();
        return switch (CommonOptions.scale(device, chosen)) {
            case JVM -> trial(device, chosen, all, 0, 27, 11, 8, 19, 200_000, CommonOptions.effort(chosen, 5, 2, 10));
            case SIMULATOR ->
                trial(device, chosen, onDevice, 2, 8, 5, 3, 19, 500, CommonOptions.effort(chosen, 1, 1, 60));
            case GPU ->
                trial(device, chosen, onDevice, 0, 40, 15, 13, 29, 100_000, CommonOptions.effort(chosen, 5, 1, 10));
        };
    }

    /** @param presetWorkers number of workers of every engine; 0 leaves it to the engine */
    private Trial trial(
            Device device,
            Choices chosen,
            List<EngineName> presetEngines,
            int presetWorkers,
            int fib,
            int queens,
            int utsDepth,
            int utsSeed,
            int elements,
            MeasuringEffort effort) {
        int given = CommonOptions.oneNumberOfThreads(
                chosen, Math.max(1, presetWorkers), "this experiment takes one number of workers");
        var properties = device.properties();
        if (given > properties.residentThreads()) {
            throw new IllegalArgumentException("--threads " + given + "; " + properties.id() + " holds "
                    + properties.residentThreads() + " at once: give that many at most");
        }
        int workers = chosen.has(CommonOptions.THREADS) ? given : presetWorkers;
        var engines = chosen.or(ENGINES, presetEngines);
        CommonOptions.requireAtLeast(1, "elements", chosen, ELEMENTS);
        var works = new ArrayList<Supplier<TreeWork<?, ?>>>(List.of(
                () -> new Fib(device, chosen.or(FIB, fib)),
                () -> new Queens(device, chosen.or(QUEENS, queens), chosen.or(CUTOFF, 0)),
                () -> new Uts.Geometric(UtsShape.FIXED, chosen.or(UTS_DEPTH, utsDepth), 4, chosen.or(UTS_SEED, utsSeed))
                        .on(device)));
        for (var sample : chosen.or(SAMPLES, List.of())) {
            works.add(() -> sample.tree().on(device));
        }
        works.add(() -> new Quicksort(
                device,
                new SplittableRandom(1).ints(chosen.or(ELEMENTS, elements)).toArray(),
                Quicksort.USUAL_SMALL));
        // Refuses bad ones before anything is measured.
        works.forEach(making -> making.get().close());
        return Trial.ofRows(this, device, effort, works.size() * engines.size(), measuring -> {
            for (var making : works) {
                try (var work = making.get()) {
                    measuring.startAfresh();
                    measuring.record(work.toString(), entries(device, work, engines, workers, effort));
                }
            }
        });
    }

    private static <T, R> List<Entry> entries(
            Device device, TreeWork<T, R> work, List<EngineName> engines, int workers, MeasuringEffort effort) {
        var contenders = engines.stream()
                .map(name ->
                        new TreeContender<>(name.toString(), device, work, name.engine(Granularity.THREAD, workers, 0)))
                .toList();
        var parameters = Map.ofEntries(
                Recorded.WORK.is(work.toString()),
                Recorded.WORKERS.is(workers),
                Recorded.WARM_UPS.is(effort.warmUps()));
        // The tasks of the tree, as many for every engine; not every engine counts them.
        LongSupplier tasks =
                () -> contenders.stream().mapToLong(TreeContender::tasks).max().orElse(0);
        return contenders.stream()
                .map(contender -> new Entry(contender.label(), parameters, tasks, contender))
                .toList();
    }

    @Override
    public Table table(List<Measurement> measurements) {
        return Column.table(
                List.of(
                        Column.text("work", Recorded.WORK::text),
                        Column.text("engine", Measurement::structure),
                        Column.MEDIAN,
                        Column.MIN,
                        Column.MAX,
                        Column.number("tasks", row -> rate(row.measured() && row.operations() > 0, row, "")),
                        Column.CHECK),
                measurements);
    }

    private static String rate(boolean known, Measurement row, String otherwise) {
        return known ? Quantity.rate(row.operationsPerSecond()) : otherwise;
    }

    /** A table for each work, with every engine beside the one to compare with. */
    @Override
    public Section section(List<ResultLine> lines, UnaryOperator<String> file) {
        var evidence = Evidence.of(lines, row -> row.structure() + ", " + work(row));
        var parts = new ArrayList<Part>();
        Evidence.grouped(evidence.latest(), TreesExperiment::work).forEach((work, rows) -> {
            Lines.bars(work, rows, Measurement::structure).ifPresent(parts::add);
            parts.add(new Part.Captioned(work, compared(rows)));
        });
        parts.add(evidence.notes(
                List.of("Median of " + evidence.provenance().repetitions()
                        + " repetitions; tasks are those of the tree, as many for every engine"),
                row -> row.structure() + ", " + work(row),
                List.of()));
        return new Section("trees: " + evidence.device(), parts);
    }

    private static String work(Measurement row) {
        double workers = Recorded.WORKERS.number(row);
        return Recorded.WORK.text(row) + (workers > 0 ? ", " + Quantity.plain(workers) + " workers" : "");
    }

    private static Table compared(List<Measurement> rows) {
        var columns = new ArrayList<Column>(List.of(
                Column.text("engine", Measurement::structure),
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
