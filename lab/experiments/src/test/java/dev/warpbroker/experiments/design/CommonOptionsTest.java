package dev.warpbroker.experiments.design;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CommonOptionsTest {
    @Test
    void numbersGoUpToTheMost() {
        assertThat(CommonOptions.upTo(270_336, 1024, 8192, 131_072)).containsExactly(1024, 8192, 131_072, 270_336);
        assertThat(CommonOptions.upTo(8192, 1024, 8192, 131_072)).containsExactly(1024, 8192);
    }

    @Test
    void powersEndWithTheMost() {
        assertThat(CommonOptions.powers(4, 100)).containsExactly(1, 4, 16, 64, 100);
        assertThat(CommonOptions.powers(2, 4)).containsExactly(1, 2, 4);
        assertThat(CommonOptions.powers(2, 1)).containsExactly(1);
    }

    @Test
    void powersOfTwoDoNotExceedTheMost() {
        assertThat(CommonOptions.powersOfTwo(5)).containsExactly(1, 2, 4);
        assertThat(CommonOptions.powersOfTwo(8)).containsExactly(1, 2, 4, 8);
    }
}
