package dev.warpbroker.experiments.suite;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.experiments.StackMix;
import dev.warpbroker.experiments.StackMix.Work;
import dev.warpbroker.experiments.design.Axis;
import dev.warpbroker.experiments.design.Choices;
import dev.warpbroker.experiments.design.Column;
import dev.warpbroker.experiments.design.CommonOptions;
import dev.warpbroker.experiments.design.Earlier;
import dev.warpbroker.experiments.design.Evidence;
import dev.warpbroker.experiments.design.Experiment;
import dev.warpbroker.experiments.design.Field;
import dev.warpbroker.experiments.design.Findings;
import dev.warpbroker.experiments.design.Measuring;
import dev.warpbroker.experiments.design.MeasuringEffort;
import dev.warpbroker.experiments.design.Option;
import dev.warpbroker.experiments.design.Slice;
import dev.warpbroker.experiments.design.Trial;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.page.Section;
import dev.warpbroker.experiments.page.Section.Part;
import dev.warpbroker.experiments.page.Table;
import dev.warpbroker.experiments.results.CheckResult;
import dev.warpbroker.experiments.results.FailureReason;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.experiments.results.ResultLine;
import dev.warpbroker.experiments.results.Statistics;
import dev.warpbroker.structures.stack.IntStack;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Tables 2 and 3 of the Scan Stack paper, {@code stack --invalid}: one random mix after the other on an empty stack,
 * the same for all stacks, and each time a look at what is left. A gap, or values that are missing or too many, make a
 * stack invalid. All cells of the tables take turns.
 */
final class InvalidStacks implements Experiment {
    static final Option<Integer> RUNS = Option.number(
            "--runs", "N", "Runs of each cell with --invalid; --limit cuts them short (default: 1000 on a GPU).");

    static final Option<List<Integer>> INTERVALS = Option.numbers(
            "--intervals", "N", "Intervals with --invalid, 0 for none (default: 0,2500,5000,...,25000 on a GPU).");

    /** The paper gives both tables for 1,000 runs of this number of operations. */
    private static final int PAPER_OPERATIONS = 1_000_000;

    private static final int PAPER_RUNS = 1_000;

    /** The paper's intervals are multiples of this, from 0 on. */
    private static final int PAPER_STEP = 2_500;

    private static final Axis<Integer> OPERATIONS = Axis.of("operations", StackExperiment.OPERATIONS)
            .presets(20_000, 300, PAPER_OPERATIONS)
            .atLeast(1, "operations");

    private static final Axis<Integer> LOOKING = Axis.of("interval", INTERVALS)
            .jvm(0, 10, 100, 1_000)
            .simulator(0, 2, 5, 50)
            .gpu(_ -> IntStream.rangeClosed(0, 10)
                    .map(i -> i * PAPER_STEP)
                    .boxed()
                    .toList())
            .sorted()
            .atLeast(0, "cells from one look to the next");

    private static final Axis<StackEntry> STACKS = Axis.of("stack", StackExperiment.STACKS)
            .preset(StackEntry.those(
                            entry -> entry.hasLowestArea() && !entry.scan().proxies())
                    .toArray(StackEntry[]::new));

    private static final Field INTERVAL = Field.parameter("interval");
    private static final Field WANTED_RUNS = Field.parameter("runs");
    private static final Field DONE = Field.observed("runs");
    private static final Field INVALID = Field.observed("invalid");
    private static final Field GAPS = Field.observed("gaps");
    private static final Field LOSSES = Field.observed("losses");
    private static final Field MEAN_NANOSECONDS = Field.observed("meanNanoseconds");

    /** With what else cells are measured; tables tell them apart by it. */
    private static final List<Field> SETTINGS = Stream.of(
                    "operations", "capacity", "form", "threads", "block", "fresh", "ballast", "alike")
            .map(Field::parameter)
            .toList();

