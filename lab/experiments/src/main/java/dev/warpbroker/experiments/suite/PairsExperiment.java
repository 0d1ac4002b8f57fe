package dev.warpbroker.experiments.suite;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceProperties;
import dev.warpbroker.device.Grid;
import dev.warpbroker.experiments.Pairs;
import dev.warpbroker.experiments.Users;
import dev.warpbroker.experiments.design.Axis;
import dev.warpbroker.experiments.design.Checked;
import dev.warpbroker.experiments.design.Choices;
import dev.warpbroker.experiments.design.Column;
import dev.warpbroker.experiments.design.CommonOptions;
import dev.warpbroker.experiments.design.Contender;
import dev.warpbroker.experiments.design.Drawing;
import dev.warpbroker.experiments.design.Loops;
import dev.warpbroker.experiments.design.Measuring.Entry;
import dev.warpbroker.experiments.design.MeasuringEffort;
import dev.warpbroker.experiments.design.Option;
import dev.warpbroker.experiments.design.Plot;
import dev.warpbroker.experiments.design.Point;
import dev.warpbroker.experiments.design.Stage;
import dev.warpbroker.experiments.design.Sweep;
import dev.warpbroker.experiments.design.Trial;
import dev.warpbroker.experiments.page.Chart;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.results.CheckResult;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.experiments.results.Measurement.Peer;
import dev.warpbroker.structures.Claim;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.structures.queue.QueueKind;
import dev.warpbroker.structures.queue.QueueOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Experiment {@code pairs}: every thread enqueues and dequeues in turn; also on queues that other compilers made. */
public final class PairsExperiment extends Sweep {
    /** Which threads make an operation. */
    public enum Form {
        /** Every thread for itself. */
        THREAD(Granularity.THREAD, Users.EVERY_LANE),
        /** All threads of a warp at once. */
        WARP(Granularity.WARP, Users.EVERY_LANE),
        /** All threads of a block at once. */
        BLOCK(Granularity.BLOCK, Users.EVERY_LANE),
        /** One thread of each warp for itself, while the others do nothing. */
        ONE_PER_WARP(Granularity.THREAD, Users.ONE_PER_WARP);

        private final Granularity granularity;
        private final Users users;

        Form(Granularity granularity, Users users) {
            this.granularity = granularity;
            this.users = users;
        }

        /** {@return the form in which all threads may use a queue on a device: each for itself if that is allowed} */
        public static Form suiting(QueueKind queue, DeviceProperties device) {
            return queue.claims(Claim.EVERY_LANE) || device.lanesPerWorker() == 1 ? THREAD : ONE_PER_WARP;
        }

        /** {@return pairs in this form} */
        public Pairs pairs(Device device, Grid grid, int each) {
            return new Pairs(device, grid, granularity, users, each);
        }

        /** {@return which threads use the queue} */
        public Users users() {
            return users;
        }

        /** The name on the command line. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    private static final Option<List<PeerQueue.Source>> PEERS = Option.repeated(
            PeerQueue.Source::parse,
            "--peer",
            "FILE#ENTRY[=NAME]",
            "A broker queue in PTX or a cubin by another compiler, measured in turn with ours. Its kernel takes (struct"
                    + " Q queue, u64 *sums, u32 *failures) and does 10 pairs per thread.",
            "Given once it is compared with every row, given once per row with that row.");

    private static final Option<List<Form>> FORMS = Option.list(
                    Option.oneOf("form", Form.values()),
                    "--forms",
                    "FORM",
                    "Who makes an operation: every thread for itself (thread), all threads of a warp or block at once"
                            + " (warp, block), or one thread of each warp while the others do nothing (one-per-warp).",
                    "Default: thread; one-per-warp for queues that allow no more.")
            .or("--form");

    private static final Option<Integer> EACH = Option.number("--pairs", "N", "Enqueues and dequeues per thread.");

    private static final Option<Integer> ROOM =
            Option.number("--capacity", "N", "Capacity of the queues, a power of two.");

    private static final Axis<Integer> THREADS = Axis.threads("threads")
            .jvm(_ -> CommonOptions.powersOfTwo(2 * CommonOptions.processors()))
            .simulator(32, 128, 512)
            .gpu(device ->
                    CommonOptions.upTo(device.properties().residentThreads(), 1024, 4096, 8192, 65_536, 131_072));

    /** Peers work on the memory of a broker queue, so with peers only these take part by default. */
    private static final Axis<QueueKind> QUEUE = Axis.derived(
                    "structure",
                    (_, chosen) -> CommonOptions.queues(
                            chosen,
                            chosen.has(PEERS)
                                    ? List.of(QueueKind.BQ, QueueKind.BQ_FUSED)
                                    : List.of(QueueKind.values())),
                    CommonOptions.QUEUES,
                    PEERS)
            .structure();

