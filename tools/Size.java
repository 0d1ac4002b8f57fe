import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExportsTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/**
 * Prints how large the tree is, per module and in all. Arguments: the root of the checkout and, optionally, a commit.
 * Then the counts of the commit, those of the working tree, and their difference are printed. Files of a commit are
 * read from git's objects; those of the working tree are the ones that git tracks or does not ignore.
 *
 * <p>What is counted:
 *
 * <ul>
 *   <li>main: lines of Java in {@code src/main} and in {@code examples/} at the root. All of them: samples,
 *       module-info, package-info, blank lines and comments. A line ends with a line feed, as for {@code wc -l}.
 *   <li>code: those of them with a character that is neither white space nor part of a comment.
 *   <li>resources: lines of all other files in {@code src/main}.
 *   <li>test: lines of Java in {@code src/test}, including Java among the resources of tests.
 *   <li>packages: folders with more than 25 files of main Java, package-info included.
 *   <li>over limit: those of them with more than 40 files, if a module of {@code library/} exports the package, and the
 *       others.
 *   <li>files: main Java files with more than 600 lines.
 *   <li>methods: methods and constructors of main Java with more than 60 lines, from the first annotation or modifier
 *       to the closing brace, without Javadoc.
 *   <li>exported: public top-level types in packages that their module exports to all. A module without module-info
 *       exports all its packages. The API of the library is the row {@code library}.
 *   <li>hidden: public top-level types in packages that their module does not export.
 * </ul>
 */
final class Size {
    private static final int PACKAGE_FILES = 25;
    private static final int API_PACKAGE_FILES = 40;
    private static final int FILE_LINES = 600;
    private static final int METHOD_LINES = 60;

    /** Packages with a target of their own, and those within them. */
    private static final Pattern EXPERIMENTS =
            Pattern.compile("lab/experiments/src/main/java/dev/warpbroker/experiments/(suite|design)/.*\\.java");

    /** One column of the table. */
    private enum Column {
        MAIN("main"),
        CODE("code"),
        RESOURCES("resources"),
        TEST("test"),
        PACKAGES("packages>" + PACKAGE_FILES),
        CROWDED("over limit"),
        FILES("files>" + FILE_LINES),
        METHODS("methods>" + METHOD_LINES),
        EXPORTED("exported"),
        HIDDEN("hidden");

        final String title;

        Column(String title) {
            this.title = title;
        }
    }

    /** Facts about a Java file, found by the parser of the compiler. */
    private record Parsed(String packageName, int publicTypes, int longMethods, Set<String> exports) {}

    /** The counts of a tree: a row for each module, and single numbers below the table. */
    private record Counts(Map<String, long[]> modules, Map<String, Long> others) {
        Counts minus(Counts before) {
            var rows = new TreeMap<String, long[]>();
            for (var counts : List.of(this, before)) {
                int sign = counts == this ? 1 : -1;
                counts.modules.forEach((module, row) -> add(rows, module, row, sign));
            }
            rows.values().removeIf(row -> Arrays.stream(row).allMatch(count -> count == 0));
            var numbers = new LinkedHashMap<String, Long>();
            others.forEach((what, count) -> numbers.put(what, count - before.others.getOrDefault(what, 0L)));
            return new Counts(rows, numbers);
        }
    }

    private final Path root;
    private final Map<String, Parsed> parsed = new HashMap<>();

    private Size(Path root) {
        this.root = root;
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        if (arguments.length < 1 || arguments.length > 2 || arguments[arguments.length - 1].startsWith("-")) {
            System.err.println("usage: tools/size [COMMIT]");
            System.exit(2);
        }
        var size = new Size(Path.of(arguments[0]));
        try {
            var now = size.workingTree();
            size.parse(now);
            if (arguments.length == 1) {
                print("working tree", "%,d", size.count(now));
                return;
            }
            var then = size.commit(arguments[1]);
            size.parse(then);
            var before = size.count(then);
            var after = size.count(now);
            print(arguments[1], "%,d", before);
            print("working tree", "%,d", after);
            print("difference", "%+,d", after.minus(before));
        } catch (IllegalArgumentException e) {
            System.err.println("size: " + e.getMessage());
            System.exit(2);
        }
    }

