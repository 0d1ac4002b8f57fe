package dev.warpbroker.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The projects in lab/samples, built and run by Maven from the jars and poms that this build made. They are put into a
 * local repository of the test's own, and that of the machine serves it as a remote one: nothing is installed there,
 * and with the plugins of this build in it no network is needed.
 */
class SampleProjectsTest {
    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();

    /** Some Mavens reset the colours of the terminal at their end, whatever they are told. */
    private static final Pattern COLOURS = Pattern.compile("\u001B\\[[\\d;]*m");

    private static final String VERSION = property("warpbroker.version");

    @TempDir
    private static Path folder;

    private static String property(String name) {
        return Objects.requireNonNull(System.getProperty(name), () -> name + " is set by lab/release/pom.xml");
    }

    @BeforeAll
    static void install() throws IOException {
        try (var modules = Files.list(ROOT.resolve("library"))) {
            for (var module : modules.filter(path -> Files.exists(path.resolve("target/published-pom.xml")))
                    .toList()) {
                var artifact = "warpbroker-" + module.getFileName();
                var target = Files.createDirectories(folder.resolve("repository/dev/warpbroker")
                        .resolve(artifact)
                        .resolve(VERSION));
                var name = artifact + "-" + VERSION;
                Files.copy(module.resolve("target/published-pom.xml"), target.resolve(name + ".pom"));
                var jar = module.resolve("target").resolve(name + ".jar");
                if (Files.exists(jar)) {
                    Files.copy(jar, target.resolve(name + ".jar"));
                }
            }
        }
        Files.writeString(folder.resolve("settings.xml"), """
            <settings>
              <profiles>
                <profile>
                  <id>machine</id>
                  <repositories>
                    <repository><id>machine</id><url>file://REPOSITORY</url></repository>
                  </repositories>
                  <pluginRepositories>
                    <pluginRepository><id>machine</id><url>file://REPOSITORY</url></pluginRepository>
                  </pluginRepositories>
                </profile>
              </profiles>
              <activeProfiles><activeProfile>machine</activeProfile></activeProfiles>
            </settings>
            """.replace("REPOSITORY", property("warpbroker.repository")));
    }

    @Test
    void projectOnTheClassPathRuns() throws Exception {
        assertThat(compileAndRun("class-path"))
                .isEqualTo("histogram [100, 100, 100, 100, 100, 100, 100, 100, 100, 100]");
    }

    @Test
    void projectOnTheModulePathRuns() throws Exception {
        assertThat(compileAndRun("module-path")).isEqualTo("fibonacci 6765");
    }

    /** {@return what the program printed; Maven itself is quiet, but for warnings of the JVM} */
    private static String compileAndRun(String sample) throws IOException, InterruptedException {
        var project = folder.resolve(sample);
        copy(ROOT.resolve("lab/samples").resolve(sample), project);
        var maven = Path.of(property("warpbroker.maven"), "bin", File.separatorChar == '/' ? "mvn" : "mvn.cmd");
        var builder = new ProcessBuilder(List.of(
                        maven.toString(),
                        "--quiet",
                        "--batch-mode",
                        "--global-settings",
                        folder.resolve("settings.xml").toString(),
                        "-Dmaven.repo.local=" + folder.resolve("repository"),
                        "-Dwarpbroker.version=" + VERSION,
                        "-Dstyle.color=never",
                        "compile",
                        "exec:exec"))
                .directory(project.toFile())
                .redirectError(folder.resolve("errors").toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        var process = builder.start();
        var printed = COLOURS.matcher(process.inputReader().readAllAsString())
                .replaceAll("")
                .strip();
        assertThat(process.waitFor())
                .as("%s%n%s", printed, Files.readString(folder.resolve("errors")))
                .isZero();
        return printed;
    }

    private static void copy(Path from, Path to) throws IOException {
        try (var files = Files.walk(from, 16)) {
            for (var file : files.filter(Files::isRegularFile).toList()) {
                var relative = from.relativize(file);
                if (!relative.startsWith("target")) {
                    var target = to.resolve(relative);
                    Files.createDirectories(Objects.requireNonNull(target.getParent()));
                    Files.copy(file, target);
                }
            }
        }
    }
}
