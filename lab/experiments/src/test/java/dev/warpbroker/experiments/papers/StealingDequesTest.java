package dev.warpbroker.experiments.papers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StealingDequesTest {
    private static final String ORDER = "i) is the fastest, then ii)";
    private static final String ON_GPU =
            "Almost always the same threads are those that elements are stolen from, on the G";
    private static final String ON_CPU =
            "Almost always the same threads are those that elements are stolen from, on the C";
    private static final String CHUNKS = "stealChunk makes the blocking deque";
    private static final double[] FIRST_LAST = {0.9, 1.0, 1.1, 1.2};
    private static final double[] LAST_LAST = {1.2, 1.1, 1.0, 0.9};

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    private static Verdict verdict(Recorded recorded, Exhibit exhibit, String says) throws IOException {
        return exhibit.claims().stream()
                .filter(claim -> claim.says().startsWith(says))
                .findFirst()
                .orElseThrow()
                .verdict(recorded.archive());
    }

    private static Exhibit locked() {
        return StealingDeques.deques("figure 3.5", "locked", "blocking");
    }

    private static Recorded setups(Recorded recorded, String file, String commit, double i, double ii, double iii) {
        recorded.deque(true, file, commit, "locked", "i", 1, i, 1);
        recorded.deque(true, file, commit, "locked", "ii", 1, ii, FIRST_LAST);
        return recorded.deque(true, file, commit, "locked", "iii", 1, iii, FIRST_LAST);
    }

    @Test
    void setupsOfOneProcessAreComparedAndNotThoseOfALaterOne() throws IOException {
        var recorded = setups(new Recorded(folder), "deque.jsonl", "aaa", 100, 101, 300);
        recorded.deque(true, "deque-chunks.jsonl", "aaa", "locked", "ii", 1, 99, FIRST_LAST);
        assertThat(verdict(recorded, locked(), ORDER).outcome()).isEqualTo(Outcome.REPRODUCED);
    }

    @Test
    void anOrderThatAnEarlierProcessDoesNotHaveIsReproducedInKind() throws IOException {
        var recorded = setups(new Recorded(folder), "old.jsonl", "aaa", 100, 99, 300);
        var verdict = verdict(setups(recorded, "deque.jsonl", "bbb", 100, 101, 300), locked(), ORDER);
        assertThat(verdict.outcome()).isEqualTo(Outcome.IN_KIND);
        assertThat(verdict.why()).contains("ii) takes 1.01 and 0.990 times as long as i)");
    }

    @Test
    void anOrderThatTheNewestProcessDoesNotHaveIsTurnedAround() throws IOException {
        var recorded = setups(new Recorded(folder), "old.jsonl", "aaa", 100, 101, 300);
        var verdict = verdict(setups(recorded, "deque.jsonl", "bbb", 100, 99, 300), locked(), ORDER);
        assertThat(verdict.outcome()).isEqualTo(Outcome.TURNED_AROUND);
    }

    @Test
    void theSameThreadsAreThoseOfOneProcess() throws IOException {
        var recorded = setups(new Recorded(folder), "deque.jsonl", "aaa", 100, 101, 300);
        recorded.deque(true, "deque-chunks.jsonl", "aaa", "locked", "ii", 1, 99, LAST_LAST);
        var verdict = verdict(recorded, locked(), ON_GPU);
        assertThat(verdict.outcome()).isEqualTo(Outcome.REPRODUCED);
        assertThat(verdict.ours()).contains("rank correlation 1.00 in a process; in ii) of two processes -1.00");
    }

    @Test
    void setupsOfACommandThatRanSeveralTimesAreThoseOfTheSameProcess() throws IOException {
        var recorded = setups(new Recorded(folder), "deque.jsonl", "aaa", 100, 101, 300);
        recorded.deque(true, "deque.jsonl", "aaa", "ABP", "i", 1, 100, 1);
        recorded.deque(true, "deque.jsonl", "aaa", "ABP", "iii", 1, 100, 1);
        recorded.deque(false, "deque-cpu.jsonl", "aaa", "ABP", "i", 1, 100, 1);
        for (double[] acquired : new double[][] {FIRST_LAST, LAST_LAST}) {
            recorded.deque(false, "deque-cpu.jsonl", "aaa", "locked", "ii", 1, 100, acquired);
            recorded.deque(false, "deque-cpu.jsonl", "aaa", "locked", "iii", 1, 300, acquired);
        }
        assertThat(verdict(recorded, locked(), ON_CPU).ours())
                .contains("rank correlation 1.00, 1.00 in a process; in ii) of two processes -1.00");
    }

    @Test
    void otherThreadsInTheSameProcessTurnItAround() throws IOException {
        var recorded = setups(new Recorded(folder), "deque.jsonl", "aaa", 100, 101, 300);
        recorded.deque(true, "deque.jsonl", "aaa", "ABP", "i", 1, 100, 1);
        recorded.deque(false, "deque-cpu.jsonl", "aaa", "ABP", "i", 1, 100, 1);
        recorded.deque(false, "deque-cpu.jsonl", "aaa", "locked", "ii", 1, 100, FIRST_LAST);
        recorded.deque(false, "deque-cpu.jsonl", "aaa", "locked", "iii", 1, 300, LAST_LAST);
        var verdict = verdict(recorded, locked(), ON_CPU);
        assertThat(verdict.outcome()).isEqualTo(Outcome.TURNED_AROUND);
        assertThat(verdict.why()).contains("deviates by 1.00 % from the mean");
    }

    @Test
    void chunksAreJudgedByAllProcesses() throws IOException {
        var recorded = new Recorded(folder);
        for (double gain : new double[] {0.5, 0.9, 1.2}) {
            for (String setup : new String[] {"ii", "iii"}) {
                recorded.deque(false, "deque-cpu-chunks.jsonl", "aaa", "locked", setup, 1, 100, 1);
                recorded.deque(false, "deque-cpu-chunks.jsonl", "aaa", "locked", setup, 32, 100 / gain, 1);
            }
        }
        var verdict = verdict(recorded, StealingDeques.dequeTable(), CHUNKS);
        assertThat(verdict.outcome()).isEqualTo(Outcome.TURNED_AROUND);
        assertThat(verdict.ours()).isEqualTo("0.500 to 1.20 times, the median 0.900, setups ii and iii of 3 processes");
        assertThat(verdict.why()).contains("0.0195 % to 0.0195 % one by one");
    }

    @Test
    void ranksAreCorrelatedByTheirOrderAlone() {
        double[] some = {1, 2, 3, 10};
        assertThat(Ranks.correlation(some, new double[] {5, 6, 7, 8})).isCloseTo(1, within(1e-12));
        assertThat(Ranks.correlation(some, new double[] {8, 7, 6, 5})).isCloseTo(-1, within(1e-12));
        assertThat(Ranks.correlation(some, new double[] {1, 1, 1, 1})).isZero();
        assertThat(Ranks.correlation(some, new double[] {1, 1, 2, 2})).isCloseTo(2 / Math.sqrt(5), within(1e-12));
    }

    private static void onCpu(Recorded recorded, String commit, double i, double ii, double iii) {
        recorded.deque(false, "deque-cpu.jsonl", commit, "ABP", "i", 1, i, 1)
                .deque(false, "deque-cpu.jsonl", commit, "ABP", "ii", 1, ii, FIRST_LAST)
                .deque(false, "deque-cpu.jsonl", commit, "ABP", "iii", 1, iii, FIRST_LAST);
    }

    @Test
    void setupsOnTheCpuAreJudgedByAllRuns() throws IOException {
        String says = "On the CPU i) is the fastest";
        var deques = StealingDeques.deques("figure 3.4", "ABP", "non-blocking");
        var recorded = new Recorded(folder);
        onCpu(recorded, "aaa", 100, 110, 120);
        assertThat(verdict(recorded, deques, says).outcome()).isEqualTo(Outcome.REPRODUCED);
        recorded = new Recorded(folder.resolve("two"));
        onCpu(recorded, "aaa", 100, 90, 120);
        onCpu(recorded, "bbb", 100, 110, 120);
        var found = verdict(recorded, deques, says);
        assertThat(found.outcome()).isEqualTo(Outcome.UNEXPLAINED);
        assertThat(found.ours()).contains("in 2 runs i) has 0.900 to 1.10 times as many as ii) and 1.20 to 1.20 times");
    }
}
