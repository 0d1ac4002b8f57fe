package dev.warpbroker.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The script that builds and runs the program, with a Maven and a Java that only note what they were asked. */
@EnabledOnOs({OS.LINUX, OS.MAC}) // the launcher is a shell script
class LauncherTest {
    private static final int FIRST_LAUNCHES = 4;

    /** Empties the folder, takes its time if it is told to, and fills it again; two at once are noted. */
    private static final String MAVEN = """
        #!/bin/sh
        mkdir "$ROOT/busy" || { echo two at once >>"$ROOT/clashes"; exit 1; }
        echo build >>"$ROOT/builds"
        rm -rf "$ROOT/cli/target/modules"
        mkdir -p "$ROOT/cli/target/modules"
        while [ -e "$ROOT/hold" ]; do sleep 1; done
        echo "build $(wc -l <"$ROOT/builds")" >"$ROOT/cli/target/modules/warpbroker-cli-1.jar"
        rmdir "$ROOT/busy"
        """;

    /** Prints its arguments, and what is in the program that it is to run. */
    private static final String JAVA = """
        #!/bin/sh
        echo "java $*"
        while [ $# -gt 0 ]; do
            if [ "$1" = -p ]; then cat "$2"/warpbroker-cli-*.jar; echo "from $2"; fi
            shift
        done
        """;

    @TempDir
    private Path folder;

    private Path root;
    private Path tools;
    private Path jdk;

    private record Launched(int code, String out, String err) {
        Path modules() {
            return Path.of(out.lines()
                    .filter(line -> line.startsWith("from "))
                    .findFirst()
                    .orElseThrow()
                    .substring("from ".length()));
        }
    }

    @BeforeEach
    void makeACheckout() throws IOException {
        root = Files.createDirectories(folder.resolve("check out"));
        tools = Files.createDirectories(folder.resolve("tools"));
        jdk = Files.createDirectories(folder.resolve("jdk"));
        Files.copy(Path.of("../warpbroker"), root.resolve("warpbroker"));
        Files.writeString(root.resolve("pom.xml"), "");
        Files.createDirectories(root.resolve("cli/src/main"));
        Files.writeString(root.resolve("cli/pom.xml"), "");
        Files.createDirectories(jdk.resolve("bin"));
        Files.writeString(jdk.resolve("release"), "JAVA_VERSION=\"25.0.1\"\n");
        script(jdk.resolve("bin/java"), JAVA);
        script(jdk.resolve("bin/javac"), "#!/bin/sh\n");
        script(tools.resolve("mvn"), MAVEN);
        sourcesAreOf(Instant.now().minusSeconds(3600));
    }

    private void sourcesAreOf(Instant time) throws IOException {
        for (String name : List.of("pom.xml", "cli/pom.xml", "cli/src/main")) {
            Files.setLastModifiedTime(root.resolve(name), FileTime.from(time));
        }
    }

    private static void script(Path file, String text) throws IOException {
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private Process start(String... arguments) throws IOException {
        return startWith("-Xmx7g -ea", arguments);
    }

    private Process startWith(String options, String... arguments) throws IOException {
        var command = new ArrayList<>(List.of("sh", root.resolve("warpbroker").toString()));
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command);
        builder.environment().put("PATH", tools + ":" + System.getenv("PATH"));
        builder.environment().put("JAVA_HOME", jdk.toString());
        builder.environment().put("ROOT", root.toString());
        builder.environment().put("WARPBROKER_JAVA_OPTIONS", options);
        return builder.start();
    }

    private static Launched end(Process process) throws IOException, InterruptedException {
        String out = process.inputReader().readAllAsString();
        String err = process.errorReader().readAllAsString();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new Launched(process.exitValue(), out, err);
    }

    private Launched launch(String... arguments) throws IOException, InterruptedException {
        return end(start(arguments));
    }

    private List<String> builds() throws IOException {
        return Files.readAllLines(root.resolve("builds"));
    }

    @Test
    void argumentsAndOptionsOfTheJvmArePassedOn() throws Exception {
        var launched = launch("bench", "two words");
        assertThat(launched.code()).as(launched.err()).isZero();
        assertThat(launched.out())
                .contains(" -Xmx7g -ea -p ", "-m dev.warpbroker.cli/dev.warpbroker.cli.Main bench two words\n");
    }

    @Test
    void collectorIsOneThatPutsLargeArraysAnywhere() throws Exception {
        assertThat(launch("devices").out()).contains(" -XX:+UseParallelGC ");
    }

