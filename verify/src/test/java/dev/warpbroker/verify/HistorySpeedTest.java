package dev.warpbroker.verify;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ten million operations: the times that we promise. */
@Tag("long")
class HistorySpeedTest {
    private static final int OPERATIONS = 10_000_000;

    @TempDir
    private Path folder;

    @Test
    void tenMillionOperationsOfAQueueAreCheckedInTenSeconds() {
        var history = ManyOperations.queue(OPERATIONS, 65_536, 1 << 12);
        assertThat(history.count(Result.FULL)).isGreaterThan(1_000);
        assertThat(history.count(Result.EMPTY)).isGreaterThan(1_000);
        long start = System.nanoTime();
        var verdict = Linearizability.check(history);
        assertThat(elapsed("check", start)).isLessThan(Duration.ofSeconds(10));
        assertThat(verdict).isEqualTo(new Verdict.Unrefuted());
    }

    @Test
    void aMillionOperationsOfAStackAreCheckedInTenSeconds() {
        var history = ManyOperations.stack(OPERATIONS / 10, 65_536);
        long start = System.nanoTime();
        var verdict = Linearizability.check(history);
        assertThat(elapsed("check of a stack", start)).isLessThan(Duration.ofSeconds(10));
        assertThat(verdict).isEqualTo(new Verdict.Linearizable());
    }

    @Test
    void tenMillionOperationsAreReadInFiveSeconds() throws IOException {
        var file = folder.resolve("large.history");
        HistoryFile.write(ManyOperations.queue(OPERATIONS, 65_536, 1 << 12), file);
        System.out.printf("%,d bytes%n", Files.size(file));
        long start = System.nanoTime();
        var history = HistoryFile.read(file);
        assertThat(elapsed("read", start)).isLessThan(Duration.ofSeconds(5));
        assertThat(history.size()).isEqualTo(OPERATIONS);
    }

    private static Duration elapsed(String what, long start) {
        var elapsed = Duration.ofNanos(System.nanoTime() - start);
        System.out.println(what + ": " + elapsed.toMillis() + " ms");
        return elapsed;
    }
}
