package dev.warpbroker.cli.selftest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.cli.CommandRun;
import dev.warpbroker.conformance.Outcome;
import dev.warpbroker.conformance.SelfTest;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class SelfTestCommandTest {
    @Test
    void runsTheCasesThatMatch() {
        String first = SelfTest.cases().getFirst().toString();
        var run = CommandRun.of("selftest", "--device", "jvm", "--filter", "^" + Pattern.quote(first) + "$", "--quiet");
        assertThat(run.succeeded()).contains("1 passed, 0 failed");
        assertThat(run.err()).isEmpty();
    }

    @Test
    void aFilterThatMatchesNothingListsTheFeatures() {
        CommandRun.of("selftest", "--device", "jvm", "--filter", "no such case")
                .assertFails(
                        2,
                        "no case matches 'no such case'",
                        SelfTest.cases().getFirst().feature());
    }

    @Test
    void mathComparesFunctionsWithTheJvm() {
        assertThat(CommandRun.of("selftest", "--device", "sim", "--math", "100", "--filter", "^(exp|FastMath.exp)")
                        .succeeded())
                .contains("sim exp(double): 0 of 100 differ")
                .contains("FastMath.exp from -1.000 to 1.000, relative error: at most 2^-")
                .contains("2 methods of StrictMath on 100 arguments", "all results are the JVM's, to the bit");
        assertThat(CommandRun.of("selftest", "--device", "sim", "--math", "0").code())
                .isEqualTo(2);
    }

    @Test
    void faultsAreInjectedAsOftenAsWanted() {
        var run = CommandRun.of("selftest", "--device", "jvm", "--faults", "5", "--filter", "graph|executor");
        assertThat(run.succeeded().lines().filter(line -> line.contains(", 5 runs: ")))
                .extracting(line -> line.substring(0, line.indexOf(',')))
                .containsExactly("jvm graph", "jvm executor");
    }

    @Test
    void aBadFilterIsRefused() {
        assertThat(CommandRun.of("selftest", "--filter", "(").code()).isEqualTo(2);
    }

    @Test
    void failuresAreShownInATable() {
        var failures = List.of(new Outcome("adds ints", false, "got 3\nat line 7", Duration.ZERO));
        assertThat(SelfTestCommand.table(failures, false).lines())
                .containsExactly("failed     because", "─────────  ───────", "adds ints  got 3");
        assertThat(SelfTestCommand.table(failures, true).lines()).contains("           at line 7");
    }

    @Test
    void longReasonsAreCut() {
        var failures = List.of(new Outcome("a", false, "x".repeat(500), Duration.ZERO));
        assertThat(SelfTestCommand.table(failures, false).lines())
                .last()
                .asString()
                .hasSize(129)
                .endsWith("x…");
    }

    @Test
    void theSummaryCountsBoth() {
        assertThat(SelfTestCommand.summary("sim", 157, 2, 2_250_000_000L))
                .isEqualTo("sim: 155 passed, 2 failed in 2.25 s");
    }
}
