package dev.warpbroker.verify;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Ten million operations: the times that we promise. What is limited is the time of the processors, of all threads
 * together: where nothing else runs the time that passes is shorter, and where much else runs the test still holds.
 */
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
        var start = Clock.now();
        var verdict = Linearizability.check(history);
        assertThat(start.spent("check")).isLessThan(Duration.ofSeconds(10));
        assertThat(verdict).isEqualTo(new Verdict.Unrefuted());
    }

    @Test
    void aMillionOperationsOfAStackAreCheckedInTenSeconds() {
        var history = ManyOperations.stack(OPERATIONS / 10, 65_536);
        var start = Clock.now();
        var verdict = Linearizability.check(history);
        assertThat(start.spent("check of a stack")).isLessThan(Duration.ofSeconds(10));
        assertThat(verdict).isEqualTo(new Verdict.Linearizable());
    }

    @Test
    void tenMillionOperationsAreReadInFiveSeconds() throws IOException {
        var file = folder.resolve("large.history");
        HistoryFile.write(ManyOperations.queue(OPERATIONS, 65_536, 1 << 12), file);
        System.out.printf("%,d bytes%n", Files.size(file));
        var start = Clock.now();
        var history = HistoryFile.read(file);
        assertThat(start.spent("read")).isLessThan(Duration.ofSeconds(5));
        assertThat(history.size()).isEqualTo(OPERATIONS);
    }

    private record Clock(long passed, long spent) {
        static Clock now() {
            var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
            return new Clock(System.nanoTime(), system.getProcessCpuTime());
        }

        Duration spent(String what) {
            var end = now();
            var spent = Duration.ofNanos(end.spent - this.spent);
            System.out.println(what + ": " + (end.passed - passed) / 1_000_000 + " ms passed, " + spent.toMillis()
                    + " ms of processor time");
            return spent;
        }
    }
}
