package dev.warpbroker.cli.bench;

import dev.warpbroker.experiments.design.Experiment;
import dev.warpbroker.experiments.page.Story;
import dev.warpbroker.experiments.suite.Suite;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code bench EXPERIMENT}: runs an experiment. */
@Command(
        name = "bench",
        description = "Run an experiment.",
        synopsisSubcommandLabel = "EXPERIMENT",
        commandListHeading = "%nExperiments:%n")
public final class BenchCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    /** Adds a command for each experiment to the command that this is. */
    public static void addExperiments(CommandLine bench) {
        for (String name : Suite.names()) {
            if (name.equals(Suite.PROPERTIES)) {
                bench.addSubcommand(new PropertiesCommand());
            }
            Suite.named(name)
                    .filter(Experiment::isCommand)
                    .ifPresent(experiment -> bench.addSubcommand(ExperimentCommand.of(experiment)));
        }
        bench.addSubcommand(new AllCommand());
    }

    @Option(names = "--list", description = "List the experiments, and what each is about.")
    private boolean list;

    @Override
    public void run() {
        if (list) {
            var out = spec.commandLine().getOut();
            spec.subcommands().forEach((name, command) -> {
                String help = command.getCommandSpec().usageMessage().description()[0];
                out.printf("%-11s %s%n", name, Story.of(name).map(Story::about).orElse(help));
            });
            out.flush();
            return;
        }
        throw new ParameterException(
                spec.commandLine(),
                "which experiment? known: "
                        + String.join(", ", spec.subcommands().keySet()));
    }
}
