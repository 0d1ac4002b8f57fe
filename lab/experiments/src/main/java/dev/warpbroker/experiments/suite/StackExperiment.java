package dev.warpbroker.experiments.suite;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.experiments.StackMix;
import dev.warpbroker.experiments.StackMix.Tally;
import dev.warpbroker.experiments.design.Attempt;
import dev.warpbroker.experiments.design.Axis;
import dev.warpbroker.experiments.design.Checked;
import dev.warpbroker.experiments.design.Choices;
import dev.warpbroker.experiments.design.Column;
import dev.warpbroker.experiments.design.Contender;
import dev.warpbroker.experiments.design.Drawing;
import dev.warpbroker.experiments.design.Evidence;
import dev.warpbroker.experiments.design.Field;
import dev.warpbroker.experiments.design.GrowthLaw;
import dev.warpbroker.experiments.design.Loops;
import dev.warpbroker.experiments.design.Option;
import dev.warpbroker.experiments.design.Plot;
import dev.warpbroker.experiments.design.Point;
import dev.warpbroker.experiments.design.Slice;
import dev.warpbroker.experiments.design.Stage;
import dev.warpbroker.experiments.design.Sweep;
import dev.warpbroker.experiments.design.Trial;
import dev.warpbroker.experiments.page.Chart;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.results.CheckResult;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.structures.stack.IntStack;
import dev.warpbroker.structures.stack.StackOptions;
import dev.warpbroker.structures.stack.StackOptions.Statistics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Experiment {@code stack}: pushes and pops on all stacks, mix by mix, from few operations to many. */
final class StackExperiment extends Sweep {
    /** Those of the command that also count for {@link InvalidStacks}. */
    static final Option<List<StackEntry>> STACKS = Option.list(
                    Option.oneOf("stack", StackEntry.all()),
                    "--stacks",
                    "NAME",
                    "Stacks by name, such as EL+LA,Inval+EL+LA,rooms (default: all of the figures, or tables).")
            .or("--structures");

    static final Option<List<Integer>> OPERATIONS = Option.numbers(
            "--operations",
            "N",
            "Numbers of operations (default: 1000 to 10000000; fewer on jvm and sim; one number with --invalid, 1000000"
                    + " on a GPU).");

    private static final String ALL = "all";

    private static final Option<List<String>> MIXES = Option.list(
            Option.oneOf(
                    "mix",
                    Stream.concat(Arrays.stream(StackMix.Work.values()).map(StackMix.Work::toString), Stream.of(ALL))
                            .toList()),
            "--mix",
            "M",
            "random, push, pop or all: half pushes and half pops, or pushes alone, or pops of what the pushes have left"
                    + " (default: all).");

    private static final Option<Integer> LOOKING =
            Option.number("--interval", "N", "Interval of the lowest area (default: 25000; less on jvm and sim).");

    private static final Option<Boolean> INVALID =
            Option.flag("--invalid", "Count invalid final stacks of a random mix instead.");

    private static final Option<Boolean> COUNT = Option.flag(
            "--count",
            "Count the cells that operations of a Scan Stack look at and their swaps, by lane and by step of a warp, in"
                    + " the run that is checked, apart from the timed repetitions.");

    private static final Axis<StackMix.Work> MIX = Axis.derived("mix", (_, chosen) -> mixes(chosen), MIXES);

    private static final Axis<Integer> SIZE = Axis.of("operations", OPERATIONS)
            .jvm(1_000, 3_000, 10_000)
            .simulator(100, 300)
            .gpu(_ -> paperSizes())
            .sorted()
            .atLeast(1, "operations");

    /** The figures show all variants with a lowest area, and of those without only what eliminates nothing. */
    private static final Axis<StackEntry> STACK = Axis.of("stack", STACKS)
            .preset(StackEntry.those(entry -> !entry.scan().listed()
                            && (entry.hasLowestArea() || !entry.scan().eliminates()))
                    .toArray(StackEntry[]::new))
            .structure();

