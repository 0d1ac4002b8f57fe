package dev.warpbroker.experiments.properties;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.LaunchStoppedException;
import dev.warpbroker.experiments.Fairness;
import dev.warpbroker.experiments.Pairs;
import dev.warpbroker.experiments.design.DeviceKind;
import dev.warpbroker.experiments.design.Earlier;
import dev.warpbroker.experiments.design.MeasuringEffort;
import dev.warpbroker.experiments.design.Progress;
import dev.warpbroker.experiments.design.Trial;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.results.FailureReason;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.experiments.suite.PairsExperiment;
import dev.warpbroker.experiments.suite.PairsExperiment.Form;
import dev.warpbroker.structures.Claim;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.structures.queue.IntQueue;
import dev.warpbroker.structures.queue.QueueKind;
import dev.warpbroker.structures.queue.QueueOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Finds out which properties queues have, by running them. */
public final class Examiner {
    private static final double SCALABLE = 1.0 / 10;
    private static final double PARTLY_SCALABLE = 1.0 / 50;
    private static final double FAIR = 0.9;
    private static final double PARTLY_FAIR = 0.5;

    /** Parts of the time that all threads make rounds for. */
    private static final double SHORT_WAIT = 0.25;

    private static final double LONG_WAIT = 1;

    /** Bytes per element of 4. */
    private static final double LITTLE_MEMORY = 20;

    private static final double MUCH_MEMORY = 64;
    private static final int SMALL = 64;

    /** So many that what a queue has once does not count. */
    private static final int FEW_USERS = 16_384;

    /** Histories to try where none should be found. */
    public static final int USUAL_HISTORIES = 300;

    /** Histories to try where one should be found. */
    public static final int MAX_HISTORIES = 10_000;

    private final Device device;
    private final Settings settings;

    /**
     * What the examination is run with.
     *
     * @param threads of the measurements
     * @param pairs per thread, of the measurements
     * @param blockSize lanes per block
     * @param seeds histories to try for each queue; 0 for the usual number, which is larger for queues that do not
     *     claim to be linearizable: the search for what they lack ends when it is found
     * @param limit how long a launch may take
     */
    public record Settings(int threads, int pairs, int blockSize, int seeds, Duration limit) {
        public Settings {
            MeasuringEffort.requireAtLeast(1, "threads", threads);
            MeasuringEffort.requireAtLeast(1, "pairs", pairs);
            MeasuringEffort.requireAtLeast(1, "threads in a block", blockSize);
            MeasuringEffort.requireAtLeast(0, "seeds", seeds);
        }
    }

    public Examiner(Device device, Settings settings) {
        this.device = device;
        this.settings = settings;
    }

    /** {@return the throughput of each queue against that of the best} */
    public Map<QueueKind, Finding> scalability(List<QueueKind> kinds, Progress progress) throws IOException {
        var measured = new ArrayList<Measurement>();
        pairs(kinds).run(measured::add, progress, Earlier.NONE);
        var findings = new EnumMap<QueueKind, Finding>(QueueKind.class);
        for (var form : List.of(Form.THREAD, Form.ONE_PER_WARP)) {
            var rows = measured.stream()
                    .filter(measurement -> form.toString().equals(PairsExperiment.form(measurement)))
                    .toList();
            double best = rows.stream()
                    .mapToDouble(Measurement::operationsPerSecond)
                    .max()
                    .orElse(0);
            for (var row : rows) {
                QueueKind.named(row.structure()).ifPresent(kind -> findings.put(kind, scalability(row, best)));
            }
        }
        return findings;
    }

    private Trial pairs(List<QueueKind> kinds) {
        return PairsExperiment.comparison(
                device,
                kinds,
                settings.threads(),
                settings.pairs(),
                capacityFor(settings.threads()),
                settings.blockSize(),
                settings.limit());
    }

    /** {@return how many steps of progress there are for all properties, one for each but scalability} */
    public int steps(List<QueueKind> kinds) {
        return pairs(kinds).steps() + kinds.size() * (Property.values().length - 1);
    }

    private static Finding scalability(Measurement row, double best) {
        String at = row.parameters().get("threads") + " threads (form " + PairsExperiment.form(row) + ")";
        if (!row.measured()) {
            return Finding.no(at + ": " + row.skipped());
        }
        double ratio = row.operationsPerSecond() / best;
        String evidence = Quantity.rate(row.operationsPerSecond() / 2) + " pairs with " + at + ", "
                + Quantity.significant(ratio) + " of the best";
        var verdict = ratio >= SCALABLE ? Answer.YES : ratio >= PARTLY_SCALABLE ? Answer.PARTLY : Answer.NO;
        return new Finding(verdict, evidence);
    }

