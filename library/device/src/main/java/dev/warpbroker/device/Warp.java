package dev.warpbroker.device;

import dev.warpbroker.device.backend.GridShape;
import dev.warpbroker.device.backend.RunningLane;

/**
 * The warp of a running thread: up to 32 lanes that a GPU executes together.
 *
 * <p>Every 32 lanes of a block, in the order of {@link Block#lane}, are a warp, on every device; the last warp of a
 * block may be partly filled. {@link #size()} is the number of lanes in a full one, so that {@code block.lane() /
 * warp.size()} numbers the warps of a block; {@link #allLanes()} says which lanes exist.
 *
 * <p>A mask names lanes by bit. Every lane named in a mask must call the same operation with the same mask, or the warp
 * waits for it forever (the simulator and the JVM device report that). Lanes that have ended, or never existed, are not
 * waited for: a mask of -1 always means the whole warp.
 */
public final class Warp {
    private static final int WIDTH = 32;

    private final RunningLane<Lane, DeviceMemory> running;
    private final int size;
    private final int lane;
    private final int allLanes;

    Warp(RunningLane<Lane, DeviceMemory> running, int rank, GridShape shape) {
        this.running = running;
        size = Math.min(WIDTH, shape.blockSize());
        int block = shape.blockOf(rank);
        int laneInBlock = rank - shape.firstIn(block);
        lane = laneInBlock % WIDTH;
        int fromWarpOn = shape.lanesIn(block) - (laneInBlock - lane);
        allLanes = -1 >>> (WIDTH - Math.min(WIDTH, fromWarpOn));
    }

    /** {@return the number of lanes in a full warp: 32, or that of the grid's blocks if they are smaller} */
    public int size() {
        return size;
    }

    /** {@return this thread's number in its warp} */
    public int lane() {
        return lane;
    }

    /**
     * {@return the mask of all lanes that exist in this warp; not all 32 in the last one of a block, if that does not
     * fill it}
     */
    public int allLanes() {
        return allLanes;
    }

    /**
     * {@return the lanes that execute this call together with the caller; always contains the caller} Which others do
     * is up to the device, even where none has branched away: on the JVM device, none.
     */
    public int activeMask() {
        return 1 << lane;
    }

    /**
     * {@return the lanes of {@code mask} whose {@code predicate} is true}
     *
     * @param mask the lanes that take part
     * @param predicate the answer of the calling lane
     */
    public int ballot(int mask, boolean predicate) {
        if (isAlone(mask)) {
            return predicate ? 1 << lane : 0;
        }
        return running.ballot(mask, predicate);
    }

    /**
     * {@return {@code value} of lane {@code source} (modulo 32)}
     *
     * <p>It is unspecified if that lane is not in {@code mask}, does not exist, or has ended; the simulator reports its
     * use, and that of a long or double already when it is put together from its halves.
     *
     * @param mask the lanes that take part
     * @param value the value of the calling lane
     * @param source the lane whose value is wanted
     */
    public int shuffle(int mask, int value, int source) {
        return isAlone(mask) ? value : (int) running.shuffle(mask, value, source & (WIDTH - 1));
    }

    /**
     * {@return {@code value} of lane {@code source}, as {@link #shuffle(int, int, int)} does}
     *
     * @param mask the lanes that take part
     * @param value the value of the calling lane
     * @param source the lane whose value is wanted
     */
    public long shuffle(int mask, long value, int source) {
        return isAlone(mask) ? value : running.shuffle(mask, value, source & (WIDTH - 1));
    }

    /**
     * {@return {@code value} of lane {@code source}, as {@link #shuffle(int, int, int)} does}
     *
     * @param mask the lanes that take part
     * @param value the value of the calling lane
     * @param source the lane whose value is wanted
     */
    public float shuffle(int mask, float value, int source) {
        return Float.intBitsToFloat(shuffle(mask, Float.floatToRawIntBits(value), source));
    }

    /**
     * {@return {@code value} of lane {@code source}, as {@link #shuffle(int, int, int)} does}
     *
     * @param mask the lanes that take part
     * @param value the value of the calling lane
     * @param source the lane whose value is wanted
     */
    public double shuffle(int mask, double value, int source) {
        return Double.longBitsToDouble(shuffle(mask, Double.doubleToRawLongBits(value), source));
    }

    /**
     * Waits until all lanes of {@code mask} are here, and makes their earlier writes visible to each other.
     *
     * @param mask the lanes that take part
     */
    public void synchronize(int mask) {
        if (!isAlone(mask)) {
            running.awaitWarp(mask);
        }
    }

    /** {@return whether a mask that must name the caller names no other lane that exists} */
    private boolean isAlone(int mask) {
        if ((mask >>> lane & 1) == 0) {
            throw new IllegalArgumentException(
                    "mask 0x%x of a warp operation does not name lane %d, which makes the call".formatted(mask, lane));
        }
        return (mask & allLanes) == 1 << lane;
    }

    /**
     * {@return whether {@code predicate} is true for any lane of {@code mask}}
     *
     * @param mask the lanes that take part
     * @param predicate the answer of the calling lane
     */
    public boolean any(int mask, boolean predicate) {
        return ballot(mask, predicate) != 0;
    }

    /**
     * {@return whether {@code predicate} is true for all lanes of {@code mask} that have not ended}
     *
     * @param mask the lanes that take part
     * @param predicate the answer of the calling lane
     */
    public boolean all(int mask, boolean predicate) {
        return ballot(mask, !predicate) == 0;
    }

    /**
     * {@return the lowest lane of {@code mask}: the one that acts for the others}
     *
     * @param mask the lanes that take part
     */
    public int leader(int mask) {
        return Integer.numberOfTrailingZeros(mask);
    }

    /**
     * {@return whether the caller is the leader of {@code mask}}
     *
     * @param mask the lanes that take part
     */
    public boolean isLeader(int mask) {
        return lane() == leader(mask);
    }

    /**
     * {@return how many lanes of {@code mask} come before the caller}
     *
     * @param mask the lanes that take part
     */
    public int rank(int mask) {
        return Integer.bitCount(mask & lanesBelow());
    }

    /** {@return the mask of all lanes below the caller} */
    public int lanesBelow() {
        return (1 << lane) - 1;
    }

    /**
     * Adds {@code delta} once for every active lane with a single relaxed atomic. All active lanes must pass the same
     * counter, index and delta.
     *
     * @param counter memory that holds the counter
     * @param index which element is the counter
     * @param delta what each lane adds
     * @return what the calling lane would have got from an add of its own
     */
    public int aggregatedAdd(Ints counter, int index, int delta) {
        int mask = activeMask();
        int rank = rank(mask);
        int last = Integer.SIZE - 1 - Integer.numberOfLeadingZeros(mask);
        int base = 0;
        if (lane() == last) { // its rank tells how many there are
            base = counter.getAndAddRelaxed(index, delta * (rank + 1));
        }
        return shuffle(mask, base, last) + delta * rank;
    }

    /**
     * Adds {@code delta} once for every active lane with a single relaxed atomic. All active lanes must pass the same
     * counter, index and delta.
     *
     * @param counter memory that holds the counter
     * @param index which element is the counter
     * @param delta what each lane adds
     * @return what the calling lane would have got from an add of its own
     */
    public long aggregatedAdd(Longs counter, int index, long delta) {
        int mask = activeMask();
        int leader = leader(mask);
        long base = 0;
        if (lane() == leader) {
            base = counter.getAndAddRelaxed(index, delta * Integer.bitCount(mask));
        }
        return shuffle(mask, base, leader) + delta * rank(mask);
    }
}
