package dev.warpbroker.cli.bench;

import dev.warpbroker.experiments.design.Experiment;
import dev.warpbroker.experiments.page.Story;
import dev.warpbroker.experiments.suite.Suite;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
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

    /** Adds commands of experiments to the command that this is: of one, if that is what is asked for, else of all. */
    public static void addExperiments(CommandLine bench, String... arguments) {
        var experiments = commands();
        boolean one = arguments.length > 0 && experiments.containsKey(arguments[0]);
        experiments.forEach((name, command) -> {
            if (!one || name.equals(arguments[0])) {
                bench.addSubcommand(command.get());
            }
        });
        if (!one) {
            bench.addSubcommand(new AllCommand());
        }
    }

    private static Map<String, Supplier<Object>> commands() {
        var commands = new LinkedHashMap<String, Supplier<Object>>();
        for (String name : Suite.names()) {
            if (name.equals(Suite.PROPERTIES)) {
                commands.put(name, PropertiesCommand::new);
            }
            Suite.named(name)
                    .filter(Experiment::isCommand)
                    .ifPresent(experiment -> commands.put(name, () -> ExperimentCommand.of(experiment)));
        }
        return commands;
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
