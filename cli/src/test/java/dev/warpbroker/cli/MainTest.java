package dev.warpbroker.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MainTest {
    @Test
    void withoutArgumentsListsTheCommands() {
        assertThat(CommandRun.of().succeeded())
                .contains("demo", "devices", "selftest", "bench", "check", "report", "ptx", "bundle");
    }

    @Test
    void versionNamesProgramAndJava() {
        assertThat(CommandRun.of("--version").out())
                .matches("(?s)warpbroker \\d+\\.\\d+.*, Java "
                        + Runtime.version().feature() + ".*")
                .doesNotContain("${");
    }

    @Test
    void everyCommandKnowsTheVersion() {
        assertThat(CommandRun.of("bench", "pairs", "--version").out()).startsWith("warpbroker ");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "demo",
                "devices",
                "selftest",
                "bench",
                "bench faa",
                "bench pairs",
                "bench imbalance",
                "bench prefilled",
                "bench variants",
                "bench mix",
                "bench properties",
                "bench history",
                "bench launch",
                "bench copies",
                "bench raytrace",
                "run render",
                "check",
                "report",
                "papers",
                "ptx",
                "bundle"
            })
    void everyCommandHasHelp(String command) {
        var arguments = new ArrayList<>(List.of(command.split(" ", -1)));
        arguments.add("--help");
        assertThat(CommandRun.of(arguments.toArray(String[]::new)).succeeded())
                .startsWith("Usage: warpbroker " + command);
    }

    @Test
    void aFullDiskBehindTheStandardOutputIsAFailure() throws Exception {
        var full = new File("/dev/full");
        assumeThat(full).exists();
        var process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        "--version")
                .redirectOutput(full)
                .start();
        String err = process.errorReader().readAllAsString();
        assertThat(process.waitFor()).as(err).isEqualTo(3);
        assertThat(err).contains("the standard output could not be written to its end");
    }

    @Test
    void aReaderThatHasEnoughIsNoFailure() throws Exception {
        assumeThat(new File("/bin/sh")).exists();
        var process = new ProcessBuilder(
                        "/bin/sh",
                        "-c",
                        "{ \"$@\"; echo code $? >&2; } | :",
                        "sh",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        "completion")
                .start();
        assertThat(process.errorReader().readAllAsString()).isEqualTo("code 0\n");
        assertThat(process.waitFor()).isZero();
    }

    @Test
    void helpManualPagesAndDocsSayTheSameOfExitCodes() throws IOException {
        var codes = Main.commandLine().getCommandSpec().usageMessage().exitCodeList();
        var docs = Files.readString(Path.of("../docs/reproducing.md"));
        var help = CommandRun.of("help").out().replaceAll("\\s+", " ");
        var manual = ManCommand.page(Main.commandLine().getSubcommands().get("check"));

        assertThat(codes).containsOnlyKeys("0", "1", "2", "3", "70", "130");
        assertThat(codes).allSatisfy((code, meaning) -> {
            assertThat(docs).contains("| " + code + " | " + meaning + " |");
            assertThat(help).contains(code + " " + meaning);
            assertThat(manual).containsPattern(code + " +" + meaning.replaceAll("[()]", "."));
        });
    }
}
