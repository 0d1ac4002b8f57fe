package dev.warpbroker.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the command line says of clusters without one. */
class ClusterCommandTest {
    @Test
    void folderWithoutSparkIsNamed(@TempDir Path folder) {
        var run = CommandRun.ofLine("run nqueens 6 --cluster spark://localhost:1 --spark-home " + folder);

        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err())
                .contains("no Spark in " + folder, "spark-4.2.0-bin")
                .doesNotContain("\tat ");
    }

    @Test
    void sparkOfAnotherScalaIsNamed(@TempDir Path folder) throws IOException {
        Files.createFile(Files.createDirectories(folder.resolve("jars")).resolve("spark-core_2.12-3.5.0.jar"));
        var run = CommandRun.ofLine("run nqueens 6 --cluster spark://localhost:1 --spark-home " + folder);

        assertThat(run.err()).contains("no Spark for Scala 2.13", "give Spark 4");
    }

    /** {@return a record as a run leaves it, with another time} */
    private static String line(String recorded, String parameters, int millis) {
        return recorded.replaceFirst("\"experiment\":\"tree\"", "\"experiment\":\"tree-in-slices\"")
                .replaceFirst("\"parameters\":\\{", "\"parameters\":{" + parameters)
                .replaceFirst("\"median\":[0-9.E]+", "\"median\":" + millis + "E6");
    }

    @Test
    void measurementsAreComparedWithTheArithmetic(@TempDir Path folder) throws IOException {
        var file = folder.resolve("records.jsonl");
        CommandRun.ofLine("run uts --depth 4 --device jvm --workers 1 --record " + file)
                .succeeded();
        String device = Files.readString(file).strip();
        assertThat(CommandRun.of("cluster", "expect", "--records", file.toString())
                        .err())
                .contains("no tree that was measured on a device, on one executor and on more");

        var lines = new ArrayList<String>();
        lines.add(device.replaceFirst("\"median\":[0-9.E]+", "\"median\":20E9"));
        int[] seconds = {0, 22, 11};
        for (int executors = 1; executors <= 2; executors++) {
            lines.add(line(
                    device,
                    "\"executors\":" + executors + ",\"gpu\":false,\"sliceMillis\":300,",
                    seconds[executors] * 1000));
        }
        Files.write(file, lines);
        var close = CommandRun.of("cluster", "expect", "--records", file.toString());
        assertThat(close.succeeded()).contains("one executor +10.0 %", "2.00");

        var strict = CommandRun.of("cluster", "expect", "--records", file.toString(), "--tolerance", "0.1");
        assertThat(strict.code()).isOne();
        assertThat(strict.err()).contains("by more than 0.1 %");
    }

    @Test
    void manyExecutorsAreLimitedByTheDriver() {
        var run = CommandRun.ofLine("cluster expect --work 3600 --executors 1,1000 --driver 3 --slice 300");

        assertThat(run.succeeded()).contains("efficiency", "the driver is the limit from");
    }
}
