package dev.warpbroker.experiments.suite;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.experiments.StackMix;
import dev.warpbroker.experiments.StackMix.Tally;
import dev.warpbroker.experiments.StackMix.Work;
import dev.warpbroker.experiments.design.Attempt;
import dev.warpbroker.experiments.design.Checked;
import dev.warpbroker.experiments.design.Choices;
import dev.warpbroker.experiments.design.Column;
import dev.warpbroker.experiments.design.CommonOptions;
import dev.warpbroker.experiments.design.Contender;
import dev.warpbroker.experiments.design.Evidence;
import dev.warpbroker.experiments.design.Evidence.Setting;
import dev.warpbroker.experiments.design.Experiment;
import dev.warpbroker.experiments.design.Field;
import dev.warpbroker.experiments.design.Findings;
import dev.warpbroker.experiments.design.GrowthLaw;
import dev.warpbroker.experiments.design.LateContender;
import dev.warpbroker.experiments.design.Lines;
import dev.warpbroker.experiments.design.Measuring;
import dev.warpbroker.experiments.design.Measuring.Entry;
import dev.warpbroker.experiments.design.MeasuringEffort;
import dev.warpbroker.experiments.design.Option;
import dev.warpbroker.experiments.design.TimePlot;
import dev.warpbroker.experiments.design.Trial;
import dev.warpbroker.experiments.page.Chart;
import dev.warpbroker.experiments.page.Chart.Axis;
import dev.warpbroker.experiments.page.Chart.Better;
import dev.warpbroker.experiments.page.Chart.Scale;
import dev.warpbroker.experiments.page.Chart.Series;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.page.Section;
import dev.warpbroker.experiments.page.Section.Part;
import dev.warpbroker.experiments.page.Table;
import dev.warpbroker.experiments.results.CheckResult;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.experiments.results.ResultLine;
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
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Experiment {@code stack}: pushes and pops on all stacks, mix by mix, from few operations to many. */
final class StackExperiment implements Experiment {
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

    /** Sizes that must have been measured before a report extrapolates. */
    private static final int MIN_TO_EXTRAPOLATE = 3;

    private static final String ALL = "all";

    private static final Option<List<String>> MIXES = Option.list(
            Option.oneOf(
                    "mix",
                    Stream.concat(Arrays.stream(Work.values()).map(Work::toString), Stream.of(ALL))
                            .toList()),
            "--mix",
            "M",
            "random, push, pop or all: half pushes and half pops, or pushes alone, or pops of what the pushes have left"
                    + " (default: all).");

    private static final Option<Integer> INTERVAL =
            Option.number("--interval", "N", "Interval of the lowest area (default: 25000; less on jvm and sim).");

    private static final Option<Boolean> INVALID =
            Option.flag("--invalid", "Count invalid final stacks of a random mix instead.");

    private static final Option<Boolean> COUNT = Option.flag(
            "--count",
            "Count the cells that operations of a Scan Stack look at and their swaps, by lane and by step of a warp, in"
                    + " the run that is checked, apart from the timed repetitions.");

    /** What records say, beside what {@link StackLoad} does. */
    private static final class Recorded {
        static final Field WARM_UPS = Field.parameter("warmup");
        static final Field PUSHES = Field.observed("pushes");
        static final Field POPS = Field.observed("pops");
        static final Field DAMAGE = Field.observed("damage");
        static final Field LOOKS = Field.observed("looksPerOperation");
        static final Field LOOKING_STEPS = Field.observed("lookingStepsPerOperation");
        static final Field SWAPS = Field.observed("swapsPerOperation");
        static final Field SWAPPING_STEPS = Field.observed("swappingStepsPerOperation");
        static final Field COUNTED_NANOSECONDS = Field.observed("countedNanoseconds");
        static final Field COUNTED_THREADS = Field.observed("countedThreads");
    }

    private final InvalidStacks invalidStacks = new InvalidStacks();

    @Override
    public String name() {
        return "stack";
    }

