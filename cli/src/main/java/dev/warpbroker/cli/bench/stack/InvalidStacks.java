package dev.warpbroker.cli.bench.stack;

import dev.warpbroker.cli.bench.timing.Effort;
import dev.warpbroker.cli.bench.timing.Experiment;
import dev.warpbroker.cli.results.CheckResult;
import dev.warpbroker.cli.results.Measurement;
import dev.warpbroker.cli.results.Statistics;
import dev.warpbroker.cli.terminal.Failures;
import dev.warpbroker.cli.terminal.Progress;
import dev.warpbroker.cli.terminal.Quantity;
import dev.warpbroker.cli.terminal.Table;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.experiments.StackMix;
import dev.warpbroker.experiments.StackMix.Work;
import dev.warpbroker.structures.stack.IntStack;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Tables 2 and 3: the same random mix again and again on an empty stack, and each time a look at what is left: a gap, or
 * values that are missing or too many, make a stack invalid. All cells of the tables take turns.
 */
final class InvalidStacks implements Experiment {
    private static final String NAME = "stack-invalid";

    /** What a single run may take beyond the limit of its cell before it is taken for one that hangs. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final Device device;
    private final Settings settings;

    /**
     * What the experiment is run with.
     *
     * @param stacks that take part
     * @param intervals of the lowest area, 0 for none
     * @param operations of a run
     * @param runs of a cell
     * @param load who does it
     * @param limit of the time of a cell; it gets no more runs then
     */
    record Settings(
            List<StackEntry> stacks,
            List<Integer> intervals,
            int operations,
            int runs,
            StackLoad load,
            Duration limit) {
        Settings {
            stacks = stacks.stream().distinct().toList();
            intervals = intervals.stream().sorted().distinct().toList();
            intervals.forEach(interval -> Effort.requireAtLeast(0, "cells from one look to the next", interval));
            Effort.requireAtLeast(1, "operations", operations);
            Effort.requireAtLeast(1, "runs", runs);
        }
    }

    /** A stack with an interval. */
    private final class Cell {
        final StackEntry entry;
        final int interval;
        final IntStack stack;
        final StackMix mix;
        final Kernel kernel;

        @Nullable
        String failed;

        final List<Long> nanos = new ArrayList<>();
        long spent;
        int gaps;
        int losses;
        int invalid;

        Cell(StackEntry entry, int interval, StackMix mix) {
            this.entry = entry;
            this.interval = interval;
            this.mix = mix;
            stack = entry.create(device, settings.load().capacity(), interval);
            kernel = mix.kernel(stack, Work.RANDOM);
        }

        void run(boolean counts) {
            long began = System.nanoTime();
            stack.clear();
            mix.prepare(settings.operations());
            var launch = device.launch(settings.load().grid(device, kernel, settings.operations()), kernel);
            entry.await(launch, settings.limit().plus(PATIENCE));
            if (counts) {
                nanos.add(launch.elapsed().toNanos());
                boolean gap = stack.damage().isPresent();
                boolean loss = !mix.tally().leaves(stack.drain());
                gaps += gap ? 1 : 0;
                losses += loss ? 1 : 0;
                invalid += gap || loss ? 1 : 0;
                spent += System.nanoTime() - began;
            }
        }

        /** One that throws something has failed, and is not run again. */
        void attempt(boolean counts) {
            try {
                run(counts);
            } catch (RuntimeException | OutOfMemoryError | StackOverflowError failure) {
                failed = Failures.reason(failure);
            }
        }

        boolean isOver() {
            return failed != null || spent >= settings.limit().toNanos();
        }

        Measurement measurement() {
            long[] times = nanos.stream().mapToLong(Long::longValue).toArray();
            var parameters = settings.load().parameters();
            parameters.put("mix", Work.RANDOM.toString());
            parameters.put("operations", settings.operations());
            parameters.put("interval", interval);
            parameters.put("runs", settings.runs());
            if (failed != null) {
                return Measurement.failed(NAME, device.properties(), entry.toString(), parameters, failed);
            }
            var observed = Map.<String, Object>of(
                    "runs",
                    times.length,
                    "invalid",
                    invalid,
                    "gaps",
                    gaps,
                    "losses",
                    losses,
                    "meanNanoseconds",
                    (double) nanos.stream().mapToLong(Long::longValue).sum() / times.length);
            var check = new CheckResult(
                    entry.isRight() ? "valid" : "conservation",
                    entry.isRight() ? invalid == 0 : losses == 0,
                    gaps + " stacks with a gap, " + losses + " with values missing or too many, of " + times.length);
            return Measurement.now(
                            NAME,
                            device.properties(),
                            entry.toString(),
                            parameters,
                            Statistics.of(times),
                            settings.operations(),
                            List.of(check))
                    .with(
                            observed,
                            times.length == settings.runs()
                                    ? null
                                    : "only " + times.length + " of " + settings.runs() + " runs within the limit of "
                                            + Quantity.time(
                                                    (double) settings.limit().toNanos()));
        }
    }

    InvalidStacks(Device device, Settings settings) {
        this.device = device;
        this.settings = settings;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public int steps() {
        return settings.runs() + 1;
    }

    @Override
    public void run(Consumer<Measurement> measured, Progress progress) {
        var cells = new ArrayList<Cell>();
        device.timeKernelsAlone(true);
        try (var mix = settings.load().mix(device)) {
            for (var entry : settings.stacks()) {
                for (int interval : entry.hasLowestArea() ? settings.intervals() : List.of(0)) {
                    cells.add(new Cell(entry, interval, mix));
                }
            }
            for (int run = 0; run <= settings.runs(); run++) {
                progress.at(run == 0 ? "first run of all, to warm up" : "run " + run + " of all");
                for (var cell : cells) {
                    if (!cell.isOver()) {
                        cell.attempt(run > 0);
                    }
                }
                progress.step();
            }
            cells.forEach(cell -> measured.accept(cell.measurement()));
        } finally {
            device.timeKernelsAlone(false);
            cells.forEach(cell -> cell.stack.close());
        }
    }

    @Override
    public Table table(List<Measurement> measurements) {
        return InvalidStacksTable.of(measurements);
    }
}
