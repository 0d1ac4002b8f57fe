package dev.warpbroker.examples.render;

import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Longs;
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
     * A deque for each worker. Workers are given runs of tiles, one or some side by side; what changes hands are parts
     * of runs. Part p of run r is number {@code r * parts + p}. As none is ever put back, what is in a deque is a range
     * of the owner's parts: its two ends in one word are all that is stored of it, and whoever moves an end while they
     * are apart has a part. A deque that was found empty stays empty, and a worker that has found all of them empty is
     * done.
     *
     * @param ends for each worker, how many of its parts were taken by itself, and above, how many thieves have left
     * @param parts of a run
     */
    record Deques(Longs ends, int parts) implements TileSource {
        private static final int SPREAD = 0x9e3779b9;

        /**
         * Deques that a lane looks at, so that their words come from memory at the same time; lanes look side by side.
         */
        private static final int LOOKS = 4;

        /** A part that thieves have not left, in the word of ends. */
        private static final long LAST = 1L << Integer.SIZE;

        /** Puts the worker's share into its deque: every n-th run. */
        void share(WarpWorker worker, int runs) {
            if (worker.isFirst()) {
                int ofWorker = (runs - 1 - worker.number() + worker.count()) / worker.count();
                ends.setOpaque(worker.number(), Words.pair(0, ofWorker * parts));
            }
        }

        /** {@return the worker in whose share a part is} */
        private int owner(WarpWorker worker, int part) {
            return part / parts % worker.count();
        }

        /** {@return a part of an owner's share, by its place in that} */
        private int part(WarpWorker worker, int owner, int place) {
            return (owner + place / parts * worker.count()) * parts + place % parts;
        }

        private static boolean isEmpty(long found) {
            return Words.lowInt(found) >= Words.highInt(found);
        }

        @Override
        public int next(WarpWorker worker, int previous) {
            int own = worker.number();
            int part = NONE;
            if (previous == NONE || owner(worker, previous) == own) {
                long found = 0;
                if (worker.isFirst()) {
                    found = ends.getAndAddRelaxed(own, 1);
                }
                found = worker.fromFirst(found);
                part = isEmpty(found) ? NONE : part(worker, own, Words.lowInt(found));
            }
            return part == NONE ? steal(worker, previous) : part;
        }

        /**
         * Lanes look at some deques each, which are a window; one that has parts is robbed of its last. Each worker
         * begins somewhere else, and goes on with the window in which it has found something before: all deques up to
         * there are empty. At the end few deques have parts, so thieves take any that they see, and not all of them the
         * same.
         */
        private int steal(WarpWorker worker, int previous) {
            var warp = worker.warp();
            int workers = worker.count();
            int window = LOOKS * warp.size();
            int start = Integer.remainderUnsigned(worker.number() * SPREAD >>> 1, workers);
            int robbed = previous == NONE ? worker.number() : owner(worker, previous);
            int looked = robbed == worker.number() ? 0 : Math.floorMod(robbed - start, workers) / window * window;
            int any = worker.number() & warp.size() - 1;
            int part = NONE;
            while (part == NONE && looked < workers) {
                int from = looked + warp.lane();
                long first = look(start, from, workers);
                long second = look(start, from + warp.size(), workers);
                long third = look(start, from + 2 * warp.size(), workers);
                long fourth = look(start, from + 3 * warp.size(), workers);
                int empty = isEmpty(first) ? isEmpty(second) ? isEmpty(third) ? isEmpty(fourth) ? LOOKS : 3 : 2 : 1 : 0;
                int rich = worker.ballot(empty < LOOKS);
                if (rich == 0) {
                    looked += window;
                } else {
                    int chosen = next(rich, any);
                    if (warp.lane() == chosen) {
                        int victim = (start + from + empty * warp.size()) % workers;
                        long found = ends.getAndAddRelaxed(victim, -LAST);
                        part = isEmpty(found) ? NONE : part(worker, victim, Words.highInt(found) - 1);
                    }
                    part = warp.shuffle(worker.mask(), part, chosen);
                }
            }
            return part;
        }

        /** {@return the lane of a mask from some lane on, beginning anew after the last} */
        private static int next(int mask, int from) {
            return from + Integer.numberOfTrailingZeros(Integer.rotateRight(mask, from)) & Integer.SIZE - 1;
        }

        /** {@return the ends of the deque that is looked at after some others, or of an empty one after all} */
        private long look(int start, int after, int workers) {
            return after < workers ? ends.getOpaque((start + after) % workers) : 0;
        }
    }
}
