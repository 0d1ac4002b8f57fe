package dev.warpbroker.cli.cluster;

import dev.warpbroker.cli.terminal.Console;
import dev.warpbroker.experiments.cluster.StandaloneCluster;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code cluster}: a cluster of Spark on this machine, for trials. */
@Command(
        name = "cluster",
        description = "A cluster of Apache Spark on this machine, for trials of run ... --cluster.",
        synopsisSubcommandLabel = "ACTION",
        commandListHeading = "%nActions:%n",
        subcommands = {ClusterCommand.Start.class, ClusterCommand.Stop.class, ExpectCommand.class})
public final class ClusterCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "which action? known: " + String.join(", ", spec.subcommands().keySet()));
    }

    /** {@code cluster start}. */
    @Command(name = "start", description = "Start a master and workers as processes of this machine.")
    static final class Start implements Callable<Integer> {
        @Mixin
        private final Console console = new Console();

        @Option(
                names = "--workers",
                paramLabel = "N",
                defaultValue = "2",
                description = "How many workers (default: ${DEFAULT-VALUE}).")
        private int workers;

        @Option(
                names = "--cores",
                paramLabel = "N",
                defaultValue = "1",
                description = "Cores of each (default: ${DEFAULT-VALUE}).")
        private int cores;

        @Option(
                names = "--memory",
                paramLabel = "MB",
                defaultValue = "1024",
                description = "Memory of each (default: ${DEFAULT-VALUE}).")
        private int memory;

        @Option(
                names = "--spark-home",
                paramLabel = "DIR",
                description = "Where Spark 4 is (default: SPARK_HOME, else the jars in Maven's repository).")
        private @Nullable Path sparkHome;

        @Override
        public Integer call() throws IOException {
            var offered = new StandaloneCluster.Workers(workers, cores, memory);
            var folder = SparkInstallation.scratch();
            var cluster = StandaloneCluster.start(SparkInstallation.find(sparkHome), folder, offered);
            console.print("cluster    " + cluster.master());
            console.print("workers    " + workers + ", each with " + cores + " cores and " + memory + " MB");
            console.print("logs       " + folder);
            console.note("try: warpbroker run nqueens 13 --cluster " + cluster.master());
            return ExitCode.OK;
        }
    }

    /** {@code cluster stop}. */
    @Command(name = "stop", description = "End the master and the workers that cluster start has started.")
    static final class Stop implements Callable<Integer> {
        @Mixin
        private final Console console = new Console();

        @Override
        public Integer call() throws IOException {
            int ended = StandaloneCluster.stop(SparkInstallation.scratch());
            console.print(ended == 0 ? "no cluster runs" : ended + " processes ended");
            return ExitCode.OK;
        }
    }
}
