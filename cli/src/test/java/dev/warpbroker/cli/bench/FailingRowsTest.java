package dev.warpbroker.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.warpbroker.cli.report.ReportCommand;
import dev.warpbroker.cli.report.Samples;
import dev.warpbroker.cli.terminal.Failures;
import dev.warpbroker.experiments.design.Checked;
import dev.warpbroker.experiments.design.Contender;
import dev.warpbroker.experiments.design.Measuring.Entry;
import dev.warpbroker.experiments.design.MeasuringEffort;
import dev.warpbroker.experiments.results.ResultFile;
import dev.warpbroker.experiments.results.ResultLine;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Experiments of which some rows fail. */
class FailingRowsTest {
    private static final MeasuringEffort EFFORT = new MeasuringEffort(2, 1, true, Duration.ofSeconds(30));

    @TempDir
    private Path folder;

    /** {@return a row that does what its name says} */
    private static Entry acting(String label, Map<String, Object> parameters) {
        return new Entry(label, parameters, () -> 1, label, () -> {
            if (label.equals("cannot be made")) {
                throw new IllegalStateException("not made");
            }
            return new Contender(_ -> run(label), _ -> check(label), () -> end(label));
        });
    }

    private static Duration run(String label) {
        return switch (label) {
            case "throws" -> throw new IllegalStateException("thrown on purpose\nwith details");
            case "overflows" -> throw new ArithmeticException("integer overflow");
            case "grows" -> throw new OutOfMemoryError("Java heap space");
            case "refuses" -> throw new IllegalArgumentException("refused on purpose");
            case "must not run" -> throw new AssertionError("it ran");
            default -> Duration.ofNanos(1000);
        };
    }

    private static Checked check(String label) {
        return switch (label) {
            case "throws when checked" -> throw new IllegalStateException("thrown by the check");
            case "is not finite" -> new Checked(List.of(), Map.of("share", Double.NaN));
            default -> Checked.NOT;
        };
    }

    private static void end(String label) {
        if (label.equals("throws when closed")) {
            throw new IllegalStateException("thrown by the end");
        }
    }

    /** The names of parameters are those of {@code imbalance}, so that reports can be made. */
    private static StubExperiment rowing(Function<Map<String, Object>, List<Entry>> entries) {
        return new StubExperiment("imbalance", EFFORT, measuring -> {
            for (int size = 1; size <= 2; size++) {
                Map<String, Object> parameters = Map.of("threads", size, "pEnq", 1, "pDeq", 1, "fma", 1);
                measuring.measure("size " + size, entries.apply(parameters)).forEach(measuring::record);
            }
        });
    }

    private record Ran(int code, String out, String err) {}

    private static Ran run(List<String> labels, Path file) {
        var rowing = rowing(parameters ->
                labels.stream().map(label -> acting(label, parameters)).toList());
        return run(ExperimentCommand.of(rowing), "--device", "jvm", "--quiet", "--out", file.toString());
    }

    private static Ran run(Object command, String... arguments) {
        var out = new StringWriter();
        var err = new StringWriter();
        var line = new CommandLine(command).setOut(new PrintWriter(out)).setErr(new PrintWriter(err));
        Failures.handle(line);
        return new Ran(Failures.execute(line, arguments), out.toString(), err.toString());
    }

    @Test
    void rowsThatFailDoNotEndTheExperiment() throws IOException {
        var file = folder.resolve("results.jsonl");
        var ran = run(
                List.of(
                        "first",
                        "throws",
                        "overflows",
                        "grows",
                        "refuses",
                        "throws when checked",
                        "throws when closed",
                        "cannot be made",
                        "last"),
                file);
        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.out())
                .contains("throws               run FAILED: thrown on purpose\n")
                .contains("overflows            run FAILED: java.lang.ArithmeticException: integer overflow\n")
                .contains("grows                run FAILED: out of memory (Java heap space)")
                .contains("refuses              skipped: refused on purpose\n")
                .contains("throws when checked  run FAILED: thrown by the check\n")
                .contains("throws when closed   run FAILED: thrown by the end\n")
                .contains("cannot be made       run FAILED: not made\n");
        assertThat(ran.err())
                .contains("FAILED: throws {", "12 of 18 rows failed:", "run: thrown on purpose")
                .doesNotContain("\tat ");

