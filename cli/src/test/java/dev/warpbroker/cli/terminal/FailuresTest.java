package dev.warpbroker.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.cli.CommandRun;
import dev.warpbroker.device.DeviceException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;

class FailuresTest {
    /** Does what a test wants. */
    @Command(name = "test")
    private static final class Failing implements Callable<Integer> {
        private final Callable<Integer> work;

        Failing(Callable<Integer> work) {
            this.work = work;
        }

        @Override
        public Integer call() throws Exception {
            return work.call();
        }
    }

    private static CommandRun run(Callable<Integer> work) {
        var err = new StringWriter();
        var command = new CommandLine(new Failing(work))
                .setOut(new PrintWriter(new StringWriter()))
                .setErr(new PrintWriter(err));
        Failures.handle(command);
        return new CommandRun(Failures.execute(command), "", err.toString());
    }

    @Test
    void aHeapThatIsTooSmallSaysHowToRaiseIt() {
        for (var thrown : new Throwable[] {
            new OutOfMemoryError("Java heap space"),
            new DeviceException("a kernel failed", new OutOfMemoryError("Java heap space"))
        }) {
            var run = run(() -> {
                if (thrown instanceof Error error) {
                    throw error;
                }
                throw (Exception) thrown;
            });
            assertThat(run.code()).isEqualTo(Failures.LACKING);
            assertThat(run.err())
                    .startsWith("warpbroker: out of memory (Java heap space): this JVM may use ")
                    .contains("take something smaller", "WARPBROKER_JAVA_OPTIONS=-Xmx")
                    .doesNotContain("\tat ");
        }
    }

    @Test
    void aBugComesWithItsTraceAndItsOwnExitCode() {
        var run = run(() -> {
            throw new ArithmeticException("/ by zero");
        });
        assertThat(run.code()).isEqualTo(Failures.BUG);
        assertThat(run.err()).contains("/ by zero", "\tat ");
    }

    @Test
    void whatAUserCanCauseIsAMessage() {
        var run = run(() -> {
            throw new IOException("no such thing");
        });
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).isEqualTo("warpbroker: no such thing" + System.lineSeparator());
    }

    /** As a full disk, or a reader that has gone. */
    private static final class Full extends Writer {
        @Override
        public void write(char[] text, int from, int length) throws IOException {
            throw new IOException("No space left on device");
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"devices", "--help", "--version", "ptx --list", "bench faa --help", "run fib 5 --device jvm"})
    void outputThatIsLostIsAFailure(String command) {
        var run = CommandRun.printingTo(new PrintWriter(new Full()), command.split(" ", -1));
        assertThat(run.code()).isEqualTo(Failures.LACKING);
        assertThat(run.err()).contains("the standard output could not be written to its end");
    }
}
