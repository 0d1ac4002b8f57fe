package dev.warpbroker.cli.report;

import dev.warpbroker.cli.compare.Comparison;
import dev.warpbroker.cli.terminal.Console;
import dev.warpbroker.experiments.results.DamagedLineException;
import dev.warpbroker.experiments.results.ResultFile;
import dev.warpbroker.experiments.results.ResultLine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code report DIR}: a page with tables and plots from recorded results. */
@Command(
        name = "report",
        description = {
            "Make a page with tables and plots from recorded results (bench ... --out).",
            "Writes report.html, which needs no other file, report.md with the same tables, and every plot as SVG.",
            "Lines that are damaged are named and left out."
        })
public final class ReportCommand implements Callable<Integer> {
    @Mixin
    private final Console console = new Console();

    private int damaged;

    @Parameters(
            paramLabel = "DIR",
            arity = "0..1",
            description = "The folder with the results; every *.jsonl in it and below is read. Or one file.")
    private @Nullable Path folder;

    @Option(names = "--out", paramLabel = "FOLDER", description = "Where to write (default: DIR, or AFTER).")
    private @Nullable Path out;

    @Option(
            names = "--compare",
            arity = "2",
            paramLabel = "FOLDER",
            description = {
                "Two folders or files with results, BEFORE and AFTER: what became faster or slower, and whether by more"
                        + " than repetitions differ among themselves. Writes compare.html and compare.md."
            })
    private @Nullable List<Path> compared;

    @Option(names = "--open", description = "Show the page in a browser.")
    private boolean open;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        Path page;
        if (folder != null && compared == null) {
            page = report(folder);
        } else if (folder == null && compared != null) {
            page = compare(compared.getFirst(), compared.getLast());
        } else {
            throw new ParameterException(
                    spec.commandLine(),
                    folder == null
                            ? "which results? give a folder, or two with --compare"
                            : "give a folder, or two with --compare, not both");
        }
        if (open && !Browser.open(page)) {
            console.note(
                    "no browser could be started; open " + page.toAbsolutePath().normalize() + " yourself");
        }
        return ExitCode.OK;
    }

    private Path report(Path from) throws IOException {
        if (!Files.exists(from)) {
            throw new IllegalArgumentException("there is no folder " + from + ", and no file");
        }
        int files = Files.isDirectory(from) ? ResultFile.under(from).size() : 1;
        var lines = read(from);
        var target = out == null ? folderOf(from) : out;
        new ReportFolder(target).write("report", lines, this::leaveOut).forEach(file -> console.print(file.toString()));
        console.note(lines.size() + " records from " + files + " files"
                + (damaged == 0 ? "" : "; " + damaged + " damaged lines left out"));
        return target.resolve("report.html");
    }

    private static Path folderOf(Path results) {
        return Files.isDirectory(results) ? results : Objects.requireNonNullElse(results.getParent(), Path.of("."));
    }

    private Path compare(Path before, Path after) throws IOException {
        var page = new ComparePage(before, after, Comparison.of(read(before), read(after)));
        Path target = out == null ? folderOf(after) : out;
        for (String name : List.of("compare.html", "compare.md")) {
            PageFile.write(target.resolve(name), "Warpbroker: before and after", page.introduction(), page.sections());
            console.print(target.resolve(name).toString());
        }
        return target.resolve("compare.html");
    }

    private List<ResultLine> read(Path from) throws IOException {
        var files = Files.isDirectory(from) ? ResultFile.under(from) : List.of(from);
        var lines = new ArrayList<ResultLine>();
        for (var file : files) {
            lines.addAll(ResultFile.read(file, this::leaveOut));
        }
        if (lines.isEmpty() && damaged > 0) {
            throw new IllegalArgumentException("no line of the " + files.size() + " result files in " + from
                    + " is a record, so there is nothing to report");
        }
        if (lines.isEmpty()) {
            throw new IllegalArgumentException("there are no results (*.jsonl) in " + from
                    + "; record some first: warpbroker bench pairs --out "
                    + (Files.isDirectory(from) ? from.resolve("pairs.jsonl") : from));
        }
        return lines;
    }

    private void leaveOut(DamagedLineException damage) {
        damaged++;
        console.error("warning: left out " + damage.getMessage());
    }
}
