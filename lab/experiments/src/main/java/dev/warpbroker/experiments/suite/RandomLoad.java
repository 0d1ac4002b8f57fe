package dev.warpbroker.experiments.suite;

import dev.warpbroker.device.Device;
import dev.warpbroker.experiments.Imbalance;
import dev.warpbroker.experiments.Imbalance.Load;
import dev.warpbroker.experiments.design.Axis;
import dev.warpbroker.experiments.design.Choices;
import dev.warpbroker.experiments.design.Column;
import dev.warpbroker.experiments.design.CommonOptions;
import dev.warpbroker.experiments.design.DeviceKind;
import dev.warpbroker.experiments.design.Drawing;
import dev.warpbroker.experiments.design.Field;
import dev.warpbroker.experiments.design.Loops;
import dev.warpbroker.experiments.design.Option;
import dev.warpbroker.experiments.design.Plot;
import dev.warpbroker.experiments.design.Point;
import dev.warpbroker.experiments.design.Stage;
import dev.warpbroker.experiments.design.Sweep;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.structures.queue.QueueKind;
import dev.warpbroker.structures.queue.QueueOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * The base of {@code imbalance}, {@code prefilled} and {@code variants}: every thread makes a random number of rounds,
 * in which it enqueues and dequeues with given probabilities, and works on the values that it gets.
 */
abstract class RandomLoad extends Sweep {
    /** Probabilities of an enqueue and of a dequeue in a round. */
    record Odds(double enqueue, double dequeue) {
        /** {@return an axis of them; records have each by itself} */
        static Axis<Odds> chosen(Axis.Values<Odds> values, Option<?>... options) {
            return Axis.derived("odds", values, options).unrecorded();
        }

        @Override
        public String toString() {
            return "P " + enqueue + "/" + dequeue;
        }
    }

    static final Axis<Integer> THREADS = Axis.threads("threads")
            .jvm(_ -> List.of(1, 2, 2 * CommonOptions.processors()))
            .simulator(64, 256)
            .gpu(device -> CommonOptions.upTo(device.properties().residentThreads(), 1024, 8192, 32_768, 131_072));

    static final Axis<Integer> FMAS = Axis.one(
            "fma",
            Option.number(
                            "--fma",
                            "N",
                            "Fused multiply-adds after a successful dequeue (default: ${DEFAULT-VALUE}, as in the"
                                    + " paper).")
                    .preset("128"));

    static final Axis<Integer> INITIALLY_EMPTY = Axis.fixed("prefill", 0);

    /** A few threads need many rounds to run for longer than it takes to start them. */
    private static final Axis<Integer> MAX_PAIRS = Axis.number(
                    "mostPairs",
                    "--most-pairs",
                    "N",
                    "Each thread makes between 1 and N rounds (default: 10, as in the paper; 5000 on jvm).")
            .presets(5000, 10, 10);

    private static final Axis<Integer> SEED = Axis.one(
            "seed",
            Option.number(
                            "--seed",
                            "N",
                            "The same seed makes the same rounds, enqueues and dequeues (default: ${DEFAULT-VALUE}).")
                    .preset("1"));

    private static final Option<Integer> CAPACITY = Option.number(
            "--capacity", "N", "Capacity of the queues, a power of two (default: so large that no queue runs full).");

    private static final Axis<Integer> BLOCK = Axis.block(256);

    /** LCRQ gets memory for so many times its capacity in section 7.2 of the Broker Queue paper. */
    private static final int PAPER_MEMORY_FACTOR = 32;

    static final Field ENQUEUE = Field.parameter("pEnq");
    static final Field DEQUEUE = Field.parameter("pDeq");
    private static final Field EMPTY = Field.observed("empty");

    private final Axis<Integer> threads;
    private final Axis<Integer> fmas;
    private final Axis<Integer> prefill;
    private final Axis<Odds> odds;
    private final Axis<QueueKind> queue;
    private final Loops loops;
    private final Axis<Integer> capacity = Axis.derived(
            "capacity",
            (device, chosen) -> List.of(CommonOptions.capacity(chosen, CAPACITY, neverFull(device, chosen))),
            CAPACITY);