    @Override
    public List<String> description() {
        return List.of(
                "Pushes and pops by all threads together, on the Scan Stack in all its variants and on other stacks"
                        + " (Scan Stack, figures 9 to 12, table 1).",
                "With --invalid: how many final stacks have gaps or have lost values, and the mean run time, by the"
                        + " interval of the lowest area (tables 2 and 3).",
                "The paper does not say how large its stack is; here it holds all operations of the largest size"
                        + " (--capacity), for every size. A Scan Stack cannot be cancelled: a run of it takes what it"
                        + " takes, and the variant is left out of larger sizes if that was longer than --limit.",
                "All sizes of all variants take hours. --budget and --resume measure them slice by slice; what would"
                        + " take more than ten minutes is left out, and a report extrapolates it from smaller sizes.");
    }

    @Override
    public List<Option<?>> options() {
        return Stream.of(
                        StackLoad.OPTIONS,
                        List.of(STACKS, OPERATIONS, MIXES, INTERVAL, COUNT, INVALID),
                        Slice.OPTIONS,
                        invalidStacks.options())
                .flatMap(List::stream)
                .<Option<?>>map(option -> option)
                .toList();
    }

    @Override
    public Trial on(Device device, Choices chosen) {
        if (chosen.isSet(INVALID)) {
            refuse(chosen, MIXES, "together with --invalid, whose mix is random");
            refuse(chosen, INTERVAL, "together with --invalid, which takes --intervals");
            refuse(chosen, COUNT, "together with --invalid");
            return invalidStacks.on(device, chosen);
        }
        refuse(chosen, InvalidStacks.RUNS, "without --invalid; see --reps");
        refuse(chosen, InvalidStacks.INTERVALS, "without --invalid; see --interval");
        return switch (CommonOptions.scale(device, chosen)) {
            case JVM ->
                trial(device, chosen, List.of(1_000, 3_000, 10_000), 250, CommonOptions.effort(chosen, 3, 1, 0.3));
            case SIMULATOR -> trial(device, chosen, List.of(100, 300), 20, CommonOptions.effort(chosen, 1, 1, 1));
            case GPU ->
                trial(
                        device,
                        chosen,
                        paperSizes(),
                        StackOptions.Scan.INTERVAL,
                        CommonOptions.effort(chosen, 5, 1, 0.5));
        };
    }

    private static void refuse(Choices chosen, Option<?> option, String where) {
        if (chosen.has(option)) {
            throw new IllegalArgumentException(option + " means nothing " + where);
        }
    }

    /** Steps of 1, 2 and 5 to a million, then every million: table 1 has the second half of these. */
    private static List<Integer> paperSizes() {
        return Stream.concat(
                        Stream.of(1_000, 10_000, 100_000).flatMap(power -> Stream.of(power, 2 * power, 5 * power)),
                        IntStream.rangeClosed(1, 10).map(i -> i * 1_000_000).boxed())
                .toList();
    }

