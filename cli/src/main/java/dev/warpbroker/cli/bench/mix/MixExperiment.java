package dev.warpbroker.cli.bench.mix;

import dev.warpbroker.cli.bench.timing.Checked;
import dev.warpbroker.cli.bench.timing.Contender;
import dev.warpbroker.cli.bench.timing.Effort;
import dev.warpbroker.cli.bench.timing.Experiment;
import dev.warpbroker.cli.bench.timing.LateContender;
import dev.warpbroker.cli.bench.timing.Made;
import dev.warpbroker.cli.bench.timing.Turns;
import dev.warpbroker.cli.results.CheckResult;
import dev.warpbroker.cli.results.Measurement;
import dev.warpbroker.cli.terminal.Progress;
import dev.warpbroker.cli.terminal.Quantity;
import dev.warpbroker.cli.terminal.Table;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.experiments.Leftovers;
import dev.warpbroker.experiments.Mix;
import dev.warpbroker.structures.Claim;
import dev.warpbroker.structures.queue.IntQueue;
import dev.warpbroker.structures.queue.QueueKind;
import dev.warpbroker.structures.queue.QueueOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/** Measures queues in turn: mix by mix, group size by group size, from few operations to many. */
final class MixExperiment implements Experiment {
    private static final String NAME = "mix";

    private final Device device;
    private final Settings settings;
    private final Turns turns;

    /**
     * What the experiment is run with.
     *
     * @param kinds the queues
     * @param mixes parts of enqueues
     * @param operations in all, numbers of
     * @param groups lanes per block, numbers of
     * @param threads that make the operations
     * @param capacity of the queues, or 0 for one that is never exceeded
     * @param seed of the streams
     * @param effort how often and how long
     */
    record Settings(
            List<QueueKind> kinds,
            List<Share> mixes,
            List<Integer> operations,
            List<Integer> groups,
            int threads,
            int capacity,
            int seed,
            Effort effort) {
        Settings {
            kinds = List.copyOf(kinds);
            mixes = List.copyOf(mixes);
            operations = operations.stream().sorted().distinct().toList();
            groups = List.copyOf(groups);
            operations.forEach(count -> Effort.requireAtLeast(1, "operations", count));
            groups.forEach(lanes -> Effort.requireAtLeast(1, "lanes per block", lanes));
        }

        int capacityUsed() {
            return capacity != 0
                    ? capacity
                    : (int) Long.highestOneBit(Math.clamp(2L * operations.getLast() - 1, 2, 1 << 30));
        }
    }

    MixExperiment(Device device, Settings settings) {
        this.device = device;
        this.settings = settings;
        turns = new Turns(device, settings.effort());
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public int steps() {
        return settings.mixes().size()
                * settings.groups().size()
                * settings.operations().size()
                * settings.kinds().size()
                * turns.steps();
    }

    @Override
    public void run(Consumer<Measurement> measured, Progress progress) {
        var queues = new EnumMap<QueueKind, Made<IntQueue>>(QueueKind.class);
        for (var kind : settings.kinds()) {
            if (kind.claims(Claim.RETURNS_WHEN_FULL_OR_EMPTY)) {
                var options = QueueOptions.capacity(settings.capacityUsed()).withThreads(settings.threads());
                queues.put(kind, Made.of(() -> kind.create(device, options), IntQueue::close));
            } else {
                measured.accept(Measurement.skipped(
                        NAME,
                        device.properties(),
                        kind.toString(),
                        parameters(
                                settings.mixes().getFirst(),
                                settings.groups().getFirst(),
                                settings.operations().getFirst()),
                        kind + " waits when it is empty or full, and queues run empty here"));
            }
        }
        for (var mix : settings.mixes()) {
            for (int group : settings.groups()) {
                for (int operations : settings.operations()) {
                    measure(mix, group, operations, queues, progress).forEach(measured);
                }
            }
        }
        queues.values().forEach(Made::close);
    }

    private List<Measurement> measure(
            Share mix, int group, int operations, Map<QueueKind, Made<IntQueue>> queues, Progress progress) {
        var grid = device.properties().workerGrid(settings.threads(), group);
        var kinds = List.copyOf(queues.keySet());
        var contenders = kinds.stream()
                .map(kind -> contender(kind, mix, grid, operations, Objects.requireNonNull(queues.get(kind))))
                .toList();
        var timings = turns.measure(contenders, Quantity.count(operations) + " operations", progress);
        var measurements = new ArrayList<Measurement>();
        for (int i = 0; i < kinds.size(); i++) {
            measurements.add(timings.get(i)
                    .measurement(
                            NAME,
                            device.properties(),
                            kinds.get(i).toString(),
                            parameters(mix, group, operations),
                            operations));
        }
        return measurements;
    }

    private Contender contender(QueueKind kind, Share mix, Grid grid, int operations, Made<IntQueue> queue) {
        String label = kind + ", " + mix + ", groups of " + grid.blockSize();
        return new LateContender(label, () -> {
            var stream = new Mix(device, grid, operations, mix.enqueues() / 100.0, settings.seed());
            return new Row(label, queue.get(), stream, device, grid);
        });
    }

    private Map<String, Object> parameters(Share mix, int group, int operations) {
        var parameters = new HashMap<String, Object>();
        parameters.put("mix", mix.toString());
        parameters.put("block", group);
        parameters.put("operations", operations);
        parameters.put("threads", settings.threads());
        parameters.put("capacity", settings.capacityUsed());
        parameters.put("seed", settings.seed());
        parameters.put("warmup", settings.effort().warmUps());
        return parameters;
    }

    /** A queue and a stream of operations. */
    private static final class Row implements Contender {
        private final String label;
        private final IntQueue queue;
        private final Mix mix;
        private final Device device;
        private final Grid grid;
        private final Kernel kernel;

        Row(String label, IntQueue queue, Mix mix, Device device, Grid grid) {
            this.label = label;
            this.queue = queue;
            this.mix = mix;
            this.device = device;
            this.grid = grid;
            kernel = mix.kernel(queue);
        }

        @Override
        public String label() {
            return label;
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
            var conservation = Checked.of(mix.check(queue, limit));
            run(limit);
            long left = Leftovers.sum(queue, grid);
            var results = new ArrayList<>(conservation.results());
            results.add(new CheckResult(
                    "sum", left == mix.balance(), "values left " + left + ", put in less taken out " + mix.balance()));
            return new Checked(results, conservation.observed());
        }

        @Override
        public void close() {
            mix.close();
        }
    }

    @Override
    public Table table(List<Measurement> measurements) {
        return MixTable.of(measurements);
    }
}