    // Trees: texts of the files that count, by path.

    private static boolean counts(String path) {
        return module(path) != null
                || path.startsWith("tools/") && path.endsWith(".java")
                || path.startsWith("docs/") && path.endsWith(".md");
    }

    /** {@return the module that a file of sources or resources belongs to, or null} */
    private static String module(String path) {
        int sources = path.indexOf("/src/");
        if (sources >= 0 && path.matches(".*/src/(main|test)/.*")) {
            return path.substring(0, sources);
        }
        return path.startsWith("examples/") && path.endsWith(".java") ? "examples" : null;
    }

    private Map<String, String> workingTree() throws IOException, InterruptedException {
        var texts = new TreeMap<String, String>();
        for (var path : lines(git("ls-files", "-z", "--cached", "--others", "--exclude-standard"))) {
            var file = root.resolve(path);
            if (counts(path) && Files.isRegularFile(file)) {
                texts.put(path, new String(Files.readAllBytes(file), StandardCharsets.UTF_8));
            }
        }
        return texts;
    }

    private Map<String, String> commit(String commit) throws IOException, InterruptedException {
        var objects = new TreeMap<String, String>();
        for (var entry : lines(git("ls-tree", "-r", "-z", "--full-tree", commit))) {
            var parts = entry.split("[ \t]", 4); // mode, kind, object, path
            if (parts[1].equals("blob") && counts(parts[3])) {
                objects.put(parts[3], parts[2]);
            }
        }
        var wanted = Files.createTempFile("size", ".txt");
        try {
            Files.writeString(wanted, String.join("\n", objects.values()) + "\n");
            var process = new ProcessBuilder("git", "-C", root.toString(), "cat-file", "--batch")
                    .redirectInput(wanted.toFile())
                    .start();
            var texts = new TreeMap<String, String>();
            try (var out = new BufferedInputStream(process.getInputStream())) {
                for (var path : objects.keySet()) {
                    var header = new StringBuilder(); // object, kind, number of bytes
                    for (int c = out.read(); c != '\n'; c = out.read()) {
                        if (c < 0) {
                            throw new IOException("git cat-file ended before " + path + " of " + commit);
                        }
                        header.append((char) c);
                    }
                    int bytes = Integer.parseInt(header.substring(header.lastIndexOf(" ") + 1));
                    texts.put(path, new String(out.readNBytes(bytes), StandardCharsets.UTF_8));
                    out.read();
                }
            }
            return texts;
        } finally {
            Files.delete(wanted);
        }
    }

