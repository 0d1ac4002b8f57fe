package dev.warpbroker.experiments.suite;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceProperties;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.experiments.Pairs;
import dev.warpbroker.experiments.Users;
import dev.warpbroker.experiments.design.Checked;
import dev.warpbroker.experiments.design.Choices;
import dev.warpbroker.experiments.design.Column;
import dev.warpbroker.experiments.design.CommonOptions;
import dev.warpbroker.experiments.design.Contender;
import dev.warpbroker.experiments.design.Evidence;
import dev.warpbroker.experiments.design.Experiment;
import dev.warpbroker.experiments.design.Field;
import dev.warpbroker.experiments.design.Findings;
import dev.warpbroker.experiments.design.LateContender;
import dev.warpbroker.experiments.design.Measuring;
import dev.warpbroker.experiments.design.Measuring.Entry;
import dev.warpbroker.experiments.design.MeasuringEffort;
import dev.warpbroker.experiments.design.Option;
import dev.warpbroker.experiments.design.TimePlot;
import dev.warpbroker.experiments.design.Trial;
import dev.warpbroker.experiments.page.Chart;
import dev.warpbroker.experiments.page.Chart.Axis;
import dev.warpbroker.experiments.page.Chart.Better;
import dev.warpbroker.experiments.page.Chart.Point;
import dev.warpbroker.experiments.page.Chart.Scale;
import dev.warpbroker.experiments.page.Chart.Series;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.page.Section;
import dev.warpbroker.experiments.page.Section.Part;
import dev.warpbroker.experiments.page.Table;
import dev.warpbroker.experiments.results.CheckResult;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.experiments.results.Measurement.Peer;
import dev.warpbroker.experiments.results.ResultLine;
import dev.warpbroker.experiments.results.Statistics;
import dev.warpbroker.structures.Claim;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.structures.queue.IntQueue;
import dev.warpbroker.structures.queue.QueueKind;
import dev.warpbroker.structures.queue.QueueOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Experiment {@code pairs}: every thread enqueues and dequeues in turn; also on queues that other compilers made. */
public final class PairsExperiment implements Experiment {
    /** Who makes operations. */
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

        private int users(Grid grid, DeviceProperties device) {
            return users.count(grid, device);
        }

        /** The name on the command line. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    private static final Option<List<Form>> FORMS = Option.list(
                    Option.oneOf("form", Form.values()),
                    "--forms",
                    "FORM",
                    "Who makes an operation: every thread for itself (thread), all threads of a warp or block at once"
                            + " (warp, block), or one thread of each warp while the others do nothing (one-per-warp).",
                    "Default: thread; one-per-warp for queues that allow no more.")
            .or("--form");

    private static final Option<Integer> PAIRS = Option.number("--pairs", "N", "Enqueues and dequeues per thread.");

    private static final Option<Integer> CAPACITY =
            Option.number("--capacity", "N", "Capacity of the queues, a power of two.");

    private static final Option<List<PeerQueue.Source>> PEERS = Option.repeated(
            PeerQueue.Source::parse,
            "--peer",
            "FILE#ENTRY[=NAME]",
            "A broker queue in PTX or a cubin by another compiler, measured in turn with ours. Its kernel takes (struct"
                    + " Q queue, u64 *sums, u32 *failures) and does 10 pairs per thread.",
            "Given once it is compared with every row, given once per row with that row.");

    /** What records say. */
    private static final class Recorded {
        static final Field FORM = Field.parameter("form");
        static final Field THREADS = Field.parameter("threads");
        static final Field USERS = Field.parameter("users");
        static final Field PAIRS = Field.parameter("pairs");
        static final Field CAPACITY = Field.parameter("capacity");
        static final Field BLOCK = Field.parameter("block");
        static final Field WARM_UPS = Field.parameter("warmup");
        static final Field CANCELLED_AFTER = Field.observed("cancelledAfterSeconds");
    }

    PairsExperiment() {}

    @Override
    public String name() {
        return "pairs";
    }

    @Override
    public List<String> description() {
        return List.of(
                "Every thread enqueues and dequeues in turn, with no other work (Broker Queue paper, figure 2).",
                "Every number of threads gets queues of its own, made for so many. Repetitions are interleaved. What"
                        + " is not given suits itself to the device.");
    }

