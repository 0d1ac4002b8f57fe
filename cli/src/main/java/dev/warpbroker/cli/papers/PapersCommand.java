package dev.warpbroker.cli.papers;

import dev.warpbroker.cli.report.PageFile;
import dev.warpbroker.cli.terminal.Console;
import dev.warpbroker.experiments.papers.Archive;
import dev.warpbroker.experiments.papers.Outcome;
import dev.warpbroker.experiments.papers.Papers;
import dev.warpbroker.experiments.papers.Review;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code papers [FOLDER...]}: what became of every claim of the papers, by what was recorded. */
@Command(
        name = "papers",
        description = {
            "Put every figure and table of the papers beside recorded results: what the paper says, what we found, and"
                    + " whether that is the same, the same by another factor (and why), turned around (and why), or not"
                    + " possible here (and why).",
            "Of several records of the same the newest counts. Exit code 0 if every claim has its verdict and every"
                    + " cell its record, 1 if something was not recorded, is not explained or cannot be told."
        })
public final class PapersCommand implements Callable<Integer> {
    private static final String INTRODUCTION =
            "Made by `warpbroker papers` from recorded results: every figure and table of the five papers, what the"
                + " paper says of it, and what we found. *Reproduced*: the finding holds here. *Reproduced in kind*:"
                + " it does, by more than twice or less than half the paper's factor. *Turned around*: it does not. Of"
                + " both the paragraph below the table says why, with a measurement; *not explained*: none shows why."
                + " *Cannot be told*: it is not seen here, which may be chance. *Not possible*: it cannot be tried"
                + " here. *Not recorded*: nobody has run it yet; `warpbroker papers --missing` has the commands.\n\n"
                + "Ours is the newest record of each; numbers that are compared come from one run where there is one"
                + " with all of them. > before a time: a run was given up after that long; ≈: not measured, but"
                + " extrapolated from what was.";

    @Mixin
    private final Console console = new Console();

    @Parameters(
            paramLabel = "FOLDER",
            arity = "0..*",
            description = "Folders with results; every *.jsonl in them and below is read (default: results).")
    private List<Path> folders = List.of();

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "Write the page to this file: Markdown, or HTML if it ends in .html.")
    private @Nullable Path out;

    @Option(names = "--missing", description = "Print the commands that would record what is missing, and for what.")
    private boolean missing;

    @Override
    public Integer call() throws IOException {
        var from = folders.isEmpty() ? List.of(Path.of("results")) : folders;
        for (var folder : from) {
            if (!Files.isDirectory(folder)) {
                throw new IllegalArgumentException("there is no folder " + folder);
            }
        }
        var archive = Archive.read(from, damage -> console.error("warning: left out " + damage.getMessage()));
        if (archive.size() == 0) {
            throw new IllegalArgumentException("there are no results (*.jsonl) in "
                    + from.stream().map(Path::toString).collect(Collectors.joining(", "))
                    + "; record some first: warpbroker bench pairs --out pairs.jsonl");
        }
        var review = Review.of(Papers.ALL, archive);
        if (out != null) {
            PageFile.write(out, "The papers, figure by figure", INTRODUCTION, review.sections());
        }
        if (missing) {
            printMissing(review);
        } else {
            console.print(review.summary());
            console.print("");
        }
        console.print(Arrays.stream(Outcome.values())
                        .map(outcome -> review.count(outcome) + " " + outcome)
                        .collect(Collectors.joining(", "))
                + "; cells without a record: " + review.missingCells());
        if (out != null) {
            console.print(out.toString());
        }
        return review.isSettled() ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private void printMissing(Review review) {
        review.missing().forEach((command, wanted) -> {
            console.print("warpbroker " + command);
            wanted.forEach(what -> console.print("    # " + what));
        });
        review.unexplained().forEach(claim -> console.print("# not explained: " + claim));
        console.print("");
    }
}
