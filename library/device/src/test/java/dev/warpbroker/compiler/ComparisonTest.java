package dev.warpbroker.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Comparisons of values that were themselves chosen by a condition. */
class ComparisonTest {
    @Test
    void zerosOfBothSignsAreEqual() {
        assertThat(BothDevices.run(out -> lane -> {
                    float zero = lane.id() < 4 ? 0.0f : -0.0f;
                    out.set(lane.id(), zero == 0.0f ? 1 : 2);
                }))
                .containsOnly(1);
    }

    @Test
    void nanEqualsNothing() {
        double nan = Double.NaN;
        assertThat(BothDevices.run(out -> lane -> {
                    double number = lane.id() < 4 ? nan : 1.0;
                    out.set(lane.id(), number == nan ? 1 : 2);
                }))
                .containsOnly(2);
    }

    @Test
    void choiceBetweenNumbersIsSeenThrough() {
        assertThat(BothDevices.run(out -> lane -> {
                    int chosen = lane.id() < 4 ? 5 : 7;
                    out.set(lane.id(), chosen == 7 ? 1 : chosen != 5 ? 2 : 3);
                }))
                .containsExactly(3, 3, 3, 3, 1, 1, 1, 1);
    }

    @Test
    void literalsAreIdenticalToEqualLiterals() {
        String text = "literal";
        assertThat(BothDevices.run(out -> lane -> out.set(lane.id(), same(text, "literal") ? 1 : 0)))
                .containsOnly(1);
    }

    private static boolean same(Object a, Object b) {
        return a == b;
    }
}
