package dev.warpbroker.cli.bench;

import dev.warpbroker.cli.bench.bfs.BfsCommand;
import dev.warpbroker.cli.bench.deque.DequeCommand;
import dev.warpbroker.cli.bench.faa.FaaCommand;
import dev.warpbroker.cli.bench.history.HistoryCommand;
import dev.warpbroker.cli.bench.imbalance.ImbalanceCommand;
import dev.warpbroker.cli.bench.imbalance.PrefilledCommand;
import dev.warpbroker.cli.bench.imbalance.VariantsCommand;
import dev.warpbroker.cli.bench.launch.LaunchCommand;
import dev.warpbroker.cli.bench.mix.MixCommand;
import dev.warpbroker.cli.bench.pagerank.PageRankBenchCommand;
import dev.warpbroker.cli.bench.pairs.PairsCommand;
import dev.warpbroker.cli.bench.properties.PropertiesCommand;
import dev.warpbroker.cli.bench.raytrace.RaytraceCommand;
import dev.warpbroker.cli.bench.spawn.SpawnCommand;
import dev.warpbroker.cli.bench.stack.StackCommand;
import dev.warpbroker.cli.bench.trees.TreesCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bench EXPERIMENT}: runs an experiment. */
@Command(
        name = "bench",
        description = "Run an experiment.",
        synopsisSubcommandLabel = "EXPERIMENT",
        commandListHeading = "%nExperiments:%n",
        subcommands = {
            FaaCommand.class,
            PairsCommand.class,
            ImbalanceCommand.class,
            PrefilledCommand.class,
            VariantsCommand.class,
            PageRankBenchCommand.class,
            MixCommand.class,
            DequeCommand.class,
            StackCommand.class,
            SpawnCommand.class,
            TreesCommand.class,
            BfsCommand.class,
            RaytraceCommand.class,
            PropertiesCommand.class,
            HistoryCommand.class,
            LaunchCommand.class
        })
public final class BenchCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "which experiment? known: "
                        + String.join(", ", spec.subcommands().keySet()));
    }
}