    /** Recorded of stacks that have a lowest area. */
    private static final Axis<Integer> INTERVAL = Axis.one("interval", LOOKING)
            .presets(250, 20, StackOptions.Scan.INTERVAL)
            .unrecorded()
            .atLeast(1, "cells from one look to the next");

    private static final Axis<StackLoad> LOAD = Axis.derived(
                    "load",
                    (device, chosen) -> List.of(StackLoad.chosen(
                            device.properties(),
                            chosen,
                            SIZE.values(device, chosen).getLast(),
                            false)))
            .unrecorded();

    private static final Field PUSHES = Field.observed("pushes");
    private static final Field POPS = Field.observed("pops");
    private static final Field DAMAGE = Field.observed("damage");
    private static final Field LOOKS = Field.observed("looksPerOperation");
    private static final Field LOOKING_STEPS = Field.observed("lookingStepsPerOperation");
    private static final Field SWAPS = Field.observed("swapsPerOperation");
    private static final Field SWAPPING_STEPS = Field.observed("swappingStepsPerOperation");
    private static final Field COUNTED_NANOSECONDS = Field.observed("countedNanoseconds");
    private static final Field COUNTED_THREADS = Field.observed("countedThreads");

    private final InvalidStacks invalidStacks = new InvalidStacks();

    StackExperiment() {
        super(
                "stack",
                "Pushes and pops by all threads together, on the Scan Stack in all its variants and on other stacks"
                        + " (Scan Stack, figures 9 to 12, table 1).",
                "With --invalid: how many final stacks have gaps or have lost values, and the mean run time, by the"
                        + " interval of the lowest area (tables 2 and 3).",
                "The paper does not say how large its stack is; here it holds all operations of the largest size"
                        + " (--capacity), for every size. A Scan Stack cannot be cancelled: a run of it takes what it"
                        + " takes, and the variant is left out of larger sizes if that was longer than --limit.",
                "All sizes of all variants take hours. --budget and --resume measure them slice by slice; what would"
                        + " take more than ten minutes is left out, and a report extrapolates it from smaller sizes.");
        measure(Loops.once().turns(MIX, SIZE).rows(STACK));
        sizes(SIZE);
        options(Slice.OPTIONS);
        settings(INTERVAL, LOAD);
        options(StackLoad.OPTIONS);
        options(List.of(COUNT, INVALID));
        options(invalidStacks.options());
        effort(new Effort(3, 1, 0.3), new Effort(1, 1, 1), new Effort(5, 1, 0.5));
        remarks("≈ was not measured: the time of the largest sizes that were, at least " + GrowthLaw.MIN_SIZES
                + ", grows as a power of the number of operations, and is taken to go on so");
    }

    private static List<StackMix.Work> mixes(Choices chosen) {
        var names = chosen.or(MIXES, List.of(ALL));
        return Arrays.stream(StackMix.Work.values())
                .filter(work -> names.contains(ALL) || names.contains(work.toString()))
                .sorted(Comparator.comparingInt(work -> names.indexOf(work.toString())))
                .toList();
    }

    /** Steps of 1, 2 and 5 to a million, then every million: table 1 has the second half of these. */
    private static List<Integer> paperSizes() {
        return Stream.concat(
                        Stream.of(1_000, 10_000, 100_000).flatMap(power -> Stream.of(power, 2 * power, 5 * power)),
                        IntStream.rangeClosed(1, 10).map(i -> i * 1_000_000).boxed())
                .toList();
    }

    @Override
    public Trial on(Device device, Choices chosen) {
        if (chosen.isSet(INVALID)) {
            refuse(chosen, MIXES, "together with --invalid, whose mix is random");
            refuse(chosen, LOOKING, "together with --invalid, which takes --intervals");
            refuse(chosen, COUNT, "together with --invalid");
            return invalidStacks.on(device, chosen);
        }
        refuse(chosen, InvalidStacks.RUNS, "without --invalid; see --reps");
        refuse(chosen, InvalidStacks.INTERVALS, "without --invalid; see --interval");
        return super.on(device, chosen);
    }

