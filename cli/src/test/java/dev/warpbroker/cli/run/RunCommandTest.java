package dev.warpbroker.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.cli.CommandRun;
import dev.warpbroker.examples.tree.EngineName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RunCommandTest {
    private static CommandRun run(String command) {
        return CommandRun.ofLine("run " + command);
    }

    @ParameterizedTest
    @EnumSource
    void everyPolicyRunsEveryApplication(EngineName policy) {
        String options = " --quiet --device jvm --workers 2 --policy " + policy;
        assertThat(run("fib 15" + options).succeededQuietly()).contains("result   610", "tasks");
        assertThat(run("nqueens 7 --cutoff 3" + options).succeededQuietly()).contains("result   40", "time");
        assertThat(run("quicksort 5000" + options).succeededQuietly()).contains("sorted   5,000", "time");
        assertThat(run("uts --type geometric --shape fixed --depth 5 --branching 4 --seed 19" + options)
                        .succeededQuietly())
                .contains("nodes    3,987", "depth    5", "tasks/s");
        assertThat(run("uts --type binomial --branching 100 --q 0.12 --m 8 --seed 42" + options)
                        .succeededQuietly())
                .contains("nodes    ", "leaves");
        assertThat(run("uts --type hybrid --shape linear --depth 6 --branching 4 --q 0.2 --m 4 --seed 1" + options)
                        .succeededQuietly())
                .contains("nodes    ", "leaves");
    }

    @Test
    void publishedTreesByTheirOptions() {
        assertThat(run("uts --type geometric --shape fixed --depth 10 --branching 4 --seed 19")
                        .out())
                .contains("nodes    4,130,071", "depth    10");
        assertThat(run("uts --type binomial --branching 2000 --q 0.124875 --m 8 --seed 42")
                        .out())
                .contains("nodes    4,112,897", "depth    1,572");
    }

    @Test
    void smallRunsOnTheSimulator() {
        assertThat(run("fib 8 --device sim").out()).contains("sim,", "result   21", "tasks    67");
        assertThat(run("nqueens 5 --device sim --policy central --worker warp --workers 2")
                        .out())
                .contains("result   10");
    }
}
