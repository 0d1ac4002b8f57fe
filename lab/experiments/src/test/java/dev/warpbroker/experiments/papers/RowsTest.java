package dev.warpbroker.experiments.papers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RowsTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    private Recorded recorded() {
        return new Recorded(folder);
    }

    @Test
    void theNewestOfEqualParametersCounts() throws IOException {
        var records = recorded()
                .pairs("a.jsonl", "aaa", "BQ", 1024, 100)
                .pairs("b.jsonl", "bbb", "BQ", 1024, 200)
                .pairs("b.jsonl", "bbb", "BQ", 2048, 400)
                .records();
        assertThat(records.gpu("pairs").with("threads", 1024).time("BQ")).isEqualTo(200);
        assertThat(records.sources())
                .hasSize(1)
                .first()
                .asString()
                .startsWith("bbb in ")
                .endsWith("b.jsonl");
    }

    @Test
    void timesThatAreComparedComeFromOneRunIfThereIsOneWithBoth() throws IOException {
        var records = recorded()
                .pairs("a.jsonl", "aaa", "GQ", 1024, 300)
                .pairs("a.jsonl", "aaa", "BQ", 1024, 100)
                .pairs("b.jsonl", "bbb", "BQ", 1024, 200)
                .records();
        assertThat(records.gpu("pairs").ratio("GQ", "BQ")).isEqualTo(3);
        assertThat(records.gpu("pairs").ratio("BQ", "GQ")).isEqualTo(1 / 3.0);
    }

    @Test
    void withoutSuchARunTheNewestOfEachIsCompared() throws IOException {
        var records = recorded()
                .pairs("a.jsonl", "aaa", "GQ", 1024, 300)
                .pairs("b.jsonl", "bbb", "BQ", 1024, 200)
                .records();
        assertThat(records.gpu("pairs").ratio("GQ", "BQ")).isEqualTo(1.5);
        assertThat(records.sources()).hasSize(2);
    }

    @Test
    void ofStructuresTogetherTheNewestRunWithAllOfThemCounts() throws IOException {
        var rows = recorded()
                .pairs("a.jsonl", "aaa", "BQ", 1024, 100)
                .pairs("a.jsonl", "aaa", "GQ", 1024, 300)
                .pairs("a.jsonl", "aaa", "OVQ", 1024, 500)
                .pairs("b.jsonl", "bbb", "BQ", 1024, 200)
                .pairs("b.jsonl", "bbb", "OVQ", 1024, 600)
                .records()
                .gpu("pairs");
        assertThat(rows.together("BQ", "GQ").cell("BQ").text()).isEqualTo("100 ns");
        assertThat(rows.together("BQ", "GQ").cell("OVQ").text()).isEqualTo("600 ns");
        assertThat(rows.together("BQ", "HTQ").cell("BQ").text()).isEqualTo("200 ns");
    }

    @Test
    void everyRunWithBothHasARatio() throws IOException {
        var rows = recorded()
                .pairs("a.jsonl", "aaa", "GQ", 1024, 300)
                .pairs("a.jsonl", "aaa", "BQ", 1024, 100)
                .pairs("b.jsonl", "bbb", "BQ", 1024, 200)
                .pairs("c.jsonl", "ccc", "GQ", 1024, 100)
                .pairs("c.jsonl", "ccc", "BQ", 1024, 100)
                .records()
                .gpu("pairs");
        assertThat(rows.ratios("GQ", "BQ")).containsExactly(1, 3);
        assertThatThrownBy(() -> rows.ratios("GQ", "HTQ")).isInstanceOf(NotRecordedException.class);
    }

    @Test
    void whatIsExceptedIsLeftOutAndWhatDoesNotKnowTheParameterStays() throws IOException {
        var rows = recorded()
                .pairs("a.jsonl", "aaa", "BQ", 1024, 100)
                .pairs("a.jsonl", "aaa", "BQ", 2048, 200)
                .records()
                .gpu("pairs");
        assertThat(rows.except("threads", 2048).time("BQ")).isEqualTo(100);
        assertThat(rows.except("packed", true).time("BQ")).isEqualTo(200);
        assertThat(rows.notCounting("retries").time("BQ")).isEqualTo(200);
        assertThat(rows.notCounting("empty").isMeasured("BQ")).isFalse();
        assertThat(rows.with("threads", 2048).isMeasured("BQ")).isTrue();
        assertThat(rows.with("threads", 2048).isMeasured("GQ")).isFalse();
    }

    @Test
    void whatWasLeftOutIsExtrapolatedFromThreeSmallerSizes() throws IOException {
        var rows = recorded()
                .pairs("a.jsonl", "aaa", "BQ", 1000, 100)
                .pairs("a.jsonl", "aaa", "BQ", 2000, 400)
                .pairs("a.jsonl", "aaa", "BQ", 4000, 1600)
                .givenUp("a.jsonl", "aaa", "BQ", 8000, "left out since 4,000 threads: a run took 1.60 µs")
                .pairs("a.jsonl", "aaa", "GQ", 1000, 100)
                .pairs("a.jsonl", "aaa", "GQ", 2000, 400)
                .givenUp("a.jsonl", "aaa", "GQ", 4000, "left out since 2,000 threads: a run took 400 ns")
                .records()
                .gpu("pairs");
        assertThat(rows.timeByGrowth("BQ", "threads", 4000)).hasToString("1.60 µs");
        assertThat(rows.timeByGrowth("BQ", "threads", 8000)).hasToString("≈ 6.40 µs");
        assertThat(rows.timeByGrowth("GQ", "threads", 4000)).hasToString("> 400 ns");
    }

    @Test
    void whatWasGivenUpIsABound() throws IOException {
        var records = recorded()
                .pairs("a.jsonl", "aaa", "BQ", 1024, 1000)
                .givenUp("a.jsonl", "aaa", "MSQ", 1024, "launch did not end within PT0.6S and was cancelled")
                .givenUp("a.jsonl", "aaa", "TZQ", 1024, "left out since 64 threads: a run took 321 ms, longer than")
                .records();
        var rows = records.gpu("pairs").with("threads", 1024);
        assertThat(rows.ratioAtLeast("MSQ", "BQ")).hasToString("> 600,000");
        assertThat(rows.cell("TZQ").text()).isEqualTo("> 321 ms");
        assertThatThrownBy(() -> rows.time("MSQ")).isInstanceOf(NotRecordedException.class);
    }

    @Test
    void aCellWithoutAnyTimeSaysWhy() throws IOException {
        var rows = recorded()
                .givenUp("a.jsonl", "aaa", "CBQ", 1024, "CBQ waits when it is empty")
                .records()
                .gpu("pairs");
        assertThat(rows.cell("CBQ")).isEqualTo(new Cell("–", "CBQ waits when it is empty"));
    }

    @Test
    void aCellWhoseLaterRepetitionsWereGivenUpSaysSo() throws IOException {
        var rows = recorded()
                .givenUpLater(
                        "a.jsonl", "aaa", "LCRQ", 1024, 23.6e6, "launch did not end within PT0.3S and was cancelled")
                .givenUpLater(
                        "a.jsonl", "aaa", "WFQ", 1024, 176e6, "a run took 176 ms, longer than the limit of 150 ms")
                .records()
                .gpu("pairs");
        assertThat(rows.cell("LCRQ"))
                .isEqualTo(new Cell(
                        "23.6 ms",
                        "23.6 ms is the median of 4 runs; the next did not end within 300 ms and was cancelled"));
        assertThat(rows.cell("WFQ")).isEqualTo(Cell.of("176 ms"));
    }

    @Test
    void aTimeWhoseCheckFailedIsNone() throws IOException {
        var records = recorded()
                .pairs("a.jsonl", "aaa", "BQ", 1024, 100)
                .failed("b.jsonl", "bbb", "BQ", 1024, 1)
                .records();
        assertThat(records.gpu("pairs").time("BQ")).isEqualTo(100);
    }

    @Test
    void theMostThreadsThatAllWereMeasuredWithAreFound() throws IOException {
        var rows = recorded()
                .pairs("a.jsonl", "aaa", "BQ", 1024, 1)
                .pairs("a.jsonl", "aaa", "WFQ", 1024, 2)
                .pairs("a.jsonl", "aaa", "BQ", 8192, 3)
                .pairs("a.jsonl", "aaa", "WFQ", 8192, 9)
                .pairs("a.jsonl", "aaa", "BQ", 65_536, 4)
                .records()
                .gpu("pairs");
        assertThat(rows.values("threads", "BQ", "WFQ")).containsExactly(1024.0, 8192.0);
        assertThat(rows.most("threads", "BQ", "WFQ").ratio("WFQ", "BQ")).isEqualTo(3);
    }

    @Test
    void ofSeveralCpusTheOneWithTheMostProcessorsCounts() throws IOException {
        var records = recorded()
                .onCpu("a.jsonl", 16, "BQ", 100)
                .onCpu("b.jsonl", 2, "BQ", 50)
                .records();
        assertThat(records.cpu("pairs").time("BQ")).isEqualTo(100);
    }

    @Test
    void whatIsMissingIsNamedWithItsParameters() throws IOException {
        var rows = recorded().pairs("a.jsonl", "aaa", "BQ", 1024, 1).records().gpu("pairs");
        assertThatThrownBy(() -> rows.with("threads", 4096).time("BQ"))
                .isInstanceOfSatisfying(
                        NotRecordedException.class,
                        exception -> assertThat(exception.missing())
                                .isEqualTo(new Missing("pairs", "cuda", "pairs, BQ, threads 4096", "")));
        assertThatThrownBy(() -> rows.requireTotal("empty", 8, "BQ")).hasMessageContaining("at least 8 empty");
    }
}