    private static void refuse(Choices chosen, Option<?> option, String where) {
        if (chosen.has(option)) {
            throw new IllegalArgumentException(option + " means nothing " + where);
        }
    }

    @Override
    protected Stage stage(Device device, Choices chosen, Point shared) {
        var load = shared.get(LOAD);
        int interval = shared.get(INTERVAL);
        var stacks = new LinkedHashMap<StackEntry, Attempt<IntStack>>();
        for (var entry : STACK.values(device, chosen)) {
            stacks.put(entry, Attempt.of(() -> entry.create(device, load, interval), IntStack::close));
        }
        var crowd = new Crowd(device, load, interval, load.mix(device), stacks, chosen.isSet(COUNT));
        return new Stage(row -> row.get(SIZE), crowd::contender)
                .facts(crowd::facts)
                .closing(crowd::close);
    }

    /** All stacks, and what is done to them. */
    private record Crowd(
            Device device,
            StackLoad load,
            int interval,
            StackMix mix,
            Map<StackEntry, Attempt<IntStack>> stacks,
            boolean counts) {
        Map<String, Object> facts(Point row) {
            var facts = load.parameters(row.get(MIX), row.get(SIZE));
            if (row.get(STACK).hasLowestArea()) {
                facts.put(INTERVAL.name(), interval);
            }
            return facts;
        }

        Contender contender(Point row) {
            var stack = Objects.requireNonNull(stacks.get(row.get(STACK))).get();
            var kernel = mix.kernel(stack, row.get(MIX));
            return new Contender(
                    limit -> {
                        begin(row, stack, limit);
                        return launch(row, kernel, limit);
                    },
                    limit -> counts && row.get(STACK).isScan()
                            ? counted(row, limit)
                            : check(row, stack, kernel, limit).checked());
        }

        /**
         * Pops find what as many pushes leave; the others begin with an empty stack. A Scan Stack is filled by the
         * host: its pushes take minutes.
         *
         * @return what was pushed
         */
        private Tally begin(Point row, IntStack stack, Duration limit) {
            int operations = row.get(SIZE);
            stack.clear();
            mix.prepare(operations);
            if (row.get(MIX) != StackMix.Work.POP) {
                return Tally.NONE;
            }
            if (row.get(STACK).isScan()) {
                int[] values = IntStream.range(0, operations).toArray();
                return Tally.pushes(Arrays.copyOf(values, stack.fill(values)));
            }
            launch(row, mix.kernel(stack, StackMix.Work.PUSH), limit);
            return mix.tally();
        }

        private Grid grid(Point row, Kernel kernel) {
            return load.grid(device, row.get(STACK), kernel, row.get(SIZE));
        }

        private Duration launch(Point row, Kernel kernel, Duration limit) {
            var launch = device.launch(grid(row, kernel), kernel);
            row.get(STACK).await(launch, limit);
            return launch.elapsed();
        }

        /** A run, and what became of it. */
        private record Run(Duration time, Checked checked) {}

        /** Of pushes alone only their number is checked: emptying the stack is what pops do. */
        private Run check(Point row, IntStack stack, Kernel kernel, Duration limit) {
            int operations = row.get(SIZE);
            var before = begin(row, stack, limit);
            mix.prepare(operations);
            var time = launch(row, kernel, limit);
            var tally = before.plus(mix.tally());
            var damage = stack.damage();
            var checked = row.get(MIX) == StackMix.Work.PUSH
                    ? Checked.of(
                            "pushes",
                            tally.pushes() == Math.min(operations, stack.capacity()),
                            "pushed " + tally.pushes() + " of " + operations + ", room for " + stack.capacity())
                    : conservation(tally, stack.drain());
            if (row.get(STACK).isRight()) {
                checked = checked.with(new CheckResult("form", damage.isEmpty(), damage.orElse("no gap")));
            }
            checked = checked.with(Map.ofEntries(PUSHES.is(tally.pushes()), POPS.is(tally.pops())));
            return new Run(time, damage.isEmpty() ? checked : checked.with(Map.ofEntries(DAMAGE.is(damage.get()))));
        }

        private static Checked conservation(Tally tally, int[] left) {
            boolean right = tally.leaves(left);
            return Checked.of(
                    "conservation",
                    right,
                    "pushed " + tally.pushes() + ", popped " + tally.pops() + ", left " + left.length
                            + "; number, sum and sum of squares " + (right ? "are right" : "are not all right"));
        }

        /** {@return what a check finds on a stack that counts} */
        private Checked counted(Point row, Duration limit) {
            double operations = row.get(SIZE);
            try (var statistics = Statistics.on(device);
                    var counting = row.get(STACK).create(device, load, interval, statistics)) {
                var kernel = mix.kernel(counting, row.get(MIX));
                var run = check(row, counting, kernel, limit);
                var looks = statistics.looked();
                var swaps = statistics.swapped();
                return run.checked()
                        .with(Map.ofEntries(
                                LOOKS.is(looks.lanes() / operations),
                                LOOKING_STEPS.is(looks.steps() / operations),
                                SWAPS.is(swaps.lanes() / operations),
                                SWAPPING_STEPS.is(swaps.steps() / operations),
                                COUNTED_NANOSECONDS.is((double) run.time().toNanos()),
                                COUNTED_THREADS.is(grid(row, kernel).threads())));
            }
        }

        void close() {
            stacks.values().forEach(Attempt::close);
            mix.close();
        }
    }

