package dev.warpbroker.experiments.suite;

import dev.warpbroker.device.Device;
import dev.warpbroker.experiments.Stealing;
import dev.warpbroker.experiments.Stealing.Balance;
import dev.warpbroker.experiments.Stealing.Item;
import dev.warpbroker.experiments.Stealing.Load;
import dev.warpbroker.experiments.Stealing.Setup;
import dev.warpbroker.experiments.Users;
import dev.warpbroker.experiments.design.Axis;
import dev.warpbroker.experiments.design.Checked;
import dev.warpbroker.experiments.design.Choices;
import dev.warpbroker.experiments.design.Column;
import dev.warpbroker.experiments.design.CommonOptions;
import dev.warpbroker.experiments.design.Contender;
import dev.warpbroker.experiments.design.DeviceKind;
import dev.warpbroker.experiments.design.Field;
import dev.warpbroker.experiments.design.Findings;
import dev.warpbroker.experiments.design.Loops;
import dev.warpbroker.experiments.design.Option;
import dev.warpbroker.experiments.design.Plot;
import dev.warpbroker.experiments.design.Point;
import dev.warpbroker.experiments.design.Stage;
import dev.warpbroker.experiments.design.Sweep;
import dev.warpbroker.experiments.page.Chart;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.structures.deque.DequeKind;
import dev.warpbroker.structures.deque.DequeOptions;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Experiment {@code deque}: workers that empty their deques and steal from each other, blocking against non-blocking.
 */
final class DequeExperiment extends Sweep {
    /** The number of elements that the thesis takes at once on its CPU. */
    private static final int THESIS_CHUNK = 32;

    /** The most workers of which each is recorded by itself. */
    private static final int MAX_RECORDED = 512;

    private static final Option<List<Integer>> CHUNKS = Option.numbers(
                    "--chunks",
                    "N",
                    "Elements that a thief takes, or all if there are fewer: the thesis's stealChunk (default: 1, and"
                            + " 32 for locked).")
            .or("--chunk");

    private static final Option<Integer> ADD = Option.number(
            "--added", "N", "Elements that each worker pushes in setup iii (default: as many as --elements).");

    private static final Axis<Setup> SETUP = Axis.of(
                    "setup",
                    Option.list(
                            Option.oneOf("setup", Setup.values()),
                            "--setups",
                            "S",
                            "Setups of the thesis (default: i,ii,iii)."))
            .preset(Setup.values());

    private static final Axis<Integer> WORKERS = Axis.threads("workers")
            .jvm(_ -> CommonOptions.powersOfTwo(2 * CommonOptions.processors()))
            .simulator(1, 2, 4)
            .gpu(1, 8, 32, 128, 256, 512, 1024, 2048, 4096);

    private static final Axis<DequeKind> DEQUE = Axis.of(
                    "structure",
                    Option.list(
                            Option.oneOf("structure", DequeKind.values()),
                            "--structures",
                            "NAME",
                            "Deques by name (default: locked,ABP,Chase-Lev)."))
            .preset(DequeKind.values())
            .structure();

    private static final Axis<Integer> CHUNK =
            Axis.of("chunk", CHUNKS).preset(1, THESIS_CHUNK).atLeast(1, "elements in a chunk");

    private static final Axis<Integer> ELEMENTS = Axis.number(
                    "elements",
                    "--elements",
                    "N",
                    "Elements in each deque at the beginning (default: 32000 on jvm, 40 on sim, 8000 on a" + " GPU).")
            .presets(32_000, 40, 8_000)
            .atLeast(1, "elements in each deque");

    /** Recorded as 0 where nothing is added. */
    private static final Axis<Integer> ADDED = Axis.derived(
                    "added", (device, chosen) -> List.of(chosen.or(ADD, ELEMENTS.value(device, chosen))), ADD)
            .atLeast(0, "added elements");

    /** 0 stands for a capacity that is never exceeded. */
    private static final Axis<Integer> CAPACITY = Axis.number(
                    "capacity",
                    "--capacity",
                    "N",
                    "Capacity of the deques, a power of two (default: one that is never exceeded).")
            .preset(0)
            .atLeast(2, "elements of capacity");

    private static final Axis<Boolean> PACKED = Axis.one(
                    "packed",
                    Option.flag(
                            "--packed",
                            "Lay the ends of all deques side by side, several in a cache line, instead of one in a"
                                    + " line: what workers do to their own deques then disturbs others."))
            .preset(false);

    private static final Axis<Boolean> EVERY_LANE = Axis.one(
                    "users", Option.flag("--every-lane", "Every lane is a worker, not only one of each warp."))
            .preset(false);

    private static final Axis<Integer> BLOCK = Axis.block(128);