    private Form form(QueueKind kind) {
        return Form.suiting(kind, device.properties());
    }

    /** {@return whether {@code kind} has {@code property}; not for scalability, which is a comparison} */
    public Finding examine(QueueKind kind, Property property) throws IOException, InterruptedException {
        try {
            return switch (property) {
                case HIGHLY_SCALABLE -> throw new IllegalArgumentException("see scalability");
                case FAIR_ORDERING -> fairness(kind);
                case LINEARIZABILITY -> HistorySearch.search(kind, histories(kind));
                case LOW_FOOTPRINT -> footprint(kind);
                case STATIC_MEMORY -> staticMemory(kind);
                case ALL_PARADIGMS -> paradigms(kind);
                case MULTI_QUEUE -> multiQueue(kind);
                case MULTI_ELEMENT -> multiElement(kind);
            };
        } catch (DeviceException failure) {
            return Finding.no(String.valueOf(failure.getMessage()));
        } catch (IllegalArgumentException refused) {
            return Finding.unclear(String.valueOf(refused.getMessage()));
        } catch (RuntimeException | OutOfMemoryError | StackOverflowError failure) {
            return Finding.failed(FailureReason.of(failure));
        }
    }

    private int histories(QueueKind kind) {
        if (settings.seeds() > 0) {
            return settings.seeds();
        }
        return kind.claims(Claim.LINEARIZABLE) ? USUAL_HISTORIES : MAX_HISTORIES;
    }

    private Finding fairness(QueueKind kind) {
        var grid = device.properties().workerGrid(settings.threads(), settings.blockSize());
        var time = fairnessTime();
        double nanos = time.toNanos();
        try (var queue = kind.create(device, options(settings.threads()));
                var fairness = new Fairness(device, grid, form(kind).users(), time)) {
            Fairness.Outcome outcome;
            try {
                outcome = fairness.run(queue, time.plus(settings.limit().multipliedBy(2)));
            } catch (LaunchStoppedException stopped) {
                return Finding.no("threads were still at their last round after " + Quantity.time(nanos)
                        + " and twice the limit: " + stopped.getMessage());
            }
            double longest = outcome.longestNanos() / nanos;
            String evidence = "index " + Quantity.significant(outcome.index()) + ", " + outcome.fewest() + " to "
                    + outcome.most() + " rounds by " + settings.threads() + " threads in "
                    + Quantity.time(nanos) + "; mean round "
                    + Quantity.time(outcome.meanNanos()) + ", longest "
                    + Quantity.time((double) outcome.longestNanos());
            return new Finding(
                    outcome.index() >= FAIR && longest <= SHORT_WAIT
                            ? Answer.YES
                            : outcome.index() >= PARTLY_FAIR && longest <= LONG_WAIT ? Answer.PARTLY : Answer.NO,
                    evidence);
        }
    }

    /** {@return long enough for many rounds of each thread} */
    private Duration fairnessTime() {
        return switch (DeviceKind.of(device.properties())) {
            case JVM -> Duration.ofMillis(100);
            case SIMULATOR -> Duration.ofNanos(400_000);
            case GPU -> Duration.ofMillis(20);
        };
    }

    private Finding footprint(QueueKind kind) throws IOException, InterruptedException {
        try (var queue = kind.create(device, options(1));
                var pairs = new Pairs(device, Grid.threads(1), Granularity.THREAD, settings.pairs())) {
            return Footprint.of(device, pairs.kernel(queue));
        }
    }

    private Finding staticMemory(QueueKind kind) {
        boolean gpu = DeviceKind.of(device.properties()) == DeviceKind.GPU;
        int users = gpu ? settings.threads() : Math.max(FEW_USERS, settings.threads());
        long before = device.heldBytes();
        double perElement;
        String evidence;
        try (var large = kind.create(device, options(users))) {
            long bytes = device.heldBytes() - before;
            perElement = (double) bytes / large.capacity();
            evidence = bytes + " bytes for " + large.capacity() + " elements and " + users + " threads, "
                    + Quantity.significant(perElement) + " per element";
        }
        int threads = 8;
        int each = SMALL * SMALL / threads;
        var form = form(kind);
        // One user per warp, if no more are allowed.
        int block = form == Form.ONE_PER_WARP ? 1 : threads;
        try (var queue = kind.create(
                        device,
                        QueueOptions.capacity(SMALL).withThreads(threads).withBlocks(threads / block));
                var pairs = new Pairs(device, new Grid(threads, block), Granularity.THREAD, each)) {
            var run = pairs.run(queue, settings.limit().multipliedBy(2));
            evidence += "; " + run.failures() + " of " + run.pairs() + " pairs failed, with at most " + threads + " of "
                    + SMALL + " elements inside";
            // Empty may be wrong where a queue does not claim to be linearizable.
            boolean runsOut = run.failures() > 0 && kind.claims(Claim.LINEARIZABLE);
            return new Finding(
                    runsOut || perElement > MUCH_MEMORY
                            ? Answer.NO
                            : perElement > LITTLE_MEMORY ? Answer.PARTLY : Answer.YES,
                    evidence);
        }
    }

