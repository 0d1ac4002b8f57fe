package dev.warpbroker.cli.cluster;

import static dev.warpbroker.experiments.page.Table.number;

import dev.warpbroker.cli.terminal.Console;
import dev.warpbroker.experiments.cluster.SliceModel;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.page.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

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
            names = "--executors",
            paramLabel = "N,...",
            split = ",",
            defaultValue = "1,2,4,10,100,1000",
            description = "How many (default: ${DEFAULT-VALUE}).")
    private List<Integer> executors = new ArrayList<>();

    @Override
    public Integer call() {
        var model = new SliceModel(work, slice / 1e3, overhead / 100, driver / 1e3, job / 1e3);
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
                String.format(Locale.ROOT, "the driver is the limit from %.0f executors on", Math.ceil(model.limit())));
        return ExitCode.OK;
    }
}