    private static final Axis<Integer> SEED = Axis.one(
            "seed",
            Option.number("--seed", "N", "The same seed makes the same decisions (default: ${DEFAULT-VALUE}).")
                    .preset("1"));

    private static final Field ATTEMPTS = Field.observed("attempts");
    private static final Field STOLEN = Field.observed("stolen");

    /** The number of elements that workers acquired, relative to equal shares. */
    private static final Field MIN_ACQUIRED = Field.observed("leastAcquired");

    private static final Field MAX_ACQUIRED = Field.observed("mostAcquired");
    private static final Field ACQUIRED_DEVIATION = Field.observed("acquiredDeviation");
    private static final Field ACQUIRED = Field.observed("acquired");

    DequeExperiment() {
        super(
                "deque",
                "Workers with a deque each acquire all elements: i) from their own deques, ii) then from those of"
                        + " others, iii) while they also push; blocking against non-blocking (thesis on work stealing,"
                        + " figures 3.4 and 3.5, table 3.2); and the blocking one with thieves that take 32 elements at"
                        + " once.",
                "The thesis has 32,000 elements in each deque, 32,000 more in setup iii, and 50 iterations: --elements"
                        + " 32000 --added 32000 --reps 50 --limit 60. --threads are workers: on a GPU one lane of each"
                        + " warp, as in the thesis.");
        measure(Loops.once().turns(SETUP, WORKERS).rows(DEQUE, CHUNK));
        sizes(WORKERS);
        settings(ELEMENTS, ADDED, CAPACITY, PACKED, EVERY_LANE, BLOCK, SEED);
        effort(new Effort(7, 3, 0.5), new Effort(2, 1, 2), new Effort(5, 1, 0.5));
        // For each setup throughput over the number of workers, beside figures 3.4 and 3.5 of the thesis; and table
        // 3.2.
        var plot = Plot.of(
                new Chart.Axis("number n of workers", Chart.Scale.POWERS_OF_TWO),
                WORKERS.field()::number,
                new Chart.Axis("throughput (10^6 elements/s)", Chart.Scale.POWERS_OF_TEN),
                Plot::millionsPerSecond,
                DequeExperiment::structure);
        plots(plot, row -> "setup " + SETUP.text(row) + ", " + ELEMENTS.text(row) + " elements: throughput of deques");
    }

    @Override
    protected void require(Device device, Choices chosen, Point common) {
        if (chosen.has(ADD) && !SETUP.values(device, chosen).contains(Setup.III)) {
            throw new IllegalArgumentException("--added " + chosen.get(ADD)
                    + " means nothing without setup iii; leave it out, or add iii to --setups");
        }
    }

    /** Without thieves chunks are the same as none. */
    @Override
    protected boolean includes(Device device, Choices chosen, Point row) {
        return chosen.has(CHUNKS)
                || row.get(CHUNK) == 1
                || row.get(DEQUE) == DequeKind.LOCKED && row.get(SETUP) != Setup.I;
    }

    @Override
    protected Stage stage(Device device, Choices chosen, Point shared) {
        return new Stage(
                        row -> (long) row.get(WORKERS)
                                * load(row, row.get(CHUNK)).perWorker(),
                        row -> contender(device, row))
                .facts(row -> Map.ofEntries(
                        ADDED.field().is(row.get(SETUP) == Setup.III ? row.get(ADDED) : 0),
                        CAPACITY.field().is(capacity(row)),
                        EVERY_LANE.field().is(row.get(EVERY_LANE) ? "every lane" : "one per warp")));
    }

    private static Load load(Point row, int chunk) {
        return new Load(row.get(SETUP), row.get(ELEMENTS), row.get(ADDED), chunk, row.get(SEED));
    }

    private static int capacity(Point row) {
        return row.get(CAPACITY) != 0 ? row.get(CAPACITY) : Stealing.capacity(load(row, 1));
    }

    private static Contender contender(Device device, Point row) {
        var load = load(row, row.get(CHUNK));
        boolean everyLane = row.get(EVERY_LANE);
        int lanes = everyLane ? 1 : device.properties().lanesPerWorker();
        var grid = device.properties().workerGrid(row.get(WORKERS) * lanes, row.get(BLOCK));
        var options = DequeOptions.of(row.get(WORKERS), capacity(row)).withPacked(row.get(PACKED));
        var deques = row.get(DEQUE).create(device, options, Item.LAYOUT);
        var stealing = new Stealing(device, grid, everyLane ? Users.EVERY_LANE : Users.ONE_PER_WARP, load);
        var kernel = stealing.kernel(deques);
        Contender.Run run = limit -> {
            deques.clear();
            stealing.prepare(deques);
            return Contender.launch(device, grid, kernel, limit);
        };
        return new Contender(
                run,
                limit -> {
                    run.within(limit);
                    var balance = stealing.balance();
                    return conservation(balance, stealing.elements()).with(observed(balance, load.perWorker()));
                },
                () -> {
                    stealing.close();
                    deques.close();
                });
    }

