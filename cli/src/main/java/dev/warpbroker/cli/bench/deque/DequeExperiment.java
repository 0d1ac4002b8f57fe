package dev.warpbroker.cli.bench.deque;

import dev.warpbroker.cli.bench.timing.Effort;
import dev.warpbroker.cli.bench.timing.Experiment;
import dev.warpbroker.cli.bench.timing.LateContender;
import dev.warpbroker.cli.bench.timing.Turns;
import dev.warpbroker.cli.results.Measurement;
import dev.warpbroker.cli.terminal.Progress;
import dev.warpbroker.cli.terminal.Quantity;
import dev.warpbroker.cli.terminal.Table;
import dev.warpbroker.device.Device;
import dev.warpbroker.experiments.Stealing;
import dev.warpbroker.experiments.Stealing.Load;
import dev.warpbroker.experiments.Stealing.Setup;
import dev.warpbroker.experiments.Users;
import dev.warpbroker.structures.deque.DequeKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Measures deques in turn: setup by setup, from few workers to many. */
final class DequeExperiment implements Experiment {
    private static final String NAME = "deque";

    private final Device device;
    private final Settings settings;
    private final Turns turns;

    /**
     * What the experiment is run with.
     *
     * @param kinds the deques
     * @param setups what workers do
     * @param workers numbers of
     * @param elements in each deque at the beginning
     * @param added elements that each worker pushes in setup iii
     * @param chunk elements that a thief takes at most
     * @param capacity of a deque, or 0 for one that is never exceeded
     * @param users which lanes are workers
     * @param block lanes per block
     * @param seed of the workers' decisions
     * @param effort how often and how long
     */
    record Settings(
            List<DequeKind> kinds,
            List<Setup> setups,
            List<Integer> workers,
            int elements,
            int added,
            int chunk,
            int capacity,
            Users users,
            int block,
            int seed,
            Effort effort) {
        Settings {
            kinds = kinds.stream().distinct().toList();
            setups = setups.stream().distinct().toList();
            workers = List.copyOf(workers);
            Effort.requireAtLeast(1, "elements", elements);
            Effort.requireAtLeast(0, "added elements", added);
            Effort.requireAtLeast(1, "elements in a chunk", chunk);
        }

        Load load(Setup setup) {
            return new Load(setup, elements, added, chunk, seed);
        }

        int capacityUsed(Setup setup) {
            return capacity != 0 ? capacity : Stealing.capacity(load(setup));
        }
    }

    DequeExperiment(Device device, Settings settings) {
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
        return settings.setups().size()
                * settings.workers().size()
                * settings.kinds().size()
                * turns.steps();
    }

    @Override
    public void run(Consumer<Measurement> measured, Progress progress) {
        for (var setup : settings.setups()) {
            for (int workers : settings.workers()) {
                measure(setup, workers, progress).forEach(measured);
            }
        }
    }

    private List<Measurement> measure(Setup setup, int workers, Progress progress) {
        int lanesPerWorker =
                settings.users() == Users.EVERY_LANE ? 1 : device.properties().lanesPerWorker();
        var grid = device.properties().workerGrid(workers * lanesPerWorker, settings.block());
        var contenders = settings.kinds().stream()
                .map(kind -> new LateContender(
                        kind + ", setup " + setup,
                        () -> new DequeContender(
                                kind,
                                settings.capacityUsed(setup),
                                device,
                                grid,
                                new Stealing(device, grid, settings.users(), settings.load(setup)),
                                settings.load(setup))))
                .toList();
        var timings = turns.measure(contenders, Quantity.count(workers) + " workers", progress);
        var measurements = new ArrayList<Measurement>();
        for (int i = 0; i < timings.size(); i++) {
            measurements.add(timings.get(i)
                    .measurement(
                            NAME,
                            device.properties(),
                            settings.kinds().get(i).toString(),
                            parameters(setup, workers),
                            (long) workers * settings.load(setup).perWorker()));
        }
        return measurements;
    }

    private Map<String, Object> parameters(Setup setup, int workers) {
        var parameters = new HashMap<String, Object>();
        parameters.put("setup", setup.toString());
        parameters.put("workers", workers);
        parameters.put("elements", settings.elements());
        parameters.put("added", setup == Setup.III ? settings.added() : 0);
        parameters.put("chunk", settings.chunk());
        parameters.put("capacity", settings.capacityUsed(setup));
        parameters.put("users", settings.users() == Users.EVERY_LANE ? "every lane" : "one per warp");
        parameters.put("block", settings.block());
        parameters.put("seed", settings.seed());
        parameters.put("warmup", settings.effort().warmUps());
        return parameters;
    }

    @Override
    public Table table(List<Measurement> measurements) {
        return DequeTable.of(measurements);
    }
}
