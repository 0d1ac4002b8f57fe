package dev.warpbroker.experiments.suite;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceStream;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Layout;
import dev.warpbroker.experiments.design.Axis;
import dev.warpbroker.experiments.design.Checked;
import dev.warpbroker.experiments.design.Choices;
import dev.warpbroker.experiments.design.Column;
import dev.warpbroker.experiments.design.CommonOptions;
import dev.warpbroker.experiments.design.Contender;
import dev.warpbroker.experiments.design.DeviceKind;
import dev.warpbroker.experiments.design.Field;
import dev.warpbroker.experiments.design.Loops;
import dev.warpbroker.experiments.design.MeasuringEffort;
import dev.warpbroker.experiments.design.Option;
import dev.warpbroker.experiments.design.Point;
import dev.warpbroker.experiments.design.Stage;
import dev.warpbroker.experiments.design.Sweep;
import dev.warpbroker.experiments.design.Timing;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.results.CheckResult;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.tasks.forkjoin.Scalars;
import dev.warpbroker.tasks.host.DeviceExecutor;
import dev.warpbroker.tasks.host.ExecutorOptions;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * Experiment {@code executor}: how long a request to a {@link DeviceExecutor} takes there and back, how many requests
 * host threads get answered, and copies beside it. Each row has an executor of its own.
 */
final class ExecutorExperiment extends Sweep {
    private static final Option<Integer> ROUND_TRIPS =
            Option.number("--round-trips", "N", "Round trips (default: 200000 on a GPU, 2000 elsewhere).");

    private static final Option<Integer> REQUESTS = Option.number(
            "--requests", "N", "Requests of each thread (default: 500000 on a GPU, 2000 on the JVM, 50 elsewhere).");

    private static final Option<List<Integer>> THREADS =
            Option.numbers("--threads", "N", "Host threads (default: 1,2,4,8,16 on a GPU, 1,2 elsewhere).");

    private static final Option<Integer> WINDOW = Option.number(
                    "--window", "N", "Requests of a thread that are under way at a time (default: ${DEFAULT-VALUE}).")
            .preset("128");

    private static final Axis<Integer> WORKERS = Axis.number(
                    "workers", "--workers", "N", "Warps that serve requests (default: the executor's own choice).")
            .preset(0)
            .atLeast(1, "workers")
            .unrecorded();

    private static final Axis<Integer> REPETITIONS = Axis.one(
                    "reps",
                    Option.number(
                                    "--reps",
                                    "N",
                                    "Timed repetitions of what is counted per second (default: ${DEFAULT-VALUE}).")
                            .preset("5"))
            .atLeast(1, "repetitions")
            .unrecorded();

    private static final Axis<Load> LOAD = Axis.derived(
                    "what", ExecutorExperiment::loads, ROUND_TRIPS, REQUESTS, THREADS, WINDOW)
            .structure();

    private static final Field BYTES = Field.parameter("bytes");
    private static final Field P90 = Field.observed("p90");
    private static final Field P99 = Field.observed("p99");
    private static final Field P999 = Field.observed("p999");

    private static final String WITHOUT_ORDER = "round trip, without order";
    private static final int VIRTUAL_THREADS = 1_000;
    private static final int COPIED_BYTES = 1 << 24;

    /** A request: what is to be squared. */
    record Square(int number) {}

    private static final Layout<Square> LAYOUT = Layout.of(Square.class);

    /**
     * A way in which host threads use an executor.
     *
     * @param operations of a repetition
     * @param parameters of its record
     * @param timing measures a repetition
     */
    private record Load(
            String name, long operations, Map<String, Object> parameters, Function<Serving, Timing> timing) {
        @Override
        public String toString() {
            return name;
        }
    }

