package dev.warpbroker.cli.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultFileTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    @Test
    void whatWasWrittenIsReadBack() throws IOException {
        var alone = Samples.pairs(Samples.GPU, "BQ", "thread", 1024, 2000);
        var compared = Samples.withPeer(alone, "broker.ptx", "bench", 1000);
        var file = folder.resolve("pairs.jsonl");
        ResultFile.append(file, List.of(alone, compared));
        var lines = ResultFile.read(file);
        assertThat(lines).extracting(ResultLine::experiment).containsExactly("pairs", "pairs");
        assertThat(lines)
                .extracting(line -> Json.line(line.measurement()))
                .containsExactly(Json.line(alone), Json.line(compared));
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
    void aDamagedLineIsNamed() {
        assertDamaged("{\"experiment\":\"a\"}\n\n{\"experiment\":\n", 3, "column 15: expected a value");
        assertDamaged("{\"structure\":\"BQ\"}", 1, "'experiment' is missing");
        assertDamaged("{\"experiment\":7}", 1, "'experiment' is not a text: 7");
    }

    @Test
    void textThatIsNotUtf8IsNamed() throws IOException {
        var file = Files.write(
                folder.resolve("x.jsonl"), "{\"experiment\":\"a\"}\n\"é\"".getBytes(StandardCharsets.ISO_8859_1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ResultFile.read(file))
                .withMessage(file + ", line 2: not UTF-8");
    }

    @Test
    void aMeasurementThatLacksSomethingSaysWhat() throws IOException {
        String line = Json.line(Samples.pairs(Samples.GPU, "BQ", "thread", 1024, 2000));
        assertNoMeasurement(line.replace("\"median\":2000.0,", ""), "'nanoseconds.median' is missing");
        assertNoMeasurement(
                line.replace("\"median\":2000.0,", "\"median\":\"x\","), "'nanoseconds.median' is not a number: x");
        assertNoMeasurement(line.replace("\"warpSize\":32", "\"warpSize\":99999999999"), "does not fit into 32 bits");
        assertNoMeasurement(line.replace("1970-01-01T", ""), "'recorded' is not a point in time: 00:00:00Z");
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

    private void assertDamaged(String text, int number, String reason) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> read(text))
                .withMessageContaining("x.jsonl, line " + number + ": " + reason);
    }

    private void assertNoMeasurement(String text, String reason) throws IOException {
        var line = read(text).getFirst();
        assertThatIllegalArgumentException()
                .isThrownBy(line::measurement)
                .withMessageContaining("x.jsonl, line 1: ")
                .withMessageContaining(reason);
    }

    private List<ResultLine> read(String text) throws IOException {
        return ResultFile.read(Files.writeString(folder.resolve("x.jsonl"), text));
    }
}