    /** The preset is narrowed to the form that suits a queue. */
    private static final Axis<Form> FORM = Axis.of("form", FORMS).preset(Form.values());

    /** A few threads of the JVM need many pairs to run for longer than it takes to start them. */
    private static final Axis<Integer> PAIRS =
            Axis.one("pairs", EACH).presets(20_000, 5, PeerQueue.PAIRS).atLeast(1, "pairs per thread");

    private static final Axis<Integer> CAPACITY = Axis.one("capacity", ROOM)
            .presets(1 << 20, 1 << 12, 1 << 20)
            .require((_, capacity) -> QueueOptions.capacity(capacity));

    private static final Axis<Integer> BLOCK = Axis.block(256);

    /** Values that a check follows, at most: it takes 8 bytes of device memory for each. */
    private static final int CHECKED_VALUES = 1 << 24;

    /** More lines than this cannot be told apart. */
    private static final int MAX_LINES = 16;

    PairsExperiment() {
        super(
                "pairs",
                "Every thread enqueues and dequeues in turn, with no other work (Broker Queue paper, figure 2).",
                "Every number of threads gets queues of its own, made for so many. Repetitions are interleaved. What"
                        + " is not given suits itself to the device.");
        measure(Loops.stages(THREADS).rows(QUEUE, FORM));
        sizes(THREADS);
        settings(PAIRS, CAPACITY, BLOCK);
        settings(Tuning.SETTINGS);
        shows(PAIRS, CAPACITY, BLOCK);
        shows(Tuning.SETTINGS);
        options(List.of(Retries.COUNT));
        effort(new Effort(11, 3, 0.5), new Effort(2, 1, 0.5), new Effort(11, 2, 0.5));
    }

    /** {@return the throughput of queues at one number of threads, without checks; for comparisons} */
    public static Trial comparison(
            Device device, List<QueueKind> kinds, int threads, int pairs, int capacity, int block, Duration limit) {
        var chosen = new HashMap<>(CommonOptions.chosen(new MeasuringEffort(5, 2, false, limit)));
        chosen.put(CommonOptions.THREADS, List.of(threads));
        chosen.put(CommonOptions.QUEUES, kinds);
        chosen.put(CommonOptions.BLOCK, block);
        chosen.put(EACH, pairs);
        chosen.put(ROOM, capacity);
        return new PairsExperiment().on(device, new Choices(chosen));
    }

    /** {@return in which form a row of this experiment was measured} */
    public static String form(Measurement row) {
        return FORM.text(row);
    }

    @Override
    protected boolean includes(Device device, Choices chosen, Point row) {
        return chosen.has(FORMS) || row.get(FORM) == Form.suiting(row.get(QUEUE), device.properties());
    }

    @Override
    protected void require(Device device, Choices chosen, Point common) {
        var peers = chosen.or(PEERS, List.of());
        if (peers.isEmpty()) {
            return;
        }
        var uses = uses(device, chosen);
        if (peers.size() != 1 && peers.size() != uses.size()) {
            throw new IllegalArgumentException(peers.size() + " peers for " + uses.size()
                    + " rows; give one for all rows, or one for each, in their order: "
                    + uses.stream().map(PairsExperiment::name).toList());
        }
        PeerQueue.requireComparable(common.get(PAIRS), THREADS.values(device, chosen), common.get(BLOCK));
    }

