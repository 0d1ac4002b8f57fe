package dev.warpbroker.experiments.papers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ScanStackPaperTest {
    private static final int THREADS = 270_336;
    private static final int PUSHES = 5_000_000;
    private static final int POPS = 3_000_000;
    private static final int MAX = 10_000_000;
    private static final String PROXIES = "EL+LA+PX makes no more than without";
    private static final String MORE_PUSHES = "The more pushes";
    private static final String MORE_POPS = "After that LA and EL+LA";

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    /** What the figures need: proxies are ahead, and EL+LA makes no more of many. */
    private Recorded figures() {
        var recorded = new Recorded(folder).swaps(256, 1000).swaps(4096, 1000);
        recorded.stack("No-Optimizations", "push", THREADS, MAX, 30e3, Map.of());
        for (int size : new int[] {100_000, 500_000, 1_000_000, MAX}) {
            for (String mix : List.of("push", "pop")) {
                recorded.stack("LA", mix, THREADS, size, size == MAX ? 600e3 : 400e3, Map.of());
                recorded.stack("EL+LA", mix, THREADS, size, 400e3, Map.of());
                recorded.stack("EL+LA+PX", mix, THREADS, size, size == MAX ? 1.6e6 : 1.2e6, Map.of());
                recorded.stack("Inval+LA", mix, THREADS, size, size == MAX ? 250e3 : 180e3, Map.of());
                recorded.stack("Inval+EL+LA", mix, THREADS, size, 160e3, Map.of());
            }
        }
        for (var of :
                Map.of(1056, 0.03e6, 8448, 0.2e6, 33_792, 0.8e6, 125_952, 1.2e6).entrySet()) {
            recorded.stack("EL+LA+PX", "push", of.getKey(), 100_000, of.getValue(), Map.of());
            recorded.stack("EL+LA", "push", of.getKey(), 100_000, 500e3, Map.of());
        }
        return recorded;
    }

    private static Recorded count(
            Recorded recorded,
            String stack,
            String mix,
            int threads,
            int size,
            double rate,
            double swaps,
            double lanes) {
        return recorded.stack(
                stack,
                mix,
                threads,
                size,
                rate,
                Map.of(
                        "looksPerOperation",
                        12_500.0,
                        "lookingStepsPerOperation",
                        12_500 / lanes,
                        "swapsPerOperation",
                        swaps,
                        "swappingStepsPerOperation",
                        swaps / lanes,
                        "countedNanoseconds",
                        1.1 * size / rate * 1e9));
    }

    /** A thread for each push, and threads that make several; EL+LA+PX makes four times as many as EL+LA. */
    private static Recorded pushes(Recorded recorded, double swapsOfProxies, double lanesInTurn) {
        for (int size : new int[] {100_000, PUSHES}) {
            count(recorded, "LA", "push", PUSHES, size, 400e3, 2000, 20);
            count(recorded, "EL+LA", "push", PUSHES, size, 400e3, 2000, 20);
            count(recorded, "EL+LA+PX", "push", PUSHES, size, size == PUSHES ? 1.6e6 : 1.2e6, swapsOfProxies, 1);
        }
        count(recorded, "LA", "push", THREADS, PUSHES, 560e3, 1400, lanesInTurn);
        return count(recorded, "EL+LA", "push", THREADS, PUSHES, 400e3, 2000, 20);
    }

    private static Recorded pops(Recorded recorded, double laOfMany, double eliminatingOfMany) {
        count(recorded, "Inval+LA", "pop", POPS, 1_000_000, 160e3, 5000, 20);
        count(recorded, "Inval+EL+LA", "pop", POPS, 1_000_000, 160e3, 5000, 20);
        count(recorded, "Inval+LA", "pop", POPS, POPS, laOfMany, 5000, 20);
        return count(recorded, "Inval+EL+LA", "pop", POPS, POPS, eliminatingOfMany, 5000, 20);
    }

    private static Verdict verdict(Recorded recorded, String says) throws IOException {
        return verdict(recorded.archive(), says);
    }

    private static Verdict verdict(Archive archive, String says) {
        return ScanStackPaper.PAPER.exhibits().stream()
                .flatMap(exhibit -> exhibit.claims().stream())
                .filter(claim -> claim.says().startsWith(says))
                .findFirst()
                .orElseThrow()
                .verdict(archive);
    }

    @Test
    void withoutCountsNothingIsExplainedAndTheCommandIsSaid() throws IOException {
        var archive = figures().archive();
        for (String says : List.of(PROXIES, MORE_PUSHES, MORE_POPS)) {
            var verdict = verdict(archive, says);
            assertThat(verdict.outcome()).as(says).isEqualTo(Outcome.UNEXPLAINED);
            assertThat(verdict.why()).as(says).contains("not known").doesNotContain("With a thread for each");
            assertThat(verdict.missing())
                    .as(says)
                    .extracting(Missing::command)
                    .asString()
                    .contains("--thread-each", "--count");
        }
    }

    @Test
    void proxiesAreAheadByTheSwapsThatTheySave() throws IOException {
        var verdict = verdict(pushes(figures(), 500, 4), PROXIES);
        assertThat(verdict.outcome()).isEqualTo(Outcome.TURNED_AROUND);
        assertThat(verdict.why())
                .contains("400 k/s, each with 12,500 looks, 20.0 lanes at once, and 2,000 swaps, 20.0 lanes at once")
                .contains("would make 0.200 to 4.00 times as many as EL+LA, and it makes 4.00 times as many");
    }

    @Test
    void proxiesThatSwapAsOftenAreNotAheadBySwaps() throws IOException {
        var verdict = verdict(pushes(figures(), 1500, 4), PROXIES);
        assertThat(verdict.outcome()).isEqualTo(Outcome.UNEXPLAINED);
        assertThat(verdict.why()).contains("and 1,500 swaps").contains("not known");
    }

    @Test
    void pushesOfManyAreAsFastAsTheirSwapsIfLanesOfLaComeApart() throws IOException {
        var verdict = verdict(pushes(figures(), 500, 4), MORE_PUSHES);
        assertThat(verdict.outcome()).isEqualTo(Outcome.TURNED_AROUND);
        assertThat(verdict.why())
                .contains("LA then makes 560 k/s, each with 12,500 looks, 4.00 lanes at once, and 1,400 swaps");
    }

    @Test
    void lanesThatStayTogetherExplainNothing() throws IOException {
        var archive = pops(pushes(figures(), 500, 20), 160e3, 160e3).archive();
        assertThat(verdict(archive, MORE_PUSHES).outcome()).isEqualTo(Outcome.UNEXPLAINED);
        assertThat(verdict(archive, MORE_POPS).outcome()).isEqualTo(Outcome.UNEXPLAINED);
    }

    @Test
    void popsOfManyAreAsFastAsTheirSwapsIfThatABlockWaitsCostsNothing() throws IOException {
        var verdict = verdict(pops(pushes(figures(), 500, 4), 170e3, 160e3), MORE_POPS);
        assertThat(verdict.outcome()).isEqualTo(Outcome.TURNED_AROUND);
        assertThat(verdict.why()).contains("that a block waits costs nothing");
    }

    @Test
    void popsOfBlocksThatAreSlowedDownByWaitingStayUnexplained() throws IOException {
        var verdict = verdict(pops(pushes(figures(), 500, 4), 195e3, 150e3), MORE_POPS);
        assertThat(verdict.outcome()).isEqualTo(Outcome.UNEXPLAINED);
        assertThat(verdict.why()).contains("Inval+LA makes 160 k/s", "; 195 k/s");
    }

    @Test
    void whatHoldsWithAThreadForEachOperationIsSaid() throws IOException {
        var verdict = verdict(pops(pushes(figures(), 500, 4), 200e3, 190e3), MORE_POPS);
        assertThat(verdict.outcome()).isEqualTo(Outcome.TURNED_AROUND);
        assertThat(verdict.why()).contains("So it is as in the paper");
    }
}
