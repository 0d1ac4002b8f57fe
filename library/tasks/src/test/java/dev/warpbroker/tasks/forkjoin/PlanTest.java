package dev.warpbroker.tasks.forkjoin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Whatever the tasks are, workers of a block do not take more shared memory than it has. */
class PlanTest {
    private static final int LANES = 32;
    private static final int BLOCK_BYTES = 48 * 1024;

    @Test
    void whatFitsIsLeftAsItWasAskedFor() {
        var options = ForkJoinOptions.defaults();
        var plan = Plan.of(options, LANES, 2, 1, true, false);
        assertThat(plan.fastTasks()).isEqualTo(options.fastTasks());
        assertThat(plan.fastFrames()).isEqualTo(options.fastFrames());
        assertThat(plan.tasks()).isEqualTo(options.tasks());
        assertThat(plan.frames()).isEqualTo(options.frames());
    }

    @Test
    void tasksThatAreNotContinuedHaveNoFrames() {
        var plan = Plan.of(ForkJoinOptions.defaults(), LANES, 2, 1, false, false);
        assertThat(plan.fastFrames()).isZero();
        assertThat(plan.frames()).isZero();
        assertThat(plan.pushedAt()).isEqualTo(2 * plan.fastTasks());
        assertThat(plan.fastTasks()).as("they get the room of frames").isGreaterThan(256);
    }

    /** The lanes' results are joined where the stack was. */
    @Test
    void emptyStackHoldsTheResultsOfAllLanes() {
        var options = ForkJoinOptions.defaults().withFastTasks(1);
        assertThat(Plan.of(options, LANES, 0, 5, false, false).pushedAt()).isEqualTo(5 * LANES);
    }

    @Test
    void largeTasksLieInDeviceMemory() {
        var options = ForkJoinOptions.defaults();
        for (int words = 0; words <= 24; words++) {
            for (int resultWords = 1; resultWords <= 8; resultWords++) {
                for (int kind = 0; kind < 4; kind++) {
                    boolean resumes = (kind & 1) != 0;
                    boolean groups = (kind & 2) != 0;
                    var plan = Plan.of(options, LANES, words, resultWords, resumes, groups);
                    if (groups) {
                        assertThat(plan.groupTaskAt()).isGreaterThan(plan.pushedAt());
                        assertThat(plan.groupResultsAt()).isEqualTo(plan.groupTaskAt() + words);
                        assertThat(plan.fastWords()).isEqualTo(plan.groupResultsAt() + LANES * resultWords);
                    }
                    assertThat(plan.fastWords() * Integer.BYTES * plan.workersPerBlock())
                            .isLessThanOrEqualTo(BLOCK_BYTES);
                    assertThat(plan.fastTasks()).isGreaterThanOrEqualTo(2 * LANES);
                    if (resumes) {
                        assertThat(plan.fastFrames()).isPositive();
                        assertThat(plan.fastFrames() + plan.frames())
                                .isEqualTo(options.fastFrames() + options.frames());
                    }
                }
            }
        }
    }

    @Test
    void hugeTasksAreRefusedWithARemedy() {
        assertThatThrownBy(() -> Plan.of(ForkJoinOptions.defaults(), LANES, 60, 1, true, false))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("tasks of 60 words", "withWorkersPerBlock");
        var alone = ForkJoinOptions.defaults().withWorkersPerBlock(1);
        assertThat(Plan.of(alone, LANES, 60, 1, true, false).fastFrames()).isPositive();
    }
}
