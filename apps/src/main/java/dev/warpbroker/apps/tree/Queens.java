package dev.warpbroker.apps.tree;

/**
 * All ways to put n queens on an n x n board so that none attacks another, symmetric ones counted separately. A task is a
 * board whose first rows are filled.
 */
public final class Queens {
    /** The largest board whose number of solutions fits an int. */
    public static final int MOST = 18;

    private static final int FIELD_BITS = 21;
    private static final int FIELD = (1 << FIELD_BITS) - 1;

    private Queens() {}

    /**
     * A board whose first rows have a queen each.
     *
     * @param attacks which places of the next row are attacked: down columns (21 bits, the lowest), along the diagonals to
     *     the left (21 bits), and to the right. There are as many attacked columns as there are queens.
     */
    public record Board(long attacks) {
        /** {@return a board without queens} */
        public static Board empty() {
            return new Board(0);
        }

        private static Board of(int columns, int left, int right) {
            return new Board(columns | (long) left << FIELD_BITS | (long) right << 2 * FIELD_BITS);
        }

        int columns() {
            return (int) attacks & FIELD;
        }

        int left() {
            return (int) (attacks >>> FIELD_BITS) & FIELD;
        }

        int right() {
            return (int) (attacks >>> 2 * FIELD_BITS);
        }

        /** {@return the number of queens on it} */
        int queens() {
            return Integer.bitCount(columns());
        }

        /** {@return the places of the next row that no queen attacks, as bits} */
        int free(int size) {
            return ~(columns() | left() | right()) & places(size);
        }

        /** {@return this board with a queen more, on the place {@code queen} (one bit) of the next row} */
        Board with(int queen, int size) {
            return of(columns() | queen, (left() | queen) << 1 & places(size), (right() | queen) >>> 1);
        }
    }

    private static int places(int size) {
        return (1 << size) - 1;
    }

    /**
     * Refuses boards that are too large.
     *
     * @throws IllegalArgumentException if {@code size} is out of range
     */
    public static void check(int size) {
        if (size < 1 || size > MOST) {
            throw new IllegalArgumentException("a board of size " + size + " is outside 1.." + MOST
                    + ", whose solutions can be counted in 32 bits; give a smaller one");
        }
    }

    /**
     * {@return the number of ways to fill up a board, counted by the caller alone}
     *
     * <p>Kernel Java: a loop over a small stack of the places that are still to be tried, row by row.
     */
    static int count(Board board, int size) {
        int rows = size - board.queens();
        if (rows == 0) {
            return 1;
        }
        int places = places(size);
        int[] untried = new int[MOST];
        int[] columns = new int[MOST];
        int[] left = new int[MOST];
        int[] right = new int[MOST];
        columns[0] = board.columns();
        left[0] = board.left();
        right[0] = board.right();
        untried[0] = board.free(size);
        int row = 0;
        int solutions = 0;
        while (row >= 0) {
            int rest = untried[row];
            if (rest == 0) {
                row--;
                continue;
            }
            int queen = rest & -rest;
            untried[row] = rest ^ queen;
            if (row + 1 == rows) {
                solutions++;
                continue;
            }
            columns[row + 1] = columns[row] | queen;
            left[row + 1] = (left[row] | queen) << 1;
            right[row + 1] = (right[row] | queen) >>> 1;
            row++;
            untried[row] = ~(columns[row] | left[row] | right[row]) & places;
        }
        return solutions;
    }

    /** {@return the number of solutions, counted by the calling thread} */
    public static int sequentially(int size) {
        check(size);
        return count(Board.empty(), size);
    }
}
