package dev.warpbroker.cli.terminal;

import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.page.Table;
import dev.warpbroker.experiments.results.Json;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Where a command prints, and how much. Results go to the standard output, progress and errors to the other one. */
public final class Console {
    private static final int WIDEST_BAR = 140;

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

    @Option(
            names = "--format",
            paramLabel = "F",
            defaultValue = "text",
            converter = FormatConverter.class,
            description = {
                "text for people, or json: one document on the standard output when the command ends. Times in it are"
                        + " in seconds, rates per second, sizes in bytes (default: ${DEFAULT-VALUE})."
            })
    private Format format = Format.TEXT;

    /** How results are printed. */
    enum Format {
        TEXT,
        JSON
    }

    /** Lets picocli read the name of a format, in any case, wherever this is used. */
    static final class FormatConverter implements CommandLine.ITypeConverter<Format> {
        @Override
        public Format convert(String name) {
            return Arrays.stream(Format.values())
                    .filter(known -> known.name().equalsIgnoreCase(name))
                    .findFirst()
                    .orElseThrow(() -> new CommandLine.TypeConversionException(
                            Names.unknown("format", name, List.of("text", "json"))));
        }
    }

    /** What a document in JSON is made of. */
    private final Map<String, Object> members = new LinkedHashMap<>();

    private final List<Object> tables = new ArrayList<>();
    private final List<String> lines = new ArrayList<>();
    private boolean ended;

    /** The bar that was shown last; it may be gone. */
    private volatile @Nullable ProgressBar bar;

    /** {@return the console of the command that was parsed last, if it has one} */
    static Optional<Console> of(CommandLine.ParseResult parsed) {
        var last = parsed;
        while (last.hasSubcommand()) {
            last = last.subcommand();
        }
        return last.commandSpec().mixins().values().stream()
                .map(CommandSpec::userObject)
                .filter(Console.class::isInstance)
                .map(Console.class::cast)
                .findFirst();
    }

    /** {@return whether results are for programs, not for people} */
    public boolean isJson() {
        return format == Format.JSON;
    }

    /** Ends a document in JSON; what is printed later is lost. */
    public synchronized void end() {
        if (isJson() && !ended) {
            ended = true;
            var document = new LinkedHashMap<String, Object>();
            document.put("command", command.qualifiedName());
            document.putAll(members);
            if (!tables.isEmpty()) {
                document.put("tables", tables);
            }
            if (!lines.isEmpty()) {
                document.put("text", lines);
            }
            out().println(Json.line(document));
            out().flush();
        }
    }

    /** Adds something to the list of a name in a document in JSON. */
    public synchronized void add(String list, Object element) {
        if (isJson()) {
            @SuppressWarnings("unchecked") // nothing else has such a name
            var elements = (List<Object>) members.computeIfAbsent(list, _ -> new ArrayList<>());
            elements.add(element);
        }
    }

    /**
     * Prints something that has a name.
     *
     * @param label the name, with the space before what comes after it
     * @param value for programs: a number, a text, a truth
     * @param words for people
     */
    public synchronized void fact(String label, Object value, String words) {
        if (isJson()) {
            members.put(label.strip().replace(' ', '-'), value);
        } else {
            print(label + words);
        }
    }

    /** Prints a text that has a name. */
    public void fact(String label, String words) {
        fact(label, words, words);
    }

    /** Prints a line of a name, two spaces or more, and what has that name: a whole number or a text. */
    public void named(String line) {
        int gap = line.indexOf("  ");
        String words = line.substring(gap).strip();
        String digits = words.replace(",", "");
        fact(
                line.substring(0, line.length() - words.length()),
                digits.matches("-?[0-9]{1,18}") ? (Object) Long.valueOf(digits) : words,
                words);
    }

    /** Prints a number that has a name. */
    public void count(String label, long number) {
        fact(label, number, Quantity.count(number));
    }

    /** Prints a duration that has a name. */
    public void time(String label, double nanos) {
        fact(label, nanos * 1e-9, Quantity.time(nanos));
    }

    /** Prints a number per second that has a name. */
    public void rate(String label, double perSecond) {
        fact(label, perSecond, Quantity.rate(perSecond));
    }

    /** {@return whether errors come with their stack trace} */
    public boolean verbose() {
        return verbose;
    }

    /** Prints a line of a result. */
    public synchronized void print(String line) {
        if (isJson()) {
            if (!line.isBlank()) {
                lines.add(line);
            }
        } else {
            println(out(), line);
        }
    }

    private void println(PrintWriter to, String line) {
        var shown = bar;
        if (shown != null) {
            shown.makeWay();
        }
        to.println(line);
        to.flush();
    }

    /** Takes away the bar that is shown, if there is one. */
    public void endProgress() {
        var shown = bar;
        if (shown != null) {
            shown.vanish();
        }
    }

    /** Prints a table. */
    public synchronized void print(Table table) {
        if (isJson()) {
            tables.add(table.rows().stream().map(row -> cells(table, row)).toList());
        } else {
            table.lines().forEach(line -> println(out(), line));
        }
    }

    private static Map<String, Object> cells(Table table, List<String> row) {
        var cells = new LinkedHashMap<String, Object>();
        for (int i = 0; i < row.size(); i++) {
            cells.put(table.columns().get(i).title(), row.get(i));
        }
        return cells;
    }

    /** Prints something that is not part of the result. */
    public void note(String line) {
        if (!quiet) {
            println(err(), line);
        }
    }

    /** Prints what went wrong, for commands that go on nevertheless. */
    public void error(String line) {
        println(err(), "warpbroker: " + line);
    }

    /** Starts to show the progress of {@code task}, which has {@code steps} steps. */
    public Progress progress(String task, int steps) {
        if (quiet) {
            return new ProgressSilence();
        }
        // Java 25 has no console where there is no terminal, later ones may have one that says so.
        boolean terminal = Optional.ofNullable(System.console())
                .filter(java.io.Console::isTerminal)
                .isPresent();
        if (!terminal) {
            return new ProgressLines(err(), task, steps, System::nanoTime);
        }
        var shown = new ProgressBar(err(), width(), task, steps);
        bar = shown;
        return shown;
    }

    private static int width() {
        return Math.min(Terminal.columns() - 1, WIDEST_BAR);
    }

    private PrintWriter out() {
        return command.commandLine().getOut();
    }

    private PrintWriter err() {
        return command.commandLine().getErr();
    }
}
