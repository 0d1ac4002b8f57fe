package dev.warpbroker.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.cli.CommandRun;
import dev.warpbroker.experiments.design.Experiment;
import dev.warpbroker.experiments.design.Slice;
import dev.warpbroker.experiments.suite.Suite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ResumeTest {
    /** Options of experiments that --quick does not make small, or that do not have it. */
    private static final Map<String, String> SMALL = Map.of(
            "faa", "--quick --threads 1,2",
            "pairs", "--quick --structures BQ,SFQ",
            "imbalance", "--quick --structures BQ,SFQ,CBQ",
            "prefilled", "--quick --structures BQ,SFQ,CBQ",
            "variants", "--quick --threads 3",
            "pagerank", "--quick --threads 2 --graph rmat:6:3",
            "launch", "--launches 50 --compilations 1",
            "executor", "--round-trips 20 --requests 20 --threads 1 --reps 1",
            "copies", "--bytes 1024,4096 --reps 2 --chunk-bytes 1024");

    @TempDir
    private Path folder;

    /** All but history: each of its runs records other operations, so a resumed one adds them to the file by design. */
    static Stream<String> experiments() {
        return Suite.EXPERIMENTS.stream()
                .filter(Experiment::isCommand)
                .map(Experiment::name)
                .filter(name -> !name.equals("history"));
    }

    @ParameterizedTest
    @MethodSource("experiments")
    void resumedExperimentAddsNoRowToACompleteFile(String name) throws IOException {
        var file = folder.resolve("results.jsonl");
        String small = SMALL.getOrDefault(name, "--quick");
        var options = Suite.named(name).orElseThrow().options();
        String resume = options.contains(Slice.RESUME) ? "--resume " + file : "--resume";
        String command = "bench " + name + " " + small + " --device jvm -q --out " + file + " " + resume;
        CommandRun.ofLine(command).succeeded();
        // Rows that are made again within the same second would have the same time.
        String recorded = Files.readString(file).replaceAll("\"recorded\":\"\\d+", "\"recorded\":\"2001");
        assertThat(recorded).contains("\"recorded\":\"2001");
        Files.writeString(file, recorded);

        CommandRun.ofLine(command).succeeded();
        assertThat(file).content().isEqualTo(recorded);
    }

    @Test
    void resumedPipelineKeepsTheRoundsOfItsKernel() throws IOException {
        var file = folder.resolve("results.jsonl");
        String command = "bench copies --bytes 1024 --reps 1 --device jvm -q --resume --out " + file;
        CommandRun.ofLine(command).succeeded();
        // A number that is not measured on any device: measured ones are powers of two.
        String recorded = Files.readString(file).replaceAll("\"rounds\":\\d+", "\"rounds\":3");
        Files.writeString(file, recorded);

        CommandRun.ofLine(command).succeeded();
        assertThat(file).content().isEqualTo(recorded);
    }
}