    private Trial trial(
            Device device, Choices chosen, List<Integer> sizes, int presetInterval, MeasuringEffort effort) {
        // The figures show all variants with a lowest area, and of those without only what eliminates nothing.
        var stacks = chosen
                .or(
                        STACKS,
                        StackEntry.those(entry -> !entry.scan().listed()
                                && (entry.hasLowestArea() || !entry.scan().eliminates())))
                .stream()
                .distinct()
                .toList();
        var mixes = chosen.or(MIXES, List.of(ALL));
        var works = Arrays.stream(Work.values())
                .filter(work -> mixes.contains(ALL) || mixes.contains(work.toString()))
                .sorted(Comparator.comparingInt(work -> mixes.indexOf(work.toString())))
                .toList();
        var operations =
                chosen.or(OPERATIONS, sizes).stream().sorted().distinct().toList();
        operations.forEach(count -> MeasuringEffort.requireAtLeast(1, "operations", count));
        int interval = chosen.or(INTERVAL, presetInterval);
        MeasuringEffort.requireAtLeast(1, "cells from one look to the next", interval);
        var load = StackLoad.chosen(device.properties(), chosen, operations.getLast(), false);
        boolean counts = chosen.isSet(COUNT);
        int rows = works.size() * operations.size() * stacks.size();
        var slice = Slice.chosen(chosen, name(), device);
        var remarks = new ArrayList<String>();
        Trial.Work work = measuring -> {
            var plan = new Plan(slice, measuring, remarks);
            var made = new LinkedHashMap<StackEntry, Attempt<IntStack>>();
            try (var mix = load.mix(device)) {
                for (var entry : stacks) {
                    made.put(entry, Attempt.of(() -> entry.create(device, load, interval), IntStack::close));
                }
                for (var what : works) {
                    for (int count : operations) {
                        var entries = new ArrayList<Entry>();
                        made.forEach((entry, stack) -> {
                            var parameters = load.parameters(what, count);
                            parameters.put(Recorded.WARM_UPS.name(), effort.warmUps());
                            if (entry.hasLowestArea()) {
                                parameters.put(StackLoad.Recorded.INTERVAL.name(), interval);
                            }
                            String label = entry + ", " + what;
                            if (plan.includes(entry.toString(), parameters)) {
                                entries.add(new Entry(
                                        entry.toString(),
                                        parameters,
                                        count,
                                        new LateContender(
                                                label,
                                                () -> new Worked(
                                                        label,
                                                        entry,
                                                        device,
                                                        stack.get(),
                                                        mix,
                                                        load,
                                                        what,
                                                        count,
                                                        counts && entry.isScan()
                                                                ? statistics ->
                                                                        entry.create(device, load, interval, statistics)
                                                                : null))));
                            }
                        });
                        plan.measure(Quantity.count(count) + " operations", entries);
                    }
                }
            } finally {
                made.values().forEach(Attempt::close);
            }
        };
        return new Trial(this, device, effort, rows * effort.steps(), work, remarks);
    }

    /** Which rows are measured in a slice, and what is known of their times. */
    private static final class Plan {
        /** What takes longer is not measured. */
        private static final double LONGEST_SECONDS = 600;

        /** A size can be judged by one that is so many times smaller. */
        private static final int FURTHEST = 10;

        private final Slice slice;
        private final Measuring measuring;
        private final List<String> remarks;
        private final List<Measurement> known;
        private double planned;

        Plan(Slice slice, Measuring measuring, List<String> remarks) {
            this.slice = slice;
            this.measuring = measuring;
            this.remarks = remarks;
            known = new ArrayList<>(slice.earlier());
        }

        boolean includes(String stack, Map<String, Object> parameters) {
            if (slice.isWhole()) {
                return true;
            }
            boolean there = known.stream()
                    .anyMatch(row -> row.measured()
                            && isLike(row, stack, parameters)
                            && StackLoad.Recorded.OPERATIONS.text(row).equals(operations(parameters)));
            if (there) {
                return false;
            }
            int size = Integer.parseInt(operations(parameters));
            double seconds = seconds(stack, parameters, size);
            String row = stack + ", " + parameters.get(StackLoad.Recorded.MIX.name()) + ", " + Quantity.count(size)
                    + " operations";
            if (seconds > LONGEST_SECONDS && isCertain(stack, parameters, size)) {
                measuring.skip(
                        stack,
                        parameters,
                        "would take about " + Quantity.time(seconds * 1e9) + ", by the growth of its times");
                return false;
            }
            if (planned + seconds > slice.secondsLeft()) {
                remarks.add("left for another slice: " + row + ", about " + Quantity.time(seconds * 1e9));
                return false;
            }
            planned += seconds;
            return true;
        }

        private static String operations(Map<String, Object> parameters) {
            return String.valueOf(parameters.get(StackLoad.Recorded.OPERATIONS.name()));
        }

