package dev.warpbroker.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.warpbroker.cli.report.Samples;
import dev.warpbroker.experiments.results.ResultFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A machine that lacks something: permissions, room on a disk, memory, or the file for itself alone. Commands end with
 * their exit code and a message for people, and nothing is lost.
 */
class LackingMachineTest {
    /** Runs commands one after the other, each a line of a file, and prints what they did: code and message. */
    static final class Commands {
        private Commands() {}

        public static void main(String[] arguments) throws IOException {
            for (String command : Files.readAllLines(Path.of(arguments[0]))) {
                var run = CommandRun.of(command.split(" +", -1));
                System.out.println(
                        run.code() + " " + HexFormat.of().formatHex(run.err().getBytes(StandardCharsets.UTF_8)));
            }
        }

        /** {@return a command line that runs commands in another process} */
        static List<String> line(Path commands, String... options) {
            var line = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-XX:TieredStopAtLevel=1",
                    "-XX:+UseSerialGC",
                    "--enable-native-access=ALL-UNNAMED"));
            line.addAll(List.of(options));
            line.addAll(List.of(
                    "-cp", System.getProperty("java.class.path"), Commands.class.getName(), commands.toString()));
            return line;
        }

        /** {@return what each of the commands did} */
        static List<CommandRun> ran(Process process) throws IOException, InterruptedException {
            var lines = process.inputReader().readAllLines();
            assertThat(process.waitFor()).isZero();
            return parsed(lines);
        }

        static List<CommandRun> parsed(List<String> lines) {
            return lines.stream()
                    .map(line -> {
                        int gap = line.indexOf(' ');
                        var bytes = HexFormat.of().parseHex(line.substring(gap + 1));
                        return new CommandRun(
                                Integer.parseInt(line.substring(0, gap)),
                                "",
                                new String(bytes, StandardCharsets.UTF_8));
                    })
                    .toList();
        }
    }

    /** Runs the commands of a table, and says what each did. */
    private static Map<RefusedCases.Case, CommandRun> run(
            List<RefusedCases.Case> table, Path folder, Path scratch, List<String> before, String... options)
            throws IOException, InterruptedException {
        var commands = Files.write(
                scratch.resolve("commands"),
                table.stream()
                        .map(row -> String.join(" ", row.arguments(folder)))
                        .toList());
        var process = new ProcessBuilder(Stream.concat(before.stream(), Commands.line(commands, options).stream())
                        .toList())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        var runs = Commands.ran(process);
        var map = new HashMap<RefusedCases.Case, CommandRun>();
        for (int i = 0; i < table.size(); i++) {
            map.put(table.get(i), runs.get(i));
        }
        return map;
    }

    private static void permit(Path file, String permissions) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    }

    /** Permissions mean nothing to root, so root runs the commands without the capabilities to pass over them. */
    @Nested
    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    @EnabledOnOs({OS.LINUX, OS.MAC}) // others have no POSIX permissions
    class Permissions {
        @SuppressWarnings("NullAway.Init") // set before all tests
        private Path folder;

        private Map<RefusedCases.Case, CommandRun> runs = Map.of();
        private String record = "";

        @BeforeAll
        void runAll(@TempDir Path made, @TempDir Path scratch) throws IOException, InterruptedException {
            folder = made;
            for (String name : List.of("secret.txt", "secret.obj", "secret.history", "graph.txt")) {
                Files.writeString(folder.resolve(name), "0 1\n1 2\n");
            }
            ResultFile.append(
                    folder.resolve("records/pairs.jsonl"),
                    List.of(Samples.pairs(Samples.GPU, "BQ", "thread", 1024, 2000)),
                    Samples::unexpected);
            record = Files.readString(folder.resolve("records/pairs.jsonl"));
            Files.writeString(folder.resolve("secret.jsonl"), record);
            Files.writeString(folder.resolve("fixed.jsonl"), record);
            Files.createDirectory(folder.resolve("locked"));
            Files.createDirectory(folder.resolve("hidden"));
            try (var files = Files.list(folder)) {
                for (var file : files.toList()) {
                    if (String.valueOf(file.getFileName()).startsWith("secret")) {
                        permit(file, "---------");
                    }
                }
            }
            permit(folder.resolve("fixed.jsonl"), "r--r--r--");
            permit(folder.resolve("locked"), "r-xr-xr-x");
            permit(folder.resolve("hidden"), "---------");
            runs = run(RefusedCases.of("no-permission.txt"), folder, scratch, obedience());
        }

        /** {@return what a command line begins with so that permissions count} */
        private List<String> obedience() throws IOException, InterruptedException {
            if (!Files.isReadable(folder.resolve("secret.txt"))) {
                return List.of();
            }
            var without = List.of(
                    "setpriv",
                    "--bounding-set",
                    "-dac_override,-dac_read_search",
                    "--inh-caps",
                    "-dac_override,-dac_read_search");
            var trial = Stream.concat(without.stream(), Stream.of("true")).toList();
            boolean works;
            try {
                works = new ProcessBuilder(trial).start().waitFor() == 0;
            } catch (IOException _) {
                works = false;
            }
            assumeThat(works)
                    .as("this user passes over permissions, and setpriv cannot take that away")
                    .isTrue();
            return without;
        }

        /** So that the folders can be taken away. */
        @AfterAll
        void permitAll() throws IOException {
            permit(folder.resolve("locked"), "rwxr-xr-x");
            permit(folder.resolve("hidden"), "rwxr-xr-x");
        }

        static List<RefusedCases.Case> table() {
            return RefusedCases.of("no-permission.txt");
        }

        @ParameterizedTest
        @MethodSource("table")
        void whatMayNotBeReadOrWrittenIsNamed(RefusedCases.Case row) {
            row.assertRefused(runs.getOrDefault(row, new CommandRun(-1, "", "")), folder);
        }

        @Test
        void nothingIsLostAndNothingIsLeft() throws IOException {
            assertThat(folder.resolve("fixed.jsonl")).content().isEqualTo(record);
            assertThat(folder.resolve("locked")).isEmptyDirectory();
            try (var files = Files.list(folder)) {
                assertThat(files.map(file -> String.valueOf(file.getFileName())))
                        .containsExactlyInAnyOrder(
                                "secret.txt",
                                "secret.obj",
                                "secret.history",
                                "secret.jsonl",
                                "graph.txt",
                                "fixed.jsonl",
                                "records",
                                "locked",
                                "hidden");
            }
        }
    }

    @Nested
    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    class SmallHeap {
        @SuppressWarnings("NullAway.Init") // set before all tests
        private Path folder;

        private Map<RefusedCases.Case, CommandRun> runs = Map.of();

        @BeforeAll
        void runAll(@TempDir Path made, @TempDir Path scratch) throws IOException, InterruptedException {
            folder = made;
            runs = run(RefusedCases.of("small-heap.txt"), folder, scratch, List.of(), "-Xmx24m");
        }

        static List<RefusedCases.Case> table() {
            return RefusedCases.of("small-heap.txt");
        }

        @ParameterizedTest
        @MethodSource("table")
        void theHeapAndTheWayOutAreNamed(RefusedCases.Case row) {
            row.assertRefused(runs.getOrDefault(row, new CommandRun(-1, "", "")), folder);
        }

        @Test
        void nothingIsLeft() {
            assertThat(folder).isEmptyDirectory();
        }
    }

    @TempDir
    private Path folder;

    private Path triangle() throws IOException {
        return Files.writeString(folder.resolve("triangle.obj"), "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    }

    static List<RefusedCases.Case> fullDisk() {
        return RefusedCases.of("full-disk.txt");
    }

    @ParameterizedTest
    @MethodSource("fullDisk")
    void aDiskThatIsAlwaysFull(RefusedCases.Case row) throws IOException {
        assumeThat(Path.of("/dev/full")).exists();
        triangle();
        row.assertRefused(CommandRun.of(row.arguments(folder)), folder);
    }

    /** A file system of 64 KB, which only the process and its children see. */
    @Test
    void aDiskThatRunsFullLeavesWhatWasThere() throws Exception {
        var disk = Files.createDirectory(folder.resolve("disk"));
        String record = "bench faa --device jvm --quick --out " + disk + "/results.jsonl";
        var commands = Files.write(
                folder.resolve("commands"),
                List.of(
                        record,
                        record,
                        record,
                        record,
                        "run bfs lattice:20 --device jvm --out " + disk + "/levels.csv",
                        "run render --device jvm --size 64 --scene " + triangle() + " --out " + disk + "/picture.png"));
        String script = "mount -t tmpfs -o size=64k tmpfs \"$0\" || exit 77\n"
                + "head -c 40960 /dev/zero > \"$0\"/other\n"
                + "echo old > \"$0\"/levels.csv; echo old > \"$0\"/picture.png\n"
                + "\"$@\" || exit 1\n"
                + "cp \"$0\"/results.jsonl \"$0\"/levels.csv \"$0\"/picture.png \"$0\"/..; ls -A \"$0\" >"
                + " \"$0\"/../left\n";
        var line = new ArrayList<>(List.of("unshare", "--mount"));
        if (!"root".equals(System.getProperty("user.name"))) {
            line.add("--map-root-user");
        }
        line.addAll(List.of("sh", "-c", script, disk.toString()));
        line.addAll(Commands.line(commands));
        Process process;
        try {
            process = new ProcessBuilder(line).start();
        } catch (IOException none) {
            assumeThat(false)
                    .as("no program unshare here: " + none.getMessage())
                    .isTrue();
            return;
        }
        var output = process.inputReader().readAllLines();
        String errors = process.errorReader().readAllAsString();
        int code = process.waitFor();
        assumeThat(code == 77 || errors.startsWith("unshare:"))
                .as("no file system can be mounted here: " + errors)
                .isFalse();
        assertThat(code).as(errors).isZero();

        var runs = Commands.parsed(output);
        assertThat(runs.getFirst().code()).isZero();
        assertThat(runs.subList(3, runs.size())).allSatisfy(run -> {
            assertThat(run.code()).isEqualTo(3);
            assertThat(run.err()).contains("No space left on device").doesNotContain("\tat ", "Exception");
        });
        assertThat(folder.resolve("levels.csv")).hasContent("old");
        assertThat(folder.resolve("picture.png")).hasContent("old");
        assertThat(Files.readAllLines(folder.resolve("left")))
                .containsExactlyInAnyOrder("levels.csv", "other", "picture.png", "results.jsonl");
        assertThat(ResultFile.read(folder.resolve("results.jsonl"), Samples::unexpected))
                .hasSizeGreaterThan(7);
    }

    @Test
    void twoThatWriteToTheSameFileBothComplete() throws Exception {
        var file = folder.resolve("results.jsonl");
        var command = "bench faa --device jvm --quick --out " + file;
        var commands = Files.write(folder.resolve("commands"), List.of(command, command));
        var one = new ProcessBuilder(Commands.line(commands)).start();
        var other = new ProcessBuilder(Commands.line(commands)).start();
        assertThat(Commands.ran(one))
                .allSatisfy(run -> assertThat(run.code()).as(run.err()).isZero());
        assertThat(Commands.ran(other))
                .allSatisfy(run -> assertThat(run.code()).as(run.err()).isZero());
        int rows = ResultFile.read(file, Samples::unexpected).size();
        assertThat(rows).isPositive().satisfies(count -> assertThat(count % 4).isZero());
    }
}