    private List<Point> uses(Device device, Choices chosen) {
        return Loops.once()
                .rows(QUEUE, FORM)
                .points(device, chosen)
                .filter(row -> includes(device, chosen, row))
                .toList();
    }

    private static String name(Point use) {
        return use.get(QUEUE) + words(use.get(FORM).toString());
    }

    /** {@return what a name says of a form; records without one are of threads that are each for itself} */
    private static String words(String form) {
        return switch (form) {
            case "warp", "block" -> " per " + form;
            case "one-per-warp" -> ", one per warp";
            default -> "";
        };
    }

    @Override
    protected Stage stage(Device device, Choices chosen, Point shared) throws IOException {
        int threads = shared.get(THREADS);
        int block = shared.get(BLOCK);
        var options = Tuning.of(
                shared,
                QueueOptions.capacity(shared.get(CAPACITY))
                        .withThreads(threads)
                        .withBlocks(Math.ceilDiv(threads, block)));
        var queues = new Queues(device, QUEUE.values(device, chosen), options);
        var uses = uses(device, chosen);
        var peers = new ArrayList<PeerQueue>();
        for (var source : chosen.or(PEERS, List.of())) {
            var lender = queues.get(uses.get(peers.size()).get(QUEUE));
            peers.add(PeerQueue.on(device, source, lender, shared.get(CAPACITY)));
        }
        var grid = device.properties().workerGrid(threads, block);
        var crowd = new Crowd(device, grid, queues, peers, chosen.isSet(Retries.COUNT));
        return new Stage(crowd::operations, crowd::contender)
                .facts(row -> Map.of("users", crowd.users(row)))
                .obstacle(crowd::obstacle)
                .beside(peers.stream().map(crowd::beside).toList())
                .compared(crowd::compared)
                .closing(queues::close);
    }

    /** Queues for a number of threads. */
    private record Crowd(Device device, Grid grid, Queues queues, List<PeerQueue> peers, boolean counts) {
        int users(Point row) {
            return row.get(FORM).users().count(grid, device.properties());
        }

        long operations(Point row) {
            return 2L * users(row) * row.get(PAIRS);
        }

        @Nullable
        String obstacle(Point row) {
            return row.get(FORM) != Form.ONE_PER_WARP
                            && Form.suiting(row.get(QUEUE), device.properties()) == Form.ONE_PER_WARP
                    ? "only one thread of a warp may use " + row.get(QUEUE) + "; see --form " + Form.ONE_PER_WARP
                    : null;
        }

        Contender contender(Point row) {
            var queue = queues.get(row.get(QUEUE));
            int pairs = row.get(PAIRS);
            var timed = row.get(FORM).pairs(device, grid, pairs);
            var checked = row.get(FORM).pairs(device, grid, Math.clamp(CHECKED_VALUES / grid.threads(), 1, pairs));
            // Always the same object, so that only its first launch compiles.
            var kernel = timed.kernel(queue);
            return new Contender(
                    limit -> {
                        queue.clear();
                        return Contender.launch(device, grid, kernel, limit);
                    },
                    limit -> {
                        queue.clear();
                        var conservation = Queues.conserved(checked.check(queue, limit));
                        queue.clear();
                        var results = new Checked(List.of(conservation, sum(timed.run(queue, limit))));
                        return counts
                                ? queues.counted(
                                        results, row.get(QUEUE), _ -> {}, grid, timed::kernel, operations(row), limit)
                                : results;
                    },
                    () -> {
                        timed.close();
                        checked.close();
                    });
        }

        /** Where a pair failed, the queue was too small for its threads, and the sum may be anything. */
        private static CheckResult sum(Pairs.Run run) {
            return new CheckResult(
                    "sum",
                    run.failures() > 0 || run.passed(),
                    "failed pairs " + run.failures() + ", sum " + run.sum() + ", expected " + run.expectedSum());
        }

        Entry beside(PeerQueue peer) {
            String name = peer.source().name();
            return new Entry(name, Map.of(), () -> 0, name, () -> peer.contender(device, grid));
        }

