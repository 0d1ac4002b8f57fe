package dev.warpbroker.experiments.suite;

import dev.warpbroker.device.Device;
import dev.warpbroker.experiments.Contention;
import dev.warpbroker.experiments.Contention.Access;
import dev.warpbroker.experiments.design.Axis;
import dev.warpbroker.experiments.design.Checked;
import dev.warpbroker.experiments.design.Choices;
import dev.warpbroker.experiments.design.Column;
import dev.warpbroker.experiments.design.CommonOptions;
import dev.warpbroker.experiments.design.Contender;
import dev.warpbroker.experiments.design.Drawing;
import dev.warpbroker.experiments.design.Field;
import dev.warpbroker.experiments.design.Loops;
import dev.warpbroker.experiments.design.MeasuringEffort;
import dev.warpbroker.experiments.design.Option;
import dev.warpbroker.experiments.design.Plot;
import dev.warpbroker.experiments.design.Point;
import dev.warpbroker.experiments.design.Stage;
import dev.warpbroker.experiments.design.Sweep;
import dev.warpbroker.experiments.page.Chart;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.results.Measurement;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Experiment {@code faa}: what a fetch-add costs that many threads want at once. The time of an access is that of a
 * launch over the accesses of one thread: what a thread waits on average while all the others want the same.
 */
final class FaaExperiment extends Sweep {
    private static final Axis<Integer> THREADS = Axis.threads("threads")
            .jvm(_ -> CommonOptions.powers(2, 4 * CommonOptions.processors()))
            .simulator(1, 8, 32, 256)
            .gpu(device -> CommonOptions.powers(4, device.properties().residentThreads()));

    private static final Option<List<Integer>> WORDS = Option.numbers(
            "--words",
            "N",
            "Also fetch-adds on N words in turn, each on a line of its own: whether the one word or all atomics"
                    + " together are what threads wait for.");

    /** An access, and the number of words that it is made to. */
    private record Use(Access access, int words) {
        @Override
        public String toString() {
            return words == 1 ? access.toString() : access + ", " + words + " words in turn";
        }
    }

    private static final Use READ = new Use(Access.READ, 1);

    private static final Axis<Use> USE =
            Axis.derived("access", (_, chosen) -> uses(chosen), WORDS).structure();

    private static final Axis<Integer> ROUNDS = Axis.number("rounds", "--rounds", "N", "Accesses per thread.")
            .presets(500_000, 20, 200)
            .atLeast(1, "accesses per thread");

    private static final Axis<Integer> BLOCK = Axis.block(256);

    /** How many times longer than an uncontended read an access took. */
    private static final Field OVERHEAD = Field.observed("overhead");

    FaaExperiment() {
        super(
                "faa",
                "Time of a fetch-add on one word by many threads at once, relative to an uncontended read by one thread"
                        + " (Broker Queue paper, figure 1); run it with --device jvm as well for the CPU's line.",
                "Beside it: one fetch-add for all lanes of a warp, a compare-and-swap loop, compare-and-swaps that"
                        + " never succeed, and a word for each thread.");
        measure(Loops.once().turns(THREADS).rows(USE));
        sizes(THREADS);
        settings(ROUNDS, BLOCK);
        effort(new Effort(7, 3, 0.5), new Effort(2, 1, 0.5), new Effort(11, 2, 1));
        columns(Column.timed(
                List.of(Column.text(USE), Column.number(THREADS)),
                Column.number(
                        "per access",
                        row -> row.measured()
                                ? Quantity.significant(row.nanoseconds().median()
                                                / ROUNDS.field().number(row))
                                        + " ns"
                                : ""),
                Column.significant("overhead", OVERHEAD)));
    }

    private static List<Use> uses(Choices chosen) {
        var words = chosen.or(WORDS, List.of());
        words.forEach(count -> MeasuringEffort.requireAtLeast(2, "words", count));
        var others = EnumSet.complementOf(EnumSet.of(Access.READ));
        return Stream.concat(
                        others.stream().map(access -> new Use(access, 1)),
                        words.stream().map(count -> new Use(Access.FETCH_ADD, count)))
                .toList();
    }

    @Override
    protected List<Point> references(Device device, Point shared) {
        return List.of(shared.with(USE, READ).with(THREADS, 1));
    }

    @Override
    protected Stage stage(Device device, Choices chosen, Point shared) {
        var reading = new Reading();
        return new Stage(row -> (long) row.get(THREADS) * row.get(ROUNDS), row -> contender(device, row))
                .compared(turn -> turn.stream().map(reading::compared).toList());
    }

    private static Contender contender(Device device, Point row) {
        var grid = device.properties().workerGrid(row.get(THREADS), row.get(BLOCK));
        var use = row.get(USE);
        var contention = new Contention(device, grid, use.access(), row.get(ROUNDS), use.words());
        var kernel = contention.kernel();
        Contender.Run run = limit -> {
            contention.clear();
            return Contender.launch(device, grid, kernel, limit);
        };
        return new Contender(
                run,
                limit -> {
                    run.within(limit);
                    long sum = contention.sum();
                    return Checked.of(
                            "sum", sum == contention.expected(), "sum " + sum + ", expected " + contention.expected());
                },
                contention::close);
    }

    /** A thread that reads alone, with which crowds of threads are compared. */
    private static final class Reading {
        private double read;

        Measurement compared(Measurement row) {
            double nanos = row.nanoseconds().median();
            if (isRead(row)) {
                read = nanos;
                return row.with(Map.ofEntries(OVERHEAD.is(1.0)), row.skipped());
            }
            return row.measured() && read > 0 ? row.with(Map.ofEntries(OVERHEAD.is(nanos / read)), row.skipped()) : row;
        }
    }

    private static boolean isRead(Measurement row) {
        return row.structure().equals(READ.toString());
    }

    @Override
    protected void draw(Drawing drawing) {
        double read = drawing.rows().stream()
                .filter(FaaExperiment::isRead)
                .mapToDouble(row -> row.nanoseconds().median())
                .filter(nanos -> nanos > 0)
                .findFirst()
                .orElse(1);
        var plot = Plot.of(
                Plot.THREADS,
                THREADS.field()::number,
                new Chart.Axis("time of an access over that of an uncontended read", Chart.Scale.POWERS_OF_TEN),
                (_, nanos) -> nanos / read,
                label(drawing.rows(), THREADS.field()));
        drawing.plots(plot, _ -> "Cost of contention");
    }
}
