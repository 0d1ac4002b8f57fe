package dev.warpbroker.examples.render;

import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Lane;
import dev.warpbroker.structures.deque.WorkDeques;

/** Where workers get tiles from. All lanes of a worker ask together and get the same answer. */
sealed interface TileSource {
    int NONE = -1;

    /**
     * {@return a tile for the caller, or {@link #NONE} when there is none left}
     *
     * @param previous the tile that the caller got before, or {@link #NONE}
     */
    int next(Lane lane, int previous);

    /** {@return all lanes of a warp} */
    static int wholeWarp(Lane lane) {
        return -1 >>> (Integer.SIZE - lane.warp().size());
    }

    static int worker(Lane lane) {
        return lane.id() / lane.warp().size();
    }

    static int workers(Lane lane) {
        return lane.count() / lane.warp().size();
    }

    /** Every n-th tile. */
    record Share(int tiles) implements TileSource {
        @Override
        public int next(Lane lane, int previous) {
            int tile = previous == NONE ? worker(lane) : previous + workers(lane);
            return tile < tiles ? tile : NONE;
        }
    }

    /** A counter. */
    record Counter(int tiles, Ints taken) implements TileSource {
        @Override
        public int next(Lane lane, int previous) {
            int tile = 0;
            if (lane.warp().lane() == 0) {
                tile = taken.getAndAddRelaxed(0, 1);
            }
            tile = lane.warp().shuffle(wholeWarp(lane), tile, 0);
            return tile < tiles ? tile : NONE;
        }
    }

    /**
     * A deque for each worker. No tile is ever put back, so a deque that was found empty stays empty, and who has found all
     * of them empty is done.
     */
    record Deques(WorkDeques<Tile> deques) implements TileSource {
        private static final int SPREAD = 0x9e3779b9;

        @Override
        public int next(Lane lane, int previous) {
            int own = worker(lane);
            int tile = NONE;
            if (lane.warp().lane() == 0) {
                var popped = deques.pop(own);
                tile = popped.present() ? popped.value().number() : NONE;
            }
            tile = lane.warp().shuffle(wholeWarp(lane), tile, 0);
            return tile == NONE ? steal(lane, own, previous) : tile;
        }

        /** The lanes look at a deque each, beginning somewhere; the first one that has tiles is robbed. */
        private int steal(Lane lane, int own, int previous) {
            var warp = lane.warp();
            int mask = wholeWarp(lane);
            int workers = workers(lane);
            int start = Integer.remainderUnsigned((own * 31 + previous) * SPREAD >>> 1, workers);
            int looked = 0;
            int tile = NONE;
            while (tile == NONE && looked < workers) {
                int victim = (start + looked + warp.lane()) % workers;
                int rich = warp.ballot(mask, looked + warp.lane() < workers && deques.size(victim) > 0);
                if (rich == 0) {
                    looked += warp.size();
                } else {
                    int chosen = warp.leader(rich);
                    if (warp.lane() == chosen) {
                        var stolen = deques.steal(victim);
                        tile = stolen.present() ? stolen.value().number() : NONE;
                    }
                    tile = warp.shuffle(mask, tile, chosen);
                }
            }
            return tile;
        }
    }
}
