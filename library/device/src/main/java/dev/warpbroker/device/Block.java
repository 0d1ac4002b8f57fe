package dev.warpbroker.device;

import dev.warpbroker.device.backend.GridShape;
import dev.warpbroker.device.backend.RunningLane;
import org.jspecify.annotations.Nullable;

/**
 * The block of a running thread: lanes that share fast memory and can wait for each other at a barrier.
 *
 * <p>In a row of lanes, {@code index() * fullSize()} to {@code index() * fullSize() + size() - 1} are a block, on every
 * device. In a plane or a box, blocks are {@code fullWidth()} wide, {@code fullHeight()} high and {@code fullDepth()}
 * deep, and both blocks and the lanes of a block are counted with x running fastest, then y. Where the grid ends inside
 * of a block, the block is smaller: {@link #size()}, {@link #width()}, {@link #height()} and {@link #depth()} count the
 * lanes that exist, and {@link #lane()} numbers just these, so that {@code for (int i = block.lane(); i < n; i +=
 * block.size())} leaves nothing out.
 *
 * <p>Shared memory must have a size that is constant for the compiler; each call in the source is one piece of memory
 * for the whole block, with unspecified contents until it is written. If the call is in a method that is called from
 * several places, each of these has its own piece. (Only where the grid's block size is 1, the JVM device gives new
 * memory at each call.) All pieces of a block together have at most {@link DeviceProperties#blockSharedBytes}; a kernel
 * that asks for more is refused.
 */
public final class Block {
    /**
     * How much shared memory a block has on every device, in bytes. Many have more: see
     * {@link DeviceProperties#blockSharedBytes}.
     */
    public static final int MAX_SHARED_BYTES = 48 << 10;

    private final RunningLane<Lane, DeviceMemory> running;
    private final GridShape shape;
    private final int index;
    private final int size;
    private final int lane;

    Block(RunningLane<Lane, DeviceMemory> running, int rank, GridShape shape) {
        this.running = running;
        this.shape = shape;
        index = shape.blockOf(rank);
        size = shape.lanesIn(index);
        lane = rank - shape.firstIn(index);
    }

    /** {@return the number of this block in the launch} */
    public int index() {
        return index;
    }

    /** {@return the number of blocks in the launch} */
    public int count() {
        return shape.blocks();
    }

    /**
     * {@return the number of lanes that exist in this block: all of {@link #fullSize()}, or fewer at the upper edges of
     * the grid}
     */
    public int size() {
        return size;
    }

    /** {@return the number of lanes in a block that is full: the block size of the {@link Grid}} */
    public int fullSize() {
        return shape.blockSize();
    }

    /**
     * {@return this thread's number in its block, from 0 to {@code size() - 1}: {@code (laneZ() * height() + laneY()) *
     * width() + laneX()}}
     */
    public int lane() {
        return lane;
    }

    /** {@return the place of this block among those of the launch in x, from 0 to {@code countX() - 1}} */
    public int x() {
        return shape.blockX(index);
    }

    /** {@return the place of this block among those of the launch in y, from 0 to {@code countY() - 1}} */
    public int y() {
        return shape.blockY(index);
    }

    /** {@return the place of this block among those of the launch in z, from 0 to {@code countZ() - 1}} */
    public int z() {
        return shape.blockZ(index);
    }

    /** {@return the number of blocks of the launch in x} */
    public int countX() {
        return shape.columns();
    }

    /** {@return the number of blocks of the launch in y} */
    public int countY() {
        return shape.rows();
    }

    /** {@return the number of blocks of the launch in z} */
    public int countZ() {
        return shape.layers();
    }

    /** {@return this thread's place in its block in x, from 0 to {@code width() - 1}} */
    public int laneX() {
        return lane % width();
    }

    /** {@return this thread's place in its block in y, from 0 to {@code height() - 1}} */
    public int laneY() {
        return lane / width() % height();
    }

