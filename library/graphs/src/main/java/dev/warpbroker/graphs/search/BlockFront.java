package dev.warpbroker.graphs.search;

import dev.warpbroker.device.Block;
import dev.warpbroker.device.Ints;
import dev.warpbroker.tasks.worker.WarpWorker;

/**
 * What the workers of a block have found: near vertices, which they look at level by level, all of them together, and
 * later ones, which wait in lists in the end. It is in the memory of the block. Kernel Java.
 */
final class BlockFront {
    /*
     * The vertices of a level are on one side while those of the next one are put on the other. Counters only grow.
     * All lanes know what they were when a level began, so that nobody has to set them back. A lane reads the counter
     * of a side behind the barrier that ends the level in which it grew, and before the next barrier: it grows again
     * behind that only. The counter of later vertices is read behind the last level of a round, and the grid's barrier
     * follows.
     */

    /** Memory for each vertex that has room: itself, its distance, its predecessor, on both sides; and a later one. */
    static final int INTS = 2 * 3 + 2;

    private static final int LATER = 2;
    private static final int COUNTERS = 3;

    private final Block block;
    private final int room;
    private final Ints near;
    private final Ints later;
    private final Ints counters;

    /** The side of this level. */
    private int side;

    /** The counter of this level's side, and that of the other when it began to grow. */
    private int counted;

    private int begun;

    /** The counter of later vertices when it began to grow. */
    private int laterBegun;

    /**
     * Makes one that is empty behind the next barrier.
     *
     * @param room vertices of a level at most, and later ones; constant for the compiler
     */
    BlockFront(Block block, int room) {
        this.block = block;
        this.room = room;
        near = block.sharedInts(2 * 3 * room);
        later = block.sharedInts(2 * room);
        counters = block.sharedInts(COUNTERS);
        if (block.lane() < COUNTERS) {
            counters.set(block.lane(), 0);
        }
    }

    /** Begins the next level. {@return how many vertices it has} All lanes of the block make this call. */
    int nextLevel() {
        block.barrier();
        int last = counted;
        side ^= 1;
        counted = counters.get(side);
        int count = counted - begun;
        begun = last;
        return Math.min(count, room);
    }

    private int place(int atSide, int index) {
        return atSide * 3 * room + index;
    }

    /** {@return vertex number {@code index} of this level, which may be one beyond the last} */
    int vertex(int index) {
        return near.get(place(side, index));
    }

    int distance(int index) {
        return near.get(place(side, index) + room);
    }

    int predecessor(int index) {
        return near.get(place(side, index) + 2 * room);
    }

    /** Ends the round. {@return how many later vertices it has found} All lanes of the block make this call. */
    int foundLater() {
        int found = counters.get(LATER);
        int count = found - laterBegun;
        laterBegun = found;
        return Math.min(count, room);
    }

    int laterVertex(int index) {
        return later.get(index);
    }

    int laterDistance(int index) {
        return later.get(room + index);
    }

    /**
     * Puts in vertices for the next level, and later ones, those of the lanes that have one. All lanes of a worker make
     * this call. {@return whether there was no room for that of the calling lane}
     */
    boolean put(WarpWorker worker, boolean isNear, boolean isLater, int vertex, int distance, int predecessor) {
        var warp = worker.warp();
        int nearLanes = worker.ballot(isNear);
        int laterLanes = worker.ballot(isLater);
        boolean noRoom = false;
        if ((nearLanes | laterLanes) != 0) {
            // The first lane counts the near vertices, at the same time as the second one counts the later ones.
            int number = 0;
            if (warp.lane() < 2) {
                boolean counts = warp.lane() == 0;
                number = counters.getAndAddRelaxed(
                        counts ? side ^ 1 : LATER, Integer.bitCount(counts ? nearLanes : laterLanes));
            }
            int index = warp.shuffle(worker.mask(), number, 0) - begun + warp.rank(nearLanes);
            int laterIndex = warp.shuffle(worker.mask(), number, 1) - laterBegun + warp.rank(laterLanes);
            noRoom = isNear && index >= room || isLater && laterIndex >= room;
            if (isNear && !noRoom) {
                int place = place(side ^ 1, index);
                near.set(place, vertex);
                near.set(place + room, distance);
                near.set(place + 2 * room, predecessor);
            }
            if (isLater && !noRoom) {
                later.set(laterIndex, vertex);
                later.set(laterIndex + room, distance);
            }
        }
        return noRoom;
    }
}
