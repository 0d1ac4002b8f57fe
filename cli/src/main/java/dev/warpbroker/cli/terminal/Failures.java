package dev.warpbroker.cli.terminal;

import dev.warpbroker.apps.graph.GraphTooLargeException;
import dev.warpbroker.device.DeviceException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Turns exceptions into messages and exit codes: 2 for a command that cannot be understood, 1 for one that failed.
 * Failures that a user can cause come without a stack trace unless {@code --verbose} asks for it; all others are ours
 * and come with one.
 */
public final class Failures {
    private Failures() {}

    /** Makes {@code commandLine} report failures like this. */
    public static void handle(CommandLine commandLine) {
        commandLine.setParameterExceptionHandler(Failures::misunderstood);
        commandLine.setExecutionExceptionHandler(Failures::failed);
    }

    private static int misunderstood(ParameterException failure, String[] ignored) {
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
        return String.valueOf(failure.getMessage());
    }

    private static int failed(Exception failure, CommandLine command, ParseResult ignored) throws Exception {
        if (failure instanceof ParameterException misunderstood) {
            return misunderstood(misunderstood, new String[0]);
        }
        switch (failure) {
            case DeviceException _, GraphTooLargeException _, IOException _, UncheckedIOException _ -> {}
            case IllegalArgumentException _, IllegalStateException _ -> {}
            default -> throw failure;
        }
        PrintWriter err = command.getErr();
        if (command.getParseResult().hasMatchedOption("--verbose")) {
            failure.printStackTrace(err);
        } else {
            err.println("warpbroker: " + message(failure));
        }
        err.flush();
        return ExitCode.SOFTWARE;
    }

    /** Exceptions of files say only the file's name; the class says what about it. */
    private static String message(Exception failure) {
        return switch (failure) {
            case UncheckedIOException unchecked -> String.valueOf(unchecked.getCause());
            case IOException io -> io.toString();
            default -> failure.getMessage() == null ? failure.toString() : failure.getMessage();
        };
    }
}
