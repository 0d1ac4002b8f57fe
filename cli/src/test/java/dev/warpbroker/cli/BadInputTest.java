package dev.warpbroker.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Bad input of every kind: it ends with its exit code and a message for people, without a class name or a stack trace,
 * and what is in the folder stays as it is. One part is a table, {@code bad-input.txt}; the other is made from the
 * model of the commands, so that a new command or option is tried as well.
 */
class BadInputTest {
    /** Of each command; all of them would take too long. */
    private static final int MAX_OPTIONS = 3;

    @TempDir
    private static Path folder;

    @BeforeAll
    static void makeFiles() throws IOException {
        Files.createDirectories(folder.resolve("empty"));
        Files.createDirectories(folder.resolve("damaged"));
        Files.writeString(folder.resolve("nothing.txt"), "");
        Files.write(folder.resolve("garbage.bin"), new byte[] {0, 1, (byte) 0xff, (byte) 0xfe, 10, 13, 7});
        Files.writeString(folder.resolve("words.txt"), "this is no graph\nat all\n");
        Files.writeString(folder.resolve("negative.txt"), "0 -1\n");
        Files.writeString(folder.resolve("fraction.txt"), "0 1 2.5\n");
        Files.writeString(folder.resolve("huge.txt"), "0 99999999999999999999\n");
        Files.writeString(folder.resolve("half.mtx"), "%%MatrixMarket matrix coordinate pattern general\n3 3 2\n1 2\n");
        Files.writeString(folder.resolve("bad.obj"), "v 1 2\nf 1 2 3\n");
        Files.writeString(folder.resolve("damaged/torn.jsonl"), "{\"experiment\":\"pairs\",");
        Files.writeString(folder.resolve("notes.md"), "# mine\n");
        Files.writeString(folder.resolve("peer.ptx"), ".visible .entry bench(");
    }

    private static Map<String, String> content() throws IOException {
        var content = new TreeMap<String, String>();
        try (var files = Files.walk(folder)) {
            for (var file : files.filter(Files::isRegularFile).toList()) {
                content.put(
                        folder.relativize(file).toString(),
                        new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1));
            }
        }
        return content;
    }

    static List<RefusedCases.Case> table() {
        return RefusedCases.of("bad-input.txt");
    }

    @ParameterizedTest
    @MethodSource("table")
    void badInputOfTheTable(RefusedCases.Case row) throws IOException {
        assertRefused(row);
    }

    /** {@return for every command: an option that it does not have, a mistyped one, and a value of the wrong type} */
    static Stream<List<String>> model() {
        var cases = new ArrayList<List<String>>();
        collect(Main.commandLine(), cases);
        return cases.stream();
    }

    private static void collect(CommandLine command, List<List<String>> cases) {
        var below = command.getSubcommands().values().stream().distinct().toList();
        below.forEach(each -> collect(each, cases));
        var spec = command.getCommandSpec();
        if (!below.isEmpty() || spec.parent() == null) {
            return;
        }
        String name = spec.qualifiedName().replaceFirst("^warpbroker ", "")
                + " x".repeat((int) spec.positionalParameters().stream()
                        .filter(parameter -> parameter.arity().min() > 0)
                        .count());
        cases.add(List.of(name + " --frobnicate", "unknown option '--frobnicate'"));
        cases.add(List.of(name + " --hlep", "did you mean '--help'?"));
        spec.options().stream()
                .filter(BadInputTest::isNumber)
                .limit(MAX_OPTIONS)
                .forEach(option -> cases.add(List.of(name + " " + option.longestName() + " x", "'x' is not a")));
    }

    /** {@return every option with a number of every {@code run}, with one that is too small} */
    static Stream<String> tooSmall() {
        var arguments = Map.of("fib", " 5", "nqueens", " 5", "quicksort", " 9", "uts", "", "render", " --size 8");
        return Objects.requireNonNull(Main.commandLine().getSubcommands().get("run")).getSubcommands().values().stream()
                .flatMap(command -> command.getCommandSpec().options().stream()
                        .filter(option ->
                                isNumber(option) && !option.longestName().endsWith("seed"))
                        .map(option -> "run " + command.getCommandName()
                                + arguments.getOrDefault(command.getCommandName(), " lattice:3") + " --device jvm "
                                + option.longestName() + "=-1"));
    }

    @ParameterizedTest
    @MethodSource("tooSmall")
    void aNumberThatIsTooSmallForARun(String command) throws IOException {
        assertRefused(new RefusedCases.Case(2, command, ""));
    }

    private static boolean isNumber(OptionSpec option) {
        var type = option.auxiliaryTypes().length > 0 ? option.auxiliaryTypes()[0] : option.type();
        return option.converters().length == 0
                && List.of(int.class, Integer.class, long.class, Long.class, double.class, Double.class)
                        .contains(type);
    }

    @ParameterizedTest
    @MethodSource("model")
    void badInputOfEveryCommand(List<String> row) throws IOException {
        assertRefused(new RefusedCases.Case(2, row.getFirst(), row.get(1)));
    }

    private static void assertRefused(RefusedCases.Case row) throws IOException {
        var before = content();
        var run = CommandRun.of(row.arguments(folder));
        row.assertRefused(run, folder);
        if (row.command().startsWith("bench ")) {
            assertThat(run.out()).as("rows of " + row).isEmpty();
        }
        assertThat(content()).as("files after " + row).isEqualTo(before);
    }
}
