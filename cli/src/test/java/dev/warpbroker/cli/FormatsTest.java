package dev.warpbroker.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the command line offers beside text: JSON, completion, manual pages, lists, runs that go on. */
class FormatsTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "devices",
                "run fib 5 --device jvm",
                "run bfs lattice:3 --device jvm",
                "bench faa --device jvm --quick",
                "selftest --list",
                "ptx --list"
            })
    void everyResultIsOneDocumentInJson(String command) {
        var run = CommandRun.of((command + " --format json -q").split(" ", -1));
        assertThat(run.succeeded().lines())
                .singleElement()
                .asString()
                .matches("\\{\"command\":\"warpbroker [a-z ]+\",\"[a-zA-Z-]+\":.*\\}");
    }

    @Test
    void aRunGoesOnWhereItsFileEnds() throws IOException {
        var file = folder.resolve("faa.jsonl");
        String[] command = {"bench", "faa", "--device", "jvm", "--quick", "-q", "--out", file.toString(), "--resume"};
        assertThat(CommandRun.of(command).code()).isZero();
        var whole = Files.readAllLines(file);
        var begun = whole.subList(0, 3);
        Files.write(file, begun);

        var run = CommandRun.of(command);

        assertThat(run.code()).as(run.err()).isZero();
        assertThat(Files.readAllLines(file)).hasSameSizeAs(whole).startsWith(begun.toArray(String[]::new));
        assertThat(run.out()).contains("uncontended read");
    }

    @Test
    void allExperimentsMakeOnePage() throws IOException {
        var run = CommandRun.ofLine("bench all --quick --only faa,launch --device jvm -q --out " + folder);
        assertThat(run.succeeded()).contains("faa ", "launch ", "all passed", "report.html");
        assertThat(Files.readString(folder.resolve("report.html")))
                .contains("What contention costs", "Launches and compilations");
    }

    @Test
    void everyCommandHasAManualPage() throws IOException {
        assertThat(CommandRun.of("man", "--out", folder.toString()).code()).isZero();
        assertThat(Files.readString(folder.resolve("warpbroker-bench-pairs.1")))
                .startsWith(".TH WARPBROKER-BENCH-PAIRS 1")
                .contains(".SH OPTIONS", "\\-\\-structures", ".SH EXIT STATUS");
    }

    @Test
    void completionAndHelpKnowTheCommands() {
        assertThat(CommandRun.of("completion").out()).contains("_picocli_warpbroker_bench_pairs", "--structures");
        assertThat(CommandRun.of("help", "bench", "pairs").out())
                .isEqualTo(CommandRun.of("bench", "pairs", "--help").out());
        for (String what : List.of("bench", "run")) {
            assertThat(CommandRun.of(what, "--list").out().lines())
                    .hasSizeGreaterThan(5)
                    .allSatisfy(line -> assertThat(line).matches("\\S+ +\\S.{9,}"));
        }
    }
}