        /** {@return whether a row is of the same stack, mix and capacity} */
        private static boolean isLike(Measurement row, String stack, Map<String, Object> parameters) {
            return row.structure().equals(stack)
                    && Stream.of(StackLoad.Recorded.MIX, StackLoad.Recorded.CAPACITY)
                            .allMatch(field -> field.text(row).equals(String.valueOf(parameters.get(field.name()))));
        }

        /** {@return about how long a row takes; 0 if nothing is known of smaller ones} */
        private double seconds(String stack, Map<String, Object> parameters, int size) {
            return law(stack, parameters).map(law -> law.at(size) * 1e-9).orElse(0.0);
        }

        private Optional<GrowthLaw> law(String stack, Map<String, Object> parameters) {
            return growth(
                    known.stream().filter(row -> isLike(row, stack, parameters)).toList());
        }

        /** {@return whether sizes were measured that are large enough to tell how long this one takes} */
        private boolean isCertain(String stack, Map<String, Object> parameters, int size) {
            return law(stack, parameters)
                    .filter(law -> law.sizes().size() >= MIN_TO_EXTRAPOLATE
                            && law.sizes().getLast() >= size / FURTHEST)
                    .isPresent();
        }

        void measure(String size, List<Entry> entries) {
            if (!slice.isWhole()) {
                measuring.startAfresh();
            }
            planned = 0;
            for (var row : measuring.measure(size, entries)) {
                known.add(row);
                measuring.record(row);
            }
        }
    }

    /** {@return how the times of rows grow with the number of operations} */
    private static Optional<GrowthLaw> growth(List<Measurement> rows) {
        var times = new TreeMap<Integer, Double>();
        rows.stream()
                .filter(Measurement::measured)
                .forEach(row -> times.put(
                        StackLoad.Recorded.OPERATIONS.whole(row),
                        row.nanoseconds().median()));
        return GrowthLaw.of(times);
    }

    /** A stack and what is done to it. */
    private static final class Worked implements Contender {
        private final String label;
        private final StackEntry entry;
        private final Device device;
        private final IntStack stack;
        private final StackMix mix;
        private final StackLoad load;
        private final Work work;
        private final int operations;
        private final Kernel kernel;
        private final Kernel pushes;
        private final @Nullable Function<Statistics, IntStack> counted;

        /** @param counted makes a stack that counts, for the run that is checked; null if nothing is to be counted */
        Worked(
                String label,
                StackEntry entry,
                Device device,
                IntStack stack,
                StackMix mix,
                StackLoad load,
                Work work,
                int operations,
                @Nullable Function<Statistics, IntStack> counted) {
            this.label = label;
            this.entry = entry;
            this.device = device;
            this.stack = stack;
            this.mix = mix;
            this.load = load;
            this.work = work;
            this.operations = operations;
            this.counted = counted;
            kernel = mix.kernel(stack, work);
            pushes = mix.kernel(stack, Work.PUSH);
        }

        @Override
        public String label() {
            return label;
        }

        @Override
        public long run(Duration limit) {
            begin(stack, limit);
            return launch(kernel, limit);
        }

        /**
         * Pops find what as many pushes leave; the others begin with an empty stack. A Scan Stack is filled by the
         * host: its pushes take minutes.
         *
         * @return what was pushed
         */
        private Tally begin(IntStack used, Duration limit) {
            used.clear();
            mix.prepare(operations);
            if (work != Work.POP) {
                return Tally.NONE;
            }
            if (entry.isScan()) {
                int[] values = IntStream.range(0, operations).toArray();
                return Tally.pushes(Arrays.copyOf(values, used.fill(values)));
            }
            launch(pushes, limit);
            return mix.tally();
        }

        private Grid grid(Kernel launched) {
            return load.grid(device, entry, launched, operations);
        }

        private long launch(Kernel launched, Duration limit) {
            var launch = device.launch(grid(launched), launched);
            entry.await(launch, limit);
            return launch.elapsed().toNanos();
        }

