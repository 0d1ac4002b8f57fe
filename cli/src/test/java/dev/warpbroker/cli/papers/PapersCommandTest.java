package dev.warpbroker.cli.papers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.cli.CommandRun;
import dev.warpbroker.cli.report.Samples;
import dev.warpbroker.experiments.results.ResultFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PapersCommandTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    @BeforeEach
    void recordPairs() throws IOException {
        ResultFile.append(
                folder.resolve("pairs.jsonl"),
                List.of(
                        Samples.pairs(Samples.GPU, "BQ", "thread", 270_336, 351_000),
                        Samples.pairs(Samples.GPU, "GQ", "thread", 270_336, 800_000)),
                Samples::unexpected);
    }

    @Test
    void theSummaryHasALineForEveryExhibitAndMissingRecordsAreAFailure() {
        var run = CommandRun.of("papers", folder.toString());
        assertThat(run.code()).as(run.err()).isEqualTo(1);
        assertThat(run.out())
                .containsPattern("Broker Queue +figures 2a, 2c +1 ")
                .containsPattern("Thesis on work stealing +figure 3.10 ")
                .containsPattern("Scan Stack +table 3 ")
                .contains("1 reproduced, ");
    }

    /** To write it again: ./warpbroker papers results --out results/papers/README.md */
    @Test
    void thePageOfTheProjectIsThatOfItsRecords() throws IOException {
        var root = Path.of("..");
        var page = folder.resolve("README.md");
        CommandRun.of("papers", root.resolve("results").toString(), "--out", page.toString());
        assertThat(Files.readString(page).replace("../results/", "results/"))
                .isEqualTo(Files.readString(root.resolve("results/papers/README.md")));
    }

    @Test
    void thePageIsWrittenAsMarkdownOrHtml() throws IOException {
        var markdown = folder.resolve("page/README.md");
        assertThat(CommandRun.of("papers", folder.toString(), "--out", markdown.toString())
                        .out())
                .contains(markdown.toString());
        assertThat(Files.readString(markdown))
                .startsWith("# The papers, figure by figure\n")
                .contains("## Broker Queue, figures 2a, 2c")
                .contains("| GQ takes more than twice as long as BQ above 45,056 threads. | 2.28 times | reproduced |");
        var html = folder.resolve("page.html");
        assertThat(CommandRun.of("papers", folder.toString(), "--out", html.toString())
                        .code())
                .isEqualTo(1);
        assertThat(Files.readString(html))
                .startsWith("<!DOCTYPE html>")
                .contains("<h1>The papers, figure by figure</h1>");
    }

    @Test
    void whatIsMissingIsListedWithTheCommandsThatRecordIt() {
        assertThat(CommandRun.of("papers", folder.toString(), "--missing").out())
                .containsPattern("warpbroker bench faa --device cuda .*--out faa.jsonl")
                .containsPattern("    # Broker Queue, figures 2a, 2c: pairs, .*, and \\d+ more")
                .doesNotContain("────");
    }

    @Test
    void withoutResultsThereIsNothingToSay() {
        var empty = CommandRun.of("papers", folder.resolve("nowhere").toString());
        empty.assertFails(2, "there is no folder");
    }

    @Test
    void aFolderWithoutRecordsIsRefused() throws IOException {
        var empty = Files.createDirectory(folder.resolve("empty"));
        CommandRun.of("papers", empty.toString()).assertFails(2, "there are no results (*.jsonl) in " + empty);
    }
}