    /** The time that a single run may take beyond the limit of its cell before it counts as hanging. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final String NAME = "stack-invalid";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public boolean isCommand() {
        return false;
    }

    @Override
    public List<String> description() {
        return List.of("How many final stacks have gaps or have lost values.");
    }

    @Override
    public List<Option<?>> options() {
        return List.of(RUNS, INTERVALS);
    }

    @Override
    public Trial on(Device device, Choices chosen) {
        var effort = switch (CommonOptions.scale(device, chosen)) {
            case JVM -> CommonOptions.effort(chosen, 100, 1, 0.2);
            case SIMULATOR -> CommonOptions.effort(chosen, 20, 1, 0.2);
            case GPU -> CommonOptions.effort(chosen, 1_000, 1, 2.5);
        };
        var given = OPERATIONS.values(device, chosen);
        if (given.size() != 1) {
            throw new IllegalArgumentException(
                    "--operations " + given + " with --invalid; the interval is what is varied, so give one number");
        }
        int operations = given.getFirst();
        var looking = LOOKING.values(device, chosen);
        int runs = chosen.or(RUNS, effort.repetitions());
        MeasuringEffort.requireAtLeast(1, "runs", runs);
        var load = StackLoad.chosen(device.properties(), chosen, operations, true);
        var tables = new Tables(device, operations, runs, load, effort.limit(), Slice.of(chosen));
        return new Trial(
                this,
                device,
                effort,
                runs + 1,
                measuring -> tables.run(STACKS.values(device, chosen), looking, measuring),
                List.of());
    }

    /**
     * The tables while they are filled.
     *
     * @param runs of each cell
     * @param limit of the time of a cell; it gets no more runs then
     */
    private record Tables(Device device, int operations, int runs, StackLoad load, Duration limit, Slice slice) {
        void run(List<StackEntry> stacks, List<Integer> intervals, Measuring measuring) {
            var cells = new ArrayList<Cell>();
            device.timeKernelsAlone(true);
            try (var mix = load.mix(device)) {
                for (var entry : stacks) {
                    for (int interval : entry.hasLowestArea() ? intervals : List.of(0)) {
                        cells.add(new Cell(entry, interval, mix, measuring.earlier()));
                    }
                }
                for (int run = 0; run <= runs && cells.stream().anyMatch(cell -> !cell.isOver()); run++) {
                    measuring.progress().at(run == 0 ? "first run of all, to warm up" : "run " + run + " of all");
                    for (var cell : cells) {
                        if (!cell.isOver()) {
                            cell.attempt(run > 0);
                        }
                    }
                    measuring.progress().step();
                }
                cells.stream().filter(Cell::hasBegun).forEach(cell -> measuring.record(cell.measurement()));
            } finally {
                device.timeKernelsAlone(false);
                cells.forEach(cell -> cell.stack.close());
            }
        }

        /** A stack with an interval. */
        private final class Cell {
            private final StackEntry entry;
            private final IntStack stack;
            private final StackMix mix;
            private final Kernel kernel;
            private final Map<String, Object> parameters = load.parameters(Work.RANDOM, operations);
            private final List<Long> nanos = new ArrayList<>();
            private final int earlier;
            private @Nullable String failed;
            private long spent;
            private double longest;
            private int gaps;
            private int losses;
            private int invalid;

            Cell(StackEntry entry, int interval, StackMix mix, Earlier before) {
                this.entry = entry;
                this.mix = mix;
                stack = entry.create(device, load, interval);
                kernel = mix.kernel(stack, Work.RANDOM);
                parameters.putAll(Map.ofEntries(INTERVAL.is(interval), WANTED_RUNS.is(runs)));
                String cell = cell(measurement(Statistics.none(), List.of()));
                earlier = before.rows().stream()
                        .filter(row -> cell(row).equals(cell))
                        .mapToInt(DONE::whole)
                        .sum();
            }

