package dev.warpbroker.cli.terminal;

import dev.warpbroker.device.DeviceException;
import dev.warpbroker.graphs.GraphTooLargeException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Turns exceptions into messages and exit codes: 2 for a command that cannot be understood, 1 for one that failed or found
 * something wrong, {@link #BROKEN_DOWN} for one that ran out of memory, could not print its result, or has a bug.
 * Failures that a user can cause come without a stack trace unless {@code --verbose} asks for it; bugs are ours and come
 * with one.
 */
public final class Failures {
    /** The exit code of a command that says nothing about what it was to find out. */
    public static final int BROKEN_DOWN = 3;

    /** Where the launchers take options of the JVM from. */
    public static final String JAVA_OPTIONS = "WARPBROKER_JAVA_OPTIONS";

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
        if (!isExpected(failure) || outOfMemory(failure) != null) {
            return brokenDown(failure, command);
        }
        PrintWriter err = command.getErr();
        if (isVerbose(command)) {
            failure.printStackTrace(err);
        } else {
            err.println("warpbroker: " + message(failure));
        }
        err.flush();
        return ExitCode.SOFTWARE;
    }

    private static int brokenDown(Throwable failure, CommandLine command) {
        PrintWriter err = command.getErr();
        var memory = outOfMemory(failure);
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

    private static boolean isExpected(Throwable failure) {
        return switch (failure) {
            case DeviceException _, GraphTooLargeException _, IOException _, UncheckedIOException _ -> true;
            case IllegalArgumentException _, IllegalStateException _ -> true;
            default -> false;
        };
    }

    /** {@return what to do about a heap that was too small; null if that is not what happened} */
    private static @Nullable String outOfMemory(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof OutOfMemoryError error) {
                return "out of memory (" + error.getMessage() + "): this JVM may use "
                        + Quantity.megabytes(Runtime.getRuntime().maxMemory())
                        + "; take something smaller, or give it more memory with " + JAVA_OPTIONS + "=-Xmx8g";
            }
        }
        return null;
    }

    /** {@return why something did not work, on one line, for commands that go on nevertheless} */
    public static String reason(Throwable failure) {
        String memory = outOfMemory(failure);
        String reason = memory != null ? memory : isExpected(failure) ? message(failure) : failure.toString();
        return reason.lines().findFirst().orElse(failure.toString());
    }

    /** Exceptions of files say only the file's name; the class says what about it. */
    private static String message(Throwable failure) {
        return switch (failure) {
            case UncheckedIOException unchecked -> message(Objects.requireNonNull(unchecked.getCause()));
            case NoSuchFileException missing -> "there is no file " + missing.getFile();
            case AccessDeniedException denied -> denied.getFile() + " may not be read or written";
            case FileSystemException file ->
                file.getFile() + ": " + (file.getReason() == null ? file : file.getReason());
            default -> failure.getMessage() == null ? failure.toString() : failure.getMessage();
        };
    }
}
