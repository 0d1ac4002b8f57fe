package dev.warpbroker.device;

import dev.warpbroker.device.backend.GridShape;

/**
 * How many lanes a launch has and how they are grouped: a row, a plane or a box of lanes, cut into blocks that are
 * rows, planes or boxes.
 *
 * <pre>{@code
 * Grid.threads(1_000_000)                       // a row, in blocks of 256
 * Grid.of(1920, 1080)                           // a plane, in blocks of 32 x 8
 * Grid.of(1920, 1080).withBlock(16, 16)
 * Grid.of(64, 64, 64).withBlock(8, 8, 4)
 * }</pre>
 *
 * <p>Where the blocks do not fit, those at the upper edges are smaller: lanes outside of the grid do not exist. The
 * limits are the same on every device: at most 2^31 - 1 lanes, counted as if all blocks were full, 1024 lanes and a
 * depth of 64 in a block, and 65,535 blocks in y and in z.
 *
 * @param width lanes in x, at least 1
 * @param height lanes in y, at least 1
 * @param depth lanes in z, at least 1
 * @param blockWidth lanes of a block in x
 * @param blockHeight lanes of a block in y
 * @param blockDepth lanes of a block in z
 */
public record Grid(int width, int height, int depth, int blockWidth, int blockHeight, int blockDepth) {
    private static final int DEFAULT_BLOCK_SIZE = 256;
    private static final int DEFAULT_WIDTH = 32;
    private static final int DEFAULT_WIDTH_IN_BOX = 8;
    private static final int MAX_BLOCK_SIZE = 1024;
    private static final int MAX_BLOCK_DEPTH = 64;
    private static final int MAX_BLOCKS_ACROSS = 65_535;

    /** Checks that a launch can have this form. */
    public Grid {
        if (width < 1 || height < 1 || depth < 1) {
            throw new IllegalArgumentException(
                    height == 1 && depth == 1
                            ? "grid of " + width + " threads; a launch needs at least 1"
                            : "grid of " + width + " x " + height + " x " + depth
                                    + " lanes; a launch needs at least 1 in each direction");
        }
        long lanes = blockWidth < 1 || blockHeight < 1 || blockDepth < 1
                ? 0
                : (long) blockWidth * blockHeight > MAX_BLOCK_SIZE
                        ? Long.MAX_VALUE
                        : (long) blockWidth * blockHeight * blockDepth;
        if (lanes < 1 || lanes > MAX_BLOCK_SIZE) {
            throw new IllegalArgumentException("block size " + box(blockWidth, blockHeight, blockDepth)
                    + " is outside 1.." + MAX_BLOCK_SIZE + ", the limit of every device");
        }
        if (blockDepth > MAX_BLOCK_DEPTH) {
            throw new IllegalArgumentException(
                    "blocks with a depth of " + blockDepth + "; the limit of every device is " + MAX_BLOCK_DEPTH
                            + "; make them wider or higher (Grid.withBlock)");
        }
        long rows = Math.ceilDiv(height, blockHeight);
        long layers = Math.ceilDiv(depth, blockDepth);
        if (rows > MAX_BLOCKS_ACROSS || layers > MAX_BLOCKS_ACROSS) {
            throw new IllegalArgumentException("grid of " + box(width, height, depth) + " lanes has " + rows
                    + " blocks in y and " + layers + " in z; the limit of every device is " + MAX_BLOCKS_ACROSS
                    + " for both; use higher or deeper blocks (Grid.withBlock), or let x run over what is longest");
        }
        // The first product is below 2^62, and that of the blocks in y and z below 2^32.
        double places = (double) Math.ceilDiv(width, blockWidth) * lanes * rows * layers;
        if (places > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("grid of " + box(width, height, depth) + " lanes in blocks of "
                    + box(blockWidth, blockHeight, blockDepth) + " has 2^31 lanes or more, counted as if all blocks"
                    + " were full; launch fewer and let each do more");
        }
    }

    /**
     * Checks that a launch can have this form: a row of lanes.
     *
     * @param threads number of threads, at least 1
     * @param blockSize lanes per block, at most 1024
     */
    public Grid(int threads, int blockSize) {
        this(threads, 1, 1, blockSize, 1, 1);
    }

    private static String box(int width, int height, int depth) {
        return depth != 1
                ? width + " x " + height + " x " + depth
                : height != 1 ? width + " x " + height : Integer.toString(width);
    }

    /**
     * {@return a grid of {@code threads} threads in blocks of 256, or in one smaller block if there are fewer}
     *
     * @param threads number of threads
     */
    public static Grid threads(int threads) {
        return new Grid(threads, Math.clamp(threads, 1, DEFAULT_BLOCK_SIZE));
    }

    /**
     * {@return a plane of lanes in blocks of 32 x 8, or with another shape of about as many lanes if the plane is
     * narrow}
     *
     * @param width lanes in x
     * @param height lanes in y
     */
    public static Grid of(int width, int height) {
        int wide = Math.clamp(width, 1, DEFAULT_WIDTH);
        int high = Math.clamp(height, 1, DEFAULT_BLOCK_SIZE / wide);
        return new Grid(width, height, 1, high == 1 ? Math.clamp(width, 1, DEFAULT_BLOCK_SIZE) : wide, high, 1);
    }

    /**
     * {@return a box of lanes in blocks of 8 x 8 x 4, or with another shape of about as many lanes if the box is
     * narrow}
     *
     * @param width lanes in x
     * @param height lanes in y
     * @param depth lanes in z
     */
    public static Grid of(int width, int height, int depth) {
        if (depth == 1) {
            return of(width, height);
        }
        int wide = Math.clamp(width, 1, DEFAULT_WIDTH_IN_BOX);
        int high = Math.clamp(height, 1, DEFAULT_WIDTH_IN_BOX);
        int deep = Math.clamp(depth, 1, Math.min(MAX_BLOCK_DEPTH, DEFAULT_BLOCK_SIZE / (wide * high)));
        return new Grid(width, height, depth, wide, high, deep);
    }

    /**
     * {@return this grid with blocks that are rows of lanes}
     *
     * @param size lanes of a block
     */
    public Grid withBlockSize(int size) {
        return withBlock(size, 1, 1);
    }

    /**
     * {@return this grid with other blocks}
     *
     * @param newWidth lanes of a block in x
     * @param newHeight lanes of a block in y
     */
    public Grid withBlock(int newWidth, int newHeight) {
        return withBlock(newWidth, newHeight, 1);
    }

    /**
     * {@return this grid with other blocks}
     *
     * @param newWidth lanes of a block in x
     * @param newHeight lanes of a block in y
     * @param newDepth lanes of a block in z
     */
    public Grid withBlock(int newWidth, int newHeight, int newDepth) {
        return new Grid(width, height, depth, newWidth, newHeight, newDepth);
    }

    /** {@return the number of lanes} */
    public int threads() {
        return shape().threads();
    }

    /** {@return the number of lanes in a full block} */
    public int blockSize() {
        return shape().blockSize();
    }

    /** {@return the number of blocks; those at the upper edges may be partly filled} */
    public int blocks() {
        return shape().blocks();
    }

    /**
     * {@return how many lanes a block has: as many as the block size says, or fewer at the upper edges}
     *
     * @param block the number of the block
     */
    public int lanesIn(int block) {
        return shape().lanesIn(block);
    }

    GridShape shape() {
        return new GridShape(width, height, depth, blockWidth, blockHeight, blockDepth);
    }
}
