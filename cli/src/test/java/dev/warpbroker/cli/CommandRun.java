package dev.warpbroker.cli;

import static org.assertj.core.api.Assertions.assertThat;

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

    /** Runs a command in this process, whose words are separated by single spaces. */
    public static CommandRun ofLine(String line) {
        return of(line.split(" "));
    }

    /** Checks that the command ended well. {@return what it printed as its result} */
    public String succeeded() {
        assertThat(code).as(out + err).isZero();
        return out;
    }

    /** Checks that the command ended well and printed nothing but its result. {@return that result} */
    public String succeededQuietly() {
        assertThat(err).isEmpty();
        return succeeded();
    }

    /** Checks that the command failed with a message for people that contains these parts. */
    public void assertRefused(String... parts) {
        assertThat(code).as(out + err).isNotZero();
        assertThat(err).contains(parts).doesNotContain("\tat ");
    }

    /** Checks that the command ended with this exit code and a message for people that contains these parts. */
    public void assertFails(int exitCode, String... parts) {
        assertThat(code).as(out + err).isEqualTo(exitCode);
        assertRefused(parts);
    }

    /** Runs a command in this process that prints its result elsewhere. */
    public static CommandRun printingTo(PrintWriter out, String... arguments) {
        var err = new StringWriter();
        int code = Failures.execute(Main.commandLine(arguments).setOut(out).setErr(new PrintWriter(err)), arguments);
        return new CommandRun(code, "", err.toString());
    }
}
