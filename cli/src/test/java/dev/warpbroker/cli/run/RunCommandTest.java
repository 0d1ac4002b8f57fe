package dev.warpbroker.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.cli.CommandRun;
import dev.warpbroker.examples.tree.EngineName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "fib 47 | fib of 47: n is outside 0..46",
                "fib x | 'x' is not a whole number",
                "fib 5 --workers 0 | 0 workers; the smallest number is 1",
                "fib 5 --capacity 64 | --capacity 64 means nothing for the policy fork-join; leave it out",
                "fib 5 --worker warp --policy stealing | --worker WARP means nothing for the policy stealing",
                "fib 5 --workers 99999 --policy central --device jvm | holds 16384 threads at once",
                "fib 5 --policy best | unknown policy 'best'; known: fork-join, stealing, stealing-locked",
                "fib 5 --device tpu | unknown device 'tpu'",
                "nqueens 0 | a board of size 0 is outside 1..18",
                "nqueens 8 --cutoff 9 | cutoff 9 is outside 0..8",
                "quicksort 0 | 0 numbers to sort are outside 1..",
                "quicksort 10 --small 1 | give 2..1024",
                "uts --type binary | unknown --type 'binary'; known: geometric",
                "uts --type binomial --q 0.6 --m 2 | q * m = 1.2 is above 1.001",
                "uts --type binomial --branching 2.5 | --branching 2.5 of a binomial tree",
                "uts --type binomial --depth 5 | --depth 5 means nothing for a binomial tree; leave it out",
                "uts --shape round | unknown --shape 'round'; known: linear",
                "uts --seed -1 | seed -1 is negative",
                "uts --type binomial --branching 200000 --policy stealing-abp --device jvm | keeps for itself were"
                        + " full",
                "sort | unknown application 'sort'; known: fib, nqueens, uts, quicksort, bfs, sssp, pagerank,"
                        + " components, render"
            })
    void badInputIsNamedWithItsLimit(String command, String message) {
        run(command + " --quiet").assertRefused(message);
    }
}
