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
            Recorded recorded, String stack, String mix, int threads, int size, double rate, double swaps) {
        return recorded.stack(
                stack,
                mix,
                threads,
                size,
                rate,
                Map.of(
                        "looksPerOperation",
                        12_500.0,
                        "swapsPerOperation",
                        swaps,
                        "swappingStepsPerOperation",
                        swaps / 20));
    }

    /** A thread for each push, and threads that make several; a word takes 1 G/s adds. */
    private static Recorded pushes(Recorded recorded, double swaps, double swapsOfProxies) {
        recorded.adds(THREADS, 1e9);
        for (int size : new int[] {100_000, PUSHES}) {
            count(recorded, "LA", "push", PUSHES, size, 400e3, swaps);
            count(recorded, "EL+LA", "push", PUSHES, size, 400e3, swaps);
            count(recorded, "EL+LA+PX", "push", PUSHES, size, 1.6e6, swapsOfProxies);
        }
        count(recorded, "LA", "push", THREADS, PUSHES, 560e3, 1400);
        return count(recorded, "EL+LA", "push", THREADS, PUSHES, 400e3, 2000);
    }

    private static Recorded pops(Recorded recorded, double swaps, double rateOfMany) {
        for (String stack : List.of("Inval+LA", "Inval+EL+LA")) {
            count(recorded, stack, "pop", POPS, 1_000_000, 160e3, swaps);
            recorded.stack(stack, "pop", POPS, POPS, rateOfMany, Map.of());
        }
        return recorded;
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
        var archive = figures().adds(THREADS, 1e9).archive();
        for (String says : List.of(PROXIES, MORE_PUSHES, MORE_POPS)) {
            var verdict = verdict(archive, says);
            assertThat(verdict.outcome())
                    .as(says)
                    .isEqualTo(says.equals(MORE_PUSHES) ? Outcome.NOT_RECORDED : Outcome.UNEXPLAINED);
            assertThat(verdict.missing())
                    .as(says)
                    .extracting(Missing::command)
                    .asString()
                    .contains("--thread-each", "--count");
        }
    }

    @Test
    void swapsBindStacksThatMakeAsManyAsAWordTakes() throws IOException {
        var archive = pops(pushes(figures(), 2000, 40), 5000, 162e3).archive();
        assertThat(verdict(archive, PROXIES).outcome()).isEqualTo(Outcome.TURNED_AROUND);
        assertThat(verdict(archive, PROXIES).why())
                .contains("1.00 G/s adds on one")
                .contains("EL+LA makes 400 k/s with 2,000 attempts each, 800 M/s attempts in all")
                .contains("EL+LA+PX 1.60 M/s with 40.0 attempts each, 64.0 M/s attempts in all");
        assertThat(verdict(archive, MORE_PUSHES).outcome()).isEqualTo(Outcome.TURNED_AROUND);
        assertThat(verdict(archive, MORE_PUSHES).why()).contains("LA come apart then, 20.0 of a warp try at once");
        assertThat(verdict(archive, MORE_POPS).outcome()).isEqualTo(Outcome.TURNED_AROUND);
        assertThat(verdict(archive, MORE_POPS).why()).contains("of 1,000,000 pops and 162 k/s of 3,000,000");
    }

    @Test
    void stacksThatSwapSeldomAreNotBoundBySwaps() throws IOException {
        var archive = pops(pushes(figures(), 1500, 40), 3000, 162e3).archive();
        for (String says : List.of(PROXIES, MORE_PUSHES, MORE_POPS)) {
            assertThat(verdict(archive, says).outcome()).as(says).isEqualTo(Outcome.UNEXPLAINED);
        }
    }

    @Test
    void proxiesThatSwapAsOftenAreBoundToo() throws IOException {
        var archive = pushes(figures(), 2000, 500).archive();
        assertThat(verdict(archive, PROXIES).outcome()).isEqualTo(Outcome.UNEXPLAINED);
        assertThat(verdict(archive, MORE_PUSHES).outcome()).isEqualTo(Outcome.UNEXPLAINED);
    }

    @Test
    void popsThatAreMoreOfManyAreNotExplainedBySwaps() throws IOException {
        var archive = pops(pushes(figures(), 2000, 40), 5000, 190e3).archive();
        assertThat(verdict(archive, MORE_POPS).outcome()).isEqualTo(Outcome.UNEXPLAINED);
    }
}
