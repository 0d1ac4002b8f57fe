package dev.warpbroker.cli.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.cli.CommandRun;
import dev.warpbroker.cli.Main;
import dev.warpbroker.verify.Discipline;
import dev.warpbroker.verify.History;
import dev.warpbroker.verify.HistoryFile;
import dev.warpbroker.verify.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckCommandTest {
    private static final int PUT = Result.INSERTED.code();
    private static final int FULL = Result.FULL.code();
    private static final int TAKE = Result.REMOVED.code();
    private static final int EMPTY = Result.EMPTY.code();

    @TempDir
    private Path folder;

    @Test
    void aGoodHistoryIsLinearizable() throws IOException {
        var file = write("good.history.gz", good());
        var run = CommandRun.of("check", file, "--quiet");
        assertThat(run.succeeded())
                .contains(file + ": BQ on paper, unbounded queue, 3 operations by 2 threads, stamps over 50\n")
                .contains("  enqueue 1 (and 0 full), dequeue 1 (and 1 empty)\n", "  linearizable (in ");
        assertThat(run.err()).isEmpty();
    }

    @Test
    void aHistoryMayComeFromTheStandardInput() throws IOException {
        var input = System.in;
        try (var in = Files.newInputStream(Path.of(write("good.history.gz", good())))) {
            System.setIn(in);
            assertThat(CommandRun.of("check", "-", "--quiet").succeeded())
                    .contains("standard input: BQ on paper", "  linearizable (in ");

            var empty = CommandRun.of("check", "-", "--quiet", "--format", "json");
            assertThat(empty.code()).isEqualTo(2);
            assertThat(empty.err()).startsWith("warpbroker: standard input: line 1: ");
            assertThat(empty.out()).contains("\"file\":\"standard input\"", "\"error\":\"line 1: ");
        } finally {
            System.setIn(input);
        }
    }

    @Test
    void aViolationIsDrawn() throws IOException {
        var run = CommandRun.of("check", write("bad.history", bad()), "--quiet");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out()).contains("  NOT linearizable (in ").endsWith("""

              Order: 5 was enqueued before 6, and 6 was dequeued before 5

              thread  operation  call  return
                   0  enqueue 5     0      10  ├───────┤
                   0  enqueue 6    20      30                  ├───────┤
                   1  dequeue 6    40      50                                  ├───────┤
                   1  dequeue 5    60      70                                                  ├───────┤
              stamps count from 0
            """);
    }

    @Test
    void aBoundedHistoryIsSaidToBeCheckedInPart() throws IOException {
        var file = write("bounded.history", countTakenAtItsWord());
        assertThat(CommandRun.of("check", file, "--quiet").succeeded())
                .contains("queue of capacity 2", "linearizable but for the capacity");

        var exhaustive = CommandRun.of("check", file, "--quiet", "--exhaustive");
        assertThat(exhaustive.code()).isEqualTo(1);
        assertThat(exhaustive.out()).contains("Search: no order of these 6 operations");
    }

    @Test
    void theWorstOfSeveralFilesCounts() throws IOException {
        var good = write("good.history", good());
        var bad = write("bad.history", bad());
        assertThat(CommandRun.of("check", good, bad, good).code()).isEqualTo(1);
        var damaged = folder.resolve("damaged.history");
        Files.writeString(damaged, Files.readString(Path.of(good)).replace("put", "pat"));
        var run = CommandRun.of("check", damaged.toString(), bad, good);
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err())
                .contains("warpbroker: " + damaged + ": line 8: the result is none of put, full, take, empty, at 'a'")
                .doesNotContain("\tat ");
        assertThat(run.out()).contains("  NOT linearizable", "  linearizable");
    }

    @Test
    void progressIsShown() throws IOException {
        assertThat(CommandRun.of("check", write("good.history", good())).err()).contains("check good.history");
    }

    @Test
    void aMissingFileIsNamed() {
        CommandRun.of("check", folder.resolve("none").toString()).assertFails(2, "none: there is no such file");
    }

    @Test
    void withoutAFileThereIsNothingToCheck() {
        CommandRun.of("check").assertFails(2, "FILE");
    }

    @Test
    void equalValuesAreAnErrorOfTheInput() throws IOException {
        var file = write(
                "equal.history",
                History.builder(Discipline.FIFO)
                        .add(0, PUT, 0, 10, 5)
                        .add(0, PUT, 20, 30, 5)
                        .build());
        CommandRun.of("check", file).assertFails(2, "equal.history: value 5 was inserted twice");
    }

    /** 1 must mean that a history is not linearizable, and nothing else. */
    @Test
    void memoryThatRunsOutHasACodeOfItsOwn() throws Exception {
        var builder = History.builder(Discipline.FIFO);
        for (int i = 0; i < 400_000; i++) {
            builder.add(0, PUT, 2L * i, 2L * i + 1, i);
        }
        var process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx16m",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Main.class.getName(),
                        "check",
                        "--quiet",
                        write("large.history.gz", builder.build()))
                .start();
        String err = process.errorReader().readAllAsString();
        assertThat(process.waitFor()).as(err).isEqualTo(3);
        assertThat(err).contains("large.history.gz: out of memory", "WARPBROKER_JAVA_OPTIONS=-Xmx");
    }

    @Test
    void tooLongForASearchIsSaid() throws IOException {
        var builder = History.builder(Discipline.LIFO);
        for (int i = 0; i < 65; i++) {
            builder.add(0, PUT, 2L * i, 2L * i + 1, i);
        }
        CommandRun.of("check", "--exhaustive", write("long.history", builder.build()))
                .assertFails(2, "65 operations is too long to be searched exhaustively; the limit is 64");
    }

    private static History good() {
        return History.builder(Discipline.FIFO)
                .description("BQ on paper")
                .add(0, PUT, 0, 10, 5)
                .add(7, TAKE, 20, 30, 5)
                .add(7, EMPTY, 40, 50, 0)
                .build();
    }

    private static History bad() {
        return History.builder(Discipline.FIFO)
                .add(0, PUT, 0, 10, 5)
                .add(0, PUT, 20, 30, 6)
                .add(1, TAKE, 40, 50, 6)
                .add(1, TAKE, 60, 70, 5)
                .build();
    }

    /** Keeps to all that is checked in long histories, and is wrong nevertheless. */
    private static History countTakenAtItsWord() {
        return History.builder(Discipline.FIFO)
                .capacity(2)
                .add(0, PUT, 0, 1, 5)
                .add(1, FULL, 2, 3, 4)
                .add(1, TAKE, 4, 5, 5)
                .add(1, PUT, 6, 7, 6)
                .add(2, PUT, 2, 8, 7)
                .add(0, TAKE, 9, 10, 6)
                .build();
    }

    private String write(String name, History history) throws IOException {
        var file = folder.resolve(name);
        HistoryFile.write(history, file);
        return file.toString();
    }
}
