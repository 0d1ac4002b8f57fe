package dev.warpbroker.cli;

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
        var err = new StringWriter();
        int code = Main.commandLine()
                .setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
        return new CommandRun(code, out.toString(), err.toString());
    }
}
