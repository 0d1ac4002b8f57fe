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
import dev.warpbroker.experiments.design.Effort;
import dev.warpbroker.experiments.design.Evidence;
import dev.warpbroker.experiments.design.Field;
import dev.warpbroker.experiments.design.Findings;
import dev.warpbroker.experiments.design.GrowthLaw;
import dev.warpbroker.experiments.design.Loops;
import dev.warpbroker.experiments.design.Option;
import dev.warpbroker.experiments.design.Plot;
import dev.warpbroker.experiments.design.Point;
import dev.warpbroker.experiments.design.Slice;
import dev.warpbroker.experiments.design.Stage;
import dev.warpbroker.experiments.design.Sweep;
import dev.warpbroker.experiments.design.Trial;
import dev.warpbroker.experiments.design.Work;
import dev.warpbroker.experiments.page.Chart;
import dev.warpbroker.experiments.page.Chart.Better;
import dev.warpbroker.experiments.page.Chart.Scale;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.page.Section.Part;
import dev.warpbroker.experiments.page.Table;
import dev.warpbroker.experiments.results.CheckResult;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.structures.stack.IntStack;
import dev.warpbroker.structures.stack.StackOptions;
import dev.warpbroker.structures.stack.StackOptions.Statistics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
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
            .jvm(250)
            .simulator(20)
            .gpu(StackOptions.Scan.INTERVAL)
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
        slices();
        settings(INTERVAL, LOAD);
        options(StackLoad.OPTIONS);
        options(List.of(COUNT, INVALID));
        options(invalidStacks.options());
        effort(new Effort(3, 1, 0.3), new Effort(1, 1, 1), new Effort(5, 1, 0.5));
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
        return new Crowd(device, load, interval, load.mix(device), stacks, chosen.isSet(COUNT));
    }

    /** All stacks, and what is done to them. */
    private record Crowd(
            Device device,
            StackLoad load,
            int interval,
            StackMix mix,
            Map<StackEntry, Attempt<IntStack>> stacks,
            boolean counts)
            implements Stage {
        @Override
        public long operations(Point row) {
            return row.get(SIZE);
        }

        @Override
        public Map<String, Object> facts(Point row) {
            var facts = load.parameters(row.get(MIX), row.get(SIZE));
            if (row.get(STACK).hasLowestArea()) {
                facts.put(INTERVAL.name(), interval);
            }
            return facts;
        }

        @Override
        public Contender contender(Point row) {
            var entry = row.get(STACK);
            var stack = Objects.requireNonNull(stacks.get(entry)).get();
            var worked = new Worked(this, entry, row.get(MIX), row.get(SIZE));
            var kernel = mix.kernel(stack, row.get(MIX));
            return new Work(
                    limit -> {
                        worked.begin(stack, limit);
                        return worked.launch(kernel, limit);
                    },
                    limit -> counts && entry.isScan()
                            ? worked.counted(limit)
                            : worked.check(stack, kernel, limit).checked());
        }

        @Override
        public void close() {
            stacks.values().forEach(Attempt::close);
            mix.close();
        }
    }

    /** What is done to a stack. */
    private record Worked(Crowd crowd, StackEntry entry, StackMix.Work work, int operations) {
        /**
         * Pops find what as many pushes leave; the others begin with an empty stack. A Scan Stack is filled by the
         * host: its pushes take minutes.
         *
         * @return what was pushed
         */
        Tally begin(IntStack used, Duration limit) {
            used.clear();
            crowd.mix().prepare(operations);
            if (work != StackMix.Work.POP) {
                return Tally.NONE;
            }
            if (entry.isScan()) {
                int[] values = IntStream.range(0, operations).toArray();
                return Tally.pushes(Arrays.copyOf(values, used.fill(values)));
            }
            launch(crowd.mix().kernel(used, StackMix.Work.PUSH), limit);
            return crowd.mix().tally();
        }

        private Grid grid(Kernel launched) {
            return crowd.load().grid(crowd.device(), entry, launched, operations);
        }

        Duration launch(Kernel launched, Duration limit) {
            var launch = crowd.device().launch(grid(launched), launched);
            entry.await(launch, limit);
            return launch.elapsed();
        }

        /** {@return what a check finds on a stack that counts} */
        Checked counted(Duration limit) {
            try (var statistics = Statistics.on(crowd.device());
                    var counting = entry.create(crowd.device(), crowd.load(), crowd.interval(), statistics)) {
                var kernel = crowd.mix().kernel(counting, work);
                var run = check(counting, kernel, limit);
                var looks = statistics.looked();
                var swaps = statistics.swapped();
                var observed = new HashMap<>(run.checked().observed());
                observed.putAll(Map.ofEntries(
                        LOOKS.is(each(looks.lanes())),
                        LOOKING_STEPS.is(each(looks.steps())),
                        SWAPS.is(each(swaps.lanes())),
                        SWAPPING_STEPS.is(each(swaps.steps())),
                        COUNTED_NANOSECONDS.is((double) run.time().toNanos()),
                        COUNTED_THREADS.is(grid(kernel).threads())));
                return new Checked(run.checked().results(), observed);
            }
        }

        private double each(long all) {
            return (double) all / operations;
        }

        /** A run, and what became of it. */
        record Run(Duration time, Checked checked) {}

        /** Of pushes alone only their number is checked: emptying the stack is what pops do. */
        Run check(IntStack used, Kernel launched, Duration limit) {
            var before = begin(used, limit);
            crowd.mix().prepare(operations);
            var time = launch(launched, limit);
            var tally = before.plus(crowd.mix().tally());
            var damage = used.damage();
            var results = new ArrayList<CheckResult>();
            if (work == StackMix.Work.PUSH) {
                results.add(new CheckResult(
                        "pushes",
                        tally.pushes() == Math.min(operations, used.capacity()),
                        "pushed " + tally.pushes() + " of " + operations + ", room for " + used.capacity()));
            } else {
                int[] left = used.drain();
                results.add(new CheckResult(
                        "conservation",
                        tally.leaves(left),
                        "pushed " + tally.pushes() + ", popped " + tally.pops() + ", left " + left.length
                                + "; number, sum and sum of squares"
                                + (tally.leaves(left) ? " are right" : " are not all right")));
            }
            if (entry.isRight()) {
                results.add(new CheckResult("form", damage.isEmpty(), damage.orElse("no gap")));
            }
            var observed = new HashMap<>(Map.ofEntries(PUSHES.is(tally.pushes()), POPS.is(tally.pops())));
            damage.ifPresent(text -> observed.put(DAMAGE.name(), text));
            return new Run(time, new Checked(results, observed));
        }
    }

    @Override
    protected List<Column> columns(List<Measurement> rows) {
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
     * For each mix throughput and time over the number of operations, as in figures 9 to 12 of the Scan Stack paper,
     * and its table 1. The paper's variants are dashed.
     */
    @Override
    protected List<Part> parts(Evidence evidence, UnaryOperator<String> file) {
        var paper = Findings.of(StackExperiment.class, name());
        var parts = new ArrayList<Part>();
        var mixes = Evidence.grouped(evidence.latest(), MIX::text);
        var throughput = new Chart.Axis("throughput (10^6 operations/s)", Scale.POWERS_OF_TEN, Better.MORE);
        var time = new Chart.Axis("time (ms)", Scale.POWERS_OF_TEN, Better.LESS);
        mixes.forEach((mix, rows) -> {
            String title = paper.text("mixes", mix).orElse(mix);
            plot(throughput, Plot::millionsPerSecond)
                    .figure(title + ": throughput", evidence, rows, file.apply("-" + mix))
                    .ifPresent(parts::add);
            plot(time, Plot::milliseconds)
                    .figure(title + ": time", evidence, rows, file.apply("-" + mix + "-time"))
                    .ifPresent(parts::add);
            parts.add(new Part.Captioned(title + ": operations per second by operations", rates(rows)));
        });
        tableOne(mixes.getOrDefault(StackMix.Work.RANDOM.toString(), List.of()), paper)
                .ifPresent(table -> parts.add(new Part.Captioned(
                        "Table 1, RandomMix: operations per second by operations (paper: RTX 3090, in brackets)",
                        table)));
        var damaged = evidence.latest().stream().filter(DAMAGE::isIn).toList();
        if (!damaged.isEmpty()) {
            parts.add(new Part.Captioned("Invalid final stacks", table(damaged)));
        }
        return parts;
    }

    private static Plot plot(Chart.Axis y, Plot.Height height) {
        return new Plot(
                new Chart.Axis("operations", Scale.POWERS_OF_TEN),
                SIZE.field()::number,
                y,
                height,
                Measurement::structure,
                StackEntry::isScan);
    }

    private static SequencedMap<String, SequencedMap<Integer, Measurement>> bySize(List<Measurement> rows) {
        var stacks = new LinkedHashMap<String, SequencedMap<Integer, Measurement>>();
        for (var row : rows) {
            stacks.computeIfAbsent(row.structure(), _ -> new TreeMap<>())
                    .put(SIZE.field().whole(row), row);
        }
        return stacks;
    }

    private static Table rates(List<Measurement> rows) {
        var sizes = new TreeSet<Integer>(rows.stream().map(SIZE.field()::whole).toList());
        var columns = new ArrayList<Table.Column>(List.of(Table.text("stack")));
        sizes.forEach(size -> columns.add(Table.number(Quantity.count(size))));
        var cells = new ArrayList<List<String>>();
        bySize(rows).forEach((name, row) -> {
            var line = new ArrayList<String>(List.of(Plot.marked(name, row.values())));
            sizes.forEach(size -> line.add(rate(row, size)));
            cells.add(line);
        });
        return new Table(columns, cells);
    }

    /** {@return operations per second; extrapolated where smaller sizes were measured and this one was not} */
    private static String rate(Map<Integer, Measurement> bySize, int size) {
        var row = bySize.get(size);
        if (row != null && row.measured()) {
            return row.passed() ? Quantity.rate(row.operationsPerSecond()) : "FAILED";
        }
        var times = new TreeMap<Integer, Double>();
        bySize.values().stream()
                .filter(Evidence::isGood)
                .forEach(good ->
                        times.put(SIZE.field().whole(good), good.nanoseconds().median()));
        return GrowthLaw.of(times)
                .filter(law ->
                        law.sizes().size() >= Slice.MIN_SIZES && law.sizes().getLast() < size)
                .map(law -> "≈ " + Quantity.rate(size / (law.at(size) * 1e-9)))
                .orElse(row == null ? Column.NONE : "skipped");
    }

    private static Optional<Table> tableOne(List<Measurement> rows, Findings paper) {
        var millions = IntStream.rangeClosed(5, 10).boxed().toList();
        var columns = new ArrayList<Table.Column>(List.of(Table.text("stack")));
        millions.forEach(million -> columns.add(Table.number(Quantity.count(1_000_000L * million))));
        boolean any = false;
        var cells = new ArrayList<List<String>>();
        for (var stack : bySize(rows).entrySet()) {
            var line = new ArrayList<String>(List.of(stack.getKey()));
            for (int million : millions) {
                any |= stack.getValue().containsKey(1_000_000 * million);
                double found = paper.number("table 1", paperName(stack.getKey()), million - millions.getFirst());
                line.add(rate(stack.getValue(), 1_000_000 * million)
                        + (Double.isNaN(found) ? "" : " (" + Quantity.rate(found) + ")"));
            }
            cells.add(line);
        }
        return any ? Optional.of(new Table(columns, cells)) : Optional.empty();
    }

    /** {@return what table 1 calls a variant, which does not say whether it invalidates} */
    private static String paperName(String name) {
        return name.equals("Inval") ? "No-Optimizations" : name.replaceFirst("^Inval\\+", "");
    }

    @Override
    protected List<String> remarks() {
        var remarks = new ArrayList<>(List.of("≈ was not measured: the time of the largest sizes that were, at least "
                + Slice.MIN_SIZES + ", grows as a power of the number of operations, and is taken to go on so"));
        remarks.addAll(Findings.of(StackExperiment.class, name()).notes());
        return remarks;
    }
}
