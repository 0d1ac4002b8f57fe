package dev.warpbroker.cli.bench.properties;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.cli.CommandRun;
import dev.warpbroker.structures.Claim;
import dev.warpbroker.structures.queue.QueueKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PropertiesCommandTest {
    @TempDir
    private Path folder;

    @Test
    void theTableIsFilledWithEvidenceForEveryNo() throws IOException {
        var file = folder.resolve("results.jsonl");
        var run = CommandRun.of(
                "bench",
                "properties",
                "--device",
                "sim",
                "--structures",
                "BQ,BSQ",
                "--threads",
                "64",
                "--pairs",
                "2",
                "--seeds",
                "20",
                "--limit",
                "60",
                "--out",
                file.toString());
        assertThat(run.code()).as(run.out() + run.err()).isZero();
        assertThat(run.out())
                .containsPattern("linearizability +• *\n")
                .contains("BSQ, linearizability: no; history", "├", "claims none")
                .containsPattern("highly scalable .*•") // the faster one; how fast the other is depends on the machine
                .doesNotContain("BQ, linearizability: no; history 21");
        assertThat(Files.readAllLines(file))
                .hasSize(2 * 8)
                .anySatisfy(line -> assertThat(line)
                        .contains("\"structure\":\"BQ\",\"property\":\"linearizability\",\"verdict\":\"yes\""));

        var report = CommandRun.of("report", folder.toString());
        assertThat(report.code()).as(report.err()).isZero();
        assertThat(Files.readString(folder.resolve("report.md")))
                .contains("## properties: Warpbroker simulator", "| linearizability | • |  |", "    thread  operation")
                .contains("| highly scalable |  |  |  |  | • | • | • | • | • |  |  | • | • |");
        assertThat(Files.readString(folder.resolve("report.html"))).contains("<pre>", "├");
    }

    @Test
    void thePapersTableIsThere() {
        assertThat(PaperTable.COLUMNS).hasSize(13);
        for (var property : Property.values()) {
            assertThat(PaperTable.of("BQ", property)).contains(Answer.YES);
            assertThat(PaperTable.of("BWD", property)).isEmpty();
        }
        assertThat(PaperTable.of("WFQ", Property.FAIR_ORDERING)).contains(Answer.PARTLY);
        assertThat(PaperTable.of("SFQ", Property.MULTI_QUEUE)).contains(Answer.NO);
    }

    /** A queue that does not claim to be linearizable must be shown not to be, without anybody saying how long to look. */
    @ParameterizedTest
    @EnumSource
    void whoDoesNotClaimToBeLinearizableIsRefuted(QueueKind kind) {
        if (!kind.claims(Claim.LINEARIZABLE)) {
            assertThat(HistorySearch.search(kind, Examiner.MAX_HISTORIES).verdict())
                    .isEqualTo(Answer.NO);
        }
    }

    @Test
    void noSeedsAreRefused() {
        var run = CommandRun.of("bench", "properties", "--device", "jvm", "--seeds", "0");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("0 seeds; the smallest number is 1");
    }
}
