package dev.warpbroker.graphs;

/**
 * A planar graph that resembles a network of roads: long ways, few neighbours, one component.
 *
 * <p>Crossings lie on a grid. Each has a road to the one above or to the one to its left, which makes a tree of them
 * all; of the other roads of the grid some exist, and some of its cells have one diagonal. On average a crossing has
 * about 2.56 neighbours, as in the road network of the United States, and at most 8. Crossing (x, y) is vertex {@code y
 * * width + x}.
 *
 * <p>What exists follows from the seed and the place alone: the graph is the same wherever it is made. It is not a map:
 * roads have no lengths, and there are neither cities nor rivers.
 *
 * @param width number of crossings in a row
 * @param height number of rows
 * @param seed of the choice of roads
 */
public record RoadGrid(int width, int height, long seed) implements ImplicitGraph {
    private static final long serialVersionUID = 1;

    /** The probability of a road of the grid that is not in the tree. */
    private static final double OTHER = 0.22;

    /** The probability that a cell has a diagonal. */
    private static final double DIAGONAL = 0.06;

    private static final int SLOTS = 8;

    /** Checks the numbers. */
    public RoadGrid {
        if (width < 1 || height < 1 || (long) width * height > Graph.MAX_VERTICES) {
            throw new IllegalArgumentException("a road grid of " + width + " x " + height
                    + " crossings; both are at least 1 and a graph has at most " + Graph.MAX_VERTICES + " vertices");
        }
    }

    @Override
    public String name() {
        return "road:" + width + "x" + height + ":seed=" + seed;
    }

    @Override
    public int vertices() {
        return width * height;
    }

    @Override
    public int slots() {
        return SLOTS;
    }

    @Override
    public int neighbour(int vertex, int slot) {
        int x = vertex % width;
        int y = vertex / width;
        // The eight crossings around this one, row by row, without itself.
        int place = slot < SLOTS / 2 ? slot : slot + 1;
        int nearX = x + place % 3 - 1;
        int nearY = y + place / 3 - 1;
        if (nearX < 0 || nearX >= width || nearY < 0 || nearY >= height) {
            return ABSENT;
        }
        boolean exists;
        if (nearY == y) {
            exists = leadsLeft(Math.max(x, nearX), y);
        } else if (nearX == x) {
            exists = leadsUp(x, Math.max(y, nearY));
        } else {
            exists = hasDiagonal(Math.min(x, nearX), Math.min(y, nearY), nearX > x == nearY > y);
        }
        return exists ? nearY * width + nearX : ABSENT;
    }

    /** {@return whether there is a road from a crossing to the one to its left, which exists} */
    private boolean leadsLeft(int x, int y) {
        long bits = bits(0, x, y);
        return y == 0 || bits < 0 || Chance.happens(bits << 1, Chance.threshold(OTHER));
    }

    /** {@return whether there is a road from a crossing to the one above, which exists} */
    private boolean leadsUp(int x, int y) {
        long bits = bits(0, x, y);
        return x == 0 || bits >= 0 || Chance.happens(bits << 1, Chance.threshold(OTHER));
    }

    /** {@return whether the cell to the right of and below a crossing has this one of its two diagonals} */
    private boolean hasDiagonal(int x, int y, boolean falling) {
        long bits = bits(1, x, y);
        return bits < 0 == falling && Chance.happens(bits << 1, Chance.threshold(DIAGONAL));
    }

    private long bits(int kind, int x, int y) {
        return Chance.bits(seed, (long) (y * width + x) << 1 | kind);
    }
}
