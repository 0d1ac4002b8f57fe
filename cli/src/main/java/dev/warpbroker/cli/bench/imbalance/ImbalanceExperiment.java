package dev.warpbroker.cli.bench.imbalance;

import dev.warpbroker.cli.bench.timing.Contender;
import dev.warpbroker.cli.bench.timing.Effort;
import dev.warpbroker.cli.bench.timing.Experiment;
import dev.warpbroker.cli.bench.timing.LateContender;
import dev.warpbroker.cli.bench.timing.Made;
import dev.warpbroker.cli.bench.timing.Turns;
import dev.warpbroker.cli.results.Measurement;
import dev.warpbroker.cli.terminal.Progress;
import dev.warpbroker.cli.terminal.Table;
import dev.warpbroker.device.Device;
import dev.warpbroker.structures.Claim;
import dev.warpbroker.structures.queue.IntQueue;
import dev.warpbroker.structures.queue.QueueKind;
import dev.warpbroker.structures.queue.QueueOptions;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/** Measures queues in turn, scenario by scenario. */
final class ImbalanceExperiment implements Experiment {
    private final String name;
    private final Device device;
    private final Settings settings;
    private final Turns turns;

    /**
     * What the experiment is run with.
     *
     * @param kinds the queues
     * @param scenarios one after the other; a queue that is too slow in one is left out of those with more threads
     * @param capacity of the queues, or 0 for one that is never exceeded
     * @param blockSize lanes per block
     * @param effort how often and how long
     */
    record Settings(List<QueueKind> kinds, List<Scenario> scenarios, int capacity, int blockSize, Effort effort) {
        Settings {
            kinds = List.copyOf(kinds);
            scenarios = List.copyOf(scenarios);
        }

        int capacityUsed() {
            if (capacity != 0) {
                return capacity;
            }
            long most = scenarios.stream()
                    .mapToLong(scenario -> scenario.load().mostElements(scenario.threads()))
                    .max()
                    .orElse(1);
            return (int) Long.highestOneBit(Math.clamp(2 * most - 1, 2, 1 << 30));
        }
    }

    ImbalanceExperiment(String name, Device device, Settings settings) {
        this.name = name;
        this.device = device;
        this.settings = settings;
        turns = new Turns(device, settings.effort());
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int steps() {
        return settings.scenarios().size() * settings.kinds().size() * turns.steps();
    }

    @Override
    public void run(Consumer<Measurement> measured, Progress progress) {
        int most =
                settings.scenarios().stream().mapToInt(Scenario::threads).max().orElse(1);
        var queues = new EnumMap<QueueKind, Made<IntQueue>>(QueueKind.class);
        for (var kind : settings.kinds()) {
            if (kind.claims(Claim.RETURNS_WHEN_FULL_OR_EMPTY)) {
                var options = QueueOptions.capacity(settings.capacityUsed())
                        .withThreads(most)
                        .withBlocks(Math.ceilDiv(most, settings.blockSize()));
                queues.put(kind, Made.of(() -> kind.create(device, options), IntQueue::close));
            } else {
                measured.accept(Measurement.skipped(
                        name,
                        device.properties(),
                        kind.toString(),
                        parameters(settings.scenarios().getFirst()),
                        kind + " waits when it is empty or full, and queues run empty here"));
            }
        }
        for (var scenario : settings.scenarios()) {
            measure(scenario, queues, progress).forEach(measured);
        }
        queues.values().forEach(Made::close);
    }

    private List<Measurement> measure(Scenario scenario, Map<QueueKind, Made<IntQueue>> queues, Progress progress) {
        var grid = device.properties().workerGrid(scenario.threads(), settings.blockSize());
        var kinds = List.copyOf(queues.keySet());
        var contenders = new ArrayList<Contender>();
        var load = scenario.load();
        for (var kind : kinds) {
            String label = kind + ", P " + load.enqueueProbability() + "/" + load.dequeueProbability() + ", "
                    + load.fmas() + " FMA";
            var queue = Objects.requireNonNull(queues.get(kind));
            contenders.add(
                    new LateContender(label, () -> new ImbalanceContender(label, queue.get(), device, grid, load)));
        }
        var timings = turns.measure(contenders, scenario.threads() + " threads", progress);
        long operations = load.operations(scenario.threads());
        var measurements = new ArrayList<Measurement>();
        for (int i = 0; i < kinds.size(); i++) {
            measurements.add(timings.get(i)
                    .measurement(name, device.properties(), kinds.get(i).toString(), parameters(scenario), operations));
        }
        return measurements;
    }

    private Map<String, Object> parameters(Scenario scenario) {
        var parameters = new HashMap<>(scenario.parameters());
        parameters.put("capacity", settings.capacityUsed());
        parameters.put("block", settings.blockSize());
        parameters.put("warmup", settings.effort().warmUps());
        return parameters;
    }

    @Override
    public Table table(List<Measurement> measurements) {
        return ImbalanceTable.of(measurements);
    }
}
