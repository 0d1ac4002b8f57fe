package dev.warpbroker.experiments.papers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Kernels take k nanoseconds alone. */
class SpawnedThreadsTest {
    private static final List<Integer> KERNELS = List.of(100, 1000, 10_000, 100_000);

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    @SuppressWarnings("NullAway.Init") // set before each test
    private Recorded recorded;

    @BeforeEach
    void recordKernels() {
        recorded = new Recorded(folder);
        for (int k : KERNELS) {
            recorded.spawn(true, "no stealing", "SC 2", k, 1, k).spawn(false, "no stealing", "SC 2", k, 1, k);
        }
    }

    private Verdict verdict(Exhibit exhibit, String says) throws IOException {
        return exhibit.claims().stream()
                .filter(claim -> claim.says().startsWith(says))
                .findFirst()
                .orElseThrow()
                .verdict(recorded.archive());
    }

    @ParameterizedTest
    @CsvSource({"1.05, 1.05, REPRODUCED", "1.05, 1.2, UNEXPLAINED", "1.2, 1.05, UNEXPLAINED", "0.8, 1, UNEXPLAINED"})
    void almostIdeallyIsWithinATenthOfTheoryWithAllProcessors(double few, double all, Outcome outcome)
            throws IOException {
        recordRecursion(few, all, 0);
        var found = verdict(SpawnedThreads.recursion(), "With large kernels");
        assertThat(found.outcome()).isEqualTo(outcome);
    }

    private void recordRecursion(double few, double all, double more) {
        for (int k : KERNELS) {
            for (int n = 1; n <= 32; n *= 2) {
                recorded.spawn(true, "WS", "SC 1", k, n, (n == 32 ? all : few) * k * 32 / n + (n == 32 ? more : 0));
            }
        }
    }

    @Test
    void whatAllProcessorsCostExplainsItIfItWeighsLessWithLargerKernels() throws IOException {
        recordRecursion(1.05, 1.2, 50);
        var found = verdict(SpawnedThreads.recursion(), "With large kernels");
        assertThat(found.outcome()).isEqualTo(Outcome.TURNED_AROUND);
        assertThat(found.why()).contains("kernels: one of k = 100,000");
    }

    @ParameterizedTest
    @CsvSource({"1.05, REPRODUCED", "1.4, UNEXPLAINED"})
    void theSameBarIsThatOfThePool(double all, Outcome outcome) throws IOException {
        for (int n = 1; n <= 16; n *= 2) {
            recorded.spawn(false, "java-pool", "SC 1", 100_000, n, (n == 16 ? all : 1) * 100_000 * 32 / n)
                    .spawn(false, "WS", "SC 1", 100_000, n, 100_000.0 * 32 / n);
        }
        recorded.spawn(false, "java-pool", "SC 1", 100, 16, 400);
        var found = verdict(SpawnedThreads.pool(), "With k = 100,000");
        assertThat(found.outcome()).isEqualTo(outcome);
    }

    @ParameterizedTest
    @CsvSource({"3, REPRODUCED", "1.5, TURNED_AROUND"})
    void timesAreFarAwayIfTheyAreSoWithAllSmallKernels(double last, Outcome outcome) throws IOException {
        for (int k : KERNELS.subList(0, 3)) {
            recorded.spawn(false, "java-pool", "SC 2", k, 16, (k == 10_000 ? last : 4) * 9 * k)
                    .spawn(false, "java-pool", "SC 2", k, 8, 4.0 * 5 * k);
        }
        var found = verdict(SpawnedThreads.pool(), "Times of SC 2");
        assertThat(found.outcome()).isEqualTo(outcome);
    }
}
