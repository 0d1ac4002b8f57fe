package dev.warpbroker.cli.compare;

import static dev.warpbroker.experiments.page.Table.number;
import static dev.warpbroker.experiments.page.Table.text;

import dev.warpbroker.cli.compare.Comparison.Compared;
import dev.warpbroker.cli.terminal.Console;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.page.Table;
import dev.warpbroker.experiments.results.ResultFile;
import dev.warpbroker.experiments.results.ResultLine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code compare BEFORE AFTER}: which measurements became slower. */
@Command(
        name = "compare",
        description = {
            "Compare the times of two result files, row by row: the same experiment, structure, parameters and device.",
            "Exit code 0 if no row became slower by more than the tolerance, 1 if one did, 2 if nothing can be"
                    + " compared."
        })
public final class CompareCommand implements Callable<Integer> {
    @Mixin
    private final Console console = new Console();

    @Parameters(index = "0", paramLabel = "BEFORE", description = "A result file (.jsonl).")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path before;

    @Parameters(index = "1", paramLabel = "AFTER", description = "Another one, of the same commands.")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path after;

    @Option(
            names = "--tolerance",
            paramLabel = "PERCENT",
            defaultValue = "3",
            description = "How much slower a row may be (default: ${DEFAULT-VALUE}).")
    private double tolerance;

    @Override
    public Integer call() throws IOException {
        var comparison = Comparison.of(read(before), read(after));
        var compared = comparison.rows();
        if (compared.isEmpty()) {
            console.error(before + " and " + after + " have no row in common: give results of the same commands");
            return ExitCode.USAGE;
        }
        var slower = compared.stream()
                .filter(row -> row.ratio() > 1 + tolerance / 100)
                .toList();
        console.print(summary(compared));
        console.print("");
        int alone = comparison.alone();
        console.print("%s rows compared, %s slower by more than %s %%%s"
                .formatted(
                        Quantity.count(compared.size()),
                        Quantity.count(slower.size()),
                        Double.toString(tolerance).replaceFirst("\\.0$", ""),
                        alone == 0 ? "" : ", " + Quantity.count(alone) + " in one of the files only"));
        if (!slower.isEmpty()) {
            console.print(rows(slower));
        }
        return slower.isEmpty() ? ExitCode.OK : ExitCode.SOFTWARE;
    }

    private List<ResultLine> read(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new IllegalArgumentException(file + " is no file of results; bench writes one with --out");
        }
        return ResultFile.read(file, damage -> console.error(String.valueOf(damage.getMessage())));
    }

    private static Table summary(List<Compared> compared) {
        var byExperiment = compared.stream()
                .collect(Collectors.groupingBy(row -> row.row().experiment(), TreeMap::new, Collectors.toList()));
        return new Table(
                List.of(text("experiment"), number("rows"), number("least"), number("median"), number("greatest")),
                byExperiment.entrySet().stream()
                        .map(entry -> {
                            var ratios = entry.getValue().stream()
                                    .map(Compared::ratio)
                                    .sorted()
                                    .toList();
                            return List.of(
                                    entry.getKey(),
                                    Quantity.count(ratios.size()),
                                    ratio(ratios.getFirst()),
                                    ratio(Comparison.middle(ratios)),
                                    ratio(ratios.getLast()));
                        })
                        .toList());
    }

    private static Table rows(List<Compared> slower) {
        return new Table(
                List.of(
                        text("experiment"),
                        text("structure"),
                        text("parameters"),
                        number("before"),
                        number("after"),
                        number("ratio")),
                slower.stream()
                        .map(row -> List.of(
                                row.row().experiment(),
                                row.row().structure(),
                                row.row().settings(),
                                Quantity.time(row.before().median()),
                                Quantity.time(row.after().median()),
                                ratio(row.ratio())))
                        .toList());
    }

    private static String ratio(double value) {
        return String.format(Locale.ROOT, "%.3f", value);
    }
}
