package dev.warpbroker.cli.cluster;

import static dev.warpbroker.experiments.page.Table.number;

import dev.warpbroker.cli.terminal.Console;
import dev.warpbroker.experiments.cluster.SliceModel;
import dev.warpbroker.experiments.cluster.TreeRecords;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.page.Table;
import dev.warpbroker.experiments.results.ResultFile;
import dev.warpbroker.experiments.results.ResultLine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code cluster expect}: how tasks in slices scale, by arithmetic. */
@Command(
        name = "expect",
        description = {
            "What to expect of tasks in slices on many executors with a core each, by arithmetic.",
            "Assumes enough tasks at any time, equal executors, small results; docs/cluster.md says where the defaults"
                    + " are from."
        })
final class ExpectCommand implements Callable<Integer> {
    @Mixin
    private final Console console = new Console();

    @Option(
            names = "--work",
            paramLabel = "SECONDS",
            defaultValue = "3600",
            description = "All tasks on one core without Spark (default: ${DEFAULT-VALUE}).")
    private double work;

    @Option(
            names = "--slice",
            paramLabel = "MS",
            defaultValue = "300",
            description = "The time of a slice (default: ${DEFAULT-VALUE}).")
    private double slice;

    @Option(
            names = "--overhead",
            paramLabel = "PERCENT",
            defaultValue = "10",
            description = "By how much tasks take longer in slices (default: ${DEFAULT-VALUE}).")
    private double overhead;

    @Option(
            names = "--driver",
            paramLabel = "MS",
            defaultValue = "1.5",
            description = "Time of the driver for a slice (default: ${DEFAULT-VALUE}).")
    private double driver;

    @Option(
            names = "--job",
            paramLabel = "MS",
            defaultValue = "18",
            description = "Time from a slice's order to its begin (default: ${DEFAULT-VALUE}).")
    private double job;

    @Option(
            names = "--start",
            paramLabel = "MS",
            defaultValue = "1400",
            description = "What a new executor loses until it is as fast as it gets (default: ${DEFAULT-VALUE}).")
    private double start;

    @Option(
            names = "--executors",
            paramLabel = "N,...",
            split = ",",
            defaultValue = "1,2,4,10,100,1000",
            description = "How many (default: ${DEFAULT-VALUE}).")
    private List<Integer> executors = new ArrayList<>();

    @Option(
            names = "--records",
            paramLabel = "FILE.jsonl",
            description = {
                "Compare with what was measured instead: runs of run uts | nqueens ... --record FILE.jsonl, of one tree"
                        + " on a device, on one executor and on more.",
                "What a new executor loses is what the one lost."
            })
    private @Nullable Path records;

    @Option(
            names = "--tolerance",
            paramLabel = "PERCENT",
            defaultValue = "15",
            description = "With --records: by how much measurements may differ (default: ${DEFAULT-VALUE}).")
    private double tolerance;

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException {
        if (records != null) {
            return compare(records);
        }
        var model = new SliceModel(work, slice / 1e3, overhead / 100, driver / 1e3, job / 1e3, start / 1e3);
        var rows = new ArrayList<List<String>>();
        for (int count : executors) {
            if (count < 1) {
                throw new IllegalArgumentException("--executors " + count + "; give at least 1");
            }
            rows.add(List.of(
                    Quantity.count(count),
                    Quantity.time(model.seconds(count) * 1e9),
                    String.format(Locale.ROOT, "%.1f", work / model.seconds(count)),
                    String.format(Locale.ROOT, "%.0f %%", 100 * model.efficiency(count))));
        }
        console.print(new Table(
                List.of(number("executors"), number("time"), number("times as fast"), number("efficiency")), rows));
        console.print(
                model.limit() == 0
                        ? "the driver is never the limit"
                        : "the driver is the limit from " + Quantity.count(model.limit()) + " executors on");
        return ExitCode.OK;
    }

    private int compare(Path file) throws IOException {
        for (String option : List.of("--work", "--slice", "--overhead", "--start", "--executors")) {
            if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
                throw new IllegalArgumentException(
                        option + " means nothing with --records, which say it; leave it out");
            }
        }
        if (!Files.isRegularFile(file)) {
            throw new IllegalArgumentException("--records " + file + " is no file");
        }
        var measured =
                ResultFile.read(file, damage -> console.error("warning: left out " + damage.getMessage())).stream()
                        .map(ResultLine::measurement)
                        .toList();
        boolean close = true;
        for (var series : TreeRecords.compared(measured, driver / 1e3, job / 1e3)) {
            console.print(series.name());
            console.print(table(series));
            console.print(String.format(
                    Locale.ROOT,
                    "one device without Spark takes %s, one executor %+.1f %%",
                    Quantity.time(series.model().work() * 1e9),
                    100 * (series.rows().getFirst().measured() / series.model().work() - 1)));
            close &= series.rows().stream().allMatch(row -> Math.abs(row.difference()) <= tolerance / 100);
        }
        if (!close) {
            console.error("measured times differ from those expected by more than " + Quantity.plain(tolerance) + " %");
            return ExitCode.SOFTWARE;
        }
        return ExitCode.OK;
    }

    private static Table table(TreeRecords.Series series) {
        double one = series.rows().getFirst().measured();
        return new Table(
                List.of(
                        number("executors"),
                        number("measured"),
                        number("expected"),
                        number("difference"),
                        number("times as fast")),
                series.rows().stream()
                        .map(row -> List.of(
                                Quantity.count(row.executors()),
                                Quantity.time(row.measured() * 1e9),
                                Quantity.time(row.expected() * 1e9),
                                String.format(Locale.ROOT, "%+.1f %%", 100 * row.difference()),
                                String.format(Locale.ROOT, "%.2f", one / row.measured())))
                        .toList());
    }
}