    ExecutorExperiment() {
        super(
                "executor",
                "Requests of host threads to a kernel that stays: round trips of one thread, and requests per second"
                        + " with futures.",
                "A task squares its number. A round trip is submit and join; for requests per second every thread keeps"
                        + " some under way and joins the oldest, and a thousand virtual threads make round trips. Last,"
                        + " copies to the device while the executor is idle, and while it serves a thread.");
        measure(Loops.stages(LOAD));
        settings(WORKERS, REPETITIONS);
        columns(List.of(
                Column.text(LOAD),
                Column.MEDIAN,
                Column.MIN,
                percentile("p90", P90),
                percentile("p99", P99),
                percentile("p99.9", P999),
                Column.MAX,
                Column.number("per second", ExecutorExperiment::rate),
                Column.CHECK));
    }

    private static List<Load> loads(Device device, Choices chosen) {
        return switch (DeviceKind.of(device.properties())) {
            case JVM -> loads(chosen, 2_000, 2_000, 1, 2);
            case SIMULATOR -> loads(chosen, 200, 50, 1, 2);
            case GPU -> loads(chosen, 200_000, 500_000, 1, 2, 4, 8, 16);
        };
    }

    private static List<Load> loads(
            Choices chosen, int presetRoundTrips, int presetRequests, Integer... presetThreads) {
        int roundTrips = atLeastOne("round trips", chosen.or(ROUND_TRIPS, presetRoundTrips));
        int requests = atLeastOne("requests", chosen.or(REQUESTS, presetRequests));
        int window = atLeastOne("window", chosen.of(WINDOW));
        int each = Math.max(1, requests / VIRTUAL_THREADS);
        Map<String, Object> ofRoundTrips = Map.of("requests", roundTrips);
        Map<String, Object> ofCopies = Map.ofEntries(BYTES.is(COPIED_BYTES));
        var loads = new ArrayList<Load>();
        loads.add(new Load("round trip", 1, ofRoundTrips, serving -> serving.eachRoundTrip(roundTrips)));
        loads.add(new Load(WITHOUT_ORDER, 1, ofRoundTrips, serving -> serving.eachRoundTrip(roundTrips)));
        for (int threads : chosen.or(THREADS, List.of(presetThreads))) {
            CommonOptions.requireHostThreads(threads);
            loads.add(new Load(
                    "requests, " + threads + (threads == 1 ? " thread" : " threads"),
                    (long) threads * requests,
                    Map.of("threads", threads, "window", window, "requests", requests),
                    serving -> serving.byThreads(
                            Executors.newFixedThreadPool(threads),
                            threads,
                            () -> serving.pipelined(requests, window))));
        }
        loads.add(new Load(
                "round trips, " + Quantity.count(VIRTUAL_THREADS) + " virtual threads",
                (long) VIRTUAL_THREADS * each,
                Map.of("threads", VIRTUAL_THREADS, "requests", each),
                serving -> serving.byThreads(
                        Executors.newVirtualThreadPerTaskExecutor(), VIRTUAL_THREADS, () -> serving.roundTrips(each))));
        loads.add(new Load("copy beside the idle executor", COPIED_BYTES, ofCopies, serving -> serving.copies(false)));
        loads.add(new Load("copy beside requests", COPIED_BYTES, ofCopies, serving -> serving.copies(true)));
        return loads;
    }

    private static int atLeastOne(String what, int number) {
        MeasuringEffort.requireAtLeast(1, what, number);
        return number;
    }

    @Override
    protected Stage stage(Device device, Choices chosen, Point shared) {
        var arena = Arena.ofShared();
        var serving = new Serving(
                arena,
                device.ints(COPIED_BYTES / Integer.BYTES),
                device.pinned(COPIED_BYTES, arena).fill((byte) 1),
                device.stream(),
                DeviceExecutor.on(
                        device,
                        LAYOUT,
                        Scalars.INTS,
                        square -> square.number() * square.number(),
                        ExecutorOptions.defaults()
                                .withWorkers(shared.get(WORKERS))
                                .withOrder(!shared.get(LOAD).name().equals(WITHOUT_ORDER))),
                shared.get(REPETITIONS));
        return new Stage(
                        row -> row.get(LOAD).operations(),
                        row -> Contender.sampled(() -> row.get(LOAD).timing().apply(serving)))
                .facts(row -> row.get(LOAD).parameters())
                .closing(serving::close);
    }

