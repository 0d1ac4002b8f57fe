package dev.warpbroker.cli.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.cli.CommandRun;
import dev.warpbroker.cli.report.Samples;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.experiments.results.ResultFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CompareCommandTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    private String file(String name, Measurement... measurements) throws IOException {
        var file = folder.resolve(name);
        ResultFile.append(file, List.of(measurements), note -> {
            throw new AssertionError(note);
        });
        return file.toString();
    }

    private static Measurement pairs(String structure, double nanos) {
        return Samples.pairs(Samples.GPU, structure, "thread", 1024, nanos);
    }

    @Test
    void rowsWithinTheToleranceAreWell() throws IOException {
        var before = file("before.jsonl", pairs("BQ", 1000), pairs("MSQ", 4000));
        var after = file("after.jsonl", pairs("MSQ", 2000), pairs("BQ", 1029));
        assertThat(CommandRun.of("compare", before, after).succeeded())
                .containsPattern("pairs +2 +0.500 +0.765 +1.029")
                .contains("2 rows compared, 0 slower by more than 3 %");
    }

    @Test
    void aRowThatBecameSlowerIsNamed() throws IOException {
        var before = file("before.jsonl", pairs("BQ", 1000), pairs("MSQ", 4000));
        var after = file("after.jsonl", pairs("BQ", 1100), pairs("MSQ", 4000));
        var run = CommandRun.of("compare", before, after);
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out())
                .contains("2 rows compared, 1 slower by more than 3 %")
                .containsPattern("pairs +BQ +block=256 .*threads=1024 .*1.100");
        assertThat(CommandRun.of("compare", before, after, "--tolerance", "11").code())
                .isZero();
    }

    @Test
    void ofSeveralMeasurementsOfARowTheMiddleCounts() throws IOException {
        var before = file("before.jsonl", pairs("BQ", 900), pairs("BQ", 1000), pairs("BQ", 9000));
        var after = file("after.jsonl", pairs("BQ", 1500), pairs("BQ", 500));
        assertThat(CommandRun.of("compare", before, after).out()).containsPattern("pairs +1 +1.000");
    }

    @Test
    void filesWithoutACommonRowAreRefused() throws IOException {
        var before = file("before.jsonl", pairs("BQ", 1000));
        var after = file("after.jsonl", pairs("MSQ", 1000));
        CommandRun.of("compare", before, after).assertFails(2, "have no row in common");
        assertThat(CommandRun.of("compare", before, before + "x").err()).contains("is no file of results");
    }
}
