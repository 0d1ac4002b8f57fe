package dev.warpbroker.experiments.papers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Findings of the Broker Queue paper are judged by all that was measured, and by nothing that is of another load. */
class BrokerQueueTest {
    private static final int ALL = BrokerQueuePaper.ALL_THREADS;

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    @SuppressWarnings("NullAway.Init") // set before each test
    private Recorded recorded;

    @BeforeEach
    void recordNothing() {
        recorded = new Recorded(folder);
    }

    private Verdict verdict(Exhibit exhibit, String says) throws IOException {
        var archive = recorded.archive();
        return exhibit.claims().stream()
                .map(claim -> claim.verdict(archive))
                .filter(verdict -> verdict.says().startsWith(says))
                .findFirst()
                .orElseThrow();
    }

    /** More dequeues, with the work of the figures. */
    private void dequeues(String queue, int threads, double nanos) {
        recorded.load(queue, threads, false, Map.of(), nanos, Map.of());
    }

    /** Rows that are not of the figures, later than all before. */
    private void otherLoads(String queue, int threads, double retries) {
        recorded.load(queue, threads, false, Map.of("fma", 320_000), 1e6, Map.of())
                .load(queue, threads, false, Map.of("patience", 0), 1e6, Map.of())
                .load(queue, threads, false, Map.of("ring", 64), 1e6, Map.of())
                .load(queue, threads, true, Map.of(), 1e6, Map.of())
                .load(queue, threads, false, Map.of(), 1e6, Map.of("retriesPerOperation", retries));
    }

    @ParameterizedTest
    @CsvSource({
        "250, 0, REPRODUCED, REPRODUCED",
        "110, 0, TURNED_AROUND, REPRODUCED",
        "75, 0, TURNED_AROUND, TURNED_AROUND",
        "75, 3, UNEXPLAINED, UNEXPLAINED"
    })
    void howFarLcrqIsBehindIsJudgedByAllNumbersOfThreads(int lcrq, double others, Outcome behind, Outcome fastest)
            throws IOException {
        for (int threads : List.of(8192, ALL)) {
            for (String queue : List.of("BQ", "BWD", "GQ")) {
                dequeues(queue, threads, queue.equals("BQ") ? 100 : 10);
                otherLoads(queue, threads, queue.equals("BQ") ? 4.5 : others);
            }
            dequeues("LCRQ", threads, threads == ALL ? 1000 : lcrq);
            dequeues("WFQ", threads, 1000);
        }
        assertThat(verdict(BrokerQueueLoads.moreDequeues(), "LCRQ takes at least 2.5")
                        .outcome())
                .isEqualTo(behind);
        assertThat(verdict(BrokerQueueLoads.moreDequeues(), "BQ significantly").outcome())
                .isEqualTo(fastest);
    }

    @Test
    void rowsOfOtherLoadsAreNotTheFigures() throws IOException {
        dequeues("BQ", ALL, 100);
        otherLoads("BQ", ALL, 4.5);
        assertThat(BrokerQueueLoads.load(recorded.records(), "imbalance", false).time("BQ"))
                .isEqualTo(100);
    }

    @ParameterizedTest
    @CsvSource({"300, REPRODUCED", "500, UNEXPLAINED"})
    void theGapIsThatOfTheSameLoadWithoutWork(double slowest, Outcome outcome) throws IOException {
        for (int threads : List.of(BrokerQueuePaper.PAPER_THREADS, ALL)) {
            for (String queue : List.of("BQ", "BWD", "BSQ", "GQ", "LCRQ", "WFQ")) {
                recorded.load(queue, threads, true, Map.of("fma", 0), queue.equals("WFQ") ? 400 : 100, Map.of());
                recorded.load(queue, threads, true, Map.of(), queue.equals("WFQ") ? slowest : 100, Map.of());
            }
        }
        assertThat(verdict(BrokerQueueLoads.moreEnqueues(), "The work narrows").outcome())
                .isEqualTo(outcome);
    }

    @ParameterizedTest
    @CsvSource({"700, 700, REPRODUCED", "700, 500, IN_KIND", "500, 700, IN_KIND", "700, 90, TURNED_AROUND"})
    void ranksAreJudgedByWarpsAndByLanes(double byWarps, double byLanes, Outcome outcome) throws IOException {
        for (String form : List.of("warp", "thread")) {
            for (int threads : List.of(32_768, 67_584, 135_168, ALL)) {
                for (String queue : List.of("BQ", "BWD", "GQ", "BSQ")) {
                    recorded.ranks(queue, form, threads, Map.of(), 100);
                }
                recorded.ranks("WFQ", form, threads, Map.of(), form.equals("warp") ? byWarps : byLanes);
            }
        }
        recorded.ranks("WFQ", "warp", 67_584, Map.of("ring", 64), 900);
        var exhibit =
                BrokerQueueRanks.pageRank("figure 3d", "p2p-Gnutella31.txt", new BrokerQueueRanks.AtLeast("WFQ", 6));
        assertThat(verdict(exhibit, "WFQ takes at least 6").outcome()).isEqualTo(outcome);
    }

    /** With 33 to 40 registers it is as the paper says. */
    @ParameterizedTest
    @CsvSource({"20, 1", "31, 1", "32, 1", "33, 0.75", "40, 0.75", "41, 0.625", "55, 0.5"})
    void registersSayHowManyThreadsFit(int registers, double share) {
        assertThat(BrokerQueueProperties.residentShare(registers)).isEqualTo(share);
    }

    @ParameterizedTest
    @CsvSource({"31, TURNED_AROUND", "40, REPRODUCED", "55, REPRODUCED"})
    void aQueueWithManyRegistersHasFewerThreads(int registers, Outcome outcome) throws IOException {
        recorded.footprint("BQ", 20).footprint("LCRQ", registers);
        assertThat(verdict(BrokerQueuePairs.pairs(), "LCRQ needs so many registers")
                        .outcome())
                .isEqualTo(outcome);
    }

    @Test
    void contentionIsNotReadOffBetweenTwoNumbersOfThreads() throws IOException {
        recorded.adds(true, 4096, 17).adds(true, 16_384, 69).adds(false, 8, 117).adds(false, 16, 284);
        String says = "On the GPU 10,000 threads";
        assertThat(verdict(BrokerQueuePairs.contention(), says).outcome()).isEqualTo(Outcome.NOT_RECORDED);
        recorded = new Recorded(folder).adds(true, 10_000, 42).adds(false, 10, 60);
        var found = verdict(BrokerQueuePairs.contention(), says);
        assertThat(found.outcome()).isEqualTo(Outcome.REPRODUCED);
        assertThat(found.ours()).contains("42.0 times", "60.0 times");
    }
}
