package dev.warpbroker.cli.bench.deque;

import dev.warpbroker.cli.bench.timing.Checked;
import dev.warpbroker.cli.bench.timing.Contender;
import dev.warpbroker.cli.results.CheckResult;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.experiments.Stealing;
import dev.warpbroker.experiments.Stealing.Balance;
import dev.warpbroker.experiments.Stealing.Item;
import dev.warpbroker.experiments.Stealing.Load;
import dev.warpbroker.structures.deque.DequeKind;
import dev.warpbroker.structures.deque.WorkDeques;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Deques of a kind, one for each worker. */
final class DequeContender implements Contender {
    /** The most workers of which each is recorded by itself. */
    private static final int MAX_RECORDED = 512;

    private final String label;
    private final WorkDeques<Item> deques;
    private final Device device;
    private final Grid grid;
    private final Stealing experiment;
    private final Load load;
    private final Kernel kernel;

    DequeContender(DequeKind kind, int capacity, Device device, Grid grid, Stealing experiment, Load load) {
        label = kind + ", setup " + load.setup();
        deques = kind.create(device, experiment.workers(), capacity, Item.LAYOUT);
        this.device = device;
        this.grid = grid;
        this.experiment = experiment;
        this.load = load;
        kernel = experiment.kernel(deques);
    }

    @Override
    public String label() {
        return label;
    }

    @Override
    public long run(Duration limit) {
        deques.clear();
        experiment.prepare(deques);
        var launch = device.launch(grid, kernel);
        launch.join(limit);
        return launch.elapsed().toNanos();
    }

    @Override
    public Checked check(Duration limit) {
        run(limit);
        var balance = experiment.balance();
        long acquired = balance.acquired().stream().mapToLong(Long::longValue).sum();
        return new Checked(
                List.of(new CheckResult(
                        "conservation",
                        balance.complete(),
                        "acquired " + acquired + " of " + experiment.elements()
                                + " elements; number, sum and sum of squares "
                                + (balance.complete() ? "are right" : "are not all right"))),
                observed(balance));
    }

    private Map<String, Object> observed(Balance balance) {
        double[] shares = balance.acquired().stream()
                .mapToDouble(count -> (double) count / load.perWorker())
                .toArray();
        double mean = Arrays.stream(shares).average().orElse(0);
        double variance = Arrays.stream(shares)
                .map(share -> (share - mean) * (share - mean))
                .average()
                .orElse(0);
        var observed = new HashMap<String, Object>();
        observed.put("attempts", balance.attempts());
        observed.put("stolen", balance.stolen());
        observed.put("leastAcquired", rounded(Arrays.stream(shares).min().orElse(0)));
        observed.put("mostAcquired", rounded(Arrays.stream(shares).max().orElse(0)));
        observed.put("acquiredDeviation", rounded(Math.sqrt(variance)));
        if (shares.length <= MAX_RECORDED) {
            observed.put(
                    "acquired",
                    Arrays.stream(shares)
                            .mapToObj(share -> (Object) rounded(share))
                            .toList());
        }
        return observed;
    }

    private static double rounded(double share) {
        return Math.rint(share * 1e4) / 1e4;
    }

    @Override
    public void close() {
        experiment.close();
        deques.close();
    }
}