    /** An executor, and what is copied beside it, which is there before its kernel. */
    private record Serving(
            Arena arena,
            Ints memory,
            MemorySegment segment,
            DeviceStream stream,
            DeviceExecutor<Square, Integer> executor,
            int repetitions) {
        Timing eachRoundTrip(int count) {
            roundTrips(count / 2);
            long wrong = 0;
            long[] nanos = new long[count];
            for (int i = 0; i < count; i++) {
                long start = System.nanoTime();
                int result = executor.submit(new Square(i)).join();
                nanos[i] = System.nanoTime() - start;
                wrong += result == i * i ? 0 : 1;
            }
            long[] sorted = nanos.clone();
            Arrays.sort(sorted);
            return timing(
                    nanos,
                    wrong,
                    Map.ofEntries(
                            P90.is(sorted[(int) (0.9 * (count - 1))]),
                            P99.is(sorted[(int) (0.99 * (count - 1))]),
                            P999.is(sorted[(int) (0.999 * (count - 1))])));
        }

        /** Makes round trips. {@return how many results were wrong} */
        long roundTrips(int count) {
            long wrong = 0;
            for (int i = 0; i < count; i++) {
                wrong += executor.submit(new Square(i)).join() == i * i ? 0 : 1;
            }
            return wrong;
        }

        /** Keeps a window of requests under way. {@return how many results were wrong} */
        long pipelined(int requests, int window) {
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

        /** Lets threads do the same, each for itself. */
        Timing byThreads(ExecutorService threads, int number, LongSupplier work) {
            try (threads) {
                var wrong = new LongAdder();
                long[] nanos = nanos(() -> Stream.generate(() -> begin(work, threads))
                        .limit(number)
                        .toList()
                        .forEach(some -> wrong.add(some.join())));
                return timing(nanos, wrong.sum(), Map.of());
            }
        }

        private static CompletableFuture<Long> begin(LongSupplier work, ExecutorService threads) {
            return CompletableFuture.supplyAsync(work::getAsLong, threads);
        }

        /** Copies, which end though the kernel does not. */
        Timing copies(boolean served) {
            try (var thread = Executors.newSingleThreadExecutor()) {
                var end = new AtomicBoolean(!served);
                LongSupplier requests = () -> {
                    long count = 0;
                    while (!end.get()) {
                        count += roundTrips(1);
                    }
                    return count;
                };
                var wrong = begin(requests, thread);
                long[] nanos;
                try {
                    nanos = nanos(() -> {
                        stream.copyIn(memory, segment);
                        stream.join();
                    });
                } finally {
                    end.set(true);
                }
                return timing(nanos, wrong.join(), Map.of());
            }
        }

        /** {@return how long work took each time, after one more time} */
        private long[] nanos(Runnable work) {
            long[] nanos = new long[repetitions];
            for (int i = -1; i < repetitions; i++) {
                long start = System.nanoTime();
                work.run();
                if (i >= 0) {
                    nanos[i] = System.nanoTime() - start;
                }
            }
            return nanos;
        }

        private static Timing timing(long[] nanos, long wrong, Map<String, Object> observed) {
            var check = new CheckResult(
                    "results", wrong == 0, wrong == 0 ? "all right" : wrong + " results are not the squares");
            return Contender.samples(nanos, new Checked(List.of(check), observed));
        }

        void close() {
            executor.close();
            stream.close();
            memory.close();
            arena.close();
        }
    }

    private static String rate(Measurement row) {
        if (!row.measured() || P99.isIn(row)) {
            return "";
        }
        return BYTES.isIn(row)
                ? Quantity.bytes((long) row.operationsPerSecond())
                : Quantity.rate(row.operationsPerSecond());
    }

    private static Column percentile(String title, Field field) {
        return Column.number(title, row -> field.isIn(row) ? Quantity.time(field.number(row)) : "");
    }
}
