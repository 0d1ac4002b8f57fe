package dev.warpbroker.examples.render;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class WorkMapTest {
    private static final int TO_LIGHT = 1 << Canvas.CALL_BITS;

    /** 16 x 8 pixels of one ray each. */
    private static int[] even() {
        int[] work = new int[16 * 8];
        Arrays.fill(work, 1);
        return work;
    }

    @Test
    void lanesWaitForThePixelWithTheMostRays() {
        int[] work = even();
        assertThat(new WorkMap(16, 8, work).lanesWithRays()).isEqualTo(1);
        // The last pixel of the first of four warps; a ray to a light is looked for at once.
        work[3 * 16 + 7] = 3 + 5 * TO_LIGHT;
        var map = new WorkMap(16, 8, work);
        assertThat(map.lanesWithRays()).isEqualTo(130.0 / (32 * (3 + 1 + 1 + 1)));
        assertThat(map.meanCalls()).isEqualTo(130.0 / 128);
    }

    @Test
    void sharesAreColumnsWhereRowsHaveAMultipleOfTheirTiles() {
        int[] work = even();
        for (int row = 0; row < 8; row++) {
            work[row * 16] = 1 + TO_LIGHT;
        }
        var map = new WorkMap(16, 8, work);
        assertThat(map.shares(4, 4, 0)).containsExactly(40, 32, 32, 32);
        assertThat(map.shares(4, 4, 1)).containsExactly(36, 32, 32, 36);
        assertThat(Busy.mostOverMean(map.shares(4, 4, 0))).isEqualTo(40 / 34.0);
    }
}
