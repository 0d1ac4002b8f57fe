package dev.warpbroker.examples.render;

import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Lane;
import dev.warpbroker.tasks.worker.WarpWorker;

/** A thread for one pixel, or for none at the end of the last warp. */
record PixelThread(Tracer tracer, Canvas canvas) implements Kernel {
    @Override
    public void run(Lane lane) {
        int perTile = canvas.pixelsPerTile();
        int pixel = canvas.pixel(lane.id() / perTile, lane.id() % perTile);
        int pixels = 0;
        int rays = 0;
        if (pixel >= 0) {
            var sum = canvas.trace(tracer.path(), pixel);
            pixels = 1;
            rays = Canvas.rays(sum.work());
        }
        canvas.progress(new WarpWorker(lane), pixels, rays);
    }
}