    @Override
    public List<Option<?>> options() {
        return Stream.of(
                        CommonOptions.timed(
                                CommonOptions.QUEUES,
                                CommonOptions.BLOCK,
                                FORMS,
                                PAIRS,
                                CAPACITY,
                                PEERS,
                                Retries.COUNT),
                        Tuning.OPTIONS)
                .<Option<?>>flatMap(List::stream)
                .toList();
    }

    @Override
    public Trial on(Device device, Choices chosen) {
        int resident = device.properties().residentThreads();
        return switch (CommonOptions.scale(device, chosen)) {
            // A few threads need many pairs to run for longer than it takes to start them.
            case JVM ->
                trial(
                        device,
                        chosen,
                        CommonOptions.powersOfTwo(2 * CommonOptions.processors()),
                        20_000,
                        1 << 20,
                        1,
                        CommonOptions.effort(chosen, 11, 3, 0.5));
            case SIMULATOR ->
                trial(device, chosen, List.of(32, 128, 512), 5, 1 << 12, 256, CommonOptions.effort(chosen, 2, 1, 0.5));
            case GPU ->
                trial(
                        device,
                        chosen,
                        CommonOptions.upTo(resident, 1024, 4096, 8192, 65_536, 131_072),
                        PeerQueue.PAIRS,
                        1 << 20,
                        256,
                        CommonOptions.effort(chosen, 11, 2, 0.5));
        };
    }

    private Trial trial(
            Device device,
            Choices chosen,
            List<Integer> presetThreads,
            int presetPairs,
            int presetCapacity,
            int lanes,
            MeasuringEffort effort) {
        var peers = chosen.or(PEERS, List.of());
        // Peers work on the memory of a broker queue.
        var kinds = CommonOptions.queues(
                chosen, peers.isEmpty() ? List.of(QueueKind.values()) : List.of(QueueKind.BQ, QueueKind.BQ_FUSED));
        var users = new ArrayList<Use>();
        for (var kind : kinds) {
            chosen.or(FORMS, List.of(Form.suiting(kind, device.properties())))
                    .forEach(form -> users.add(new Use(kind, form)));
        }
        var settings = new Settings(
                users,
                CommonOptions.threads(chosen, presetThreads),
                chosen.or(PAIRS, presetPairs),
                CommonOptions.capacity(chosen, CAPACITY, presetCapacity),
                CommonOptions.block(chosen, lanes),
                effort,
                Tuning.of(chosen, 0),
                Retries.isWanted(chosen));
        if (!peers.isEmpty()) {
            requireComparable(settings, peers);
        }
        return trial(device, settings, peers);
    }

    private static void requireComparable(Settings settings, List<PeerQueue.Source> peers) {
        int rows = settings.uses().size();
        if (peers.size() != 1 && peers.size() != rows) {
            throw new IllegalArgumentException(peers.size() + " peers for " + rows
                    + " rows; give one for all rows, or one for each, in their order: " + settings.uses());
        }
        if (settings.pairs() != PeerQueue.PAIRS) {
            throw new IllegalArgumentException("a peer does " + PeerQueue.PAIRS + " pairs per thread, not "
                    + settings.pairs() + "; leave --pairs out");
        }
        for (int threads : settings.threads()) {
            if (threads % settings.block() != 0) {
                throw new IllegalArgumentException("a peer needs full blocks, and " + threads
                        + " threads are no multiple of the block size " + settings.block());
            }
        }
    }

    /** {@return the throughput of queues at one number of threads, without checks; for comparisons} */
    public static Trial comparison(
            Device device, List<QueueKind> kinds, int threads, int pairs, int capacity, int block, Duration limit) {
        var uses = kinds.stream()
                .map(kind -> new Use(kind, Form.suiting(kind, device.properties())))
                .toList();
        var settings = new Settings(
                uses,
                List.of(threads),
                pairs,
                capacity,
                block,
                new MeasuringEffort(5, 2, false, limit),
                new Tuning(0, 0, -1, Map.of()),
                false);
        return new PairsExperiment().trial(device, settings, List.of());
    }

    /** {@return in which form a row of this experiment was measured} */
    public static String form(Measurement row) {
        return Recorded.FORM.text(row);
    }

    /** What is chosen: uses of queues, numbers of threads, pairs per thread, capacity, lanes per block. */
    private record Settings(
            List<Use> uses,
            List<Integer> threads,
            int pairs,
            int capacity,
            int block,
            MeasuringEffort effort,
            Tuning tuning,
            boolean counts) {
        Settings {
            MeasuringEffort.requireAtLeast(1, "pairs", pairs);
        }

        /** {@return the options of a queue for so many threads} */
        QueueOptions options(int users) {
            return tuning.apply(
                    QueueOptions.capacity(capacity).withThreads(users).withBlocks(Math.ceilDiv(users, block)));
        }
    }

