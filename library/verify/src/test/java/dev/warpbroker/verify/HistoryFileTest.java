package dev.warpbroker.verify;

import static dev.warpbroker.verify.TestHistories.UNBOUNDED;
import static dev.warpbroker.verify.TestHistories.put;
import static dev.warpbroker.verify.TestHistories.queue;
import static dev.warpbroker.verify.TestHistories.take;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HistoryFileTest {
    private static final String GOOD = """
        warpbroker-history 1
        structure fifo
        capacity 2
        origin 1000
        operations 4
        description BQ on sim:7

        0 put 0 12 5
        1 take 3 14 5
        1 empty 20 21
        0 full 20 28 -6
        """;

    @TempDir
    private Path folder;

    @Test
    void aFileIsWhatItLooksLike() throws IOException {
        var history = read(GOOD);
        assertThat(history.discipline()).isEqualTo(Discipline.FIFO);
        assertThat(history.capacity()).hasValue(2);
        assertThat(history.description()).isEqualTo("BQ on sim:7");
        assertThat(history.operations())
                .containsExactly(
                        new Operation(0, Result.INSERTED, 1000, 1012, 5),
                        new Operation(1, Result.REMOVED, 1003, 1014, 5),
                        new Operation(1, Result.EMPTY, 1020, 1021, 0),
                        new Operation(0, Result.FULL, 1020, 1028, -6));
        assertThat(text(history)).isEqualTo(GOOD);
    }

    @Test
    void carriageReturnsDoNotMatter() throws IOException {
        assertThat(read(GOOD.replace("\n", "\r\n")).operations())
                .isEqualTo(read(GOOD).operations());
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain.history", "compressed.history.gz"})
    void whatIsWrittenIsRead(String name) throws IOException {
        var history = new RandomHistories(5, Discipline.LIFO).linearizable(20_000, 300, UNBOUNDED, 9);
        var file = folder.resolve(name);
        HistoryFile.write(history, file);
        assertThat(HistoryFile.read(file).operations()).isEqualTo(history.operations());
        assertThat(HistoryFile.read(file).capacity()).isEmpty();
        assertThat(HistoryFile.read(file).discipline()).isEqualTo(Discipline.LIFO);
    }

    @Test
    void stampsAndValuesMayBeAnything() throws IOException {
        var history = queue(
                put(Integer.MAX_VALUE, Long.MIN_VALUE, Long.MAX_VALUE - 1, Long.MIN_VALUE),
                take(0, -1, 0, Long.MAX_VALUE),
                put(0, Long.MAX_VALUE - 1, Long.MAX_VALUE - 1, -1));
        assertThat(read(text(history)).operations()).isEqualTo(history.operations());
    }

    @Test
    void aHistoryMayBeEmpty() throws IOException {
        assertThat(read(text(queue())).size()).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "0 put 0 12 5|0 put 0 12|8|a blank and the value are missing, at the end of the line",
                "0 put 0 12 5|0 put 0 12 5 6|8|the line should end, at ' '",
                "0 put 0 12 5|0 put 0 12 x|8|the value is missing or no number, at 'x'",
                "0 put 0 12 5|-1 put 0 12 5|8|the thread is missing or no number, at '-'",
                "0 put 0 12 5|3000000000 put 0 12 5|8|thread 3000000000 is above 2147483647",
                "0 put 0 12 5|0 put 13 12 5|8|has not returned",
                "0 put 0 12 5|0 put 0 ? 5|8|the operation has not returned; only complete histories can be checked",
                "0 put 0 12 5|0 pull 0 12 5|8|the result is none of put, full, take, empty, at 'l'",
                "0 put 0 12 5|0 put 0 12 99999999999999999999|8|the value does not fit into 64 bits",
                "1 take 3|1\u00e9 take 3|9|at the byte 195",
                "1 empty 20 21|1 empty 20 21 7|10|the line should end, at ' '",
                "1 empty 20 21|\"\"|10|the thread is missing or no number, at the end of the line",
                "operations 4|operations 3|11|there are more than the 3 operations that the header announces",
                "operations 4|operations 5|12|the file ends after 4 of 5 operations; it is truncated",
                "operations 4|operations four|7|operations 'four' in the header is no number from 0 to 2147483639",
                "operations 4|operations 4000000000|7|operations '4000000000' in the header is no number",
                "operations 4|size 4|5|unknown key 'size'; known: capacity, description, operations",
                "operations 4|capacity 4|5|there is a second 'capacity'",
                "capacity 2|capacity 0|7|capacity '0' in the header is no number from 1 to 2147483647",
                "structure fifo|structure heap|7|structure 'heap' is neither fifo nor lifo",
                "origin 1000|origin x|7|origin 'x' in the header is no number",
                "history 1|history 2|1|version '2' of the format is unknown; known: 1",
                "warpbroker-history 1|{}|1|this is no history file: it does not begin with 'warpbroker-history'",
            })
    void damageIsNamedWithItsLine(String good, String bad, int line, String reason) {
        assertDamaged(GOOD.replace(good, bad), line, reason);
    }

    @Test
    void aDescriptionHasOneLine() {
        assertDamaged(GOOD.replace("BQ on", "BQ\ron"), 6, "there is a carriage return within the line");
    }

    @Test
    void aMissingKeyIsNamed() {
        assertDamaged(GOOD.replace("structure fifo\n", ""), 6, "the header that ends here has no 'structure'");
    }

    @Test
    void anEmptyFileIsNoHistory() {
        assertDamaged(new byte[0], 1, "the file is empty");
        assertDamaged("\n", 1, "this is no history file");
        assertDamaged(new byte[10_000], 1, "this is no history file");
    }

    @Test
    void aTruncatedFileIsNeverRead() {
        byte[] good = GOOD.getBytes(StandardCharsets.UTF_8);
        for (int length = 0; length < good.length; length++) {
            byte[] beginning = Arrays.copyOf(good, length);
            assertThatThrownBy(() -> HistoryFile.read(new ByteArrayInputStream(beginning)))
                    .as("%d bytes", length)
                    .isInstanceOf(HistoryFile.DamagedException.class)
                    .hasMessageMatching("line \\d+: .*(truncated|is empty).*");
        }
    }

    @Test
    void aTruncatedCompressedFileIsNeverRead() throws IOException {
        var file = folder.resolve("history.gz");
        HistoryFile.write(read(GOOD), file);
        byte[] good = Files.readAllBytes(file);
        for (int length = 2; length < good.length; length++) {
            byte[] beginning = Arrays.copyOf(good, length);
            assertThatThrownBy(() -> HistoryFile.read(new ByteArrayInputStream(beginning)))
                    .as("%d bytes", length)
                    .isInstanceOf(HistoryFile.DamagedException.class)
                    .hasMessageContaining("truncated");
        }
    }

    @Test
    void damageNeverLeadsToAnythingButAnExceptionForIt() {
        byte[] good = GOOD.getBytes(StandardCharsets.UTF_8);
        var random = new Random(11);
        int refused = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] bad = good.clone();
            bad[random.nextInt(bad.length)] = (byte) random.nextInt(256);
            try {
                assertThat(HistoryFile.read(new ByteArrayInputStream(bad)).size())
                        .isEqualTo(4);
            } catch (HistoryFile.DamagedException damage) {
                assertThat(damage.line()).isBetween(1L, 12L);
                refused++;
            } catch (IOException other) {
                throw new AssertionError(other);
            }
        }
        assertThat(refused).isGreaterThan(10_000);
    }

    @Test
    void aHeaderThatPromisesTooMuchNeedsNoMemory() {
        assertDamaged(
                GOOD.replace("operations 4", "operations 2147483639"),
                12,
                "the file ends after 4 of 2147483639 operations");
    }

    private static void assertDamaged(String text, int line, String reason) {
        assertDamaged(text.getBytes(StandardCharsets.UTF_8), line, reason);
    }

    private static void assertDamaged(byte[] bytes, int line, String reason) {
        assertThatThrownBy(() -> HistoryFile.read(new ByteArrayInputStream(bytes)))
                .isInstanceOfSatisfying(
                        HistoryFile.DamagedException.class,
                        damage -> assertThat(damage.line()).isEqualTo(line))
                .hasMessageStartingWith("line " + line + ": ")
                .hasMessageContaining(reason);
    }

    private static History read(String text) throws IOException {
        return HistoryFile.read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static String text(History history) throws IOException {
        var out = new ByteArrayOutputStream();
        HistoryFile.write(history, out);
        return out.toString(StandardCharsets.UTF_8);
    }
}
