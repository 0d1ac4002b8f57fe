package dev.warpbroker.cli;

import java.util.List;
import java.util.Objects;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** {@code help COMMAND}: the same as {@code COMMAND --help}. */
@Command(name = "help", description = "Show the help of a command: help bench pairs.")
final class HelpCommand implements Runnable {
    @Parameters(paramLabel = "COMMAND", arity = "0..*", description = "Which one, and what of it (default: all).")
    private List<String> path = List.of();

    @Spec
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec spec;

    @Override
    public void run() {
        CommandLine command = Objects.requireNonNull(spec.parent()).commandLine();
        for (String name : path) {
            var below = command.getSubcommands().get(name);
            if (below == null) {
                throw command.getSubcommands().isEmpty()
                        ? new ParameterException(
                                spec.commandLine(),
                                command.getCommandSpec().qualifiedName() + " has no commands below it: " + name)
                        : new UnmatchedArgumentException(command, List.of(name));
            }
            command = below;
        }
        command.usage(spec.commandLine().getOut());
    }
}