    private static Checked conservation(Balance balance, long elements) {
        long acquired = balance.acquired().stream().mapToLong(Long::longValue).sum();
        return Checked.of(
                "conservation",
                balance.complete(),
                "acquired " + acquired + " of " + elements + " elements; number, sum and sum of squares "
                        + (balance.complete() ? "are right" : "are not all right"));
    }

    private static Map<String, Object> observed(Balance balance, long perWorker) {
        double[] shares = balance.acquired().stream()
                .mapToDouble(count -> (double) count / perWorker)
                .toArray();
        double mean = Arrays.stream(shares).average().orElse(0);
        double variance = Arrays.stream(shares)
                .map(share -> (share - mean) * (share - mean))
                .average()
                .orElse(0);
        var range = Arrays.stream(shares).summaryStatistics();
        var observed = new HashMap<>(Map.ofEntries(
                ATTEMPTS.is(balance.attempts()),
                STOLEN.is(balance.stolen()),
                MIN_ACQUIRED.is(rounded(range.getMin())),
                MAX_ACQUIRED.is(rounded(range.getMax())),
                ACQUIRED_DEVIATION.is(rounded(Math.sqrt(variance)))));
        if (shares.length <= MAX_RECORDED) {
            observed.put(
                    ACQUIRED.name(),
                    Arrays.stream(shares)
                            .mapToObj(share -> (Object) rounded(share))
                            .toList());
        }
        return observed;
    }

    private static double rounded(double share) {
        return Math.rint(share * 1e4) / 1e4;
    }

    /** In the manner of table 3.2 of the thesis; what that found stands in brackets. */
    @Override
    protected List<Column> columnsFor(List<Measurement> rows) {
        var thesis = findings();
        var blocking = new HashMap<String, Measurement>();
        for (var row : rows) {
            if (row.structure().equals(DequeKind.LOCKED.toString()) && chunk(row) <= 1) {
                blocking.put(size(row), row);
            }
        }
        return List.of(
                Column.text(SETUP),
                Column.number(WORKERS),
                Column.text("structure", DequeExperiment::structure),
                Column.number("elements", row -> measured(row, Quantity.rate(row.operationsPerSecond()))),
                Column.number("per deque", row -> measured(row, Quantity.rate(perDeque(row)))),
                Column.number("latency", row -> measured(row, Quantity.time(1e9 / perDeque(row)))),
                Column.number("steals that succeed", DequeExperiment::success),
                Column.number("acquired, least", row -> share(row, MIN_ACQUIRED)),
                Column.number("most", row -> share(row, MAX_ACQUIRED)),
                Column.number("over locked (thesis)", row -> ratio(row, blocking.get(size(row)), thesis)),
                Column.CHECK);
    }

    private static int chunk(Measurement row) {
        return CHUNK.field().whole(row);
    }

    @Override
    protected String identity(Measurement row) {
        return structure(row) + ", " + size(row);
    }

    private static String structure(Measurement row) {
        return row.structure() + (chunk(row) > 1 ? " by " + chunk(row) : "") + packed(row);
    }

    /** Older records do not say whether ends lie side by side. */
    private static String packed(Measurement row) {
        return PACKED.text(row).equals("true") ? ", packed" : "";
    }

    private static String size(Measurement row) {
        return SETUP.text(row) + ", " + WORKERS.text(row) + ", " + ELEMENTS.text(row) + packed(row);
    }

    private static double perDeque(Measurement row) {
        return row.operationsPerSecond() / WORKERS.field().number(row);
    }

    private static String measured(Measurement row, String words) {
        return row.measured() ? words : Column.NONE;
    }

    private static String success(Measurement row) {
        return ATTEMPTS.number(row) > 0
                ? Quantity.significant(100 * STOLEN.number(row) / ATTEMPTS.number(row)) + " %"
                : Column.NONE;
    }

    private static String share(Measurement row, Field field) {
        return field.isIn(row) ? Quantity.significant(field.number(row)) : Column.NONE;
    }

    private static String ratio(Measurement row, @Nullable Measurement blocking, Findings thesis) {
        if (blocking == null || blocking == row || !blocking.measured() || !row.measured()) {
            return Column.NONE;
        }
        String ours = Quantity.significant(row.operationsPerSecond() / blocking.operationsPerSecond());
        String finding = row.structure().equals(DequeKind.ABP.toString()) && chunk(row) <= 1
                ? "setup " + SETUP.text(row)
                : row.structure().equals(DequeKind.LOCKED.toString()) ? "stealChunk" : "";
        return ours
                + thesis.text(DeviceKind.of(row.device()).toString(), finding)
                        .map(found -> " (" + found + ")")
                        .orElse("");
    }
}
