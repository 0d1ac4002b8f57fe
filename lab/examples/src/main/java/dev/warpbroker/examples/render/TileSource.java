package dev.warpbroker.examples.render;

import dev.warpbroker.device.Ints;
import dev.warpbroker.structures.deque.WorkDeques;
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

    /**
     * A deque for each worker. What changes hands are parts of tiles; part p of tile t is number {@code t * parts + p}.
     * None is ever put back, so a deque that was found empty stays empty, and a worker that has found all of them empty
     * is done.
     *
     * @param parts of a tile
     */
    record Deques(WorkDeques<Tile> deques, int parts) implements TileSource {
        private static final int SPREAD = 0x9e3779b9;

        /** Puts the worker's share into its deque: every n-th tile, the last first, as owners take the newest. */
        void share(WarpWorker worker, int tiles) {
            if (worker.isFirst() && worker.number() < tiles) {
                int last = (tiles - 1 - worker.number()) / worker.count();
                for (int i = last; i >= 0; i--) {
                    int tile = worker.number() + i * worker.count();
                    for (int part = parts - 1; part >= 0; part--) {
                        if (!deques.push(worker.number(), new Tile(tile * parts + part))) {
                            throw new IllegalStateException("a deque is too small for its tiles");
                        }
                    }
                }
            }
        }

        /** {@return the worker in whose share a part is} */
        int owner(WarpWorker worker, int part) {
            return part / parts % worker.count();
        }

        @Override
        public int next(WarpWorker worker, int previous) {
            int own = worker.number();
            int tile = NONE;
            if (worker.isFirst()) {
                var popped = deques.pop(own);
                tile = popped.present() ? popped.value().number() : NONE;
            }
            tile = worker.fromFirst(tile);
            return tile == NONE ? steal(worker, previous) : tile;
        }

        /**
         * The lanes look at a deque each; the first one that has tiles is robbed. Each worker begins somewhere else, and
         * goes on where it has found something before: all deques up to there are empty.
         */
        private int steal(WarpWorker worker, int previous) {
            var warp = worker.warp();
            int workers = worker.count();
            int start = Integer.remainderUnsigned(worker.number() * SPREAD >>> 1, workers);
            int robbed = previous == NONE ? worker.number() : owner(worker, previous);
            int looked = robbed == worker.number() ? 0 : Math.floorMod(robbed - start, workers);
            int tile = NONE;
            while (tile == NONE && looked < workers) {
                int victim = (start + looked + warp.lane()) % workers;
                int rich = worker.ballot(looked + warp.lane() < workers && deques.size(victim) > 0);
                if (rich == 0) {
                    looked += warp.size();
                } else {
                    int chosen = warp.leader(rich);
                    if (warp.lane() == chosen) {
                        var stolen = deques.steal(victim);
                        tile = stolen.present() ? stolen.value().number() : NONE;
                    }
                    tile = warp.shuffle(worker.mask(), tile, chosen);
                }
            }
            return tile;
        }
    }
}
