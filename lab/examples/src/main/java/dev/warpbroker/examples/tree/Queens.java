package dev.warpbroker.examples.tree;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Layout;
import dev.warpbroker.tasks.Spawner;
import dev.warpbroker.tasks.TaskBody;
import dev.warpbroker.tasks.TaskSum;
import dev.warpbroker.tasks.forkjoin.Fork;
import dev.warpbroker.tasks.forkjoin.Join;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;
import org.jspecify.annotations.Nullable;

/**
 * All ways to put n queens on an n x n board so that none attacks another, symmetric ones counted separately. A task is
 * a board whose first rows are filled.
 */
public final class Queens implements TreeWork<Queens.Board, Integer> {
    /** The largest board whose number of solutions fits an int. */
    public static final int MAX = 18;

    /** Numbers of solutions, from size 1 on (OEIS A000170). */
    private static final List<Integer> SOLUTIONS = List.of(
            1,
            0,
            0,
            2,
            10,
            4,
            40,
            92,
            352,
            724,
            2_680,
            14_200,
            73_712,
            365_596,
            2_279_184,
            14_772_512,
            95_815_104,
            666_090_624);

    private static final Layout<Board> LAYOUT = Layout.of(Board.class);

    private static final int FIELD_BITS = 21;
    private static final int FIELD = (1 << FIELD_BITS) - 1;

    private final int size;
    private final int cutoff;
    private final TaskSum solutions;

    /**
     * A board of {@code size} rows.
     *
     * @param cutoff so many last rows are filled by the task that comes to them; 0 for a task per queen
     * @throws IllegalArgumentException if the board is too large, or the cutoff larger than it
     */
    public Queens(Device device, int size, int cutoff) {
        check(size);
        if (cutoff < 0 || cutoff > size) {
            throw new IllegalArgumentException("cutoff " + cutoff + " is outside 0.." + size
                    + ", the rows of the board; 0 makes every queen a task");
        }
        this.size = size;
        this.cutoff = cutoff;
        solutions = TaskSum.on(device);
    }

    /**
     * A board whose first rows have a queen each.
     *
     * @param attacks which places of the next row are attacked: down columns (21 bits, the lowest), along the diagonals
     *     to the left (21 bits), and to the right. There are as many attacked columns as there are queens.
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

    private static void check(int size) {
        if (size < 1 || size > MAX) {
            throw new IllegalArgumentException("a board of size " + size + " is outside 1.." + MAX
                    + ", whose solutions can be counted in 32 bits; give a size in that range");
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
        int[] untried = new int[MAX];
        int[] columns = new int[MAX];
        int[] left = new int[MAX];
        int[] right = new int[MAX];
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

    @Override
    public Layout<Board> layout() {
        return LAYOUT;
    }

    @Override
    public Board root() {
        return Board.empty();
    }

    @Override
    public void reset() {
        solutions.clear();
    }

    @Override
    public TaskBody<Board, Spawner<Board>> body() {
        TaskSum total = solutions;
        int rows = size;
        int taskRows = size - cutoff;
        return (board, out) -> {
            if (board.queens() < taskRows) {
                for (int free = board.free(rows); free != 0; free &= free - 1) {
                    out.spawn(board.with(free & -free, rows));
                }
            } else if (taskRows == rows) {
                total.add(1);
            } else {
                total.add(count(board, rows));
            }
        };
    }

    @Override
    public Integer collect() {
        return (int) solutions.total();
    }

    @Override
    public Join<Integer> join() {
        return Join.sum();
    }

    @Override
    public TaskBody<Board, Fork<Board, Integer>> forkingBody() {
        int rows = size;
        int taskRows = size - cutoff;
        return (board, fork) -> {
            if (board.queens() < taskRows) {
                for (int free = board.free(rows); free != 0; free &= free - 1) {
                    fork.spawn(board.with(free & -free, rows));
                }
            } else {
                fork.complete(taskRows == rows ? 1 : count(board, rows));
            }
        };
    }

    @Override
    public Integer onJavaPool(ForkJoinPool pool) {
        return pool.invoke(new JavaTask(Board.empty(), size, size - cutoff));
    }

    private static final class JavaTask extends RecursiveTask<Integer> {
        private static final long serialVersionUID = 1;

        private final transient Board board;
        private final int size;
        private final int taskRows;

        JavaTask(Board board, int size, int taskRows) {
            this.board = board;
            this.size = size;
            this.taskRows = taskRows;
        }

        @Override
        protected Integer compute() {
            if (board.queens() == taskRows) {
                return count(board, size);
            }
            var forked = new ArrayList<JavaTask>();
            for (int free = board.free(size); free != 0; free &= free - 1) {
                forked.add(new JavaTask(board.with(free & -free, size), size, taskRows));
            }
            return invokeAll(forked).stream().mapToInt(JavaTask::join).sum();
        }
    }

    @Override
    public Integer sequentially() {
        return count(Board.empty(), size);
    }

    @Override
    public OptionalLong tasks(Integer result) {
        return OptionalLong.empty();
    }

    @Override
    public @Nullable String problem(Integer result) {
        int right = SOLUTIONS.get(size - 1);
        return result == right ? null : size + " queens have " + right + " solutions, not " + result;
    }

    @Override
    public void close() {
        solutions.close();
    }

    @Override
    public String toString() {
        return size + " queens";
    }
}
