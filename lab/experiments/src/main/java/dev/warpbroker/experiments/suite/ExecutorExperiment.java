package dev.warpbroker.experiments.suite;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceStream;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Layout;
import dev.warpbroker.experiments.design.Choices;
import dev.warpbroker.experiments.design.Column;
import dev.warpbroker.experiments.design.CommonOptions;
import dev.warpbroker.experiments.design.DeviceKind;
import dev.warpbroker.experiments.design.Evidence;
import dev.warpbroker.experiments.design.Experiment;
import dev.warpbroker.experiments.design.Field;
import dev.warpbroker.experiments.design.Measuring;
import dev.warpbroker.experiments.design.MeasuringEffort;
import dev.warpbroker.experiments.design.Option;
import dev.warpbroker.experiments.design.Trial;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.page.Section;
import dev.warpbroker.experiments.page.Section.Part;
import dev.warpbroker.experiments.page.Table;
import dev.warpbroker.experiments.results.CheckResult;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.experiments.results.ResultLine;
import dev.warpbroker.experiments.results.Statistics;
import dev.warpbroker.tasks.forkjoin.Scalars;
import dev.warpbroker.tasks.host.DeviceExecutor;
import dev.warpbroker.tasks.host.ExecutorOptions;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

/**
 * Experiment {@code executor}: how long a request to a {@link DeviceExecutor} takes there and back, how many requests
 * host threads get answered, and copies beside it.
 */
final class ExecutorExperiment implements Experiment {
    private static final Option<Integer> ROUND_TRIPS =
            Option.number("--round-trips", "N", "Round trips (default: 200000 on a GPU, 2000 elsewhere).");

    private static final Option<Integer> REQUESTS = Option.number(
            "--requests", "N", "Requests of each thread (default: 500000 on a GPU, 2000 on the JVM, 50 elsewhere).");

    private static final Option<List<Integer>> THREADS =
            Option.numbers("--threads", "N", "Host threads (default: 1,2,4,8,16 on a GPU, 1,2 elsewhere).");

    private static final Option<Integer> WINDOW = Option.number(
                    "--window", "N", "Requests of a thread that are under way at a time (default: ${DEFAULT-VALUE}).")
            .preset("128");

    private static final Option<Integer> WORKERS =
            Option.number("--workers", "N", "Warps that serve requests (default: the executor's own choice).");

    private static final Option<Integer> REPETITIONS = Option.number(
                    "--reps", "N", "Timed repetitions of what is counted per second (default: ${DEFAULT-VALUE}).")
            .preset("5");

    /** What records say. */
    private static final class Recorded {
        static final Field THREADS = Field.parameter("threads");
        static final Field WINDOW = Field.parameter("window");
        static final Field REQUESTS = Field.parameter("requests");
        static final Field BYTES = Field.parameter("bytes");
        static final Field P90 = Field.observed("p90");
        static final Field P99 = Field.observed("p99");
        static final Field P999 = Field.observed("p999");
    }

    private static final int VIRTUAL_THREADS = 1_000;
    private static final int COPIED_BYTES = 1 << 24;

    /** A request: what is to be squared. */
    record Square(int number) {}

    private static final Layout<Square> LAYOUT = Layout.of(Square.class);

    @Override
    public String name() {
        return "executor";
    }

    @Override
    public List<String> description() {
        return List.of(
                "Requests of host threads to a kernel that stays: round trips of one thread, and requests per second"
                        + " with futures.",
                "A task squares its number. A round trip is submit and join; for requests per second every thread keeps"
                        + " some under way and joins the oldest, and a thousand virtual threads make round trips. Last,"
                        + " copies to the device while the executor is idle, and while it serves a thread.");
    }

    @Override
    public List<Option<?>> options() {
        return List.of(ROUND_TRIPS, REQUESTS, THREADS, WINDOW, WORKERS, REPETITIONS);
    }

