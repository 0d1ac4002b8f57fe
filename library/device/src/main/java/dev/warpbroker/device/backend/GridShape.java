package dev.warpbroker.device.backend;

/**
 * The form of a launch: a box of lanes, cut into blocks that are boxes, too. Blocks at the upper edges have fewer lanes
 * if the box is no multiple of them.
 *
 * <p>A lane has three numbers. Kernels see its <em>id</em>, {@code (z * height + y) * width + x}. Its <em>rank</em>
 * counts lanes block by block, the lanes of each with x running fastest; lanes of a block are neighbours in it, and
 * nothing is left out. Its <em>place</em> is the same, but as if all blocks were full: that is what a GPU can compute
 * from its registers at any time. In one dimension all three are the same.
 *
 * <p>The number of lanes is below 2^31, and so is the number of places.
 *
 * @param width lanes in x
 * @param height lanes in y
 * @param depth lanes in z
 * @param blockWidth lanes of a full block in x
 * @param blockHeight lanes of a full block in y
 * @param blockDepth lanes of a full block in z
 */
public record GridShape(int width, int height, int depth, int blockWidth, int blockHeight, int blockDepth) {
    /** Where a lane is. */
    public record Position(int block, int laneInBlock, int x, int y, int z) {}

    /** {@return lanes in a row, as they have always been} */
    public static GridShape flat(int threads, int blockSize) {
        return new GridShape(threads, 1, 1, blockSize, 1, 1);
    }

    /** {@return whether the lanes and those of each block are in one row} */
    public boolean isFlat() {
        return height == 1 && depth == 1 && blockHeight == 1 && blockDepth == 1;
    }

    public int threads() {
        return width * height * depth;
    }

    /** {@return the lanes of a full block} */
    public int blockSize() {
        return blockWidth * blockHeight * blockDepth;
    }

    /** {@return the number of blocks in x} */
    public int columns() {
        return Math.ceilDiv(width, blockWidth);
    }

    /** {@return the number of blocks in y} */
    public int rows() {
        return Math.ceilDiv(height, blockHeight);
    }

    /** {@return the number of blocks in z} */
    public int layers() {
        return Math.ceilDiv(depth, blockDepth);
    }

    public int blocks() {
        return columns() * rows() * layers();
    }

    /** {@return the place of a block in x} */
    public int blockX(int block) {
        return block % columns();
    }

    /** {@return the place of a block in y} */
    public int blockY(int block) {
        return block / columns() % rows();
    }

    /** {@return the place of a block in z} */
    public int blockZ(int block) {
        return block / columns() / rows();
    }

    /** {@return how many lanes of a block exist in x} */
    public int widthOf(int block) {
        return Math.min(blockWidth, width - blockX(block) * blockWidth);
    }

    /** {@return how many lanes of a block exist in y} */
    public int heightOf(int block) {
        return Math.min(blockHeight, height - blockY(block) * blockHeight);
    }

    /** {@return how many lanes of a block exist in z} */
    public int depthOf(int block) {
        return Math.min(blockDepth, depth - blockZ(block) * blockDepth);
    }

    /** {@return how many lanes of a block exist} */
    public int lanesIn(int block) {
        if (isFlat()) {
            return Math.min(blockWidth, width - block * blockWidth);
        }
        return widthOf(block) * heightOf(block) * depthOf(block);
    }

    /** {@return the rank of the first lane of a block} */
    public int firstIn(int block) {
        if (isFlat()) {
            return block * blockWidth;
        }
        int layersBefore = blockZ(block) * blockDepth * width * height;
        int rowsBefore = blockY(block) * blockHeight * width * depthOf(block);
        return layersBefore + rowsBefore + blockX(block) * blockWidth * heightOf(block) * depthOf(block);
    }

    /** {@return the block of the lane with a rank} */
    public int blockOf(int rank) {
        if (isFlat()) {
            return rank / blockWidth;
        }
        long layer = (long) width * height * blockDepth;
        int z = (int) (rank / layer);
        int lanesDeep = Math.min(blockDepth, depth - z * blockDepth);
        long inLayer = rank % layer;
        long row = (long) width * blockHeight * lanesDeep;
        int y = (int) (inLayer / row);
        int lanesHigh = Math.min(blockHeight, height - y * blockHeight);
        int x = (int) (inLayer % row) / (blockWidth * lanesHigh * lanesDeep);
        return (z * rows() + y) * columns() + x;
    }

    /** {@return where the lane with a rank is} */
    public Position position(int rank) {
        int block = blockOf(rank);
        return position(block, rank - firstIn(block));
    }

    private Position position(int block, int laneInBlock) {
        int wide = widthOf(block);
        int high = heightOf(block);
        return new Position(
                block,
                laneInBlock,
                blockX(block) * blockWidth + laneInBlock % wide,
                blockY(block) * blockHeight + laneInBlock / wide % high,
                blockZ(block) * blockDepth + laneInBlock / wide / high);
    }

    /** {@return the id of the lane with a rank} */
    public int idOf(int rank) {
        return isFlat() ? rank : id(position(rank));
    }

    /** {@return the id of the lane at a place} */
    public int idAt(int place) {
        return isFlat() ? place : id(position(place / blockSize(), place % blockSize()));
    }

    private int id(Position at) {
        return (at.z() * height + at.y()) * width + at.x();
    }
}
