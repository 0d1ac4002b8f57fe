import com.palantir.javaformat.java.Formatter;
import com.palantir.javaformat.java.FormatterException;
import com.palantir.javaformat.java.JavaFormatterOptions;
import com.palantir.javaformat.java.JavaFormatterOptions.Style;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Checks ("check") or corrects ("apply") the format of every Java file below a folder. The build runs it on the JDK
 * that it compiles with: palantir-java-format parses with the javac of the Java it runs on, so inside a Maven that runs
 * on Java 17 (where the Spotless plugin would have to run it) it cannot read our sources.
 */
final class Format {
    private static final Pattern SOURCE =
            Pattern.compile("(?:(?:library/|lab/(?:samples/)?)?[^/]+/src/.+|tools/.+|examples/[^/]+)\\.java");

    private static final Formatter FORMATTER = Formatter.createFormatter(JavaFormatterOptions.builder()
            .style(Style.PALANTIR)
            .formatJavadoc(true)
            .build());

    /** The formatter wraps Javadoc, but not the code in it, nor other comments. */
    private static final Pattern COMMENT_LINE = Pattern.compile("(?m)^ *(?:\\*|/\\*|//).*$");

    private static final int COLUMNS = 120;

    /** The comment that begins a program of the folder examples ends here; only imports are before it. */
    private static final String END_OF_COMMENT = "\n */\n";

    private Format() {}

    public static void main(String[] arguments) throws IOException {
        var mode = arguments[0];
        if (!mode.equals("check") && !mode.equals("apply")) {
            System.err.println("format: -Dformat=" + mode + " is neither check nor apply");
            System.exit(2);
        }
        var root = Path.of(arguments[1]);
        var wrong = new ConcurrentSkipListSet<String>();
        var different = new ConcurrentSkipListSet<Path>();
        sources(root).parallelStream().forEach(file -> {
            try {
                var before = Files.readString(file);
                var after = root.resolve("examples").equals(file.getParent())
                        ? formattedProgram(before)
                        : FORMATTER.formatSourceAndFixImports(before);
                COMMENT_LINE
                        .matcher(after)
                        .results()
                        .filter(line -> line.end() - line.start() > COLUMNS)
                        .forEach(line -> wrong.add(root.relativize(file) + ":" + lineOf(after, line.start())
                                + ": a comment line of more than " + COLUMNS + " columns"));
                if (!after.equals(before)) {
                    different.add(root.relativize(file));
                    if (mode.equals("apply")) {
                        Files.writeString(file, after);
                    }
                }
            } catch (FormatterException e) {
                e.diagnostics().forEach(problem -> wrong.add(root.relativize(file) + ":" + problem));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        report(mode, wrong, different);
    }

    /** The formatter does not understand a program without a class: it gets what follows the comment in one. */
    private static String formattedProgram(String source) throws FormatterException {
        int start = source.indexOf(END_OF_COMMENT) + END_OF_COMMENT.length();
        var lines = FORMATTER
                .formatSource("class Program {\n" + source.substring(start) + "}\n")
                .lines();
        return lines.skip(1)
                .dropWhile(String::isEmpty)
                .takeWhile(line -> !line.equals("}"))
                .map(line -> line.replaceFirst("^ {4}", "") + "\n")
                .collect(Collectors.joining("", source.substring(0, start) + "\n", ""));
    }

    private static long lineOf(String text, int position) {
        return 1 + text.substring(0, position).chars().filter(c -> c == '\n').count();
    }

    private static List<Path> sources(Path root) throws IOException {
        try (var files = Files.walk(root, 64)) {
            return files.filter(file -> {
                        var name = root.relativize(file).toString().replace('\\', '/');
                        return SOURCE.matcher(name).matches();
                    })
                    .sorted()
                    .toList();
        }
    }

    private static void report(String mode, Collection<String> wrong, Collection<Path> different) {
        wrong.forEach(System.err::println);
        if (mode.equals("apply")) {
            different.forEach(file -> System.out.println("formatted " + file));
        } else if (!different.isEmpty()) {
            System.err.println("Not in the project's format (imports included):");
            different.forEach(file -> System.err.println("  " + file));
            System.err.println("To correct them: mvn -N verify -Dformat=apply");
        }
        System.exit(wrong.isEmpty() && (mode.equals("apply") || different.isEmpty()) ? 0 : 1);
    }
}
