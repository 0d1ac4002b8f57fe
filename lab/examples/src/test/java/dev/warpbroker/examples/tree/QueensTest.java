package dev.warpbroker.examples.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.device.Device;
import org.junit.jupiter.api.Test;

class QueensTest {
    private static final int[] SOLUTIONS = {1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2_680, 14_200};

    @Test
    void knownNumbersOfSolutions() {
        for (int size = 1; size <= SOLUTIONS.length; size++) {
            assertThat(Queens.count(Queens.Board.empty(), size))
                    .as("size %d", size)
                    .isEqualTo(SOLUTIONS[size - 1]);
        }
    }

    @Test
    void boardsFilledRowByRowHaveTheSameSolutions() {
        for (int size = 1; size <= 8; size++) {
            assertThat(countByBoards(Queens.Board.empty(), size)).isEqualTo(SOLUTIONS[size - 1]);
        }
    }

    private static int countByBoards(Queens.Board board, int size) {
        if (board.queens() == size) {
            return 1;
        }
        int solutions = 0;
        for (int free = board.free(size); free != 0; free &= free - 1) {
            Queens.Board next = board.with(free & -free, size);
            assertThat(Queens.count(next, size)).isEqualTo(countByBoards(next, size));
            solutions += countByBoards(next, size);
        }
        return solutions;
    }

    @Test
    void tooLargeABoardIsRefused() {
        try (Device device = Device.jvm()) {
            assertThatThrownBy(() -> new Queens(device, 19, 0))
                    .hasMessageContaining("a board of size 19 is outside 1..18");
            assertThatThrownBy(() -> new Queens(device, 8, 9)).hasMessageContaining("cutoff 9 is outside 0..8");
        }
    }
}
