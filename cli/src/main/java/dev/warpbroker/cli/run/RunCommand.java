package dev.warpbroker.cli.run;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code run APPLICATION}: runs an application. */
@Command(
        name = "run",
        description = "Run an application.",
        synopsisSubcommandLabel = "APPLICATION",
        commandListHeading = "%nApplications:%n",
        subcommands = {
            FibCommand.class,
            QueensCommand.class,
            UtsCommand.class,
            QuicksortCommand.class,
            BfsCommand.class,
            SsspCommand.class,
            PageRankCommand.class,
            ComponentsCommand.class,
            RenderCommand.class
        })
public final class RunCommand implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Option(names = "--list", description = "List the applications, and what each is about.")
    private boolean list;

    @Override
    public void run() {
        if (list) {
            var out = spec.commandLine().getOut();
            spec.subcommands()
                    .forEach((name, command) -> out.printf(
                            "%-11s %s%n",
                            name, command.getCommandSpec().usageMessage().description()[0]));
            out.flush();
            return;
        }
        throw new ParameterException(
                spec.commandLine(),
                "which application? known: "
                        + String.join(", ", spec.subcommands().keySet()));
    }
}
