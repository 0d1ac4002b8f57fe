package dev.warpbroker.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.cli.CommandRun;
import dev.warpbroker.verify.Discipline;
import dev.warpbroker.verify.HistoryFile;
import dev.warpbroker.verify.Linearizability;
import dev.warpbroker.verify.Result;
import dev.warpbroker.verify.Violation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryCommandTest {
    @Test
    void recordsChecksAndSaves(@TempDir Path folder) throws IOException {
        var file = folder.resolve("history.jsonl");
        var run = CommandRun.ofLine("bench history --device sim --structures BQ --threads 64 --operations 24"
                + " --capacity 4 --save " + folder + " --out " + file);

        assertThat(run.succeeded()).contains("1536", "linearizable; Full by necessary conditions");
        assertThat(Files.readAllLines(file)).singleElement().asString().contains("\"experiment\":\"history\"");
        var history = HistoryFile.read(folder.resolve("BQ.history.gz"));
        assertThat(history.size()).isEqualTo(1536);
        assertThat(history.count(Result.FULL)).isPositive();
        assertThat(history.count(Result.EMPTY)).isPositive();
        assertThat(Linearizability.check(history)).isNotInstanceOf(Violation.class);
    }

    @Test
    void historiesOfStacksAreCheckedAsThoseOfStacksAlsoFromTheirFiles(@TempDir Path folder) throws IOException {
        var run = CommandRun.ofLine("bench history --device sim --structures rooms,rooms-block,treiber,treiber-warp"
                + " --threads 64 --operations 12 --capacity 5 --save " + folder);

        assertThat(run.succeeded()).contains("rooms-block", "Treiber", "Treiber-warp");
        var file = folder.resolve("rooms-block.history.gz");
        assertThat(HistoryFile.read(file).discipline()).isEqualTo(Discipline.LIFO);
        var check = CommandRun.of("check", file.toString());
        assertThat(check.succeeded()).contains("stack");
    }
}
