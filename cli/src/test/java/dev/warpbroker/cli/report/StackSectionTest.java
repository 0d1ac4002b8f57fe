package dev.warpbroker.cli.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.cli.CommandRun;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.experiments.results.ResultFile;
import dev.warpbroker.experiments.results.Statistics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StackSectionTest {
    @TempDir
    private Path folder;

    @Test
    void theFiguresOfThePaperStandBesideOurs() throws IOException {
        record(
                mix("EL+LA", 10_000_000, 1e8),
                mix("Inval+EL+LA", 10_000_000, 2e8),
                mix("rooms", 10_000_000, 1e7),
                invalid("LA", 2_500, 500, 10, 4e6),
                invalid("LA", 0, 1_000, 0, 8e6),
                invalid("rooms", 0, 1_000, 0, 1e5));
        assertThat(CommandRun.of("report", folder.toString()).code()).isZero();
        assertThat(Files.readString(folder.resolve("report.md")))
                .contains(
                        "RandomMix (figure 9): throughput by operations",
                        "| EL+LA | 100 M/s |",
                        "| rooms | 1.00 G/s |",
                        "| LA | 2,500 | 500 | 10 | ≈ 20 (93) | ≈ 4.00 (79.02) ms |",
                        "| LA | N/A | 1,000 | 0 | 0 (0) | 8.00 (572.15) ms |",
                        "| rooms | N/A | 1,000 | 0 | 0 |",
                        "- † LA, interval 2500: cut");
        assertThat(Files.readString(folder.resolve("stack-random.svg")))
                .contains(">throughput (10^6 operations/s)</text>", ">rooms</text>", "stroke-dasharray");
    }

    @Test
    void linesOfStacksThatAreNotThePapersAreSolidAlsoOfStacksThatWereRemoved() throws IOException {
        record(mix("rooms", 1_000_000, 1e7), mix("EB", 1_000_000, 1e9), mix("EB", 2_000_000, 4e9));
        assertThat(CommandRun.of("report", folder.toString()).code()).isZero();
        assertThat(Files.readString(folder.resolve("stack-random.svg")))
                .contains(">rooms</text>", ">EB</text>")
                .doesNotContain(" wb-dashed\"");
    }

    @Test
    void cellsOfOtherSettingsHaveRowsOfTheirOwnWithoutThePapersFigure() throws IOException {
        record(
                invalid("LA", 0, 1_000, 3, 8e6),
                invalid("LA", Map.of("interval", 0, "capacity", 50_000), 500, 7, 8e6),
                invalid("LA", Map.of("interval", 0, "fresh", true), 1_000, 8, 8e6),
                invalid("LA", Map.of("interval", 0, "alike", 32), 1_000, 9, 8e6));
        assertThat(CommandRun.of("report", folder.toString()).code()).isZero();
        assertThat(Files.readString(folder.resolve("report.md")))
                .contains(
                        "| LA, capacity 1,000,000 | N/A | 1,000 | 3 | 3 (0) |",
                        "| LA, capacity 50,000 | N/A | 500 | 7 | ≈ 14 |",
                        "| LA, capacity 1,000,000, fresh | N/A | 1,000 | 8 | 8 |",
                        "| LA, capacity 1,000,000, alike 32 | N/A | 1,000 | 9 | 9 |",
                        "- † LA, capacity 50,000, interval 0: cut");
    }

    /** Its time grows as the square of the operations, so its rate halves when they double. */
    @Test
    void whatWasNotMeasuredIsExtrapolatedFromThreeSmallerSizes() throws IOException {
        record(
                mix("LA", 1_000_000, 1e9),
                mix("LA", 2_000_000, 4e9),
                mix("EL+LA", 2_000_000, 1e9),
                mix("LA", 4_000_000, 16e9),
                mix("EL+LA", 8_000_000, 1e9));
        assertThat(CommandRun.of("report", folder.toString()).code()).isZero();
        assertThat(Files.readString(folder.resolve("report.md")))
                .contains(
                        "| LA | 1.00 M/s | 500 k/s | 250 k/s | ≈ 125 k/s |", "| EL+LA | – | 2.00 M/s | – | 8.00 M/s |")
                .contains("- ≈ was not measured");
    }

    private void record(Measurement... measurements) throws IOException {
        ResultFile.append(folder.resolve("results.jsonl"), List.of(measurements), Samples::unexpected);
    }

    private static Measurement mix(String structure, int operations, double nanos) {
        return Samples.other("stack", structure, Map.of("mix", "random", "operations", operations), nanos, operations);
    }

    private static Measurement invalid(String structure, int interval, int runs, int invalid, double mean) {
        return invalid(structure, Map.of("interval", interval), runs, invalid, mean);
    }

    private static Measurement invalid(String structure, Map<String, Object> more, int runs, int invalid, double mean) {
        var parameters =
                new HashMap<String, Object>(Map.of("mix", "random", "operations", 1_000_000, "capacity", 1_000_000));
        parameters.putAll(more);
        return Measurement.now(
                        "stack-invalid",
                        Samples.GPU,
                        structure,
                        parameters,
                        new Statistics(runs, mean, mean, mean),
                        1_000_000,
                        List.of())
                .with(Map.of("runs", runs, "invalid", invalid, "meanNanoseconds", mean), runs < 1_000 ? "cut" : null);
    }
}
