package dev.warpbroker.experiments.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class StatisticsTest {
    @Test
    void medianOfAnOddNumberIsTheMiddleOne() {
        assertThat(Statistics.of(new long[] {9, 1, 5})).isEqualTo(new Statistics(3, 5, 1, 9));
    }

    @Test
    void medianOfAnEvenNumberIsTheMeanOfTheTwoInTheMiddle() {
        assertThat(Statistics.of(new long[] {9, 1, 5, 6})).isEqualTo(new Statistics(4, 5.5, 1, 9));
    }

    @Test
    void oneMeasurementIsItsOwnMedian() {
        assertThat(Statistics.of(new long[] {7})).isEqualTo(new Statistics(1, 7, 7, 7));
    }

    @Test
    void leavesTheMeasurementsAsTheyWere() {
        long[] nanos = {3, 1, 2};
        Statistics.of(nanos);
        assertThat(nanos).containsExactly(3, 1, 2);
    }

    @Test
    void refusesToSayAnythingAboutNothing() {
        assertThatIllegalArgumentException().isThrownBy(() -> Statistics.of(new long[0]));
    }

    @Test
    void throughputIsByTheMedian() {
        assertThat(Statistics.of(new long[] {1_000, 2_000, 30_000}).perSecond(10))
                .isEqualTo(5e6);
    }
}
