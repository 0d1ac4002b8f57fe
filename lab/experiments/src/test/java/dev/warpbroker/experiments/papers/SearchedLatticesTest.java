package dev.warpbroker.experiments.papers;

import static org.assertj.core.api.Assertions.assertThat;

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
        assertThat(speedUp(archive, 180).ours()).isEqualTo("10.0 times (once)");
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
        assertThat(review.missing()).hasSize(5);
        assertThat(review.missing())
                .allSatisfy((command, what) -> assertThat(what)
                        .singleElement()
                        .asString()
                        .contains("extent " + command.replaceAll(".*?lattice:(\\d+).*", "$1")));
    }

    /** Sequential searches take 1000; those with 16 threads, by process, 300 to 350 for the smallest lattice. */
    private Recorded searches(double larger, double another, int processes) {
        var recorded = new Recorded(folder);
        for (int process = 0; process < processes; process++) {
            for (int extent : List.of(40, 80, 180, 320)) {
                double nanos = extent == 40 ? 300 + 10 * process : process == 2 ? another : larger;
                String file = "lattices-" + process + ".jsonl";
                recorded.search(file, "aaa", "sequential", extent, 7, 1, 1000);
                recorded.search(file, "aaa", "stealing", extent, 7, 16, nanos);
            }
        }
        return recorded;
    }

    @ParameterizedTest
    @CsvSource({
        "150, 250, 6, REPRODUCED",
        "150, 250, 5, UNDECIDED", // too few processes
        "150, 310, 6, UNDECIDED", // one of them was no faster
        "500, 150, 6, UNDECIDED", // one of them was faster
        "500, 450, 6, UNEXPLAINED",
    })
    void smallGraphsGainLessIfTheyDoInEveryOfSixProcesses(double larger, double another, int processes, Outcome outcome)
            throws IOException {
        var archive = searches(larger, another, processes).archive();
        var found = SearchedLattices.searches().claims().getFirst().verdict(archive);
        assertThat(found.outcome()).isEqualTo(outcome);
        assertThat(found.ours()).contains("in " + processes + " processes");
    }

    @Test
    void searchesOfAnOlderCommitTakeNoPart() throws IOException {
        var archive = searches(150, 250, 6)
                .search("new.jsonl", "bbb", "sequential", 180, 7, 1, 1000)
                .search("new.jsonl", "bbb", "stealing", 180, 7, 16, 80)
                .archive();
        assertThat(speedUp(archive, 180).ours()).isEqualTo("12.5 times (once)");
    }

    @Test
    void fromVertexZeroOnlyWhereNothingElseIsRecordedAndItIsSaid() throws IOException {
        var archive = new Recorded(folder)
                .search("bfs.jsonl", "aaa", "sequential", 320, 0, 1, 1400)
                .search("bfs.jsonl", "aaa", "stealing", 320, 0, 16, 100)
                .archive();
        assertThat(speedUp(archive, 320).ours()).isEqualTo("14.0 times (once), source 0");
    }
}
