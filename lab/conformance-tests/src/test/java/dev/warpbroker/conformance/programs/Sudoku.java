package dev.warpbroker.conformance.programs;

import dev.warpbroker.device.Bytes;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Solves a sudoku a lane, by search with backtracking that goes on at the cell with the fewest candidates (Knuth,
 * "Dancing Links", 2000, chooses columns in this way). Guesses are records on a stack of the lane's own.
 */
final class Sudoku implements Program {
    private static final int SIZE = 9;
    private static final int CELLS = SIZE * SIZE;
    private static final int ALL = (1 << SIZE) - 1;

    /** A cell that was filled, and the digits that have not been tried in it. */
    private record Guess(int cell, int untried) {}

    /** A board; bit d of a mask stands for digit d + 1. */
    private static final class Board {
        private final byte[] digits = new byte[CELLS];
        private final int[] rows = new int[SIZE];
        private final int[] columns = new int[SIZE];
        private final int[][] boxes = new int[3][3];

        int candidates(int cell) {
            int row = cell / SIZE;
            int column = cell % SIZE;
            return ALL & ~(rows[row] | columns[column] | boxes[row / 3][column / 3]);
        }

        void put(int cell, int digit) {
            digits[cell] = (byte) (digit + 1);
            toggle(cell, digit);
        }

        void clear(int cell) {
            toggle(cell, digits[cell] - 1);
            digits[cell] = 0;
        }

        private void toggle(int cell, int digit) {
            int row = cell / SIZE;
            int column = cell % SIZE;
            rows[row] ^= 1 << digit;
            columns[column] ^= 1 << digit;
            boxes[row / 3][column / 3] ^= 1 << digit;
        }

        /** The empty cell with the fewest candidates, if there is one. */
        int hardestCell() {
            int hardest = -1;
            int fewest = SIZE + 1;
            for (int cell = 0; cell < CELLS; cell++) {
                if (digits[cell] == 0) {
                    int count = Integer.bitCount(candidates(cell));
                    if (count < fewest) {
                        hardest = cell;
                        fewest = count;
                    }
                }
            }
            return hardest;
        }
    }

    /** A stack of up to 81 elements. */
    private static final class Stack<E> {
        private final Object[] elements = new Object[CELLS];
        private int size;

        void push(E element) {
            elements[size++] = element;
        }

        @SuppressWarnings("unchecked") // only push stores elements
        Optional<E> pop() {
            return size == 0 ? Optional.empty() : Optional.of((E) elements[--size]);
        }
    }

    /** Solves a board in place; returns how many guesses that took, or nothing if there is no solution. */
    private static OptionalInt solve(Board board) {
        var stack = new Stack<Guess>();
        int guesses = 0;
        for (int cell = board.hardestCell(); cell >= 0; cell = board.hardestCell()) {
            int untried = board.candidates(cell);
            while (untried == 0) {
                Optional<Guess> last = stack.pop();
                if (last.isEmpty()) {
                    return OptionalInt.empty();
                }
                cell = last.get().cell();
                untried = last.get().untried();
                board.clear(cell);
            }
            int digit = Integer.numberOfTrailingZeros(untried);
            board.put(cell, digit);
            stack.push(new Guess(cell, untried & untried - 1));
            guesses++;
        }
        return OptionalInt.of(guesses);
    }

    @Override
    public Object run(Device device, int count) {
        try (Bytes boards = device.bytes((long) count * CELLS);
                Ints guesses = device.ints(count)) {
            boards.copyIn(puzzles(count));
            device.run(Grid.threads(count), lane -> {
                var board = new Board();
                int start = lane.id() * CELLS;
                for (int cell = 0; cell < CELLS; cell++) {
                    if (boards.get(start + cell) != 0) {
                        board.put(cell, boards.get(start + cell) - 1);
                    }
                }
                guesses.set(lane.id(), solve(board).orElse(-1));
                for (byte digit : board.digits) {
                    boards.set(start++, digit);
                }
            });
            return new Object[] {boards.copyOut(), guesses.copyOut()};
        }
    }

    /** Recursion over a square of digits, with nothing kept beside it. */
    private static final class Recursion {
        private final byte[] board;
        private int guesses;

        Recursion(byte[] board) {
            this.board = board;
        }

        boolean solve() {
            int cell = -1;
            List<Integer> candidates = List.of();
            for (int i = 0; i < CELLS; i++) {
                if (board[i] == 0 && (cell < 0 || candidates(i).size() < candidates.size())) {
                    cell = i;
                    candidates = candidates(i);
                }
            }
            if (cell < 0) {
                return true;
            }
            for (int digit : candidates) {
                board[cell] = (byte) digit;
                guesses++;
                if (solve()) {
                    return true;
                }
                board[cell] = 0;
            }
            return false;
        }

        private List<Integer> candidates(int cell) {
            return IntStream.rangeClosed(1, SIZE)
                    .filter(digit -> IntStream.range(0, CELLS).noneMatch(i -> board[i] == digit && see(i, cell)))
                    .boxed()
                    .toList();
        }

        private static boolean see(int first, int second) {
            int row = first / SIZE;
            int column = first % SIZE;
            int otherRow = second / SIZE;
            int otherColumn = second % SIZE;
            return row == otherRow || column == otherColumn || row / 3 == otherRow / 3 && column / 3 == otherColumn / 3;
        }
    }

    @Override
    public Object expected(int count) {
        byte[] boards = puzzles(count);
        int[] guesses = new int[count];
        for (int i = 0; i < count; i++) {
            var recursion = new Recursion(Arrays.copyOfRange(boards, i * CELLS, (i + 1) * CELLS));
            guesses[i] = recursion.solve() ? recursion.guesses : -1;
            System.arraycopy(recursion.board, 0, boards, i * CELLS, CELLS);
        }
        return new Object[] {boards, guesses};
    }

    /** Solved boards of which cells were cleared; in some of them one of these then got a digit at random. */
    private static byte[] puzzles(int count) {
        var random = new Random(count);
        byte[] puzzles = new byte[count * CELLS];
        for (int i = 0; i < count; i++) {
            var digits = IntStream.rangeClosed(1, SIZE).boxed().collect(Collectors.toList());
            Collections.shuffle(digits, random);
            byte[] board = new byte[CELLS];
            for (int cell = 0; cell < CELLS; cell++) {
                int row = cell / SIZE;
                board[cell] =
                        digits.get((3 * row + row / 3 + cell % SIZE) % SIZE).byteValue();
            }
            for (int cleared = 0; cleared < 52; cleared++) {
                board[random.nextInt(CELLS)] = 0;
            }
            int free = IntStream.range(0, CELLS)
                    .filter(cell -> board[cell] == 0)
                    .findFirst()
                    .orElse(0);
            List<Integer> candidates = new Recursion(board).candidates(free);
            if (i % 4 == 3) {
                board[free] = candidates.getLast().byteValue();
            }
            System.arraycopy(board, 0, puzzles, i * CELLS, CELLS);
        }
        return puzzles;
    }
}