    @Test
    void collectorOfTheUserIsTheOnlyOne() throws Exception {
        var launched = end(startWith("-XX:+UseZGC", "devices"));
        assertThat(launched.out()).contains(" -XX:+UseZGC -p ").doesNotContain("ParallelGC");
    }

    @Test
    void aSourceFileRunsWithTheLibraryOnItsClassPath() throws Exception {
        var made = Files.createDirectories(root.resolve("cli/target/modules"));
        for (var name : List.of("cli", "device", "structures", "tasks", "graphs", "concurrent", "verify", "peers")) {
            Files.writeString(made.resolve("warpbroker-" + name + "-1.jar"), "");
        }
        var launched = launch("java", "My First.java", "argument");
        assertThat(launched.code()).as(launched.err()).isZero();
        assertThat(launched.out())
                .startsWith("java --enable-native-access=ALL-UNNAMED -Xmx7g -ea -cp ")
                .endsWith(" My First.java argument\n")
                .contains("/warpbroker-device-1.jar:", "/warpbroker-verify-1.jar ")
                .doesNotContain("cli-1.jar", "peers-1.jar", "*");
    }

    @Test
    void whatIsBuiltIsNotBuiltAgain() throws Exception {
        assertThat(launch().err()).contains("building (first use");
        assertThat(launch().err()).isEmpty();
        assertThat(builds()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void firstLaunchesAtOnceBuildOnce(boolean withFlock) throws Exception {
        if (!withFlock) {
            hideFlock();
        }
        var hold = Files.createFile(root.resolve("hold"));
        var processes = new ArrayList<Process>();
        for (int i = 0; i < FIRST_LAUNCHES; i++) {
            processes.add(start("devices"));
        }
        var said = new ArrayList<String>();
        for (var process : processes) {
            said.add(process.errorReader().readLine());
        }
        Files.delete(hold);
        assertThat(said)
                .filteredOn(line -> line.contains("building (first use"))
                .hasSize(1);
        assertThat(said).filteredOn(line -> line.contains("waiting for it…")).hasSize(FIRST_LAUNCHES - 1);
        for (var process : processes) {
            var launched = end(process);
            assertThat(launched.code()).as(launched.err()).isZero();
            assertThat(launched.out()).contains("build 1\n");
        }
        assertThat(root.resolve("clashes")).doesNotExist();
        assertThat(builds()).hasSize(1);
    }

    private void hideFlock() throws IOException {
        var script = root.resolve("warpbroker");
        Files.writeString(script, Files.readString(script).replace("command -v flock", "command -v no-such-command"));
    }

    @Test
    void aLockWhoseOwnerIsGoneIsTakenAway() throws Exception {
        hideFlock();
        var gone = new ProcessBuilder("true").start();
        gone.waitFor();
        var lock = Files.createDirectories(root.resolve("target/launcher/lock.d"));
        Files.writeString(lock.resolve("owner"), gone.pid() + "\n");
        var launched = launch();
        assertThat(launched.code()).as(launched.err()).isZero();
        assertThat(lock).doesNotExist();
    }

    @Test
    void aProgramThatRunsKeepsItsModulesWhenAnotherIsBuilt() throws Exception {
        var first = launch();
        sourcesAreOf(Instant.now().plusSeconds(1));
        var second = launch();
        assertThat(second.err()).contains("building (sources have changed)");
        assertThat(second.out()).contains("build 2\n");
        assertThat(second.modules()).isNotEqualTo(first.modules());
        assertThat(first.modules().resolve("warpbroker-cli-1.jar")).hasContent("build 1");
    }

    @Test
    void whatMavenBuiltByHandIsRunFromACopy() throws Exception {
        var made = Files.createDirectories(root.resolve("cli/target/modules"));
        Files.writeString(made.resolve("warpbroker-cli-1.jar"), "by hand\n");
        var launched = launch();
        assertThat(launched.out()).contains("by hand\n");
        assertThat(launched.modules()).isNotEqualTo(made);
        assertThat(root.resolve("builds")).doesNotExist();
    }

    @Test
    void aBuildThatFailsSaysSoAndLeavesNoLock() throws Exception {
        script(tools.resolve("mvn"), "#!/bin/sh\necho no network\nexit 1\n");
        var launched = launch();
        assertThat(launched.code()).isEqualTo(2);
        assertThat(launched.err()).contains("no network", "the build failed");
        script(tools.resolve("mvn"), MAVEN);
        assertThat(launch().code()).isZero();
    }
}
