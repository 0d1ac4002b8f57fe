package dev.warpbroker.cli.report;

import dev.warpbroker.cli.terminal.Console;
import dev.warpbroker.experiments.results.DamagedLineException;
import dev.warpbroker.experiments.results.ResultFile;
import dev.warpbroker.experiments.results.ResultLine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

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

    @Parameters(paramLabel = "DIR", description = "The folder with the results; every *.jsonl in it and below is read.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path folder;

    @Option(names = "--out", paramLabel = "FOLDER", description = "Where to write (default: DIR).")
    private @Nullable Path out;

    @Override
    public Integer call() throws IOException {
        if (!Files.isDirectory(folder)) {
            throw new IllegalArgumentException("there is no folder " + folder);
        }
        var files = ResultFile.under(folder);
        var lines = new ArrayList<ResultLine>();
        var damaged = new ArrayList<DamagedLineException>();
        for (var file : files) {
            lines.addAll(ResultFile.read(file, damaged::add));
        }
        damaged.forEach(this::warn);
        if (lines.isEmpty() && !damaged.isEmpty()) {
            throw new IllegalArgumentException("no line of the " + files.size() + " result files in " + folder
                    + " is a record, so there is nothing to report");
        }
        if (lines.isEmpty()) {
            throw new IllegalArgumentException("there are no results (*.jsonl) in " + folder
                    + "; record some first: warpbroker bench pairs --out " + folder.resolve("pairs.jsonl"));
        }
        new ReportFolder(out == null ? folder : out)
                .write("report", lines, damage -> {
                    damaged.add(damage);
                    warn(damage);
                })
                .forEach(file -> console.print(file.toString()));
        console.note(lines.size() + " records from " + files.size() + " files"
                + (damaged.isEmpty() ? "" : "; " + damaged.size() + " damaged lines left out"));
        return ExitCode.OK;
    }

    private void warn(DamagedLineException damage) {
        console.error("warning: left out " + damage.getMessage());
    }
}
