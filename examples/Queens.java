import dev.warpbroker.device.*;
import dev.warpbroker.tasks.forkjoin.*;

/*
 * Counts the ways to place N queens on a board of N x N fields, by fork and join. A task is a board with queens in its
 * first rows. It spawns a child for each field of the next row that no queen attacks, and a full board completes with
 * 1; the sum of all is the result. Idle lanes take boards of busy ones.
 *
 * Run it with: ./warpbroker java examples/Queens.java
 */

static final int N = 9;

/** Fields of the next row that are attacked, as bits: from above, and along both diagonals. */
record Board(int columns, int left, int right) {
    boolean isFull() {
        return columns == (1 << N) - 1;
    }

    int free() {
        return ~(columns | left | right) & (1 << N) - 1;
    }

    Board with(int queen) {
        return new Board(columns | queen, (left | queen) << 1, (right | queen) >>> 1);
    }
}

static int countOnHost(Board board) {
    int count = board.isFull() ? 1 : 0;
    for (int free = board.free(); free != 0; free &= free - 1) {
        count += countOnHost(board.with(Integer.lowestOneBit(free)));
    }
    return count;
}

void main() {
    var empty = new Board(0, 0, 0);
    try (var device = Device.open();
            var forkJoin = ForkJoin.on(device, Layout.of(Board.class), Join.sum())) {
        int solutions = forkJoin.compute(empty, (board, fork) -> {
            if (board.isFull()) {
                fork.complete(1);
            }
            for (int free = board.free(); free != 0; free &= free - 1) {
                fork.spawn(board.with(Integer.lowestOneBit(free)));
            }
        });
        if (solutions != countOnHost(empty)) {
            throw new AssertionError(solutions + " solutions; must be " + countOnHost(empty));
        }
        IO.println("on " + device + ":");
        IO.println(N + " queens, " + solutions + " solutions"); // 9 queens, 352 solutions
    }
}
