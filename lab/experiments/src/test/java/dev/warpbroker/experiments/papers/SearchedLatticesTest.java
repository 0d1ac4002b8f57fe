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

    /** By process. */
    private static final double[] SEQUENTIAL = {1000, 1600, 1100, 1700, 1200, 1800};

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
        assertThat(speedUp(archive, 180).ours()).isEqualTo("10.0 (once) times");
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

    /**
     * Sequential searches take 1000, 1010 and so on, by process; those with 16 threads 300, 310 and so on for the
     * smallest lattice, and of the larger ones the last is another.
     */
    private Recorded searches(double larger, double last, int processes) {
        var recorded = new Recorded(folder);
        for (int process = 0; process < processes; process++) {
            for (int extent : List.of(40, 80, 180, 320)) {
                double nanos = extent == 40 ? 300 + 10 * process : extent == 320 ? last : larger;
                String file = "lattices-" + process + ".jsonl";
                recorded.search(file, "aaa", "sequential", extent, 7, 1, SEQUENTIAL[process]);
                recorded.search(file, "aaa", "stealing", extent, 7, 16, nanos);
            }
        }
        return recorded;
    }

    @ParameterizedTest
    @CsvSource({
        "150, 170, 6, REPRODUCED",
        "150, 170, 5, UNDECIDED", // too few processes
        "150, 320, 6, UNDECIDED", // the last gains more in some processes only
        "150, 650, 6, UNEXPLAINED", // the last gains less
        "600, 170, 6, UNEXPLAINED",
    })
    void smallGraphsGainLessIfTheyDoInEveryOfSixProcesses(double larger, double last, int processes, Outcome outcome)
            throws IOException {
        var archive = searches(larger, last, processes).archive();
        var found = SearchedLattices.searches().claims().getFirst().verdict(archive);
        assertThat(found.outcome()).isEqualTo(outcome);
        if (outcome == Outcome.UNDECIDED) {
            assertThat(found.why()).contains("not known");
        }
    }

    /** The median time of sequential searches over that of parallel ones would be 4.31. */
    @Test
    void aSpeedUpIsTheMedianOfThoseOfProcesses() throws IOException {
        var found = SearchedLattices.searches()
                .claims()
                .getFirst()
                .verdict(searches(100, 200, 6).archive());
        assertThat(found.ours())
                .startsWith("4.34 (3.33 to 5.16), 14.0 (10.0 to 18.0), 14.0 (10.0 to 18.0), 7.00 (5.00 to 9.00)");
    }

    @Test
    void graphsWithFewEdgesGainLessIfTheyDoInEveryProcess() throws IOException {
        for (double few : new double[] {400, 320}) {
            var recorded = new Recorded(folder.resolve("edges-" + few));
            for (int process = 0; process < 6; process++) {
                for (double probability : new double[] {0.25, 0.5, 1}) {
                    String file = "lattices-" + process + ".jsonl";
                    double nanos = probability == 0.25 ? few : 300 + 10 * process;
                    recorded.lattice(file, "sequential", probability, 1, 1000);
                    recorded.lattice(file, "stealing", probability, 16, nanos);
                }
            }
            var found = SearchedLattices.searches().claims().get(1).verdict(recorded.archive());
            assertThat(found.says()).startsWith("With few edges");
            assertThat(found.outcome()).isEqualTo(few == 400 ? Outcome.REPRODUCED : Outcome.UNDECIDED);
        }
    }

    @Test
    void searchesOfAnOlderCommitTakeNoPart() throws IOException {
        var archive = searches(150, 170, 1)
                .search("new.jsonl", "bbb", "sequential", 180, 7, 1, 1000)
                .search("new.jsonl", "bbb", "stealing", 180, 7, 16, 80)
                .archive();
        assertThat(speedUp(archive, 180).ours())
                .startsWith("12.5 (once) times; 6.67 times in an earlier process, 3 rep");
    }

    @Test
    void fromVertexZeroOnlyWhereNothingElseIsRecordedAndItIsSaid() throws IOException {
        var archive = new Recorded(folder)
                .search("bfs.jsonl", "aaa", "sequential", 320, 0, 1, 1400)
                .search("bfs.jsonl", "aaa", "stealing", 320, 0, 16, 100)
                .archive();
        assertThat(speedUp(archive, 320).ours()).isEqualTo("14.0 (once), source 0 times");
    }
}