    /** A queue, and who makes its operations: a row of the table. */
    private record Use(QueueKind queue, Form form) {
        /** {@return why this cannot be measured on a device, or null if it can} */
        @Nullable
        String obstacle(DeviceProperties device) {
            return form != Form.ONE_PER_WARP && Form.suiting(queue, device) == Form.ONE_PER_WARP
                    ? "only one thread of a warp may use " + queue + "; see --form " + Form.ONE_PER_WARP
                    : null;
        }

        @Override
        public String toString() {
            return switch (form) {
                case THREAD -> queue.toString();
                case WARP, BLOCK -> queue + " per " + form;
                case ONE_PER_WARP -> queue + ", one per warp";
            };
        }
    }

    private Trial trial(Device device, Settings settings, List<PeerQueue.Source> sources) {
        int rows = settings.threads().size() * (settings.uses().size() + sources.size());
        return Trial.ofRows(this, device, settings.effort(), rows, measuring -> {
            var uses = new ArrayList<Use>();
            for (var use : settings.uses()) {
                String obstacle = use.obstacle(device.properties());
                if (obstacle == null) {
                    uses.add(use);
                } else {
                    int threads = settings.threads().getFirst();
                    measuring.skip(use.queue().toString(), parameters(device, settings, use, threads), obstacle);
                }
            }
            var kinds = uses.stream().map(Use::queue).toList();
            for (int threads : settings.threads()) {
                try (var queues = new Queues(device, kinds, settings.options(threads))) {
                    var peers = new ArrayList<PeerQueue>();
                    for (int i = 0; i < sources.size(); i++) {
                        var lender = queues.get(uses.get(i).queue());
                        peers.add(PeerQueue.on(device, sources.get(i), lender, settings.capacity()));
                    }
                    measure(device, settings, threads, uses, queues, peers, measuring);
                }
            }
        });
    }

    private static void measure(
            Device device,
            Settings settings,
            int threads,
            List<Use> uses,
            Queues queues,
            List<PeerQueue> peers,
            Measuring measuring) {
        var grid = device.properties().workerGrid(threads, settings.block());
        var entries = new ArrayList<Entry>();
        for (var use : uses) {
            entries.add(new Entry(
                    use.queue().toString(),
                    parameters(device, settings, use, threads),
                    2L * use.form().users(grid, device.properties()) * settings.pairs(),
                    new LateContender(
                            use.toString(), () -> new Used(use, queues.get(use.queue()), device, grid, settings))));
        }
        for (var peer : peers) {
            entries.add(new Entry(peer.source().name(), Map.of(), 0, peer.contender(device, grid)));
        }
        var rows = measuring.measure(Quantity.count(threads) + " threads", entries);
        for (int i = 0; i < uses.size(); i++) {
            var row = rows.get(i);
            int peer = peers.size() == 1 ? 0 : i;
            measuring.record(
                    peers.isEmpty() || !row.measured()
                            ? row
                            : compared(row, peers.get(peer).source(), rows.get(uses.size() + peer)));
        }
    }

    private static Measurement compared(Measurement row, PeerQueue.Source source, Measurement peer) {
        return peer.measured()
                ? row.withPeer(
                        String.valueOf(source.file().getFileName()), source.name(), peer.nanoseconds(), peer.checks())
                : row.with(CheckResult.failed("peer " + source.name() + " was not measured: " + peer.skipped()));
    }

    private static Map<String, Object> parameters(Device device, Settings settings, Use use, int threads) {
        var grid = device.properties().workerGrid(threads, settings.block());
        return settings.tuning()
                .with(Map.ofEntries(
                        Recorded.FORM.is(use.form().toString()),
                        Recorded.THREADS.is(threads),
                        Recorded.USERS.is(use.form().users(grid, device.properties())),
                        Recorded.PAIRS.is(settings.pairs()),
                        Recorded.CAPACITY.is(settings.capacity()),
                        Recorded.BLOCK.is(settings.block()),
                        Recorded.WARM_UPS.is(settings.effort().warmUps())));
    }

