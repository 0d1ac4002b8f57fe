package dev.warpbroker.conformance.planted;

import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Longs;
import dev.warpbroker.structures.deque.WorkDeques;

/**
 * What planted bugs do instead of a call, or to a result. {@link ChangedLibrary} loads this class together with those
 * that it changes.
 */
public final class Mistakes {
    private Mistakes() {}

    /** Stores without a look, and says that it was a compare-and-set that succeeded. */
    public static boolean store(Longs memory, long index, long expected, long next) {
        memory.setRelease(index, next);
        return true;
    }

    /** Stores without a look, and says that it was a compare-and-exchange that succeeded. */
    public static long storeAsExpected(Longs memory, long index, long expected, long next) {
        memory.setRelease(index, next);
        return expected;
    }

    /** Stores without a look, and says that it was a compare-and-exchange that succeeded. */
    public static int storeIntAsExpected(Ints memory, long index, int expected, int next) {
        memory.setOpaque(index, next);
        return expected;
    }

    /** Adds in two steps. */
    public static int readThenAdd(Ints memory, long index, int added) {
        int value = memory.getOpaque(index);
        memory.setOpaque(index, value + added);
        return value;
    }

    /** Changes nothing, and says that it was a compare-and-exchange that succeeded. */
    public static long changeNothing(Longs memory, long index, long expected, long next) {
        return expected;
    }

    /** A compare-and-set that orders nothing. */
    public static boolean compareAndSetRelaxed(Longs memory, long index, long expected, long next) {
        return memory.compareAndExchangeRelaxed(index, expected, next) == expected;
    }

    /** Empties a counted cell by a store; other swaps are as they should be. */
    public static boolean storeIfEmptied(Longs cells, long index, long expected, long next) {
        boolean empties = expected != next && (next >>> Integer.SIZE & 1) == 0;
        return empties ? store(cells, index, expected, next) : cells.compareAndSetAcqRel(index, expected, next);
    }

    /** Reads instead of adding 0: the value may be old. */
    public static int readInt(Ints memory, long index, int added) {
        return memory.getVolatile(index);
    }

    /** Stores the ticket of a round later. */
    public static void storeTwoMore(Ints memory, long index, int value) {
        memory.setRelease(index, value + 2);
    }

    /** Stores one arrival less. */
    public static void storeTwoLess(Ints memory, long index, int value) {
        memory.setRelease(index, value - 2);
    }

    public static boolean never(boolean result) {
        return false;
    }

    public static boolean always(boolean result) {
        return true;
    }

    /** A counter of one bit. */
    public static int lowestBit(int result) {
        return result & 1;
    }

    /** A counter of three bits. */
    public static long lowestThreeBits(long result) {
        return result & 7;
    }

    /** A counter that does not count. */
    public static long zero(long result) {
        return 0;
    }

    /** One more than there is. */
    public static long oneMore(long result) {
        return result + 1;
    }

    /** A thief claims two elements at once. */
    public static int atMostTwo(WorkDeques<?> deques, long size) {
        return (int) Math.min(2, size);
    }
}
