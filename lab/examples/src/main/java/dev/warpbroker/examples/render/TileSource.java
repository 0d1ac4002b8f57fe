package dev.warpbroker.examples.render;

import dev.warpbroker.device.Ints;
import dev.warpbroker.tasks.worker.WarpWorker;

/** Where workers get tiles from. All lanes of a worker ask together and get the same answer. */
sealed interface TileSource {
    int NONE = -1;

    /**
     * {@return a tile for the caller, or {@link #NONE} when there is none left}
     *
     * @param previous the tile that the caller got before, or {@link #NONE}
     */
    int next(WarpWorker worker, int previous);

    /** Every n-th tile. */
    record Share(int tiles) implements TileSource {
        @Override
        public int next(WarpWorker worker, int previous) {
            int tile = previous == NONE ? worker.number() : previous + worker.count();
            return tile < tiles ? tile : NONE;
        }
    }

    /** A counter. */
    record Counter(int tiles, Ints taken) implements TileSource {
        @Override
        public int next(WarpWorker worker, int previous) {
            int tile = 0;
            if (worker.isFirst()) {
                tile = taken.getAndAddRelaxed(0, 1);
            }
            tile = worker.fromFirst(tile);
            return tile < tiles ? tile : NONE;
        }
    }
}
