package dev.warpbroker.device;

/**
 * The warp of a running thread: up to 32 lanes that the machine executes together.
 *
 * <p>A mask names lanes by bit. Every lane named in a mask must call the same operation with the same mask, or the warp
 * waits for it forever (the simulator reports that as a deadlock).
 */
public final class Warp {
    Warp() {}

    /** {@return the number of lanes in a warp: 32 on a GPU, 1 on the JVM} */
    public int size() {
        return 1;
    }

    /** {@return this thread's number in its warp} */
    public int lane() {
        return 0;
    }

    /** {@return the lanes that execute this call together with the caller; always contains the caller} */
    public int activeMask() {
        return 1;
    }

    /** {@return the lanes of {@code mask} whose {@code predicate} is true} */
    public int ballot(int mask, boolean predicate) {
        return predicate ? 1 : 0;
    }

    /** {@return {@code value} of lane {@code source}, which must be in {@code mask}} */
    public int shuffle(int mask, int value, int source) {
        return value;
    }

    /** {@return {@code value} of lane {@code source}, which must be in {@code mask}} */
    public long shuffle(int mask, long value, int source) {
        return value;
    }

    /** {@return {@code value} of lane {@code source}, which must be in {@code mask}} */
    public float shuffle(int mask, float value, int source) {
        return Float.intBitsToFloat(shuffle(mask, Float.floatToRawIntBits(value), source));
    }

    /** {@return {@code value} of lane {@code source}, which must be in {@code mask}} */
    public double shuffle(int mask, double value, int source) {
        return Double.longBitsToDouble(shuffle(mask, Double.doubleToRawLongBits(value), source));
    }

    /** Waits until all lanes of {@code mask} are here, and makes their earlier writes visible to each other. */
    public void synchronize(int mask) {}

    /** {@return whether {@code predicate} is true for any lane of {@code mask}} */
    public boolean any(int mask, boolean predicate) {
        return ballot(mask, predicate) != 0;
    }

    /** {@return whether {@code predicate} is true for all lanes of {@code mask}} */
    public boolean all(int mask, boolean predicate) {
        return ballot(mask, predicate) == mask;
    }

    /** {@return the lowest lane of {@code mask}: the one that acts for the others} */
    public int leader(int mask) {
        return Integer.numberOfTrailingZeros(mask);
    }

    /** {@return whether the caller is the leader of {@code mask}} */
    public boolean isLeader(int mask) {
        return lane() == leader(mask);
    }

    /** {@return how many lanes of {@code mask} come before the caller} */
    public int rank(int mask) {
        return Integer.bitCount(mask & lanesBelow());
    }

    /** {@return the mask of all lanes below the caller} */
    public int lanesBelow() {
        return 0;
    }

    /**
     * Adds {@code delta} once for every active lane with a single relaxed atomic, and returns to each lane what it would
     * have got from an add of its own. All active lanes must pass the same counter, index and delta.
     */
    public int aggregatedAdd(Ints counter, int index, int delta) {
        int mask = activeMask();
        int leader = leader(mask);
        int base = 0;
        if (lane() == leader) {
            base = counter.getAndAddRelaxed(index, delta * Integer.bitCount(mask));
        }
        return shuffle(mask, base, leader) + delta * rank(mask);
    }

    /**
     * Adds {@code delta} once for every active lane with a single relaxed atomic, and returns to each lane what it would
     * have got from an add of its own. All active lanes must pass the same counter, index and delta.
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