    private Finding paradigms(QueueKind kind) {
        int warp = device.properties().lanesPerWorker();
        int block = warp == 1 ? 1 : 2 * warp;
        var done = new ArrayList<String>();
        try (var queue = kind.create(device, options(2 * block))) {
            completes("one lane", new Grid(1, 1), queue, lane -> {
                queue.enqueue(1);
                queue.dequeue();
            });
            done.add("one lane");
            completes("lanes of a warp, diverged", new Grid(warp, warp), queue, lane -> {
                for (int i = 0; i < 32; i++) {
                    if (lane.warp().lane() == i) {
                        queue.enqueue(i);
                        queue.dequeue();
                    }
                }
            });
            done.add("diverged lanes");
            completes("a warp at once", new Grid(warp, warp), queue, lane -> {
                queue.enqueueWarp(lane, 1);
                queue.dequeueWarp(lane);
            });
            done.add("a warp");
            completes("a block at once", new Grid(block, block), queue, lane -> {
                queue.enqueueBlock(lane, 1);
                queue.dequeueBlock(lane);
            });
            done.add("a block");
            if (warp > 1) {
                completes("half a warp dequeues before the other half enqueues", new Grid(warp, warp), queue, lane -> {
                    int all = lane.warp().activeMask();
                    if (lane.warp().lane() % 2 == 0) {
                        queue.dequeue();
                    }
                    lane.warp().synchronize(all);
                    if (lane.warp().lane() % 2 == 1) {
                        queue.enqueue(1);
                    }
                });
                done.add("half a warp that finds nothing");
            }
        } catch (DeviceException failure) {
            return Finding.no(failure.getMessage() + " (passed before: "
                    + (done.isEmpty() ? "nothing" : String.join(", ", done)) + ")");
        }
        return Finding.yes(String.join(", ", done) + ": all end");
    }

    private void completes(String what, Grid grid, IntQueue queue, Kernel kernel) {
        queue.clear();
        try {
            device.launch(grid, kernel).join(settings.limit());
        } catch (DeviceException failure) {
            throw new DeviceException(what + ": " + failure.getMessage(), failure);
        }
    }

    private Finding multiQueue(QueueKind kind) {
        try (var queue = kind.create(device, options(1));
                var found = device.ints(1)) {
            var launch = device.launch(
                    new Grid(1, 1), lane -> found.set(0, queue.dequeue().present() ? 1 : 2));
            launch.join(settings.limit());
            return found.copyOut()[0] == 2
                    ? Finding.yes("a dequeue from an empty queue said Empty after "
                            + Quantity.time((double) launch.elapsed().toNanos()))
                    : Finding.no("a dequeue from an empty queue found an element");
        }
    }

    private Finding multiElement(QueueKind kind) {
        if (!kind.claims(Claim.MULTI_ELEMENT)) {
            return Finding.no("claims none: dequeueAll takes elements one by one");
        }
        int count = 16;
        try (var queue = kind.create(device, options(1));
                var target = device.ints(count);
                var taken = device.ints(1)) {
            queue.fill(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
            device.launch(new Grid(1, 1), lane -> taken.set(0, queue.dequeueAll(target, 0, count)))
                    .join(settings.limit());
            int[] values = target.copyOut();
            boolean inOrder = true;
            for (int i = 0; i < count; i++) {
                inOrder &= values[i] == i + 1;
            }
            return taken.copyOut()[0] == count && inOrder
                    ? Finding.yes("claimed, and " + count + " elements came out of one dequeueAll in their order")
                    : Finding.no("claimed, but dequeueAll gave " + taken.copyOut()[0] + " elements: "
                            + Arrays.toString(values));
        }
    }

    private QueueOptions options(int threads) {
        return QueueOptions.capacity(capacityFor(threads))
                .withThreads(threads)
                .withBlocks(Math.ceilDiv(threads, settings.blockSize()));
    }

    private static int capacityFor(int threads) {
        return Math.max(1024, Integer.highestOneBit(2 * threads - 1) * 2);
    }
}
