package dev.warpbroker.experiments.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.warpbroker.device.DeviceProperties;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResultFileTest {
    private static final Measurement SAMPLE = Measurement.now(
            "pairs",
            new DeviceProperties("cuda:0", "NVIDIA H200", 32, 1024, 270_336, 1L << 37, "driver 580"),
            "BQ",
            Map.of("form", "thread", "threads", 1024),
            Statistics.of(new long[] {2000}),
            20_480,
            List.of(new CheckResult("conservation", true, "")));

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    @Test
    void whatWasWrittenIsReadBack() throws IOException {
        var compared = SAMPLE.withPeer("broker.ptx", "bench", Statistics.of(new long[] {1000}), List.of());
        var file = folder.resolve("pairs.jsonl");
        ResultFile.append(file, List.of(SAMPLE, compared), ResultFileTest::unexpected);
        var lines = ResultFile.read(file, ResultFileTest::unexpected);
        assertThat(lines).extracting(ResultLine::experiment).containsExactly("pairs", "pairs");
        assertThat(lines)
                .extracting(line -> Json.line(line.measurement()))
                .containsExactly(Json.line(SAMPLE), Json.line(compared));
        assertThat(lines.getFirst().measurement().parameters()).containsEntry("threads", 1024L);
    }

    @Test
    void aRecordOfAnotherShapeIsReadToo() throws IOException {
        var lines = read("{\"experiment\":\"new\",\"x\":[1,2]}");
        assertThat(lines.getFirst().members()).isEqualTo(Map.of("experiment", "new", "x", List.of(1L, 2L)));
    }

    @Test
    void blankLinesArePassedOver() throws IOException {
        assertThat(read("\n{\"experiment\":\"a\"}\r\n\n{\"experiment\":\"b\"}"))
                .extracting(ResultLine::experiment)
                .containsExactly("a", "b");
    }

    @Test
    void damagedLinesAreNamedAndPassedOver() throws IOException {
        assertThat(damages("{\"experiment\":\"a\"}\n\n{\"experiment\":\n{\"structure\":\"BQ\"}\n{\"experiment\":7}\n"))
                .satisfiesExactly(
                        first -> assertThat(first).contains("x.jsonl, line 3: column 15: expected a value"),
                        second -> assertThat(second).endsWith("x.jsonl, line 4: 'experiment' is missing"),
                        third -> assertThat(third).endsWith("x.jsonl, line 5: 'experiment' is not a text: 7"));
    }

    private List<String> damages(String text) throws IOException {
        var damages = new ArrayList<String>();
        var file = Files.writeString(folder.resolve("x.jsonl"), text);
        var sound = ResultFile.read(file, damage -> damages.add(String.valueOf(damage.getMessage())));
        assertThat(sound).extracting(ResultLine::experiment).containsExactly("a");
        return damages;
    }

    @Test
    void textThatIsNotUtf8IsNamed() throws IOException {
        var file = Files.write(
                folder.resolve("x.jsonl"), "{\"experiment\":\"a\"}\n\"é\"".getBytes(StandardCharsets.ISO_8859_1));
        var damages = new ArrayList<String>();
        assertThat(ResultFile.read(file, damage -> damages.add(String.valueOf(damage.getMessage()))))
                .hasSize(1);
        assertThat(damages).containsExactly(file + ", line 2: not UTF-8");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{\"experiment\":\"a\"}\n", "{\"experiment\":\"a\"}\n\n"})
    void aTornLineIsSetAsideAndNothingIsGluedToIt(String before) throws IOException {
        String torn = "{\"experiment\":\"pairs\",\"dev".repeat(1000);
        var file = Files.writeString(folder.resolve("x.jsonl"), before + torn);
        ResultFile.requireAppendable(file);
        var notes = new ArrayList<String>();
        ResultFile.append(file, List.of(SAMPLE), notes::add);
        ResultFile.append(file, List.of(SAMPLE), notes::add);
        assertThat(file).content().isEqualTo(before + Json.line(SAMPLE) + "\n" + Json.line(SAMPLE) + "\n");
        assertThat(folder.resolve("x.jsonl.torn-1")).content().isEqualTo(torn);
        assertThat(notes).hasSize(1).first().asString().contains(file.toString(), "x.jsonl.torn-1");

        Files.writeString(file, before + "again");
        ResultFile.append(file, List.of(SAMPLE), notes::add);
        assertThat(folder.resolve("x.jsonl.torn-1")).content().isEqualTo(torn);
        assertThat(folder.resolve("x.jsonl.torn-2")).content().isEqualTo("again");
    }

    @Test
    void aWholeLineThatLacksOnlyItsEndGetsIt() throws IOException {
        var file = Files.writeString(folder.resolve("x.jsonl"), "{\"experiment\":\"a\"}");
        ResultFile.append(file, List.of(SAMPLE), ResultFileTest::unexpected);
        assertThat(file).content().isEqualTo("{\"experiment\":\"a\"}\n" + Json.line(SAMPLE) + "\n");
    }

    @Test
    void aFullDiskLeavesWhatWasThere() {
        var full = Path.of("/dev/full");
        assumeThat(full).exists();
        assertThatIOException().isThrownBy(() -> ResultFile.append(full, List.of(SAMPLE), ResultFileTest::unexpected));
    }

    @Test
    void manyWritersAtOnceWriteWholeLines() throws Exception {
        var file = folder.resolve("x.jsonl");
        try (var threads = Executors.newFixedThreadPool(4)) {
            var writing = new ArrayList<Future<?>>();
            for (int i = 0; i < 40; i++) {
                writing.add(threads.submit(() -> {
                    ResultFile.append(file, List.of(SAMPLE, SAMPLE), ResultFileTest::unexpected);
                    return null;
                }));
            }
            for (var each : writing) {
                each.get();
            }
        }
        assertThat(ResultFile.read(file, ResultFileTest::unexpected)).hasSize(80);
    }

    @Test
    void aFileThatAnotherBeginsMeanwhileStays() throws Exception {
        try (var other = Executors.newSingleThreadExecutor()) {
            for (int i = 0; i < 100; i++) {
                var file = folder.resolve(i + ".jsonl");
                var writing = other.submit(() -> {
                    ResultFile.append(file, List.of(SAMPLE), ResultFileTest::unexpected);
                    return null;
                });
                do {
                    ResultFile.requireAppendable(file);
                } while (!writing.isDone());
                writing.get();
                assertThat(file).isNotEmptyFile();
            }
        }
    }

    /** Another process has the lock for a while. */
    @Test
    void anotherProcessIsWaitedFor() throws Exception {
        var file = folder.resolve("x.jsonl");
        ResultFile.append(file, List.of(SAMPLE), ResultFileTest::unexpected);
        var holder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        LockHolder.class.getName(),
                        file.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try {
            var said = holder.inputReader();
            assertThat(said.readLine()).isEqualTo("locked");
            ResultFile.append(file, List.of(SAMPLE), ResultFileTest::unexpected);
            assertThat(said.readLine()).isEqualTo("written");
            assertThat(Files.readAllLines(file)).hasSize(3);
            assertThat(ResultFile.read(file, ResultFileTest::unexpected))
                    .extracting(ResultLine::experiment)
                    .containsExactly("pairs", "slow", "pairs");
        } finally {
            holder.destroyForcibly();
        }
    }

    /** Writes a record in two halves, with a pause in which others must wait. */
    static final class LockHolder {
        private LockHolder() {}

        public static void main(String[] arguments) throws Exception {
            try (var channel = FileChannel.open(Path.of(arguments[0]), StandardOpenOption.WRITE)) {
                var _ = channel.lock();
                channel.position(channel.size());
                channel.write(ByteBuffer.wrap("{\"experiment\":".getBytes(StandardCharsets.UTF_8)));
                System.out.println("locked");
                Thread.sleep(500);
                channel.write(ByteBuffer.wrap("\"slow\"}\n".getBytes(StandardCharsets.UTF_8)));
            }
            System.out.println("written");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"my notes\n", "{\n  \"experiment\": 1\n}\n", "\u0000\u0001", "{\"x\":1}\n"})
    void aFileOfSomethingElseIsRefusedAndStays(String text) throws IOException {
        var file = Files.writeString(folder.resolve("notes"), text);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ResultFile.requireAppendable(file))
                .withMessageContaining(file + " is no file of results")
                .withMessageContaining("give another file");
        assertThat(file).content().isEqualTo(text);
    }

    @Test
    void aFolderIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ResultFile.requireAppendable(folder))
                .withMessageContaining(folder + " is a folder");
    }

    @Test
    void aFileThatCannotBeMadeIsRefused() throws IOException {
        var file = Files.writeString(folder.resolve("file"), "").resolve("results.jsonl");
        assertThatIOException()
                .isThrownBy(() -> ResultFile.requireAppendable(file))
                .withMessageContaining(file.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "{\"exp", "{\"x\":1,\"experiment\":\"a\"}\n", "{\"experiment\":\"a\",\n"})
    void anEmptyOrTornOrWholeFileOfResultsIsTaken(String text) throws IOException {
        var file = Files.writeString(folder.resolve("x.jsonl"), text);
        ResultFile.requireAppendable(file);
        assertThat(file).content().isEqualTo(text);
        var none = folder.resolve("none.jsonl");
        ResultFile.requireAppendable(none);
        assertThat(none).doesNotExist();
    }

    @Test
    void aMeasurementThatLacksSomethingSaysWhat() throws IOException {
        String line = Json.line(SAMPLE);
        assertNoMeasurement(line.replace("\"median\":2000.0,", ""), "'nanoseconds.median' is missing");
        assertNoMeasurement(
                line.replace("\"median\":2000.0,", "\"median\":\"x\","), "'nanoseconds.median' is not a number: x");
        assertNoMeasurement(line.replace("\"warpSize\":32", "\"warpSize\":99999999999"), "does not fit into 32 bits");
        assertNoMeasurement(
                line.replaceFirst("\"recorded\":\"[^\"]*\"", "\"recorded\":\"00:00:00Z\""),
                "'recorded' is not a point in time: 00:00:00Z");
        assertNoMeasurement(line.replace("\"passed\":true", "\"passed\":1"), "'checks.passed' is not true or false: 1");
    }

    @Test
    void findsResultFilesInFoldersWithin() throws IOException {
        Files.createDirectories(folder.resolve("b/c"));
        var first = Files.createFile(folder.resolve("b/c/x.jsonl"));
        var second = Files.createFile(folder.resolve("z.jsonl"));
        Files.createFile(folder.resolve("b/report.html"));
        assertThat(ResultFile.under(folder)).containsExactly(first, second);
    }

    private void assertNoMeasurement(String text, String reason) throws IOException {
        var line = read(text).getFirst();
        assertThatExceptionOfType(DamagedLineException.class)
                .isThrownBy(line::measurement)
                .withMessageContaining("x.jsonl, line 1: ")
                .withMessageContaining(reason);
    }

    private List<ResultLine> read(String text) throws IOException {
        return ResultFile.read(Files.writeString(folder.resolve("x.jsonl"), text), ResultFileTest::unexpected);
    }

    /** For what must not happen: a line that is damaged or torn. */
    @SuppressWarnings("DoNotCallSuggester") // it is handed over, in the hope that nobody calls it
    private static void unexpected(Object what) {
        throw new AssertionError(what);
    }
}