    @Override
    public Trial on(Device device, Choices chosen) {
        var kind = DeviceKind.of(device.properties());
        boolean gpu = kind == DeviceKind.GPU;
        boolean jvm = device.properties().lanesPerWorker() == 1;
        int roundTrips = chosen.or(ROUND_TRIPS, gpu ? 200_000 : jvm ? 2_000 : 200);
        int requests = chosen.or(REQUESTS, gpu ? 500_000 : jvm ? 2_000 : 50);
        var threads = chosen.or(THREADS, gpu ? List.of(1, 2, 4, 8, 16) : List.of(1, 2));
        int window = chosen.of(WINDOW);
        CommonOptions.requireAtLeast(1, "workers", chosen, WORKERS);
        int workers = chosen.or(WORKERS, 0);
        int repetitions = chosen.of(REPETITIONS);
        MeasuringEffort.requireAtLeast(1, "round trips", roundTrips);
        MeasuringEffort.requireAtLeast(1, "requests", requests);
        MeasuringEffort.requireAtLeast(1, "window", window);
        MeasuringEffort.requireAtLeast(1, "repetitions", repetitions);
        threads.forEach(CommonOptions::requireHostThreads);
        return new Trial(
                this,
                device,
                MeasuringEffort.ONCE,
                threads.size() + 5,
                measuring -> new Requests(device, workers, roundTrips, requests, window, repetitions, measuring)
                        .run(threads),
                List.of());
    }

    /** What is measured. */
    private final class Requests {
        private final Device device;
        private final ExecutorOptions options;
        private final int roundTrips;
        private final int requests;
        private final int window;
        private final int repetitions;
        private final Measuring measuring;

        Requests(
                Device device,
                int workers,
                int roundTrips,
                int requests,
                int window,
                int repetitions,
                Measuring measuring) {
            this.device = device;
            options = ExecutorOptions.defaults().withWorkers(workers);
            this.roundTrips = roundTrips;
            this.requests = requests;
            this.window = window;
            this.repetitions = repetitions;
            this.measuring = measuring;
        }

        void run(List<Integer> threads) {
            roundTrips("round trip", options);
            roundTrips("round trip, without order", options.withOrder(false));
            try (var executor = open(options)) {
                for (int number : threads) {
                    requests(executor, number);
                }
                virtualThreads(executor);
            }
            copies();
        }

        private DeviceExecutor<Square, Integer> open(ExecutorOptions given) {
            return DeviceExecutor.on(device, LAYOUT, Scalars.INTS, square -> square.number() * square.number(), given);
        }

        private void roundTrips(String what, ExecutorOptions given) {
            measuring.progress().at(what);
            try (var executor = open(given)) {
                roundTrips(executor, roundTrips / 2);
                long wrong = 0;
                long[] nanos = new long[roundTrips];
                for (int i = 0; i < roundTrips; i++) {
                    long start = System.nanoTime();
                    int result = executor.submit(new Square(i)).join();
                    nanos[i] = System.nanoTime() - start;
                    wrong += result == i * i ? 0 : 1;
                }
                record(what, nanos, 1, wrong, Map.ofEntries(Recorded.REQUESTS.is(roundTrips)), true);
            }
        }

        private long roundTrips(DeviceExecutor<Square, Integer> executor, int count) {
            long wrong = 0;
            for (int i = 0; i < count; i++) {
                wrong += executor.submit(new Square(i)).join() == i * i ? 0 : 1;
            }
            return wrong;
        }

        private void requests(DeviceExecutor<Square, Integer> executor, int threads) {
            String what = "requests, " + threads + (threads == 1 ? " thread" : " threads");
            measuring.progress().at(what);
            long wrong = 0;
            long[] nanos = new long[repetitions];
            try (var pool = HostThreads.platform(threads)) {
                for (int i = -1; i < repetitions; i++) {
                    long start = System.nanoTime();
                    wrong += pool.start(() -> pipelined(executor)).join();
                    if (i >= 0) {
                        nanos[i] = System.nanoTime() - start;
                    }
                }
            }
            record(
                    what,
                    nanos,
                    (long) threads * requests,
                    wrong,
                    Map.ofEntries(
                            Recorded.THREADS.is(threads), Recorded.WINDOW.is(window), Recorded.REQUESTS.is(requests)),
                    false);
        }

        /** Keeps a window of requests under way. {@return how many results were wrong} */
        private long pipelined(DeviceExecutor<Square, Integer> executor) {
            var underWay = new ArrayDeque<CompletableFuture<Integer>>(window);
            long wrong = 0;
            for (int sent = 0, seen = 0; seen < requests; ) {
                if (sent < requests && underWay.size() < window) {
                    underWay.add(executor.submit(new Square(sent++)));
                } else {
                    wrong += underWay.remove().join() == seen * seen ? 0 : 1;
                    seen++;
                }
            }
            return wrong;
        }

