package dev.warpbroker.cli.bench.imbalance;

import dev.warpbroker.cli.bench.timing.Checked;
import dev.warpbroker.cli.bench.timing.Contender;
import dev.warpbroker.cli.results.CheckResult;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.experiments.Imbalance;
import dev.warpbroker.experiments.Leftovers;
import dev.warpbroker.structures.queue.IntQueue;
import java.time.Duration;
import java.util.ArrayList;

/** A queue under a load that is not balanced. */
final class ImbalanceContender implements Contender {
    private final String label;
    private final IntQueue queue;
    private final Device device;
    private final Grid grid;
    private final Imbalance experiment;
    private final Kernel kernel;

    ImbalanceContender(String label, IntQueue queue, Device device, Grid grid, Imbalance.Load load) {
        this.label = label;
        this.queue = queue;
        this.device = device;
        this.grid = grid;
        experiment = new Imbalance(device, grid, load);
        kernel = experiment.kernel(queue);
    }

    @Override
    public String label() {
        return label;
    }

    @Override
    public long run(Duration limit) {
        queue.clear();
        experiment.prefill(queue);
        var launch = device.launch(grid, kernel);
        launch.join(limit);
        return launch.elapsed().toNanos();
    }

    @Override
    public Checked check(Duration limit) {
        queue.clear();
        var conservation = Checked.of(experiment.check(queue, limit));
        run(limit);
        long left = Leftovers.sum(queue, grid);
        var results = new ArrayList<>(conservation.results());
        results.add(new CheckResult(
                "sum",
                left == experiment.balance(),
                "values left " + left + ", put in less taken out " + experiment.balance()));
        return new Checked(results, conservation.observed());
    }

    @Override
    public void close() {
        experiment.close();
    }
}
