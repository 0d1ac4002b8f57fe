package dev.warpbroker.peers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.concurrent.RingBlockingQueue;
import dev.warpbroker.device.Device;
import dev.warpbroker.structures.queue.QueueKind;
import dev.warpbroker.tasks.Scheduler;
import dev.warpbroker.verify.Linearizability;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.spi.ToolProvider;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Projects of users compile against the library, without a warning and without anything else, and run. */
class UserProjectTest {
    /** The modules that a user names, and those they need. */
    private static final List<Class<?>> LIBRARY =
            List.of(Device.class, Linearizability.class, QueueKind.class, Scheduler.class, RingBlockingQueue.class);

    private static final String OF_EACH_DEVICE =
            ": lambda 5050, record 68, elements 780, fork and join 55, scheduler 32,"
                    + " fault java.lang.ArithmeticException\n";
    private static final String PRINTED =
            "jvm" + OF_EACH_DEVICE + "simulator" + OF_EACH_DEVICE + "best" + OF_EACH_DEVICE + "queue: taken, null\n";

    @TempDir
    private Path classes;

    @Test
    void moduleThatOpensNothing() throws Exception {
        compile(modulePath(), source("module-info.java"), source("program/Program.java"));

        assertThat(runModule("lookup")).isEqualTo(PRINTED);
    }

    @Test
    @Tag("long")
    void moduleThatOpensItsPackage(@TempDir Path sources) throws Exception {
        var opening = sources.resolve("module-info.java");
        var opens = "\n    opens program to dev.warpbroker.device;\n}";
        Files.writeString(opening, Files.readString(source("module-info.java")).replace("\n}", opens));
        compile(modulePath(), opening, source("program/Program.java"));

        assertThat(runModule()).isEqualTo(PRINTED);
    }

    /** Projects of lab/release run on the class path, too. */
    @Test
    @Tag("long")
    void classPath() throws Exception {
        compile(List.of("--class-path", library()), source("program/Program.java"));

        var path = library() + File.pathSeparator + classes;
        assertThat(run("--enable-native-access=ALL-UNNAMED", "--class-path", path, "program.Program"))
                .isEqualTo(PRINTED);
    }

    private static String library() {
        return LIBRARY.stream()
                .map(type -> type.getProtectionDomain().getCodeSource().getLocation())
                .map(location -> Path.of(URI.create(location.toString())).toString())
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static Path source(String name) throws URISyntaxException {
        return Path.of(Objects.requireNonNull(UserProjectTest.class.getResource("/user/" + name))
                .toURI());
    }

    /** The class path is said too, for otherwise it would be that of this test. */
    private List<String> modulePath() {
        return List.of("--module-path", library(), "--class-path", classes.toString());
    }

    private void compile(List<String> path, Path... sources) {
        var arguments = new ArrayList<>(List.of("-Xlint:all", "-Werror", "-d", classes.toString()));
        arguments.addAll(path);
        arguments.addAll(Arrays.stream(sources).map(Path::toString).toList());
        var said = new StringWriter();
        var writer = new PrintWriter(said, true);
        var javac = ToolProvider.findFirst("javac").orElseThrow();
        int status = javac.run(writer, writer, arguments.toArray(String[]::new));
        assertThat(said.toString()).isEmpty();
        assertThat(status).isZero();
    }

    private String runModule(String... arguments) throws IOException {
        var command = new ArrayList<>(List.of(
                "--enable-native-access=dev.warpbroker.device",
                "--module-path",
                library() + File.pathSeparator + classes,
                "--module",
                "user/program.Program"));
        command.addAll(List.of(arguments));
        return run(command.toArray(String[]::new));
    }

    /** {@return what it printed, errors and warnings included} */
    private static String run(String... arguments) throws IOException {
        var java = Path.of(System.getProperty("java.home"), "bin", "java");
        var command = Stream.concat(
                Stream.of(java.toString(), "-Xmx1g", "-XX:TieredStopAtLevel=1"), Arrays.stream(arguments));
        var process =
                new ProcessBuilder(command.toList()).redirectErrorStream(true).start();
        try (var printed = process.inputReader()) {
            return printed.lines().map(line -> line + "\n").collect(Collectors.joining());
        } finally {
            process.destroyForcibly();
        }
    }
}