        @Override
        public Checked check(Duration limit) {
            if (counted == null) {
                return check(stack, kernel, limit).checked();
            }
            try (var statistics = Statistics.on(device);
                    var counting = counted.apply(statistics)) {
                var countingKernel = mix.kernel(counting, work);
                var run = check(counting, countingKernel, limit);
                var looks = statistics.looked();
                var swaps = statistics.swapped();
                var observed = new HashMap<>(run.checked().observed());
                observed.putAll(Map.ofEntries(
                        Recorded.LOOKS.is(each(looks.lanes())),
                        Recorded.LOOKING_STEPS.is(each(looks.steps())),
                        Recorded.SWAPS.is(each(swaps.lanes())),
                        Recorded.SWAPPING_STEPS.is(each(swaps.steps())),
                        Recorded.COUNTED_NANOSECONDS.is((double) run.nanoseconds()),
                        Recorded.COUNTED_THREADS.is(grid(countingKernel).threads())));
                return new Checked(run.checked().results(), observed);
            }
        }

        private double each(long all) {
            return (double) all / operations;
        }

        /** A run, and what became of it. */
        private record Run(long nanoseconds, Checked checked) {}

        /** Of pushes alone only their number is checked: emptying the stack is what pops do. */
        private Run check(IntStack used, Kernel launched, Duration limit) {
            var before = begin(used, limit);
            mix.prepare(operations);
            long nanoseconds = launch(launched, limit);
            var tally = before.plus(mix.tally());
            var damage = used.damage();
            var results = new ArrayList<CheckResult>();
            if (work == Work.PUSH) {
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
            var observed =
                    new HashMap<>(Map.ofEntries(Recorded.PUSHES.is(tally.pushes()), Recorded.POPS.is(tally.pops())));
            damage.ifPresent(text -> observed.put(Recorded.DAMAGE.name(), text));
            return new Run(nanoseconds, new Checked(results, observed));
        }
    }

