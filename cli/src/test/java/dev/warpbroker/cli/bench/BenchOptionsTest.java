package dev.warpbroker.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.cli.CommandRun;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Options that mean nothing are refused, not passed over. */
class BenchOptionsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "properties --block 0 | 0 threads in a block; the smallest number is 1",
                "trees --threads 99999 | --threads 99999; jvm holds 16384 at once",
                "launch --launches 0 | 0 launches; the smallest number is one batch of 50",
                "pairs --limit 1e300 | it must be more than 0",
                "stack --runs 5 | --runs means nothing without --invalid",
                "stack --intervals 5 | --intervals means nothing without --invalid",
                "stack --invalid --interval 5 | --interval means nothing together with --invalid",
                "stack --thread-each --threads 5 | --thread-each together with --threads",
                "stack --invalid --mix push | --mix means nothing together with --invalid",
                "bfs --no-queues --structures BQ | --no-queues leaves out the search on every queue",
                "deque --setups i --added 5 | --added 5 means nothing without setup iii"
            })
    void whatMeansNothingIsRefused(String command, String message) {
        var run = CommandRun.ofLine("bench " + command + " --device jvm --quiet");
        assertThat(run.code()).as(run.out()).isEqualTo(2);
        assertThat(run.err()).contains(message).doesNotContain("\tat ");
        assertThat(run.out()).isEmpty();
    }
}
