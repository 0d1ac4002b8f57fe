package dev.warpbroker.cli;

import dev.warpbroker.cli.terminal.Failures;
import java.io.PrintWriter;
import java.io.StringWriter;

/**
 * What a command did.
 *
 * @param code its exit code
 * @param out what it printed as its result
 * @param err what else it printed
 */
public record CommandRun(int code, String out, String err) {
    /** Runs a command in this process. */
    public static CommandRun of(String... arguments) {
        var out = new StringWriter();
        var run = printingTo(new PrintWriter(out), arguments);
        return new CommandRun(run.code(), out.toString(), run.err());
    }

    /** Runs a command in this process that prints its result elsewhere. */
    public static CommandRun printingTo(PrintWriter out, String... arguments) {
        var err = new StringWriter();
        int code = Failures.execute(Main.commandLine(arguments).setOut(out).setErr(new PrintWriter(err)), arguments);
        return new CommandRun(code, "", err.toString());
    }
}