    /** @param kinds queues that take part unless others are chosen */
    RandomLoad(
            String name,
            Axis<Integer> threads,
            Axis<Integer> fmas,
            Axis<Integer> prefill,
            Axis<Odds> odds,
            QueueKind[] kinds,
            String... description) {
        super(name, description);
        this.threads = threads;
        this.fmas = fmas;
        this.prefill = prefill;
        this.odds = odds;
        queue = Queues.axis(kinds);
        loops = Loops.once().turns(threads, fmas, prefill, odds).rows(queue);
        measure(loops);
        sizes(threads);
        settings(MAX_PAIRS, SEED, capacity, BLOCK);
        settings(Tuning.SETTINGS);
        shows(ENQUEUE, DEQUEUE);
        shows(Tuning.SETTINGS);
        options(List.of(Retries.COUNT));
        effort(new Effort(5, 2, 0.5), new Effort(2, 1, 0.5), new Effort(7, 2, 0.5));
    }

    private int neverFull(Device device, Choices chosen) {
        long most = loops.points(device, chosen)
                .map(row -> row.with(MAX_PAIRS, MAX_PAIRS.value(device, chosen)).with(SEED, SEED.value(device, chosen)))
                .mapToLong(row -> load(row).mostElements(row.get(threads)))
                .max()
                .orElse(1);
        return (int) Long.highestOneBit(Math.clamp(2 * most - 1, 2, 1 << 30));
    }

    private Load load(Point row) {
        var chances = row.get(odds);
        return new Load(
                row.get(MAX_PAIRS),
                chances.enqueue(),
                chances.dequeue(),
                row.get(fmas),
                row.get(prefill),
                row.get(SEED));
    }

    @Override
    protected final Stage stage(Device device, Choices chosen, Point shared) {
        int most = threads.values(device, chosen).getLast();
        boolean asInPaper = CommonOptions.scale(device, chosen) == DeviceKind.GPU && !Tuning.isMemoryChosen(shared);
        var options = Tuning.of(
                shared,
                QueueOptions.capacity(shared.get(capacity))
                        .withThreads(most)
                        .withBlocks(Math.ceilDiv(most, shared.get(BLOCK))));
        var queues = Queues.thatReturn(
                device,
                queue.values(device, chosen),
                asInPaper ? options.withMemoryFactor(PAPER_MEMORY_FACTOR) : options);
        boolean counts = chosen.isSet(Retries.COUNT);
        ToLongFunction<Point> operations = row -> load(row).operations(row.get(threads));
        return new Stage(operations, row -> {
                    var grid = device.properties().workerGrid(row.get(threads), row.get(BLOCK));
                    return queues.under(
                            row.get(queue),
                            grid,
                            () -> new Imbalance(device, grid, load(row)),
                            counts ? operations.applyAsLong(row) : 0);
                })
                .facts(row -> Map.ofEntries(
                        ENQUEUE.is(row.get(odds).enqueue()),
                        DEQUEUE.is(row.get(odds).dequeue())))
                .obstacle(row -> Queues.obstacle(row.get(queue)))
                .closing(queues::close);
    }

    @Override
    protected final List<Column> columnsFor(List<Measurement> rows) {
        var columns = new ArrayList<>(Column.timed(
                List.of(
                        Column.text(queue),
                        Column.number("P(enq)", ENQUEUE),
                        Column.number("P(deq)", DEQUEUE),
                        Column.number("FMA", fmas.field()),
                        Column.number(prefill),
                        Column.number(threads)),
                Column.rate("operations"),
                Column.number("empty", EMPTY)));
        columns.addAll(Retries.columns(rows));
        return columns;
    }

    /** {@return the title of the plot that a row belongs to} */
    abstract String title(Measurement row);

    /** {@return the beginning of a title: probabilities and work} */
    static String words(Measurement row) {
        return "P(enq) = " + ENQUEUE.text(row) + ", P(deq) = " + DEQUEUE.text(row) + ", " + FMAS.text(row) + " FMA, ";
    }

    /** {@return run times over threads; a subclass may vary something else} */
    Plot plot(Function<Measurement, String> line) {
        return Plot.times(Plot.THREADS, threads, line);
    }

    @Override
    protected final void draw(Drawing drawing) {
        drawing.plots(
                plot(label(drawing.rows(), threads.field(), fmas.field(), prefill.field(), ENQUEUE, DEQUEUE)),
                this::title);
    }
}
