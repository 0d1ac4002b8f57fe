package dev.warpbroker.cli.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.warpbroker.experiments.results.Versions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class BundleTest {
    private static final Versions VERSIONS = new Versions("1.2.3", "abc123", "25", "Linux amd64");

    @TempDir
    private Path folder;

    @Test
    @EnabledOnOs(OS.LINUX)
    void runsWithoutJava() throws IOException, InterruptedException {
        var bundle = new Bundle(folder.resolve("a bundle"), hello(), VERSIONS);
        bundle.prepare(false);
        bundle.copyProgram();
        bundle.linkRuntime();
        bundle.pack();
        assertThat(bundle.bytes()).isLessThan(45_000_000);
        assertThat(folder.resolve("a bundle/LICENSE")).content().contains("Apache License");
        assertThat(Files.size(bundle.archive())).isLessThan(25_000_000);

        var link = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("a bundle/warpbroker"));
        assertThat(output(link.toString(), "one", "two words")).isEqualTo("abc123 [one, two words]\n");
    }

    @Test
    void linksOnlyTheModulesThatAreNeeded() throws IOException {
        assertThat(hello().systemModules()).containsExactly("java.base");
    }

    @Test
    void replacesAnEarlierBundleOnlyIfForced() throws IOException {
        var target = folder.resolve("bundle");
        Files.createDirectories(target.resolve("modules"));
        Files.writeString(target.resolve("warpbroker"), "#!/bin/sh\n");
        var bundle = new Bundle(target, hello(), VERSIONS);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> bundle.prepare(false))
                .withMessageContaining("--force");

        bundle.prepare(true);
        assertThat(target).isEmptyDirectory();
    }

    @Test
    void neverReplacesAnythingElse() throws IOException {
        var precious = Files.writeString(folder.resolve("precious.txt"), "keep");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Bundle(folder, hello(), VERSIONS).prepare(true))
                .withMessageContaining("is no bundle");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Bundle(precious, hello(), VERSIONS).prepare(true))
                .withMessageContaining("is no bundle");
        assertThat(precious).hasContent("keep");
    }

    @Test
    void aProgramOnTheClassPathCannotBeBundled() {
        assertThatIllegalStateException().isThrownBy(Program::running).withMessageContaining("class path");
    }

    /** A program of one module that prints the commit and its arguments. */
    private Program hello() throws IOException {
        var sources = Files.createDirectories(folder.resolve("hello-sources"));
        var module = Files.writeString(sources.resolve("module-info.java"), "module dev.warpbroker.device {}");
        var main = Files.writeString(sources.resolve("Hello.java"), """
            package hello;

            public class Hello {
                public static void main(String[] arguments) {
                    System.out.println(System.getProperty("warpbroker.commit") + " " + java.util.List.of(arguments));
                }
            }
            """);
        var classes = folder.resolve("hello-classes");
        var jar = folder.resolve("hello.jar");
        tool("javac", "-d", classes.toString(), module.toString(), main.toString());
        tool("jar", "--create", "--file", jar.toString(), "-C", classes.toString(), ".");
        return new Program(List.of(jar), "dev.warpbroker.device", "hello.Hello");
    }

    private static void tool(String name, String... arguments) {
        assertThat(ToolProvider.findFirst(name).orElseThrow().run(System.out, System.err, arguments))
                .as(name)
                .isZero();
    }

    /** Runs a command without any environment: no PATH, no JAVA_HOME. */
    private static String output(String... command) throws IOException, InterruptedException {
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().clear();
        var process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }
}
