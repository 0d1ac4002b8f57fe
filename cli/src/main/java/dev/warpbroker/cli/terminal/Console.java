package dev.warpbroker.cli.terminal;

import dev.warpbroker.experiments.page.Table;
import java.io.PrintWriter;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Where a command prints, and how much. Results go to the standard output, progress and errors to the other one. */
public final class Console {
    private static final int DEFAULT_WIDTH = 80;
    private static final int WIDEST_BAR = 110;

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CommandSpec command;

    @Option(
            names = {"-q", "--quiet"},
            description = "Show no progress.")
    private boolean quiet;

    @Option(
            names = {"-v", "--verbose"},
            description = "Show the stack trace of an error.")
    private boolean verbose;

    /** {@return whether errors come with their stack trace} */
    public boolean verbose() {
        return verbose;
    }

    /** Prints a line of a result. */
    public void print(String line) {
        out().println(line);
        out().flush();
    }

    /** Prints a table. */
    public void print(Table table) {
        table.lines().forEach(out()::println);
        out().flush();
    }

    /** Prints something that is not part of the result. */
    public void note(String line) {
        if (!quiet) {
            err().println(line);
            err().flush();
        }
    }

    /** Prints what went wrong, for commands that go on nevertheless. */
    public void error(String line) {
        err().println("warpbroker: " + line);
        err().flush();
    }

    /** Starts to show the progress of {@code task}, which has {@code steps} steps. */
    public Progress progress(String task, int steps) {
        if (quiet) {
            return new ProgressSilence();
        }
        // Java 25 has no console where there is no terminal, later ones may have one that says so.
        return Optional.ofNullable(System.console())
                        .filter(java.io.Console::isTerminal)
                        .isPresent()
                ? new ProgressBar(err(), width(), task, steps)
                : new ProgressLines(err(), task, steps, System::nanoTime);
    }

    private static int width() {
        String columns = System.getenv("COLUMNS");
        int width = columns != null && columns.matches("[1-9][0-9]{1,3}") ? Integer.parseInt(columns) : DEFAULT_WIDTH;
        return Math.min(width - 1, WIDEST_BAR);
    }

    private PrintWriter out() {
        return command.commandLine().getOut();
    }

    private PrintWriter err() {
        return command.commandLine().getErr();
    }
}
