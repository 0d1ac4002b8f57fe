package dev.warpbroker.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The script tools/pending-records, with a bundle that only notes its arguments. */
@EnabledOnOs({OS.LINUX, OS.MAC}) // a shell script
class PendingRecordsTest {
    private static final Path SCRIPT = Path.of("../tools/pending-records");

    /** Notes one line for each call, arguments separated by tabs. */
    private static final String BUNDLE = """
        #!/bin/sh
        (IFS='\t'; echo "$*") >>"$(dirname "$0")/calls"
        """;

    /** Creates an empty output file. */
    private static final String NVCC = """
        #!/bin/sh
        while [ $# -gt 0 ]; do
            [ "$1" != -o ] || : >"$2"
            shift
        done
        """;

    /** Skips its own options and runs the rest of the command line. */
    private static final String SANITIZER = """
        #!/bin/sh
        while [ "${1#--}" != "$1" ]; do
            shift 2
        done
        exec "$@"
        """;

    @TempDir
    private Path folder;

    private Path bundle;
    private Path out;
    private Path tools;
    private Path graphs;

    private record Called(int code, String output) {}

    @BeforeEach
    void makeABundle() throws IOException {
        bundle = Files.createDirectories(folder.resolve("bundle"));
        tools = Files.createDirectories(folder.resolve("tools"));
        graphs = Files.createDirectories(folder.resolve("graphs"));
        out = folder.resolve("out");
        script(bundle.resolve("warpbroker"), BUNDLE);
        script(tools.resolve("nvcc"), NVCC);
        script(tools.resolve("compute-sanitizer"), SANITIZER);
        script(tools.resolve("nproc"), "#!/bin/sh\necho 16\n");
        for (var graph : List.of("web-NotreDame.txt.gz", "usroads.txt.gz", "p2p-Gnutella31.txt.gz")) {
            Files.createFile(graphs.resolve(graph));
        }
    }

    private static void script(Path file, String text) throws IOException {
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private Called call(String... arguments) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of("bash", SCRIPT.toString()));
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().merge("PATH", tools + ":", (path, first) -> first + path);
        var process = builder.start();
        process.getOutputStream().close();
        String output = new String(process.getInputStream().readAllBytes());
        return new Called(process.waitFor(), output);
    }

    private Called make(String... more) throws IOException, InterruptedException {
        var arguments = new ArrayList<>(List.of("--bundle", bundle.toString(), "--out", out.toString()));
        arguments.addAll(List.of(more));
        return call(arguments.toArray(String[]::new));
    }

    private List<String> calls() throws IOException {
        var file = bundle.resolve("calls");
        return Files.exists(file)
                ? Files.readAllLines(file).stream()
                        .filter(line -> !line.equals("--version"))
                        .toList()
                : List.of();
    }

    private static List<String> steps() throws IOException, InterruptedException {
        var process = new ProcessBuilder("bash", SCRIPT.toString(), "--list").start();
        try (var lines = process.inputReader()) {
            return lines.lines().map(line -> line.split(" ")[0]).toList();
        } finally {
            process.waitFor();
        }
    }

    @Test
    void everyStepIsMadeAndItsCommandsAreUnderstood() throws Exception {
        var made = make("--graphs", graphs.toString());
        assertThat(made.code()).as(made.output()).isZero();
        assertThat(steps())
                .isNotEmpty()
                .allSatisfy(step -> assertThat(out.resolve(step + ".done")).exists());
        assertThat(calls()).hasSizeGreaterThanOrEqualTo(steps().size()).allSatisfy(call -> {
            var arguments = call.split("\t");
            assertThatCode(() -> Main.commandLine(arguments).parseArgs(arguments))
                    .as(call)
                    .doesNotThrowAnyException();
        });
    }

    @Test
    void stepsThatSucceededAreNotRepeated() throws Exception {
        make("--graphs", graphs.toString());
        int calls = calls().size();
        assertThat(make("--graphs", graphs.toString()).code()).isZero();
        assertThat(calls()).hasSize(calls);
    }

    @Test
    void aStepThatFailedIsRepeatedAfterNewOnes() throws Exception {
        Files.createDirectories(out);
        String first = steps().getFirst();
        Files.writeString(out.resolve(first + ".failed"), "");
        var made = make("--graphs", graphs.toString());
        assertThat(made.output().lines().filter(line -> line.contains(": made in")))
                .hasSameSizeAs(steps())
                .last()
                .asString()
                .startsWith(first + ":");
        assertThat(out.resolve(first + ".failed")).doesNotExist();
    }

    @Test
    void aFailureIsReportedAndEndsNoOtherStep() throws Exception {
        Files.writeString(tools.resolve("nvcc"), "#!/bin/sh\nexit 1\n");
        var made = make("--graphs", graphs.toString());
        assertThat(made.code()).isEqualTo(1);
        assertThat(made.output()).contains("queues-beside-nvcc: FAILED with exit status 1");
        assertThat(out.resolve("queues-beside-nvcc.failed")).exists();
        assertThat(out.resolve("memcheck-queues.done")).exists();
    }

    @Test
    void aStepFailsIfOneOfItsBenchmarksDoes() throws Exception {
        script(bundle.resolve("warpbroker"), BUNDLE + "[ \"$1 $2\" != \"bench bfs\" ]\n");
        assertThat(make("--graphs", graphs.toString()).output()).contains("graphs: FAILED");
        assertThat(calls()).anyMatch(call -> call.startsWith("bench\tsssp"));
        assertThat(calls())
                .filteredOn(call -> call.startsWith("bench"))
                .allMatch(call -> call.contains("\t--resume\t"), "repeats no row when it is called again");
    }

    @Test
    void whatIsMissingIsNamed() throws Exception {
        var made = make();
        assertThat(made.code()).isZero();
        assertThat(made.output())
                .contains("graphs: left out: needs web-NotreDame.txt.gz in the folder of --graphs, which is not here");
        assertThat(out.resolve("graphs.done")).doesNotExist();
    }

    @Test
    void aStepThatNeedsMoreTimeWaits() throws Exception {
        var made = make("--seconds", "20");
        assertThat(made.code()).isZero();
        assertThat(made.output()).contains("selftest: waits for the next call: needs 340 s, and ");
        assertThat(calls()).isEmpty();
    }

    @Test
    void badArgumentsAreRefused() throws Exception {
        assertThat(call("--bundle", folder.toString(), "--out", out.toString()))
                .isEqualTo(new Called(
                        2,
                        "pending-records: --bundle '" + folder
                                + "' is not a bundle; make one with: ./warpbroker bundle DIR\n"));
        assertThat(make("--seconds", "many"))
                .isEqualTo(new Called(2, "pending-records: --seconds many is not a whole number\n"));
        assertThat(make("--seconds", "08").output()).contains("selftest: waits for the next call: needs 340 s");
        assertThat(make("--device", "--list").code()).isEqualTo(2);
        assertThat(call("--bundle", bundle.toString()))
                .isEqualTo(new Called(2, "pending-records: --out is missing: the folder for the results\n"));
    }
}
