package dev.warpbroker.cli.run;

import dev.warpbroker.cli.cluster.ClusterOption;
import dev.warpbroker.cli.terminal.Console;
import dev.warpbroker.examples.tree.Queens;
import dev.warpbroker.experiments.page.Quantity;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code run nqueens}: all ways to put queens on a board. */
@Command(
        name = "nqueens",
        description = "All ways to put N queens on an N x N board so that none attacks another; a queen is a task.")
public final class QueensCommand implements Callable<Integer> {
    @Mixin
    private final Console console = new Console();

    @Mixin
    private final TreeOptions options = new TreeOptions();

    @Parameters(
            paramLabel = "N",
            arity = "0..1",
            defaultValue = "10",
            description = "Size of the board, from 1 to " + Queens.MAX + " (default: ${DEFAULT-VALUE}).")
    private int size;

    @Option(
            names = "--cutoff",
            paramLabel = "ROWS",
            description = "So many last rows are filled by one task (default: ${DEFAULT-VALUE}).",
            defaultValue = "0")
    private int cutoff;

    @Mixin
    private final ClusterOption cluster = new ClusterOption();

    @Mixin
    private final SliceOption slice = new SliceOption();

    @Override
    public Integer call() throws IOException {
        int rows = size;
        int last = cutoff;
        if (slice.isOnCluster(cluster)) {
            return options.run(console, cluster, slice, device -> new Queens(device, rows, last), QueensCommand::lines);
        }
        return options.run(console, device -> new Queens(device, rows, last), QueensCommand::lines);
    }

    private static List<String> lines(int result) {
        return List.of("result   " + Quantity.count(result));
    }
}