        var rows = ResultFile.read(file, Samples::unexpected).stream()
                .map(ResultLine::measurement)
                .toList();
        assertThat(rows).hasSize(18);
        assertThat(rows)
                .filteredOn(row -> row.structure().matches("first|last"))
                .hasSize(4)
                .allMatch(row -> row.measured() && row.passed());
        var report = run(new ReportCommand(), folder.toString());
        assertThat(report.code()).as(report.err()).isZero();
        assertThat(Files.readString(folder.resolve("report.md")))
                .contains("12 FAILED", "FAILED: throws ", "run: thrown on purpose");
    }

    @Test
    void whatDoesNotFitIntoMemoryIsLeftOutAndWhatBreaksDownFails() {
        var large = new StubExperiment("imbalance", EFFORT, measuring -> {
            Map<String, Object> parameters = Map.of("threads", 1, "pEnq", 1, "pDeq", 1, "fma", 1);
            measuring.leaveOut("large", parameters, new OutOfMemoryError("Java heap space"));
        });
        var ran = run(ExperimentCommand.of(large), "--device", "jvm", "--quiet");
        assertThat(ran.code()).as(ran.err()).isZero();
        assertThat(ran.out()).contains("large", "skipped: out of memory (Java heap space)");

        var broken = new StubExperiment("imbalance", EFFORT, measuring -> {
            Map<String, Object> parameters = Map.of("threads", 1, "pEnq", 1, "pDeq", 1, "fma", 1);
            measuring.leaveOut("broken", parameters, new IllegalStateException("broken on purpose"));
        });
        assertThat(run(ExperimentCommand.of(broken), "--device", "jvm", "--quiet")
                        .code())
                .isEqualTo(1);
    }

    @Test
    void aRowThatCannotBeRecordedDoesNotEndTheExperiment() throws IOException {
        var file = folder.resolve("results.jsonl");
        var ran = run(List.of("is not finite", "last"), file);
        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err()).contains("not recorded: NaN has no form in JSON", "2 of 4 rows failed");
        assertThat(ResultFile.read(file, Samples::unexpected)).hasSize(2);
    }

    @Test
    void aFileThatIsNoResultFileIsRefusedBeforeTheFirstRow() throws IOException {
        var file = Files.writeString(folder.resolve("notes.txt"), "my notes\n");
        var ran = run(List.of("must not run"), file);
        assertThat(ran.code()).isEqualTo(2);
        assertThat(ran.err()).contains(file + " is no file of results");
        assertThat(ran.out()).isEmpty();
        assertThat(file).content().isEqualTo("my notes\n");
    }

    @Test
    void aTornLineIsSetAsideAndToldOf() throws IOException {
        var file = Files.writeString(folder.resolve("results.jsonl"), "{\"experiment\":\"imb");
        var ran = run(List.of("first"), file);
        assertThat(ran.code()).isZero();
        assertThat(ran.err()).contains("results.jsonl.torn-1");
        assertThat(ResultFile.read(file, Samples::unexpected)).hasSize(2);
    }

    /** Ends in the middle of its second size, as a user would end it. */
    static final class Ended {
        private Ended() {}

        public static void main(String[] arguments) {
            var rows = new int[1];
            Contender.Run slow = _ -> {
                if (rows[0]++ < 3) {
                    return Duration.ofNanos(1000);
                }
                System.err.println("ready");
                try {
                    Thread.sleep(Duration.ofMinutes(5));
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                return Duration.ofNanos(1000);
            };
            var rowing = rowing(parameters -> List.of(
                    new Entry("slow", parameters, () -> 1, "slow", () -> new Contender(slow, _ -> Checked.NOT))));
            System.exit(new CommandLine(ExperimentCommand.of(rowing))
                    .execute("--device", "jvm", "--quiet", "--out", arguments[0]));
        }
    }

    @Test
    void whatWasMeasuredIsPrintedWhenTheUserEndsTheProgram() throws Exception {
        // A shell without a terminal starts what is in the background so that Ctrl-C does not reach it.
        var status = Path.of("/proc/self/status");
        assumeThat(status).as("signals are looked up there").exists();
        assumeThat(Files.readAllLines(status).stream()
                        .filter(line -> line.startsWith("SigIgn:"))
                        .mapToLong(
                                line -> Long.parseUnsignedLong(line.substring(7).strip(), 16))
                        .noneMatch(ignored -> (ignored & 1 << 1) != 0))
                .as("Ctrl-C reaches processes that are started here")
                .isTrue();
        var file = folder.resolve("results.jsonl");
        var process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Ended.class.getName(),
                        file.toString())
                .start();
        try {
            assertThat(process.errorReader().readLine()).isEqualTo("ready");
            assertThat(new ProcessBuilder("kill", "-INT", String.valueOf(process.pid()))
                            .start()
                            .waitFor())
                    .isZero();
            assertThat(process.inputReader().readAllAsString()).contains("slow", "not done");
            assertThat(ResultFile.read(file, Samples::unexpected)).hasSize(1);
            assertThat(process.waitFor()).isEqualTo(130);
        } finally {
            process.destroyForcibly();
        }
    }
}
