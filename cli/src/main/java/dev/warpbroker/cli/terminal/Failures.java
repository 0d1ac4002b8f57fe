package dev.warpbroker.cli.terminal;

import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.DeviceMemoryException;
import dev.warpbroker.device.DeviceUnavailableException;
import dev.warpbroker.experiments.design.Suggestion;
import dev.warpbroker.experiments.results.FailureReason;
import dev.warpbroker.graphs.Graph;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Turns exceptions into messages and exit codes: 1 for a command that found something wrong, 2 for one whose words or
 * files cannot be used, {@link #LACKING} for one that the machine has no memory, disk or device for, {@link #BUG} for
 * one that has a bug. Failures that a user can cause come without a stack trace unless {@code --verbose} asks for it;
 * bugs are ours and come with one.
 */
public final class Failures {
    /** The exit code of a command for which the machine lacks something. */
    public static final int LACKING = 3;

    /** The exit code of a command that has a bug; by custom (sysexits.h) that of an internal error. */
    public static final int BUG = 70;

    /** What picocli says of a value that is none of an enum. */
    private static final Pattern CONSTANT = Pattern.compile("option '(?<option>[^']*)'.*expected one of"
            + " \\[(?<known>.*)\\] \\(case-insensitive\\) but was '(?<name>.*)'");

    private Failures() {}

    /** Makes {@code commandLine} report failures like this. */
    public static void handle(CommandLine commandLine) {
        commandLine.setParameterExceptionHandler((failure, _) -> misunderstood(failure));
        commandLine.setExecutionExceptionHandler((failure, command, _) -> failed(failure, command));
        commandLine.setExecutionStrategy(Failures::perform);
    }

    /** {@return the exit code of a command, which also tells whether everything that it printed went out} */
    public static int execute(CommandLine commandLine, String... arguments) {
        return execute(commandLine, Removals.OURS, arguments);
    }

    /** {@return the same exit code; what was removed is answered before anything else is said of the arguments} */
    static int execute(CommandLine commandLine, Removals removals, String... arguments) {
        var answer = removals.answer(commandLine, arguments);
        if (answer.isPresent()) {
            commandLine.getErr().println("warpbroker: " + answer.get());
            commandLine.getErr().flush();
            return ExitCode.USAGE;
        }
        int code;
        try {
            code = commandLine.execute(arguments);
        } catch (Error error) {
            // picocli hands on what is no Exception.
            code = brokenDown(error, commandLine);
        }
        if (commandLine.getOut().checkError()) {
            var err = commandLine.getErr();
            err.println("warpbroker: the standard output could not be written to its end (is the disk full?); what was"
                    + " printed is not complete");
            err.flush();
            return code == ExitCode.OK ? LACKING : code;
        }
        return code;
    }

    /** Runs a command and ends what it prints, also when it fails. */
    private static int perform(ParseResult parsed) {
        try {
            return new CommandLine.RunLast().execute(parsed);
        } finally {
            Console.of(parsed).ifPresent(Console::end);
        }
    }

    private static int misunderstood(ParameterException failure) {
        var command = failure.getCommandLine();
        var err = command.getErr();
        err.println("warpbroker: " + reason(failure));
        err.println("See " + command.getCommandSpec().qualifiedName() + " --help");
        err.flush();
        return ExitCode.USAGE;
    }

    private static String reason(ParameterException failure) {
        var command = failure.getCommandLine();
        if (failure instanceof UnmatchedArgumentException unmatched
                && !command.getSubcommands().isEmpty()
                && !unmatched.getUnmatched().getFirst().startsWith("-")) {
            String kind = command.getParent() == null
                    ? "command"
                    : command.getCommandSpec()
                            .usageMessage()
                            .synopsisSubcommandLabel()
                            .toLowerCase(Locale.ROOT);
            return Names.unknown(
                    kind,
                    unmatched.getUnmatched().getFirst(),
                    command.getSubcommands().keySet());
        }
        if (failure instanceof UnmatchedArgumentException unmatched
                && unmatched.getUnmatched().getFirst().startsWith("-")) {
            String option = unmatched.getUnmatched().getFirst().replaceFirst("=.*", "");
            return "unknown option '" + option + "'"
                    + Suggestion.of(
                                    option,
                                    command.getCommandSpec().optionsMap().keySet())
                            .map(other -> ", did you mean '" + other + "'?")
                            .orElse("");
        }
        if (failure.getCause() instanceof PatternSyntaxException pattern) {
            return "'" + pattern.getPattern() + "' is no regular expression: " + pattern.getDescription();
        }
        var constant = CONSTANT.matcher(String.valueOf(failure.getMessage()));
        if (constant.find()) {
            return Names.unknown(
                    constant.group("option"),
                    constant.group("name"),
                    List.of(constant.group("known").toLowerCase(Locale.ROOT).split(", ", -1)));
        }
        return String.valueOf(failure.getMessage())
                .replaceFirst(" is not an? (int|long)$", " is not a whole number, or too large")
                .replaceFirst(" is not a (double|float)$", " is not a number")
                .replaceFirst(" \\((?:java|dev|picocli)[.\\w$]*: (.*)\\)$", ": $1");
    }

    private static int failed(Exception failure, CommandLine command) {
        if (failure instanceof ParameterException misunderstood) {
            return misunderstood(misunderstood);
        }
        if (!FailureReason.isExpected(failure) || FailureReason.outOfMemory(failure) != null) {
            return brokenDown(failure, command);
        }
        PrintWriter err = command.getErr();
        if (isVerbose(command)) {
            failure.printStackTrace(err);
        } else {
            err.println("warpbroker: " + FailureReason.message(failure));
        }
        err.flush();
        return code(failure);
    }

    /** {@return the exit code of a failure that a user can cause} */
    private static int code(Exception failure) {
        return switch (failure) {
            case DeviceUnavailableException _, DeviceMemoryException _, Graph.TooLargeException _ -> LACKING;
            case DeviceException _ -> ExitCode.SOFTWARE;
            default -> FailureReason.isFullDisk(failure) ? LACKING : ExitCode.USAGE;
        };
    }

    private static int brokenDown(Throwable failure, CommandLine command) {
        PrintWriter err = command.getErr();
        var memory = FailureReason.outOfMemory(failure);
        if (memory != null) {
            err.println("warpbroker: " + memory);
        }
        if (memory == null || isVerbose(command)) {
            failure.printStackTrace(err);
        }
        err.flush();
        return memory == null ? BUG : LACKING;
    }

    private static boolean isVerbose(CommandLine command) {
        var parsed = command.getParseResult();
        while (parsed != null && parsed.hasSubcommand()) {
            parsed = parsed.subcommand();
        }
        return parsed != null && parsed.hasMatchedOption("--verbose");
    }
}
