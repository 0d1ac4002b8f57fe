package dev.warpbroker.device;

import org.jspecify.annotations.Nullable;

/**
 * The block of a running thread: lanes that share fast memory and can wait for each other at a barrier.
 *
 * <p>On the JVM device every block has one lane. Shared memory must have a size that is constant for the compiler; each
 * call in the source is one piece of memory for the whole block, with unspecified contents until it is written. If the call
 * is in a method that is called from several places, each of these has its own piece.
 */
public final class Block {
    private final int index;
    private final int count;

    Block(int index, int count) {
        this.index = index;
        this.count = count;
    }

    /** {@return the number of this block in the launch} */
    public int index() {
        return index;
    }

    /** {@return the number of blocks in the launch} */
    public int count() {
        return count;
    }

    /** {@return the number of lanes in a block} */
    public int size() {
        return 1;
    }

    /** {@return this thread's number in its block} */
    public int lane() {
        return 0;
    }

    /** Waits until all lanes of the block are here, and makes their earlier writes visible to each other. */
    public void barrier() {}

    /** {@return shared memory of {@code length} ints} */
    public Ints sharedInts(int length) {
        return new Ints(new int[length]);
    }

    /**
     * {@return shared memory of {@code length} ints for {@code owner}, which are zero when the kernel begins} Lanes can use it
     * without a barrier before, and every call with this owner and this length, wherever it is, gives the same memory.
     *
     * <p>The owner must be one object that the kernel captured, as far as the compiler can tell. If it may be one of several,
     * there is no memory for it, and the result is null.
     */
    public @Nullable Ints zeroedInts(Object owner, int length) {
        return new Ints(new int[length]);
    }

    /** {@return shared memory of {@code length} longs} */
    public Longs sharedLongs(int length) {
        return new Longs(new long[length]);
    }

    /** {@return shared memory of {@code length} floats} */
    public Floats sharedFloats(int length) {
        return new Floats(new float[length]);
    }

    /** {@return shared memory of {@code length} doubles} */
    public Doubles sharedDoubles(int length) {
        return new Doubles(new double[length]);
    }
}