            private void run(boolean counts) {
                long began = System.nanoTime();
                stack.clear();
                mix.prepare(operations, earlier + nanos.size());
                var launch = device.launch(load.grid(device, entry, kernel, operations), kernel);
                entry.await(launch, limit.plus(PATIENCE));
                if (counts) {
                    nanos.add(launch.elapsed().toNanos());
                    boolean gap = stack.damage().isPresent();
                    boolean loss = !mix.tally().leaves(stack.drain());
                    gaps += gap ? 1 : 0;
                    losses += loss ? 1 : 0;
                    invalid += gap || loss ? 1 : 0;
                    spent += System.nanoTime() - began;
                }
                longest = Math.max(longest, (System.nanoTime() - began) * 1e-9);
            }

            /** One that throws something has failed, and is not run again. */
            void attempt(boolean counts) {
                try {
                    run(counts);
                } catch (RuntimeException | OutOfMemoryError | StackOverflowError failure) {
                    failed = FailureReason.of(failure);
                }
            }

            boolean isOver() {
                return failed != null
                        || spent >= limit.toNanos()
                        || earlier + nanos.size() >= runs
                        || longest >= slice.secondsLeft();
            }

            /** {@return whether there is something to record: not if earlier slices have done it all} */
            boolean hasBegun() {
                return failed != null || !nanos.isEmpty();
            }

            private Measurement measurement(Statistics times, List<CheckResult> checks) {
                return Measurement.now(
                        NAME, device.properties(), entry.toString(), parameters, times, operations, checks);
            }

            Measurement measurement() {
                if (failed != null) {
                    return Measurement.failed(NAME, device.properties(), entry.toString(), parameters, failed);
                }
                var times =
                        Statistics.of(nanos.stream().mapToLong(Long::longValue).toArray());
                int done = times.repetitions();
                var check = new CheckResult(
                        entry.isRight() ? "valid" : "conservation",
                        entry.isRight() ? invalid == 0 : losses == 0,
                        gaps + " stacks with a gap, " + losses + " with values missing or too many, of " + done);
                double mean =
                        nanos.stream().mapToLong(Long::longValue).average().orElse(0);
                return measurement(times, List.of(check))
                        .with(
                                Map.ofEntries(
                                        DONE.is(done),
                                        INVALID.is(invalid),
                                        GAPS.is(gaps),
                                        LOSSES.is(losses),
                                        MEAN_NANOSECONDS.is(mean)),
                                earlier + done >= runs
                                        ? null
                                        : "only " + done + " of " + runs + " runs within the limit of "
                                                + Quantity.time((double) limit.toNanos()));
            }
        }
    }

    /** The paper's figures stand in brackets. */
    @Override
    public Table table(List<Measurement> measurements) {
        var paper = Findings.of(InvalidStacks.class, name());
        return Column.table(
                List.of(
                        Column.text("stack", row -> row.structure() + settings(row, measurements)),
                        Column.number("interval", row -> interval(INTERVAL.whole(row))),
                        Column.number("runs", row -> Quantity.plain(DONE.number(row))),
                        Column.number("invalid", row -> Quantity.plain(INVALID.number(row))),
                        Column.number("per 1,000 (paper)", row -> invalid(row, paper)),
                        Column.number("mean time (paper)", row -> milliseconds(row, paper) + " ms"),
                        Column.CHECK),
                measurements);
    }

    private static String interval(int interval) {
        return interval == 0 ? "N/A" : Quantity.count(interval);
    }

    /** {@return a cell of table 2: invalid final stacks of 1,000} */
    private static String invalid(Measurement row, Findings paper) {
        double rate = 1_000 * INVALID.number(row) / DONE.number(row);
        return ofFewer(row)
                + (rate == Math.rint(rate) ? Quantity.plain(rate) : Quantity.significant(rate))
                + found(row, paper, "table 2");
    }

    /** {@return a cell of table 3: seconds for 1,000 runs, which are milliseconds for one} */
    private static String milliseconds(Measurement row, Findings paper) {
        return ofFewer(row) + Quantity.significant(MEAN_NANOSECONDS.number(row) * 1e-6) + found(row, paper, "table 3");
    }

    private static String ofFewer(Measurement row) {
        return DONE.number(row) < PAPER_RUNS ? "≈ " : "";
    }