    /** A queue of this library at work. */
    private static final class Used implements Contender {
        /** Values that a check follows, at most: it takes 8 bytes of device memory for each. */
        private static final int CHECKED_VALUES = 1 << 24;

        private final Use use;
        private final IntQueue queue;
        private final Device device;
        private final Grid grid;
        private final Pairs timed;
        private final Pairs checked;
        private final Settings settings;

        /** Always the same object, so that only its first launch compiles. */
        private final Kernel kernel;

        Used(Use use, IntQueue queue, Device device, Grid grid, Settings settings) {
            int pairs = settings.pairs();
            this.settings = settings;
            this.use = use;
            this.queue = queue;
            this.device = device;
            this.grid = grid;
            timed = use.form().pairs(device, grid, pairs);
            checked = use.form().pairs(device, grid, Math.clamp(CHECKED_VALUES / grid.threads(), 1, pairs));
            kernel = timed.kernel(queue);
        }

        @Override
        public String label() {
            return use.toString();
        }

        @Override
        public long run(Duration limit) {
            queue.clear();
            var launch = device.launch(grid, kernel);
            launch.join(limit);
            return launch.elapsed().toNanos();
        }

        @Override
        public Checked check(Duration limit) {
            queue.clear();
            var conservation = Conserved.check(checked.check(queue, limit));
            queue.clear();
            var run = timed.run(queue, limit);
            // Where a pair failed, the queue was too small for its threads, and the sum may be anything.
            var sum = new CheckResult(
                    "sum",
                    run.failures() > 0 || run.passed(),
                    "failed pairs " + run.failures() + ", sum " + run.sum() + ", expected " + run.expectedSum());
            var results = new Checked(List.of(conservation, sum));
            return settings.counts()
                    ? Retries.count(
                            results,
                            device,
                            use.queue(),
                            settings.options(grid.threads()),
                            _ -> {},
                            grid,
                            timed::kernel,
                            2L * use.form().users(grid, device.properties()) * settings.pairs(),
                            limit)
                    : results;
        }

        @Override
        public void close() {
            timed.close();
            checked.close();
        }
    }

