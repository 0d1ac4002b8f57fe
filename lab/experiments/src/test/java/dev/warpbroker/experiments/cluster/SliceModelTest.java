package dev.warpbroker.experiments.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** The arithmetic of slices. */
class SliceModelTest {
    private static final SliceModel HOUR = new SliceModel(3600, 0.3, 0.1, 0.0015, 0.018, 0);

    @Test
    void oneExecutorTakesTheWorkAndItsOverhead() {
        assertThat(HOUR.seconds(1)).isCloseTo(3960 + 0.018, within(1e-6));
    }

    @Test
    void fewExecutorsShareTheWork() {
        assertThat(HOUR.seconds(10)).isBetween(396.0, 399.0);
        assertThat(HOUR.efficiency(10)).isBetween(0.90, 0.91);
    }

    @Test
    void driverIsTheLimitOfManyExecutors() {
        int limit = HOUR.limit();
        assertThat(limit).isBetween(200, 1000);
        assertThat(HOUR.seconds(8 * limit)).isGreaterThan(HOUR.seconds(limit) / 4);
        assertThat(new SliceModel(3600, 0.3, 0.1, 0, 0.018, 0).limit()).isZero();
    }

    @Test
    void startIsThatOfOneExecutor() {
        assertThat(HOUR.fittedTo(3600 * 1.1 + 0.018 + 2).start()).isCloseTo(2, within(1e-9));
        assertThat(HOUR.fittedTo(3000).start()).isZero();
    }

    @Test
    void workOfNothingIsRefused() {
        assertThatThrownBy(() -> new SliceModel(0, 0.3, 0, 0, 0, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("give positive times");
    }
}