        List<Measurement> compared(List<Measurement> turn) {
            int ours = turn.size() - peers.size();
            var rows = new ArrayList<>(turn.subList(0, ours));
            for (int i = 0; i < ours && !peers.isEmpty(); i++) {
                int peer = peers.size() == 1 ? 0 : i;
                rows.set(i, peers.get(peer).comparedWith(rows.get(i), turn.get(ours + peer)));
            }
            return rows;
        }
    }

    /** With columns for peers if any row has one. */
    @Override
    protected List<Column> columnsFor(List<Measurement> rows) {
        var columns = new ArrayList<>(Column.timed(
                List.of(Column.text(QUEUE), Column.text(FORM), Column.number(THREADS)),
                Column.number("pairs", row -> row.measured() ? Quantity.rate(row.operationsPerSecond() / 2) : "")));
        columns.addAll(Retries.columns(rows));
        if (rows.stream().anyMatch(row -> row.peer() != null)) {
            columns.addAll(List.of(
                    Column.text("peer", row -> ofPeer(row, Peer::entry)),
                    Column.number(
                            "median",
                            row -> ofPeer(
                                    row,
                                    peer -> Quantity.time(peer.nanoseconds().median()))),
                    Column.number("pairs", row -> ofPeer(row, peer -> Quantity.rate(peer.operationsPerSecond() / 2))),
                    Column.number("peer/java", row -> ofPeer(row, peer -> Quantity.ratio(peer.ratio())))));
        }
        return columns;
    }

    private static String ofPeer(Measurement row, Function<Peer, String> words) {
        var peer = row.peer();
        return peer == null ? "" : words.apply(peer);
    }

    /**
     * Throughput over threads, as in figure 2 of the Broker Queue paper; of each form alone if there are many lines.
     */
    @Override
    protected void draw(Drawing drawing) {
        var ours = drawing.rows();
        // Several rows may have been compared with a peer; its latest measurement counts.
        var peers = ours.stream()
                .sorted(Comparator.comparing(Measurement::recorded))
                .map(row -> peer(row, ours))
                .filter(Objects::nonNull)
                .toList();
        var all = Stream.concat(ours.stream(), peers.stream()).toList();
        var peerNames = peers.stream().map(Measurement::structure).distinct().toList();
        var settings = label(ours, THREADS.field(), FORM.field());
        // The name of a peer says its form.
        Function<Measurement, String> label =
                row -> settings.apply(row) + (peerNames.contains(row.structure()) ? "" : words(FORM.text(row)));
        boolean many = ours.stream().map(label).distinct().count() > MAX_LINES;
        var unit = Quantity.prefix(
                all.stream().mapToDouble(Measurement::operationsPerSecond).max().orElse(0) / 2);
        var plot = Plot.of(
                        Plot.THREADS,
                        THREADS.field()::number,
                        new Chart.Axis(
                                "throughput (" + unit.letter() + "pairs/s)",
                                Chart.Scale.POWERS_OF_TEN,
                                Chart.Better.MORE),
                        (row, nanos) -> row.operations() / 2.0 * 1e9 / nanos / unit.factor(),
                        label)
                .dashed(line -> peerNames.stream().anyMatch(line::startsWith));
        drawing.plots(plot, all, row -> "Pairs of enqueue and dequeue" + (many ? ", form " + FORM.text(row) : ""), "");
        super.draw(drawing);
    }

    /** {@return the times of the peer of a row as a row of its own, with its file where another one has its name} */
    private static @Nullable Measurement peer(Measurement row, List<Measurement> all) {
        var peer = row.peer();
        return peer == null
                ? null
                : Measurement.now(
                        row.experiment(),
                        row.device(),
                        all.stream()
                                        .flatMap(other -> Stream.ofNullable(other.peer()))
                                        .anyMatch(other -> other.entry().equals(peer.entry())
                                                && !other.file().equals(peer.file()))
                                ? peer.file() + "#" + peer.entry()
                                : peer.entry(),
                        row.parameters(),
                        peer.nanoseconds(),
                        row.operations(),
                        peer.checks());
    }
}
