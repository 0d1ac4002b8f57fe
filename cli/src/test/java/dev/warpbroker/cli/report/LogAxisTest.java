package dev.warpbroker.cli.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class LogAxisTest {
    @Test
    void numbersOfThreadsGetPowersOfTwo() {
        assertThat(LogAxis.powersOfTwo(1, 8).ticks()).containsExactly(1.0, 2.0, 4.0, 8.0);
        assertThat(LogAxis.powersOfTwo(1024, 270_336).ticks())
                .startsWith(1024.0, 2048.0)
                .endsWith(262_144.0);
        assertThat(LogAxis.powersOfTwo(1, 1 << 20).ticks()).hasSizeLessThanOrEqualTo(10);
    }

    @Test
    void aSmallRangeGetsATickForEachDigit() {
        var axis = LogAxis.powersOfTen(2.1, 4.9);
        assertThat(axis.low()).isEqualTo(2);
        assertThat(axis.high()).isEqualTo(5);
        assertThat(axis.ticks()).containsExactly(2.0, 3.0, 4.0, 5.0);
    }

    @Test
    void aMiddleRangeGetsOneTwoFive() {
        assertThat(LogAxis.powersOfTen(0.3, 6).ticks())
                .usingElementComparator((a, b) -> Math.abs(a - b) < 1e-9 ? 0 : Double.compare(a, b))
                .containsExactly(0.2, 0.5, 1.0, 2.0, 5.0, 10.0);
    }

    @Test
    void aWideRangeGetsPowersOfTen() {
        var axis = LogAxis.powersOfTen(1.5, 90_000);
        assertThat(axis.ticks()).containsExactly(1.0, 10.0, 100.0, 1000.0, 10_000.0, 100_000.0);
        assertThat(axis.grid()).contains(2.0, 5.0, 20.0);
    }

    @Test
    void aSingleValueIsInside() {
        for (var axis :
                new LogAxis[] {LogAxis.powersOfTen(3, 3), LogAxis.powersOfTen(10, 10), LogAxis.powersOfTwo(4, 4)}) {
            assertThat(axis.position(Math.sqrt(axis.low() * axis.high()))).isCloseTo(0.5, within(1e-9));
            assertThat(axis.high()).isGreaterThan(axis.low());
        }
        assertThat(LogAxis.powersOfTwo(3, 3).ticks()).containsExactly(3.0);
    }
}