        private void virtualThreads(DeviceExecutor<Square, Integer> executor) {
            String what = "round trips, " + Quantity.count(VIRTUAL_THREADS) + " virtual threads";
            measuring.progress().at(what);
            int each = Math.max(1, requests / VIRTUAL_THREADS);
            long wrong = 0;
            long[] nanos = new long[repetitions];
            try (var pool = HostThreads.virtual(VIRTUAL_THREADS)) {
                for (int i = -1; i < repetitions; i++) {
                    long start = System.nanoTime();
                    wrong += pool.start(() -> roundTrips(executor, each)).join();
                    if (i >= 0) {
                        nanos[i] = System.nanoTime() - start;
                    }
                }
            }
            record(
                    what,
                    nanos,
                    (long) VIRTUAL_THREADS * each,
                    wrong,
                    Map.ofEntries(Recorded.THREADS.is(VIRTUAL_THREADS), Recorded.REQUESTS.is(each)),
                    false);
        }

        /** Copies end though the kernel does not. */
        private void copies() {
            try (var arena = Arena.ofShared();
                    var memory = device.ints(COPIED_BYTES / Integer.BYTES);
                    var stream = device.stream();
                    var pool = HostThreads.platform(1)) {
                var segment = device.pinned(COPIED_BYTES, arena).fill((byte) 1);
                copies(memory, stream, segment, pool);
            }
        }

        private void copies(Ints memory, DeviceStream stream, MemorySegment segment, HostThreads pool) {
            try (var executor = open(options)) {
                for (boolean served : List.of(false, true)) {
                    String what = served ? "copy beside requests" : "copy beside the idle executor";
                    measuring.progress().at(what);
                    var end = new CompletableFuture<Void>();
                    var wrong = pool.start(() -> {
                        long count = 0;
                        while (served && !end.isDone()) {
                            count += roundTrips(executor, 1);
                        }
                        return count;
                    });
                    long[] nanos = new long[repetitions];
                    for (int i = -1; i < repetitions; i++) {
                        long start = System.nanoTime();
                        stream.copyIn(memory, segment);
                        stream.join();
                        if (i >= 0) {
                            nanos[i] = System.nanoTime() - start;
                        }
                    }
                    end.complete(null);
                    record(
                            what,
                            nanos,
                            COPIED_BYTES,
                            wrong.join(),
                            Map.ofEntries(Recorded.BYTES.is(COPIED_BYTES)),
                            false);
                }
            }
        }

        private void record(
                String what,
                long[] nanos,
                long operations,
                long wrong,
                Map<String, Object> parameters,
                boolean distribution) {
            var check = new CheckResult(
                    "results", wrong == 0, wrong == 0 ? "all right" : wrong + " results are not the squares");
            var measurement = Measurement.now(
                    name(), device.properties(), what, parameters, Statistics.of(nanos), operations, List.of(check));
            measuring.record(distribution ? measurement.with(tail(nanos), null) : measurement);
            measuring.progress().step();
        }

        private Map<String, Object> tail(long[] nanos) {
            long[] sorted = nanos.clone();
            Arrays.sort(sorted);
            return Map.ofEntries(
                    Recorded.P90.is(sorted[(int) (0.9 * (sorted.length - 1))]),
                    Recorded.P99.is(sorted[(int) (0.99 * (sorted.length - 1))]),
                    Recorded.P999.is(sorted[(int) (0.999 * (sorted.length - 1))]));
        }
    }

    @Override
    public Table table(List<Measurement> measurements) {
        return Column.table(
                List.of(
                        Column.text("what", Measurement::structure),
                        Column.MEDIAN,
                        Column.MIN,
                        percentile("p90", Recorded.P90),
                        percentile("p99", Recorded.P99),
                        percentile("p99.9", Recorded.P999),
                        Column.MAX,
                        Column.number("per second", ExecutorExperiment::rate),
                        Column.CHECK),
                measurements);
    }

    private static String rate(Measurement row) {
        if (!row.measured() || Recorded.P99.isIn(row)) {
            return "";
        }
        return Recorded.BYTES.isIn(row)
                ? Quantity.bytes((long) row.operationsPerSecond())
                : Quantity.rate(row.operationsPerSecond());
    }

    private static Column percentile(String title, Field field) {
        return Column.number(title, row -> field.isIn(row) ? Quantity.time(field.number(row)) : "");
    }

    @Override
    public Section section(List<ResultLine> lines, UnaryOperator<String> file) {
        var evidence = Evidence.of(lines, Measurement::structure);
        return new Section(
                "executor: " + evidence.device(),
                List.of(
                        new Part.Captioned("Requests of host threads to a kernel that stays", table(evidence.latest())),
                        new Part.Notes(evidence.sources())));
    }
}