    /** {@return this thread's place in its block in z, from 0 to {@code depth() - 1}} */
    public int laneZ() {
        return lane / width() / height();
    }

    /** {@return how many lanes of this block exist in x: {@link #fullWidth()}, or fewer at the edge of the grid} */
    public int width() {
        return shape.widthOf(index);
    }

    /** {@return how many lanes of this block exist in y: {@link #fullHeight()}, or fewer at the edge of the grid} */
    public int height() {
        return shape.heightOf(index);
    }

    /** {@return how many lanes of this block exist in z: {@link #fullDepth()}, or fewer at the edge of the grid} */
    public int depth() {
        return shape.depthOf(index);
    }

    /** {@return the width of a block that is full} */
    public int fullWidth() {
        return shape.blockWidth();
    }

    /** {@return the height of a block that is full} */
    public int fullHeight() {
        return shape.blockHeight();
    }

    /** {@return the depth of a block that is full} */
    public int fullDepth() {
        return shape.blockDepth();
    }

    /**
     * {@return the number of the multiprocessor that this block is on: from 0 on, without gaps on most GPUs; 0 on the
     * JVM and on the simulator, which have one} For measurements, and for what may be better but not wrong depending on
     * it, such as which of several queues is tried first: how blocks are spread is up to the GPU, and a block that was
     * interrupted may go on elsewhere.
     */
    public int multiprocessor() {
        return 0;
    }

    /**
     * Waits until all lanes of the block that have not ended are at a barrier, and makes their earlier writes visible
     * to each other. A lane that returns early is waited for no longer.
     */
    public void barrier() {
        if (size > 1) {
            running.awaitBlock();
        }
    }

    /**
     * {@return shared memory of {@code length} bytes}
     *
     * @param length how many elements
     */
    public Bytes sharedBytes(int length) {
        return running.sharedHere(Bytes.class, checked(length), () -> new Bytes(new byte[length]));
    }

    /**
     * {@return shared memory of {@code length} 16-bit numbers}
     *
     * @param length how many elements
     */
    public Shorts sharedShorts(int length) {
        return running.sharedHere(Shorts.class, checked(length), () -> new Shorts(new short[length]));
    }

    /**
     * {@return shared memory of {@code length} ints}
     *
     * @param length how many elements
     */
    public Ints sharedInts(int length) {
        return running.sharedHere(Ints.class, checked(length), () -> new Ints(new int[length]));
    }

    /**
     * {@return shared memory of {@code length} ints for {@code owner}, which are zero when the kernel begins} Lanes can
     * use it without a barrier before, and every call with this owner and this length, wherever it is, gives the same
     * memory.
     *
     * <p>The owner must be one object that the kernel captured, as far as the compiler can tell. If it may be one of
     * several, there is no memory for it, and the result is null.
     *
     * @param owner the object that the memory belongs to
     * @param length how many elements
     */
    public @Nullable Ints zeroedInts(Object owner, int length) {
        return running.sharedFor(owner, Ints.class, checked(length), () -> new Ints(new int[length]));
    }

    /**
     * {@return shared memory of {@code length} longs}
     *
     * @param length how many elements
     */
    public Longs sharedLongs(int length) {
        return running.sharedHere(Longs.class, checked(length), () -> new Longs(new long[length]));
    }

    /**
     * {@return shared memory of {@code length} floats}
     *
     * @param length how many elements
     */
    public Floats sharedFloats(int length) {
        return running.sharedHere(Floats.class, checked(length), () -> new Floats(new float[length]));
    }

    /**
     * {@return shared memory of {@code length} doubles}
     *
     * @param length how many elements
     */
    public Doubles sharedDoubles(int length) {
        return running.sharedHere(Doubles.class, checked(length), () -> new Doubles(new double[length]));
    }

    private static int checked(int length) {
        if (length < 1) {
            throw new IllegalArgumentException("shared memory of length " + length + ": use a length of at least 1");
        }
        return length;
    }
}
