package dev.warpbroker.experiments.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.examples.render.Image;
import dev.warpbroker.experiments.results.CheckResult;
import org.junit.jupiter.api.Test;

class RaytraceExperimentTest {
    @Test
    void aPictureThatDiffersFailsItsCheck() {
        var right = new Image(8, 8, new int[64]);
        assertThat(RaytraceExperiment.check(right, new Image(8, 8, new int[64])))
                .isEqualTo(new CheckResult("image", true, ""));
        int[] pixels = new int[64];
        pixels[13] = 1;
        pixels[60] = 1;
        var found = RaytraceExperiment.check(right, new Image(8, 8, pixels));
        assertThat(found.passed()).isFalse();
        assertThat(found.detail()).startsWith("2 of 64 pixels").endsWith("the first is at column 5, row 1");
    }
}