    private String git(String... arguments) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of("git", "-C", root.toString()));
        command.addAll(List.of(arguments));
        var process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        var out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IllegalArgumentException("git could not list the files of "
                    + (arguments[0].equals("ls-tree") ? arguments[arguments.length - 1] : root));
        }
        return out;
    }

    private static List<String> lines(String separatedByZeros) {
        return Stream.of(separatedByZeros.split("\0"))
                .filter(line -> !line.isEmpty())
                .toList();
    }

    // Counting.

    private Counts count(Map<String, String> texts) {
        var modules = new TreeMap<String, long[]>();
        var others = new LinkedHashMap<String, Long>();
        var packages = new TreeMap<String, List<String>>(); // folder to files
        for (var entry : texts.entrySet()) {
            var path = entry.getKey();
            var text = entry.getValue();
            var module = module(path);
            if (module == null) {
                continue;
            }
            var row = new long[Column.values().length];
            boolean java = path.endsWith(".java");
            if (path.contains("/src/test/")) {
                row[Column.TEST.ordinal()] = java ? lineCount(text) : 0;
            } else if (java) {
                packages.computeIfAbsent(path.substring(0, path.lastIndexOf('/')), _ -> new ArrayList<>())
                        .add(path);
                row[Column.MAIN.ordinal()] = lineCount(text);
                row[Column.CODE.ordinal()] = codeLines(text);
                row[Column.FILES.ordinal()] = lineCount(text) > FILE_LINES ? 1 : 0;
                row[Column.METHODS.ordinal()] = parsed.get(text).longMethods;
            } else {
                row[Column.RESOURCES.ordinal()] = lineCount(text);
            }
            add(modules, module, row, 1);
        }
        var exports = exports(texts);
        packages.forEach((_, files) -> {
            var module = module(files.getFirst());
            var types = files.stream().map(texts::get).map(parsed::get).toList();
            var exported = exports.get(module);
            boolean open = exported == null || types.stream().anyMatch(type -> exported.contains(type.packageName));
            var row = new long[Column.values().length];
            row[(open ? Column.EXPORTED : Column.HIDDEN).ordinal()] =
                    types.stream().mapToInt(Parsed::publicTypes).sum();
            int most = open && module.startsWith("library/") ? API_PACKAGE_FILES : PACKAGE_FILES;
            row[Column.PACKAGES.ordinal()] = files.size() > PACKAGE_FILES ? 1 : 0;
            row[Column.CROWDED.ordinal()] = files.size() > most ? 1 : 0;
            add(modules, module, row, 1);
        });
        others.put("lines of Java in tools/", sum(texts, path -> path.startsWith("tools/")));
        others.put(
                "main lines in packages suite and design of the experiments",
                sum(texts, path -> EXPERIMENTS.matcher(path).matches()));
        others.put(
                "words in docs/",
                texts.entrySet().stream()
                        .filter(entry -> entry.getKey().startsWith("docs/"))
                        .flatMap(entry -> Stream.of(entry.getValue().split("\\s+")))
                        .filter(word -> !word.isEmpty())
                        .count());
        return new Counts(modules, others);
    }

    /** {@return the packages that modules export, by module; nothing for those without module-info} */
    private Map<String, Set<String>> exports(Map<String, String> texts) {
        var exports = new HashMap<String, Set<String>>();
        texts.forEach((path, text) -> {
            if (path.contains("/src/main/") && path.endsWith("/module-info.java")) {
                exports.put(module(path), parsed.get(text).exports);
            }
        });
        return exports;
    }

    private static long sum(Map<String, String> texts, Predicate<String> paths) {
        return texts.entrySet().stream()
                .filter(entry -> paths.test(entry.getKey()))
                .mapToLong(entry -> lineCount(entry.getValue()))
                .sum();
    }

    private static void add(Map<String, long[]> rows, String name, long[] counts, int sign) {
        var row = rows.computeIfAbsent(name, _ -> new long[counts.length]);
        for (int i = 0; i < row.length; i++) {
            row[i] += sign * counts[i];
        }
    }

    private static long lineCount(String text) {
        return text.chars().filter(c -> c == '\n').count();
    }

    /** {@return how many lines have a character that is neither white space nor part of a comment} */
    private static int codeLines(String text) {
        int lines = 0;
        boolean code = false;
        int i = 0;
        while (i < text.length()) {
            boolean comment = text.startsWith("//", i) || text.startsWith("/*", i);
            for (int end = endOfPart(text, i); i < end; i++) {
                char c = text.charAt(i);
                if (c == '\n') {
                    lines += code ? 1 : 0;
                    code = false;
                } else {
                    code |= !comment && !Character.isWhitespace(c);
                }
            }
        }
        return lines + (code ? 1 : 0);
    }

    /** {@return where the comment or literal ends that begins at a position, or the position after it} */
    private static int endOfPart(String text, int begin) {
        if (text.startsWith("//", begin)) {
            return end(text, text.indexOf('\n', begin), 0);
        }
        if (text.startsWith("/*", begin)) {
            return end(text, text.indexOf("*/", begin + 2), 2);
        }
        char c = text.charAt(begin);
        if (c != '"' && c != '\'') {
            return begin + 1;
        }
        var quote = text.startsWith("\"\"\"", begin) ? "\"\"\"" : String.valueOf(c);
        int i = begin + quote.length();
        while (i < text.length() && !text.startsWith(quote, i)) {
            i += text.charAt(i) == '\\' ? 2 : 1;
        }
        return Math.min(i + quote.length(), text.length());
    }

    private static int end(String text, int found, int length) {
        return found < 0 ? text.length() : found + length;
    }

    /** Parses the files of main Java that were not parsed yet. */
    private void parse(Map<String, String> texts) {
        var sources = new ArrayList<Source>();
        texts.forEach((path, text) -> {
            boolean main = path.endsWith(".java") && module(path) != null && !path.contains("/src/test/");
            if (main && !parsed.containsKey(text)) {
                sources.add(new Source(path, text));
            }
        });
        if (sources.isEmpty()) {
            return;
        }
        var problems = new DiagnosticCollector<JavaFileObject>();
        var task = (JavacTask) ToolProvider.getSystemJavaCompiler()
                .getTask(null, null, problems, List.of("-proc:none"), null, sources);
        var positions = Trees.instance(task).getSourcePositions();
        try {
            for (var unit : task.parse()) {
                parsed.put(texts.get(unit.getSourceFile().getName()), parsed(unit, positions));
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        problems.getDiagnostics().stream()
                .filter(problem -> problem.getKind() == Diagnostic.Kind.ERROR)
                .forEach(problem ->
                        System.err.println("size: " + problem.getSource().getName() + ":" + problem.getLineNumber()
                                + ": " + problem.getMessage(Locale.ROOT)));
    }

    private static Parsed parsed(CompilationUnitTree unit, SourcePositions positions) {
        var exports = new HashSet<String>();
        if (unit.getModule() != null) {
            for (var directive : unit.getModule().getDirectives()) {
                if (directive instanceof ExportsTree exported && exported.getModuleNames() == null) {
                    exports.add(exported.getPackageName().toString());
                }
            }
        }
        int publicTypes = 0;
        for (var type : unit.getTypeDecls()) {
            if (type instanceof ClassTree declared
                    && declared.getModifiers().getFlags().contains(Modifier.PUBLIC)) {
                publicTypes++;
            }
        }
        var longMethods = new int[1];
        var lines = unit.getLineMap();
        new TreeScanner<Void, Void>() {
            @Override
            public Void visitMethod(MethodTree method, Void nothing) {
                long first = lines.getLineNumber(positions.getStartPosition(unit, method));
                long last = lines.getLineNumber(positions.getEndPosition(unit, method));
                if (last - first + 1 > METHOD_LINES) {
                    longMethods[0]++;
                }
                return super.visitMethod(method, nothing);
            }
        }.scan(unit, null);
        var name = unit.getPackageName() == null ? "" : unit.getPackageName().toString();
        return new Parsed(name, publicTypes, longMethods[0], exports);
    }

    /** A text for the compiler. */
    private static final class Source extends SimpleJavaFileObject {
        private final String path;
        private final String text;

        Source(String path, String text) {
            super(URI.create("source:///" + path.replace(" ", "%20")), Kind.SOURCE);
            this.path = path;
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }

        @Override
        public String getName() {
            return path;
        }
    }

    // Printing.

    private static void print(String title, String format, Counts counts) {
        var table = new ArrayList<List<String>>();
        table.add(Stream.concat(Stream.of(title), Arrays.stream(Column.values()).map(column -> column.title))
                .toList());
        var groups = new TreeMap<String, long[]>();
        var all = new long[Column.values().length];
        counts.modules.forEach((module, row) -> {
            table.add(cells(module, format, row));
            if (module.contains("/")) {
                add(groups, module.substring(0, module.indexOf('/')), row, 1);
            }
            for (int i = 0; i < all.length; i++) {
                all[i] += row[i];
            }
        });
        groups.forEach((group, row) -> table.add(cells(group, format, row)));
        table.add(cells("all", format, all));
        var widths = new int[Column.values().length + 1];
        table.forEach(row -> {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        });
        for (var row : table) {
            var line = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                var padding = " ".repeat(widths[i] - row.get(i).length());
                line.append(i == 0 ? row.get(i) + padding : "  " + padding + row.get(i));
            }
            System.out.println(line.toString().stripTrailing());
        }
        counts.others.forEach(
                (what, count) -> System.out.println(what + ": " + String.format(Locale.ROOT, format, count)));
        System.out.println();
    }

    private static List<String> cells(String name, String format, long[] row) {
        return Stream.concat(
                        Stream.of(name),
                        Arrays.stream(row).mapToObj(count -> String.format(Locale.ROOT, format, count)))
                .toList();
    }
}
