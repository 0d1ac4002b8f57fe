package dev.warpbroker.experiments.design;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class GrowthLawTest {
    @Test
    void findsThePowerThatTheLargestSizesFollow() {
        var times = new TreeMap<Integer, Double>();
        times.put(10, 1e9);
        for (int size : new int[] {100, 200, 400, 800}) {
            times.put(size, 3 * Math.pow(size, 1.5));
        }
        var law = GrowthLaw.of(times).orElseThrow();
        assertThat(law.exponent()).isCloseTo(1.5, within(1e-9));
        assertThat(law.at(10_000)).isCloseTo(3e6, within(1.0));
        assertThat(law.sizes()).isEqualTo(List.of(100, 200, 400, 800));
    }

    /** 500,000 pops of a Scan Stack that begin at its far end: 6.61 s. */
    @Test
    void whatGrowsMoreSlowlyThanTheSizeIsLinearFromTheLargestOn() {
        var times = new TreeMap<>(Map.of(1_000, 1.03, 10_000, 1.02, 100_000, 1.30));
        assertThat(GrowthLaw.of(times).orElseThrow().at(500_000)).isCloseTo(6.5, within(1e-9));
    }

    /**
     * Pushes on a Scan Stack that begin at its bottom, where more and more cells are taken: 5,000,000 take a minute.
     */
    @Test
    void whatGrowsFasterAndFasterGoesOnAsItDidLast() {
        var times = new TreeMap<>(Map.of(100_000, 0.246, 500_000, 1.07, 1_000_000, 2.58, 2_000_000, 10.32));
        var law = GrowthLaw.of(times).orElseThrow();
        assertThat(law.exponent()).isCloseTo(2, within(1e-9));
        assertThat(law.at(5_000_000)).isCloseTo(64.5, within(1e-9));
    }

    @Test
    void oneSizeMakesALinearLawAndNoneMakesNone() {
        var law = GrowthLaw.of(new TreeMap<>(Map.of(50, 100.0))).orElseThrow();
        assertThat(law.at(200)).isCloseTo(400, within(1e-9));
        assertThat(GrowthLaw.of(new TreeMap<>())).isEmpty();
    }
}