    @Override
    public Table table(List<Measurement> measurements) {
        var columns = new ArrayList<Column>(List.of(
                Column.text("mix", StackLoad.Recorded.MIX::text),
                Column.number("operations", StackLoad.Recorded.OPERATIONS),
                Column.text("stack", Measurement::structure),
                Column.number("time", Column::median),
                Column.number(
                        "operations/s", row -> row.measured() ? Quantity.rate(row.operationsPerSecond()) : Column.NONE),
                Column.number("pushed", row -> Recorded.PUSHES.textOr(row, Column.NONE)),
                Column.number("popped", row -> Recorded.POPS.textOr(row, Column.NONE)),
                Column.text(
                        "check",
                        row -> Column.check(row)
                                + (Recorded.DAMAGE.isIn(row)
                                        ? "; final stack invalid: " + Recorded.DAMAGE.text(row)
                                        : ""))));
        if (measurements.stream().anyMatch(Recorded.SWAPS::isIn)) {
            columns.add(Column.number("looks (steps)", row -> counted(row, Recorded.LOOKS, Recorded.LOOKING_STEPS)));
            columns.add(Column.number("swaps (steps)", row -> counted(row, Recorded.SWAPS, Recorded.SWAPPING_STEPS)));
        }
        return Column.table(columns, measurements);
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
    public Section section(List<ResultLine> lines, UnaryOperator<String> file) {
        var evidence = Evidence.of(lines);
        var paper = Findings.of(StackExperiment.class, name());
        var parts = new ArrayList<Part>();
        var mixes = Evidence.grouped(evidence.latest(), StackLoad.Recorded.MIX::text);
        mixes.forEach((mix, rows) -> {
            String title = paper.text("mixes", mix).orElse(mix);
            var throughput = lines(rows, Lines::millionsPerSecond);
            if (!throughput.isEmpty()) {
                parts.add(new Part.Figure(
                        file.apply("-" + mix),
                        chart(
                                title + ": throughput",
                                evidence,
                                new Axis("throughput (10^6 operations/s)", Scale.POWERS_OF_TEN, Better.MORE),
                                throughput)));
                parts.add(new Part.Figure(
                        file.apply("-" + mix + "-time"),
                        chart(
                                title + ": time",
                                evidence,
                                new Axis("time (ms)", Scale.POWERS_OF_TEN, Better.LESS),
                                lines(rows, (_, nanos) -> nanos * 1e-6))));
            }
            parts.add(new Part.Captioned(title + ": operations per second by operations", rates(rows)));
        });
        tableOne(mixes.getOrDefault(Work.RANDOM.toString(), List.of()), paper)
                .ifPresent(table -> parts.add(new Part.Captioned(
                        "Table 1, RandomMix: operations per second by operations (paper: RTX 3090, in brackets)",
                        table)));
        var after = new ArrayList<String>(
                List.of("≈ was not measured: the time of the largest sizes that were, at least " + MIN_TO_EXTRAPOLATE
                        + ", grows as a power of the number of operations, and is taken to go on so"));
        for (var row : evidence.latest()) {
            if (Recorded.DAMAGE.isIn(row)) {
                after.add("Invalid final stack: " + label(row) + ", "
                        + Quantity.count(StackLoad.Recorded.OPERATIONS.whole(row)) + " operations: "
                        + Recorded.DAMAGE.text(row));
            }
        }
        after.addAll(paper.notes());
        parts.add(evidence.notes(
                evidence.settings(List.of(
                        new Setting(StackLoad.Recorded.INTERVAL, "cells from one look to the next (LA)"),
                        new Setting(StackLoad.Recorded.CAPACITY, "values of capacity"),
                        new Setting(StackLoad.Recorded.THREADS, "threads at most, and no more than are resident"),
                        new Setting(StackLoad.Recorded.BLOCK, "lanes per block"))),
                StackExperiment::label,
                after));
        return new Section("stack: " + evidence.device(), parts);
    }

    private static String label(Measurement row) {
        return row.structure() + ", " + StackLoad.Recorded.MIX.text(row);
    }

    private static Chart chart(String title, Evidence evidence, Axis height, List<Series> series) {
        return new Chart(title, evidence.subtitle(), new Axis("operations", Scale.POWERS_OF_TEN), height, series);
    }

    private static List<Series> lines(List<Measurement> rows, Lines.Height height) {
        var bySize = bySize(rows);
        return Lines.of(
                        rows.stream().filter(Evidence::isGood).toList(),
                        Measurement::structure,
                        StackEntry::isScan,
                        StackLoad.Recorded.OPERATIONS::number,
                        " operations",
                        height)
                .stream()
                .map(line -> new Series(
                        TimePlot.marked(line.label(), bySize.getOrDefault(line.label(), Map.of())),
                        line.dashed(),
                        line.points()))
                .toList();
    }

    private static SequencedMap<String, Map<Integer, Measurement>> bySize(List<Measurement> rows) {
        var stacks = new LinkedHashMap<String, Map<Integer, Measurement>>();
        for (var row : rows) {
            stacks.computeIfAbsent(row.structure(), _ -> new TreeMap<>())
                    .put(StackLoad.Recorded.OPERATIONS.whole(row), row);
        }
        return stacks;
    }

    private static Table rates(List<Measurement> rows) {
        var stacks = bySize(rows);
        var sizes = new TreeSet<Integer>();
        stacks.values().forEach(row -> sizes.addAll(row.keySet()));
        var columns = new ArrayList<Table.Column>(List.of(Table.text("stack")));
        sizes.forEach(size -> columns.add(Table.number(Quantity.count(size))));
        var cells = new ArrayList<List<String>>();
        stacks.forEach((name, row) -> {
            var line = new ArrayList<String>(List.of(TimePlot.marked(name, row)));
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
        return growth(bySize.values().stream().filter(Evidence::isGood).toList())
                .filter(law ->
                        law.sizes().size() >= MIN_TO_EXTRAPOLATE && law.sizes().getLast() < size)
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
                any |= stack.getValue().get(1_000_000 * million) != null;
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
}
