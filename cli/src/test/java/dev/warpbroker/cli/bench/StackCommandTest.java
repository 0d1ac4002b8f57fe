package dev.warpbroker.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StackCommandTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({"jvm, block", "sim, block", "sim, thread", "sim, warp"})
    void everyMixStackAndSizeIsMeasuredAndReported(String device, String form) throws IOException {
        var file = folder.resolve("results.jsonl");
        var run = CommandRun.ofLine("bench stack --device " + device + " --form " + form
                + " --stacks No-Optimizations,EL+LA,Inval+EL+LA+PX,rooms --operations 50,200"
                + " --interval 10 --limit 30 --reps 1 --out " + file);
        assertThat(run.succeeded().lines().filter(line -> line.contains("passed")))
                .hasSize(24);
        assertThat(Files.readAllLines(file))
                .hasSize(24)
                .allSatisfy(line -> assertThat(line).contains("\"pushes\":").contains("\"mix\":"));

        assertThat(CommandRun.of("report", folder.toString()).code()).isZero();
        assertThat(folder.resolve("report.html"))
                .content()
                .contains("RandomMix (figure 9): throughput")
                .contains("Push Only (figure 10): throughput")
                .contains("Pop Only (figures 11 and 12): throughput");
    }

    @ParameterizedTest
    @ValueSource(strings = {"jvm", "sim"})
    void invalidStacksAreCountedByInterval(String device) throws IOException {
        var file = folder.resolve("results.jsonl");
        var run = CommandRun.ofLine("bench stack --invalid --device " + device
                + " --stacks LA,EL+LA,EL+LA-listed,rooms --thread-each --operations 200 --intervals"
                + " 0,2 --runs 3 --limit 30 --out " + file);
        assertThat(run.succeeded()).contains("per 1,000 (paper)");
        assertThat(Files.readAllLines(file))
                .hasSize(7)
                .allSatisfy(line -> assertThat(line).contains("\"runs\":3", "\"losses\":0", "\"threads\":200"));

        assertThat(CommandRun.of("report", folder.toString()).code()).isZero();
        assertThat(folder.resolve("report.html"))
                .content()
                .contains("Invalid final stacks of 1,000 and mean run times by interval");
    }

    @Test
    void looksAndSwapsOfScanStacksAreCountedApartFromTheTimedRuns() throws IOException {
        var file = folder.resolve("results.jsonl");
        String command = "bench stack --device sim --mix push --stacks LA,rooms --operations 100 --interval 10 --reps 1"
                + " --warmup 0 --limit 30 --out " + file;
        assertThat(CommandRun.of(command.split(" ")).out()).doesNotContain("swaps");
        var run = CommandRun.ofLine(command + " --count");
        assertThat(run.succeeded()).contains("looks (steps)", "swaps (steps)");
        assertThat(Files.readAllLines(file))
                .filteredOn(line -> line.contains("swapsPerOperation"))
                .singleElement()
                .asString()
                .contains("\"structure\":\"LA\"", "looksPerOperation", "swappingStepsPerOperation", "countedThreads");
        assertThat(CommandRun.of("bench", "stack", "--invalid", "--count").err())
                .contains("--count means nothing together with --invalid");
    }

    @Test
    void runsThatTheLimitCutsAreSaid() {
        var run = CommandRun.ofLine(
                "bench stack --invalid --device jvm --stacks rooms --runs 100000 --limit 0.05 --operations 1000");
        assertThat(run.out()).contains("of 100000 runs within the limit");
    }

    @Test
    void mixesCanBeChosen() {
        var run = CommandRun.ofLine("bench stack --device jvm --mix push,pop --stacks rooms --operations 100 --reps 1");
        assertThat(run.succeeded().lines().filter(line -> line.contains("passed")))
                .hasSize(2);
        assertThat(run.out()).doesNotContain("random");
    }

    @Test
    void aSliceGoesOnWhereTheOneBeforeEnded() throws IOException {
        var file = folder.resolve("results.jsonl");
        String slice =
                "bench stack --device jvm --mix push --stacks EL+LA,rooms --reps 1 --warmup 0 --limit 30 --resume "
                        + file + " --out " + file + " --operations ";
        assertThat(CommandRun.ofLine(slice + "10,20").code()).isZero();
        assertThat(Files.readAllLines(file)).hasSize(4);

        CommandRun.ofLine(slice + "10,20,40").succeeded();
        // The capacity is another one, so nothing of the first slice counts.
        assertThat(Files.readAllLines(file)).hasSize(4 + 6);

        assertThat(CommandRun.ofLine(slice + "10,20,40").code()).isZero();
        assertThat(Files.readAllLines(file)).hasSize(4 + 6);

        var third = CommandRun.ofLine(slice + "10,20,40 --budget 1e-9 --mix pop");
        assertThat(third.succeeded()).contains("left for another slice: EL+LA, pop, 10 operations");
        assertThat(Files.readAllLines(file)).hasSize(4 + 6);
    }

    @Test
    void runsOfAllSlicesOfACellAreTakenTogether() throws IOException {
        var file = folder.resolve("results.jsonl");
        String slice = "bench stack --invalid --device jvm --stacks rooms --operations 50 --limit 30 --resume " + file
                + " --out " + file + " --runs ";
        assertThat(CommandRun.ofLine(slice + "3").code()).isZero();
        assertThat(CommandRun.ofLine(slice + "7").code()).isZero();
        assertThat(CommandRun.ofLine(slice + "7").code()).isZero();
        assertThat(Files.readAllLines(file)).hasSize(2);
        assertThat(Files.readString(file)).contains("\"runs\":3", "\"runs\":4");
        assertThat(CommandRun.of("report", folder.toString()).code()).isZero();
        assertThat(folder.resolve("report.md")).content().doesNotContain("only 4 of 7");

        // Operations in rows are another cell, of which nothing is measured yet.
        assertThat(CommandRun.ofLine(slice + "7 --alike 2").code()).isZero();
        assertThat(Files.readAllLines(file)).hasSize(3);
    }
}
