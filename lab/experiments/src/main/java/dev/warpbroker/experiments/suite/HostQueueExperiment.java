package dev.warpbroker.experiments.suite;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Longs;
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
import dev.warpbroker.experiments.page.Section;
import dev.warpbroker.experiments.page.Section.Part;
import dev.warpbroker.experiments.page.Table;
import dev.warpbroker.experiments.results.CheckResult;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.experiments.results.ResultLine;
import dev.warpbroker.experiments.results.Statistics;
import dev.warpbroker.tasks.forkjoin.Scalars;
import dev.warpbroker.tasks.host.QueueToDevice;
import dev.warpbroker.tasks.host.QueueToHost;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;

/**
 * Experiment {@code host-queue}: how many ints a second go through queues between lanes of a running kernel and threads
 * of the host.
 */
final class HostQueueExperiment implements Experiment {
    private static final Option<Integer> ELEMENTS = Option.number(
            "--elements",
            "N",
            "Ints of one repetition (default: 33554432 on a GPU, 65536 on the JVM, 2048 elsewhere).");

    private static final Option<Integer> LANES = Option.number(
            "--lanes", "N", "Lanes of the kernel (default: 16384 on a GPU, 32 on the JVM, 64 elsewhere).");

    private static final Option<List<Integer>> THREADS =
            Option.numbers("--threads", "N", "Host threads (default: 1,2,4,8 on a GPU, 1,2 elsewhere).");

    private static final Option<Integer> REPETITIONS = Option.number(
                    "--reps", "N", "Timed repetitions (default: ${DEFAULT-VALUE}).")
            .preset("5");

    /** What records say. */
    private static final class Recorded {
        static final Field THREADS = Field.parameter("threads");
        static final Field LANES = Field.parameter("lanes");
        static final Field ELEMENTS = Field.parameter("elements");
    }

    private static final int BLOCK = 32;

    /** Elements that a thread takes at once. */
    private static final int BATCH = 1024;

    @Override
    public String name() {
        return "host-queue";
    }

    @Override
    public List<String> description() {
        return List.of(
                "Ints per second through queues between lanes and host threads, while the kernel runs.",
                "To the host, lanes put and threads drain what is there, or take one by one; to the device, threads put"
                        + " and lanes take. The time is that from the launch until the last int has arrived.");
    }

    @Override
    public List<Option<?>> options() {
        return List.of(ELEMENTS, LANES, THREADS, REPETITIONS);
    }

    @Override
    public Trial on(Device device, Choices chosen) {
        boolean gpu = DeviceKind.of(device.properties()) == DeviceKind.GPU;
        boolean jvm = device.properties().lanesPerWorker() == 1;
        int lanes = chosen.or(LANES, gpu ? 1 << 14 : jvm ? 32 : 64);
        int elements = chosen.or(ELEMENTS, gpu ? 1 << 25 : jvm ? 1 << 16 : 1 << 11);
        var threads = chosen.or(THREADS, gpu ? List.of(1, 2, 4, 8) : List.of(1, 2));
        int repetitions = chosen.of(REPETITIONS);
        MeasuringEffort.requireAtLeast(BLOCK, "lanes", lanes);
        MeasuringEffort.requireAtLeast(lanes, "elements", elements);
        MeasuringEffort.requireAtLeast(1, "repetitions", repetitions);
        threads.forEach(CommonOptions::requireHostThreads);
        return new Trial(
                this,
                device,
                MeasuringEffort.ONCE,
                3 * threads.size(),
                measuring -> new Transfers(device, lanes, elements / lanes, repetitions, measuring).run(threads),
                List.of());
    }

    /** What is measured. */
    private final class Transfers {
        private final Device device;
        private final int lanes;
        private final int perLane;
        private final int repetitions;
        private final Measuring measuring;

        Transfers(Device device, int lanes, int perLane, int repetitions, Measuring measuring) {
            this.device = device;
            this.lanes = lanes;
            this.perLane = perLane;
            this.repetitions = repetitions;
            this.measuring = measuring;
        }

        void run(List<Integer> threads) {
            for (int number : threads) {
                toHost("to the host, drain", number, true);
            }
            for (int number : threads) {
                toHost("to the host, take", number, false);
            }
            for (int number : threads) {
                toDevice(number);
            }
        }

        private Grid grid() {
            return new Grid(lanes, BLOCK);
        }

