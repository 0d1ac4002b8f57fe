package dev.warpbroker.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The jar of the command line runs by itself, with its libraries in the folder beside it. */
class ExecutableJarTest {
    @Test
    void jarOfTheCommandLineRuns() throws Exception {
        var version = Objects.requireNonNull(System.getProperty("warpbroker.version"));
        var jar = Path.of("../../cli/target/warpbroker-cli-" + version + ".jar");
        var java = Path.of(System.getProperty("java.home"), "bin", "java");
        var process = new ProcessBuilder(java.toString(), "-jar", jar.toString(), "run", "fib", "10", "--device", "jvm")
                .redirectErrorStream(true)
                .start();
        var printed = process.inputReader().readAllAsString();
        assertThat(process.waitFor()).as(printed).isZero();
        assertThat(printed).containsPattern("result +55").doesNotContain("WARNING");
    }
}
