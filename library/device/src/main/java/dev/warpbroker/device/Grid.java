package dev.warpbroker.device;

/**
 * How many threads a launch has and how they are grouped.
 *
 * @param threads number of threads, at least 1
 * @param blockSize lanes per block, at most 1024
 */
public record Grid(int threads, int blockSize) {
    private static final int DEFAULT_BLOCK_SIZE = 256;
    private static final int MAX_BLOCK_SIZE = 1024;

    /** Checks that a launch can have this form. */
    public Grid {
        if (threads < 1) {
            throw new IllegalArgumentException("grid of " + threads + " threads; a launch needs at least 1");
        }
        if (blockSize < 1 || blockSize > MAX_BLOCK_SIZE) {
            throw new IllegalArgumentException(
                    "block size " + blockSize + " is outside 1.." + MAX_BLOCK_SIZE + ", the limit of every device");
        }
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
     * {@return this grid with another block size}
     *
     * @param size lanes of a block
     */
    public Grid withBlockSize(int size) {
        return new Grid(threads, size);
    }

    /** {@return the number of blocks; the last one may be partly filled} */
    public int blocks() {
        return Math.ceilDiv(threads, blockSize);
    }

    /**
     * {@return how many lanes a block has: as many as the block size says, or fewer in the last one}
     *
     * @param block the number of the block
     */
    public int lanesIn(int block) {
        return Math.min(blockSize, threads - block * blockSize);
    }
}