        private void toHost(String what, int threads, boolean drains) {
            long elements = (long) lanes * perLane;
            try (var queue = QueueToHost.on(device, Scalars.INTS)) {
                var producer = queue.producer();
                int each = perLane;
                Kernel kernel = lane -> {
                    for (int i = 0; i < each; i++) {
                        producer.put(lane, lane.id() * each + i);
                    }
                };
                long expected = elements * (elements - 1) / 2;
                measure(what, threads, expected, () -> {
                    var left = new AtomicLong(elements);
                    var launch = device.launch(grid(), kernel);
                    var shares = new AtomicInteger();
                    long sum = onThreads(
                            threads,
                            () -> drains
                                    ? drain(queue, left)
                                    : take(queue, share(elements, threads, shares.getAndIncrement())));
                    launch.join();
                    return sum;
                });
            }
        }

        private static long drain(QueueToHost<Integer> queue, AtomicLong left) {
            long[] sum = {0};
            while (left.get() > 0) {
                int count = queue.drain(number -> sum[0] += number, BATCH);
                if (count > 0) {
                    left.addAndGet(-count);
                } else {
                    Thread.onSpinWait();
                }
            }
            return sum[0];
        }

        /** {@return how many of the elements a thread takes: a counter for all would be what is measured} */
        private static long share(long elements, int threads, int number) {
            return elements / threads + (number < elements % threads ? 1 : 0);
        }

        private static long take(QueueToHost<Integer> queue, long share) throws InterruptedException {
            long sum = 0;
            for (long i = 0; i < share; i++) {
                sum += queue.take();
            }
            return sum;
        }

        private void toDevice(int threads) {
            long expected = (long) lanes * perLane / threads * threads;
            try (var sums = device.longs(lanes)) {
                measure("to the device", threads, expected, () -> {
                    sums.fill(0);
                    try (var queue = QueueToDevice.on(device, Scalars.INTS)) {
                        var launch = device.launch(grid(), consumers(queue, sums));
                        onThreads(threads, () -> {
                            for (long i = 0; i < expected / threads; i++) {
                                queue.put(1);
                            }
                            return 0L;
                        });
                        queue.finish();
                        launch.join();
                    }
                    long sum = 0;
                    for (long each : sums.copyOut()) {
                        sum += each;
                    }
                    return sum;
                });
            }
        }

        private static Kernel consumers(QueueToDevice<Integer> queue, Longs sums) {
            var consumer = queue.consumer();
            return lane -> {
                long sum = 0;
                for (var next = consumer.take(lane); next.present(); next = consumer.take(lane)) {
                    sum += next.value();
                }
                sums.set(lane.id(), sum);
            };
        }

        private static long onThreads(int threads, HostThreads.Work work) {
            try (var pool = HostThreads.platform(threads)) {
                return pool.start(work).join();
            }
        }

        private void measure(String what, int threads, long expected, LongSupplier transfer) {
            String name = what + ", " + threads + (threads == 1 ? " thread" : " threads");
            measuring.progress().at(name);
            long[] nanos = new long[repetitions];
            long wrong = 0;
            for (int i = -1; i < repetitions; i++) {
                long start = System.nanoTime();
                long sum = transfer.getAsLong();
                if (i >= 0) {
                    nanos[i] = System.nanoTime() - start;
                }
                wrong = sum == expected ? wrong : sum - expected;
            }
            long elements = (long) lanes * perLane;
            measuring.record(Measurement.now(
                    name(),
                    device.properties(),
                    name,
                    Map.ofEntries(
                            Recorded.THREADS.is(threads), Recorded.LANES.is(lanes), Recorded.ELEMENTS.is(elements)),
                    Statistics.of(nanos),
                    elements,
                    List.of(new CheckResult(
                            "sum", wrong == 0, wrong == 0 ? "all ints once" : "the sum is off by " + wrong))));
            measuring.progress().step();
        }
    }

    @Override
    public Table table(List<Measurement> measurements) {
        return Column.table(
                List.of(
                        Column.text("what", Measurement::structure),
                        Column.rate("ints per second"),
                        Column.MEDIAN,
                        Column.MIN,
                        Column.MAX,
                        Column.CHECK),
                measurements);
    }

    @Override
    public Section section(List<ResultLine> lines, UnaryOperator<String> file) {
        var evidence = Evidence.of(lines, Measurement::structure);
        return new Section(
                "host-queue: " + evidence.device(),
                List.of(
                        new Part.Captioned("Ints between lanes and threads of the host", table(evidence.latest())),
                        new Part.Notes(evidence.sources())));
    }
}
