package dev.warpbroker.examples.render;

import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Lane;
import dev.warpbroker.device.Longs;
import dev.warpbroker.tasks.worker.WarpWorker;

/**
 * A kernel whose workers look at the clock when they begin and when they end.
 *
 * @param spans for each worker when it began, and when it ended
 */
record Timed(Kernel kernel, Longs spans) implements Kernel {
    @Override
    public void run(Lane lane) {
        var worker = new WarpWorker(lane);
        long begin = lane.nanoTime();
        kernel.run(lane);
        if (worker.isFirst()) {
            spans.set(2 * worker.number(), begin);
            spans.set(2 * worker.number() + 1, lane.nanoTime());
        }
    }
}