    @Override
    protected List<Column> columnsFor(List<Measurement> rows) {
        var columns = new ArrayList<Column>(List.of(
                Column.text(MIX),
                Column.number(SIZE),
                Column.text(STACK),
                Column.number("time", Column::median),
                Column.number(
                        "operations/s", row -> row.measured() ? Quantity.rate(row.operationsPerSecond()) : Column.NONE),
                Column.number("pushed", row -> PUSHES.textOr(row, Column.NONE)),
                Column.number("popped", row -> POPS.textOr(row, Column.NONE)),
                Column.text(
                        "check",
                        row -> Column.check(row)
                                + (DAMAGE.isIn(row) ? "; final stack invalid: " + DAMAGE.text(row) : ""))));
        if (rows.stream().anyMatch(SWAPS::isIn)) {
            columns.add(Column.number("looks (steps)", row -> counted(row, LOOKS, LOOKING_STEPS)));
            columns.add(Column.number("swaps (steps)", row -> counted(row, SWAPS, SWAPPING_STEPS)));
        }
        return columns;
    }

    /** {@return what lanes have done for an operation, and in how many steps of their warps} */
    private static String counted(Measurement row, Field lanes, Field steps) {
        return lanes.isIn(row)
                ? Quantity.significant(lanes.number(row)) + " (" + Quantity.significant(steps.number(row)) + ")"
                : Column.NONE;
    }

    /**
     * For each mix throughput over the number of operations, as in figures 9 to 12 of the Scan Stack paper. The paper's
     * variants are dashed.
     */
    @Override
    protected void draw(Drawing drawing) {
        var paper = findings();
        var plot = Plot.of(
                        new Chart.Axis("operations", Chart.Scale.POWERS_OF_TEN),
                        SIZE.field()::number,
                        new Chart.Axis("throughput (10^6 operations/s)", Chart.Scale.POWERS_OF_TEN, Chart.Better.MORE),
                        Plot::millionsPerSecond,
                        Measurement::structure)
                .dashed(StackEntry::isScan)
                .words(millions -> Quantity.rate(1e6 * millions))
                .estimated((size, nanos) -> size / nanos * 1e3);
        Evidence.grouped(drawing.rows(), MIX::text)
                .forEach((mix, rows) ->
                        drawing.plots(plot, rows, _ -> paper.text("mixes", mix).orElse(mix), "-" + mix));
        super.draw(drawing);
    }
}
