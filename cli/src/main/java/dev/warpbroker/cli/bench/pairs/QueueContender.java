package dev.warpbroker.cli.bench.pairs;

import dev.warpbroker.cli.bench.timing.Checked;
import dev.warpbroker.cli.bench.timing.Contender;
import dev.warpbroker.cli.results.CheckResult;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.experiments.Pairs;
import dev.warpbroker.structures.queue.IntQueue;
import java.time.Duration;
import java.util.List;

/** A queue of this library. */
final class QueueContender implements Contender {
    /** Values that a check follows, at most: it takes 8 bytes of device memory for each. */
    private static final int CHECKED_VALUES = 1 << 24;

    private final QueueEntry entry;
    private final IntQueue queue;
    private final Device device;
    private final Grid grid;
    private final Pairs timed;
    private final Pairs checked;

    /** Always the same object, so that only its first launch compiles. */
    private final Kernel kernel;

    QueueContender(QueueEntry entry, IntQueue queue, Device device, Grid grid, int pairs) {
        this.entry = entry;
        this.queue = queue;
        this.device = device;
        this.grid = grid;
        timed = pairs(pairs);
        checked = pairs(Math.clamp(CHECKED_VALUES / grid.threads(), 1, pairs));
        kernel = timed.kernel(queue);
    }

    private Pairs pairs(int each) {
        return new Pairs(device, grid, entry.form().granularity(), entry.form().users(), each);
    }

    @Override
    public String label() {
        return entry.toString();
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
        var conservation = Checked.conservation(checked.check(queue, limit));
        queue.clear();
        var run = timed.run(queue, limit);
        // Where a pair failed, the queue was too small for its threads, and the sum may be anything.
        var sum = new CheckResult(
                "sum",
                run.failures() > 0 || run.passed(),
                "failed pairs " + run.failures() + ", sum " + run.sum() + ", expected " + run.expectedSum());
        return new Checked(List.of(conservation, sum));
    }

    @Override
    public void close() {
        timed.close();
        checked.close();
    }
}
