package dev.warpbroker.cli.terminal;

import dev.warpbroker.experiments.results.FailureReason;
import java.io.PrintWriter;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Turns exceptions into messages and exit codes: 2 for a command that cannot be understood, 1 for one that failed or
 * found something wrong, {@link #BROKEN_DOWN} for one that ran out of memory, could not print its result, or has a bug.
 * Failures that a user can cause come without a stack trace unless {@code --verbose} asks for it; bugs are ours and
 * come with one.
 */
public final class Failures {
    /** The exit code of a command that says nothing about what it was to find out. */
    public static final int BROKEN_DOWN = 3;

    private Failures() {}

    /** Makes {@code commandLine} report failures like this. */
    public static void handle(CommandLine commandLine) {
        commandLine.setParameterExceptionHandler(Failures::misunderstood);
        commandLine.setExecutionExceptionHandler(Failures::failed);
    }

    /** {@return the exit code of a command, which also tells whether everything that it printed went out} */
    public static int execute(CommandLine commandLine, String... arguments) {
        int code;
        try {
            code = commandLine.execute(arguments);
        } catch (Error error) {
            // picocli hands on what is no Exception.
            code = brokenDown(error, commandLine);
        }
        if (commandLine.getOut().checkError()) {
            var err = commandLine.getErr();
            err.println("warpbroker: the standard output could not be written to its end (is the disk full, or has the"
                    + " reader gone?); what was printed is not complete");
            err.flush();
            return code == ExitCode.OK ? BROKEN_DOWN : code;
        }
        return code;
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

    private static int failed(Exception failure, CommandLine command, ParseResult ignored) {
        if (failure instanceof ParameterException misunderstood) {
            return misunderstood(misunderstood, new String[0]);
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
        return ExitCode.SOFTWARE;
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
        return BROKEN_DOWN;
    }

    private static boolean isVerbose(CommandLine command) {
        var parsed = command.getParseResult();
        while (parsed != null && parsed.hasSubcommand()) {
            parsed = parsed.subcommand();
        }
        return parsed != null && parsed.hasMatchedOption("--verbose");
    }
}
