package dev.warpbroker.experiments.papers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.experiments.results.Statistics;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SearchedLatticesTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    private static Verdict speedUp(Archive archive, int extent) {
        return SearchedLattices.searchTimes().claims().stream()
                .map(claim -> claim.verdict(archive))
                .filter(verdict -> verdict.says().startsWith("L = " + extent + ":"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void searchesOfOtherRunsFromOtherVerticesTakeNoPart() throws IOException {
        var archive = new Recorded(folder)
                .search("bfs-cpu.jsonl", "aaa", "sequential", 180, 900_926, 1, 700)
                .search("bfs-cpu.jsonl", "aaa", "stealing", 180, 900_926, 16, 70)
                .search("beside.jsonl", "aaa", "stealing", 180, 0, 16, 110)
                .search("scaling.jsonl", "bbb", "sequential", 180, 0, 1, 1300)
                .archive();
        assertThat(speedUp(archive, 180).ours()).isEqualTo("10.0 times");
        assertThat(speedUp(archive, 180).sources()).extracting(Source::commit).containsExactly("aaa");
    }

    @Test
    void whatTwoRunsTookIsNotCompared() throws IOException {
        var archive = new Recorded(folder)
                .search("bfs-cpu.jsonl", "aaa", "sequential", 320, 7, 1, 700)
                .search("bfs-cpu.jsonl", "bbb", "stealing", 320, 7, 16, 70)
                .archive();
        var verdict = speedUp(archive, 320);
        assertThat(verdict.outcome()).isEqualTo(Outcome.NOT_RECORDED);
        assertThat(verdict.missing())
                .extracting(Missing::what)
                .asString()
                .contains("stealing in one run with sequential, extent 320");
        assertThat(verdict.missing()).extracting(Missing::command).asString().contains("lattice:320 --reps 1");
    }

    @Test
    void theCommandForAMissingCellIsTheOneThatHasItsLattice() throws IOException {
        var paper = new Paper("A thesis", "", "", List.of(SearchedLattices.searches()), List.of());
        var review = Review.of(
                List.of(paper),
                new Recorded(folder)
                        .search("bfs-cpu.jsonl", "aaa", "sequential", 40, 7, 1, 700)
                        .archive());
        assertThat(review.missing()).hasSize(4);
        assertThat(review.missing())
                .allSatisfy((command, what) -> assertThat(what)
                        .singleElement()
                        .asString()
                        .contains(
                                command.contains("lattice:40,")
                                        ? "extent 40"
                                        : "extent " + command.replaceAll(".*lattice:(\\d+) .*", "$1")));
    }

    /** Sequential searches take 1000, those of the smallest lattice with 16 threads 250 to 350. */
    private Recorded searches(double second, double spread, int repetitions) {
        var recorded = new Recorded(folder);
        for (int extent : List.of(40, 80, 180, 320)) {
            double nanos = extent == 40 ? 300 : extent == 80 ? second : second * 80 / extent;
            double apart = extent == 40 ? 50 : spread;
            int times = extent == 320 ? repetitions : 3;
            recorded.search("bfs.jsonl", "sequential", extent, 1, new Statistics(times, 1000, 1000, 1000));
            recorded.search(
                    "bfs.jsonl", "stealing", extent, 16, new Statistics(times, nanos, nanos - apart, nanos + apart));
        }
        return recorded;
    }

    @ParameterizedTest
    @CsvSource({
        "150, 10, 3, REPRODUCED",
        "150, 10, 1, UNDECIDED", // the largest was searched once
        "150, 20, 3, UNDECIDED", // the largest two overlap
        "240, 20, 3, UNDECIDED", // so do the smallest two
        "500, 20, 3, UNEXPLAINED",
    })
    void aLargerGraphIsBetterIfSingleSearchesAreNotApartAsFar(
            double second, double spread, int repetitions, Outcome outcome) throws IOException {
        var archive = searches(second, spread, repetitions).archive();
        var found = SearchedLattices.searches().claims().getFirst().verdict(archive);
        assertThat(found.outcome()).isEqualTo(outcome);
        assertThat(found.ours().contains("once")).isEqualTo(repetitions == 1);
    }

    @Test
    void fromVertexZeroOnlyWhereNothingElseIsRecordedAndItIsSaid() throws IOException {
        var archive = new Recorded(folder)
                .search("bfs.jsonl", "aaa", "sequential", 320, 0, 1, 1400)
                .search("bfs.jsonl", "aaa", "stealing", 320, 0, 16, 100)
                .archive();
        assertThat(speedUp(archive, 320).ours()).isEqualTo("14.0 times, source 0");
    }
}