    private static String found(Measurement row, Findings paper, String table) {
        int interval = INTERVAL.whole(row);
        double found = interval % PAPER_STEP == 0 && isAsInPaper(row)
                ? paper.number(table, row.structure().replace("-listed", ""), interval / PAPER_STEP)
                : Double.NaN;
        return Double.isNaN(found) ? "" : " (" + Quantity.plain(found) + ")";
    }

    /** {@return whether nothing is known that a row has otherwise than the paper, which says little of it} */
    private static boolean isAsInPaper(Measurement row) {
        String paper = String.valueOf(PAPER_OPERATIONS);
        return Stream.of("operations", "capacity")
                        .allMatch(
                                name -> Field.parameter(name).textOr(row, paper).equals(paper))
                && Stream.of("fresh", "ballast", "alike").noneMatch(row.parameters()::containsKey);
    }

    /** {@return which cell a row is of, whatever slice it is from} */
    private static String cell(Measurement row) {
        return row.structure()
                + Stream.concat(Stream.of(INTERVAL), SETTINGS.stream())
                        .map(field -> ", " + field.textOr(row, ""))
                        .collect(Collectors.joining());
    }

    /** {@return the evidence of lines, in which the runs of all slices of a cell are taken together} */
    private static Evidence together(List<ResultLine> lines) {
        var cells = new LinkedHashMap<String, Measurement>();
        for (var line : lines) {
            var row = line.measurement();
            cells.merge(cell(row), row, InvalidStacks::plus);
        }
        return new Evidence(List.copyOf(cells.values()), 0);
    }

    private static Measurement plus(Measurement one, Measurement other) {
        if (!DONE.isIn(one) || !DONE.isIn(other)) {
            return DONE.isIn(one) ? one : other;
        }
        var later = other.recorded().isBefore(one.recorded()) ? one : other;
        var sums = new HashMap<String, Object>();
        for (var field : List.of(DONE, INVALID, GAPS, LOSSES)) {
            sums.put(field.name(), field.whole(one) + field.whole(other));
        }
        double nanos = Stream.of(one, other)
                .mapToDouble(row -> MEAN_NANOSECONDS.number(row) * DONE.number(row))
                .sum();
        double runs = DONE.number(one) + DONE.number(other);
        double wanted = WANTED_RUNS.number(later);
        sums.put(MEAN_NANOSECONDS.name(), nanos / runs);
        return later.with(
                sums,
                runs >= wanted ? null : "only " + Quantity.plain(runs) + " of " + Quantity.plain(wanted) + " runs");
    }

    @Override
    public Section section(List<ResultLine> lines, UnaryOperator<String> file) {
        var evidence = together(lines);
        return new Section(
                "stack, invalid final stacks: " + evidence.device(),
                List.of(
                        new Part.Captioned(
                                "Invalid final stacks of 1,000 and mean run times by interval, as in tables 2 and 3"
                                        + " (paper: RTX 3090, in brackets)",
                                table(evidence.latest())),
                        evidence.notes(
                                row -> row.structure() + settings(row, evidence.latest()) + ", interval "
                                        + INTERVAL.text(row),
                                SETTINGS.stream()
                                        .flatMap(field ->
                                                evidence.numbers(field, numbers -> field.name() + " " + numbers))
                                        .toList(),
                                Stream.concat(
                                                Stream.of("≈ is scaled from fewer than 1,000 runs"),
                                                Findings.of(InvalidStacks.class, name()).notes().stream())
                                        .toList())));
    }

    /** {@return what a row was measured with, where that is not the same for all} */
    private static String settings(Measurement row, List<Measurement> all) {
        return SETTINGS.stream()
                .filter(field -> field.isIn(row)
                        && all.stream().map(field::text).distinct().count() > 1)
                .map(field -> ", " + field.name()
                        + switch (field.in(row)) {
                            case Number number -> " " + Quantity.count(number.longValue());
                            case Boolean _ -> "";
                            case null, default -> " " + field.text(row);
                        })
                .collect(Collectors.joining());
    }
}
