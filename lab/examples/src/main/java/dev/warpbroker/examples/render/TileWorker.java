package dev.warpbroker.examples.render;

import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Lane;
import dev.warpbroker.tasks.worker.WarpWorker;

/**
 * A persistent worker: takes tiles and renders them, a pixel with each lane at a time. When all lanes are done they get
 * the next pixels of the tile, or the first ones of the next tile.
 */
record TileWorker(Tracer tracer, TileSource source, Canvas canvas) implements Kernel {
    private static final int NO_PIXEL = -1;

    /** Pixels of a worker from one report to the next. */
    private static final int REPORT = 256;

    @Override
    public void run(Lane lane) {
        var warp = lane.warp();
        var worker = new WarpWorker(lane);
        int all = worker.mask();
        int perTile = canvas.pixelsPerTile();
        var path = tracer.path();
        int pixel = NO_PIXEL;
        int pixels = 0;
        int rays = 0;
        int tile = source.next(worker, TileSource.NONE);
        int handedOut = 0;
        int unreported = 0;
        while (tile != TileSource.NONE) {
            int idle = all;
            while (tile != TileSource.NONE && idle != 0) {
                int mine = handedOut + warp.rank(idle);
                if (pixel == NO_PIXEL && mine < perTile) {
                    pixel = canvas.pixel(tile, mine);
                }
                handedOut += Integer.bitCount(idle);
                if (handedOut >= perTile) {
                    handedOut = 0;
                    unreported += perTile;
                    tile = source.next(worker, tile);
                }
                idle = worker.ballot(pixel == NO_PIXEL);
            }
            if (pixel != NO_PIXEL) {
                var sum = canvas.trace(path, pixel);
                pixel = NO_PIXEL;
                pixels++;
                rays += Canvas.rays(sum.work());
            }
            if (unreported >= REPORT) {
                canvas.progress(worker, pixels, rays);
                pixels = 0;
                rays = 0;
                unreported = 0;
                tile = worker.any(worker.isFirst() && canvas.isStopped()) ? TileSource.NONE : tile;
            }
        }
        canvas.progress(worker, pixels, rays);
    }
}