    /** With columns for peers if any row has one. */
    @Override
    public Table table(List<Measurement> measurements) {
        var columns = new ArrayList<>(List.of(
                Column.text("structure", Measurement::structure),
                Column.text("form", Recorded.FORM::text),
                Column.number("threads", Recorded.THREADS),
                Column.MEDIAN,
                Column.MIN,
                Column.MAX,
                Column.number("pairs", row -> row.measured() ? Quantity.rate(row.operationsPerSecond() / 2) : ""),
                Column.CHECK));
        if (measurements.stream().anyMatch(row -> !Retries.words(row).isEmpty())) {
            columns.add(Column.number("retries / pauses", Retries::words));
        }
        if (measurements.stream().anyMatch(row -> row.peer() != null)) {
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
        return Column.table(columns, measurements);
    }

    private static String ofPeer(Measurement row, Function<Peer, String> words) {
        var peer = row.peer();
        return peer == null ? "" : words.apply(peer);
    }

    /** Throughput over threads, as in figure 2 of the Broker Queue paper, and run times as in figures 2a to 2d. */
    @Override
    public Section section(List<ResultLine> lines, UnaryOperator<String> file) {
        return new Figures(lines).section(file);
    }

    /**
     * The plots and tables of the section. A line is a structure in one form, or a peer; where other parameters differ,
     * they make lines of their own.
     */
    private static final class Figures {
        private static final String FAILED = "FAILED";
        private static final Axis WARPS = new Axis("warps", Scale.POWERS_OF_TWO);

        /** How many times as long as the fastest a queue may take to be in the plots of the fastest. */
        private static final double FASTEST = 30;

        /** More lines than this cannot be told apart; the figures of the paper have fewer each. */
        private static final int MAX_LINES = 16;

        /** Those that make a line of their own where they differ. */
        private static final List<Field> SETTINGS = List.of(Recorded.PAIRS, Recorded.CAPACITY, Recorded.BLOCK);

        private final List<Field> differing;
        private final Map<String, Long> peerFiles;
        private final Evidence evidence;
        private final SequencedMap<String, Map<Integer, Cell>> ours = new LinkedHashMap<>();
        private final SequencedMap<String, Map<Integer, Cell>> peers = new LinkedHashMap<>();
        private final SequencedMap<Versus, Map<Integer, String>> ratios = new LinkedHashMap<>();

        /** What one contender did with one number of threads; no times if it was skipped. */
        private record Cell(Statistics nanoseconds, double pairs, List<CheckResult> checks, Instant recorded) {
            boolean skipped() {
                return nanoseconds.repetitions() == 0;
            }

            boolean passed() {
                return checks.stream().allMatch(CheckResult::passed);
            }

            /** {@return pairs per second, for a time in nanoseconds} */
            double rate(double nanos) {
                return pairs * 1e9 / nanos;
            }
        }

        /** A comparison of a structure with a peer. */
        private record Versus(String ours, String peer) {}

        Figures(List<ResultLine> lines) {
            lines.forEach(Figures::require);
            var all = lines.stream().map(ResultLine::measurement).toList();
            differing = SETTINGS.stream()
                    .filter(setting ->
                            all.stream().map(setting::text).distinct().count() > 1)
                    .toList();
            peerFiles = all.stream()
                    .flatMap(row -> Stream.ofNullable(row.peer()))
                    .map(peer -> Map.entry(peer.entry(), peer.file()))
                    .distinct()
                    .collect(Collectors.groupingBy(Map.Entry::getKey, Collectors.counting()));
            evidence = Evidence.of(lines, row -> label(row) + " " + Recorded.THREADS.whole(row));
            evidence.latest().forEach(this::add);
        }

        private static void require(ResultLine line) {
            var row = line.measurement();
            if (!(Recorded.THREADS.in(row) instanceof Long threads) || threads < 1 || threads > Integer.MAX_VALUE) {
                throw line.damaged("'parameters.threads' is not a number of threads: " + Recorded.THREADS.in(row));
            }
            if (!row.measured() && row.skipped() != null) {
                return;
            }
            requireTimes(line, "", row.nanoseconds());
            var peer = row.peer();
            if (peer != null) {
                requireTimes(line, "peer.", peer.nanoseconds());
            }
            if (row.operations() < 1) {
                throw line.damaged("'operations' is " + row.operations() + ", which makes no throughput");
            }
        }

        private static void requireTimes(ResultLine line, String where, Statistics times) {
            if (!(times.min() > 0 && times.min() <= times.median() && times.median() <= times.max())) {
                throw line.damaged("'" + where + "nanoseconds' is not min, median and max of times: " + times);
            }
        }

        private void add(Measurement row) {
            int threads = Recorded.THREADS.whole(row);
            double pairs = row.operations() / 2.0;
            ours.computeIfAbsent(label(row), _ -> new TreeMap<>())
                    .put(threads, new Cell(row.nanoseconds(), pairs, row.checks(), row.recorded()));
            var peer = row.peer();
            if (peer != null && row.measured()) {
                String label = label(peer) + settings(row);
                var other = new Cell(peer.nanoseconds(), pairs, peer.checks(), row.recorded());
                // Several structures may have been compared with it; its latest measurement counts.
                peers.computeIfAbsent(label, _ -> new TreeMap<>())
                        .merge(threads, other, (was, is) -> is.recorded().isAfter(was.recorded()) ? is : was);
                ratios.computeIfAbsent(new Versus(label(row), label), _ -> new TreeMap<>())
                        .put(threads, row.passed() ? Quantity.ratio(peer.ratio()) : FAILED);
            }
        }

        private String label(Measurement row) {
            String form = Recorded.FORM.textOr(row, Form.THREAD.toString());
            String name = form.equals(Form.THREAD.toString())
                    ? row.structure()
                    : isOnePerWarp(row) ? row.structure() + ", one per warp" : row.structure() + " per " + form;
            return name + settings(row);
        }

        private static boolean isOnePerWarp(Measurement row) {
            return Recorded.FORM.text(row).equals(Form.ONE_PER_WARP.toString());
        }

        private String settings(Measurement row) {
            return differing.stream()
                    .map(setting -> ", " + setting.name() + " " + setting.text(row))
                    .collect(Collectors.joining());
        }

        /** A name in its file is enough where no other file has the same. */
        private String label(Peer peer) {
            return peerFiles.getOrDefault(peer.entry(), 0L) > 1 ? peer.file() + "#" + peer.entry() : peer.entry();
        }

        Section section(UnaryOperator<String> file) {
            var rows = new LinkedHashMap<>(ours);
            rows.putAll(peers);
            var threads = new TreeSet<Integer>();
            double most = 0;
            for (var row : rows.values()) {
                for (var cell : row.entrySet()) {
                    if (!cell.getValue().skipped()) {
                        threads.add(cell.getKey());
                        most = Math.max(
                                most,
                                cell.getValue()
                                        .rate(cell.getValue().nanoseconds().median()));
                    }
                }
            }
            var prefix = Quantity.prefix(most);
            String unit = prefix.letter() + "pairs/s";
            var parts = new ArrayList<Part>();
            var series = new ArrayList<Series>();
            ours.forEach((label, cells) -> series.add(series(label, false, cells, prefix.factor(), unit)));
            peers.forEach((label, cells) -> series.add(series(label, true, cells, prefix.factor(), unit)));
            if (series.size() <= MAX_LINES
                    && series.stream().anyMatch(line -> !line.points().isEmpty())) {
                parts.add(new Part.Figure(
                        file.apply(""),
                        new Chart(
                                "Pairs of enqueue and dequeue",
                                evidence.device() + "; median of "
                                        + evidence.provenance().repetitions()
                                        + " repetitions, bars from slowest to fastest",
                                QueueFigures.THREADS,
                                new Axis("throughput (" + unit + ")", Scale.POWERS_OF_TEN, Better.MORE),
                                series)));
            }
            parts.add(new Part.Captioned(
                    "Throughput in " + unit + " by number of threads (median; higher is better)",
                    throughput(rows, threads, prefix.factor())));
            addRunTimes(parts, file);
            if (!ratios.isEmpty()) {
                parts.add(new Part.Captioned(
                        "peer/java: time of the peer over time of ours (medians; above 1, ours is faster)",
                        ratios(threads)));
            }
            parts.add(evidence.notes(List.of(settings()), this::label, List.of()));
            return new Section("pairs: " + evidence.device(), parts);
        }

        private String settings() {
            var provenance = evidence.provenance();
            var line = new StringBuilder(provenance.repetitions() + " repetitions");
            provenance
                    .parameter(Recorded.WARM_UPS.name())
                    .ifPresent(count -> line.append(" after " + count + " to warm up"));
            provenance
                    .parameter(Recorded.PAIRS.name())
                    .ifPresent(count -> line.append("; " + count + " pairs per thread"));
            provenance.parameter(Recorded.CAPACITY.name()).ifPresent(count -> line.append(", capacity " + count));
            provenance.parameter(Recorded.BLOCK.name()).ifPresent(count -> line.append(", blocks of " + count));
            return line.toString();
        }

        private static Series series(String label, boolean peer, Map<Integer, Cell> cells, double factor, String unit) {
            var points = new ArrayList<Point>();
            cells.forEach((threads, cell) -> {
                if (!cell.skipped() && cell.passed()) {
                    var nanos = cell.nanoseconds();
                    double median = cell.rate(nanos.median()) / factor;
                    String text = label + ", " + Quantity.count(threads) + " threads: " + Quantity.significant(median)
                            + " " + unit;
                    points.add(new Point(
                            threads, median, cell.rate(nanos.max()) / factor, cell.rate(nanos.min()) / factor, text));
                }
            });
            return new Series(label, peer, points);
        }

        private static Table throughput(
                Map<String, Map<Integer, Cell>> rows, SortedSet<Integer> threads, double factor) {
            var table = new ArrayList<List<String>>();
            rows.forEach((label, cells) -> {
                var row = new ArrayList<String>(List.of(label));
                for (int count : threads) {
                    row.add(throughput(cells.get(count), factor));
                }
                table.add(row);
            });
            return new Table(columns(List.of(Table.text("structure")), threads), table);
        }

        private static String throughput(@Nullable Cell cell, double factor) {
            if (cell == null) {
                return Column.NONE;
            }
            if (cell.skipped()) {
                return "skipped";
            }
            return cell.passed()
                    ? Quantity.significant(cell.rate(cell.nanoseconds().median()) / factor)
                    : FAILED;
        }

        private Table ratios(SortedSet<Integer> threads) {
            var table = new ArrayList<List<String>>();
            ratios.forEach((versus, cells) -> {
                var row = new ArrayList<>(List.of(versus.ours(), versus.peer()));
                for (int count : threads) {
                    row.add(cells.getOrDefault(count, Column.NONE));
                }
                table.add(row);
            });
            return new Table(columns(List.of(Table.text("structure"), Table.text("peer")), threads), table);
        }

        private static List<Table.Column> columns(List<Table.Column> first, SortedSet<Integer> threads) {
            var columns = new ArrayList<>(first);
            for (int count : threads) {
                columns.add(Table.number(Quantity.count(count)));
            }
            return columns;
        }

        /** As figures 2a to 2d of the paper, and how many times as long as BQ each took. */
        private void addRunTimes(List<Part> parts, UnaryOperator<String> file) {
            var perWarp =
                    evidence.latest().stream().filter(Figures::isOnePerWarp).toList();
            var perThread =
                    evidence.latest().stream().filter(row -> !isOnePerWarp(row)).toList();
            if (Stream.of(perThread, perWarp)
                    .allMatch(some -> some.stream().map(this::label).distinct().count() < 3)) {
                return;
            }
            parts.addAll(runTimes("Run time of all queues", QueueFigures.THREADS, Recorded.THREADS)
                    .parts(perThread, file.apply("-a")));
            parts.addAll(runTimes("Run time, one thread per warp", WARPS, Recorded.USERS)
                    .parts(perWarp, file.apply("-b")));
            parts.addAll(runTimes("Run time of the fastest", QueueFigures.THREADS, Recorded.THREADS)
                    .parts(fastest(perThread), file.apply("-c")));
            parts.addAll(runTimes("Run time of the fastest, one per warp", WARPS, Recorded.USERS)
                    .parts(fastest(perWarp), file.apply("-d")));
            addRatios(parts, perThread, "Run time over that of BQ, beside the paper's");
            addRatios(parts, perWarp, "Run time over that of BQ, one thread per warp, beside the paper's");
        }

        private TimePlot runTimes(String title, Axis x, Field at) {
            return new TimePlot(
                    title, evidence.subtitle(), x, QueueFigures.MILLISECONDS, this::label, at::number, 1e-6);
        }

        /** {@return those that took at most {@value #FASTEST} times as long as the fastest at the most threads} */
        private List<Measurement> fastest(List<Measurement> some) {
            int most = some.stream().mapToInt(Recorded.THREADS::whole).max().orElse(0);
            var last = some.stream()
                    .filter(row -> Recorded.THREADS.whole(row) == most && row.measured())
                    .toList();
            double best = last.stream()
                    .mapToDouble(row -> row.nanoseconds().median())
                    .min()
                    .orElse(0);
            var labels = last.stream()
                    .filter(row -> row.nanoseconds().median() <= FASTEST * best)
                    .map(this::label)
                    .toList();
            return some.stream().filter(row -> labels.contains(label(row))).toList();
        }

        private void addRatios(List<Part> parts, List<Measurement> some, String caption) {
            var bq = new TreeMap<Integer, Double>();
            var threads = new TreeSet<Integer>();
            var rows = new LinkedHashMap<String, Map<Integer, Measurement>>();
            for (var row : some) {
                int count = Recorded.THREADS.whole(row);
                threads.add(count);
                rows.computeIfAbsent(label(row), _ -> new TreeMap<>()).put(count, row);
                if (row.structure().equals(QueueKind.BQ.toString()) && Evidence.isGood(row)) {
                    bq.putIfAbsent(count, row.nanoseconds().median());
                }
            }
            if (bq.isEmpty()) {
                return;
            }
            var paper = Findings.of(PairsExperiment.class, "pairs");
            var cells = new ArrayList<List<String>>();
            rows.forEach((label, row) -> {
                var line = new ArrayList<String>(List.of(label));
                threads.forEach(count -> line.add(ratio(row.get(count), bq.get(count))));
                var any = row.values().iterator().next();
                line.add(paper.text("run time over that of BQ", any.structure()).orElse(Column.NONE));
                cells.add(line);
            });
            var columns = new ArrayList<>(columns(List.of(Table.text("structure")), threads));
            columns.add(Table.text("paper (Titan X Pascal)"));
            parts.add(new Part.Captioned(caption, new Table(columns, cells)));
        }

        private static String ratio(@Nullable Measurement row, @Nullable Double bq) {
            if (row == null || bq == null) {
                return Column.NONE;
            }
            if (!row.measured()) {
                return Recorded.CANCELLED_AFTER.isIn(row)
                        ? "> " + Quantity.significant(Recorded.CANCELLED_AFTER.number(row) * 1e9 / bq)
                        : "skipped";
            }
            return row.passed() ? Quantity.significant(row.nanoseconds().median() / bq) : FAILED;
        }
    }
}
