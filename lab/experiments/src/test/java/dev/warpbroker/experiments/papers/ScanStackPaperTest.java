package dev.warpbroker.experiments.papers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScanStackPaperTest {
    private static final int THREADS = 270_336;
    private static final int PUSHES = 5_000_000;
    private static final int POPS = 3_000_000;
    private static final int MAX = 10_000_000;
    private static final String PROXIES = "EL+LA+PX makes no more than without";
    private static final String MORE_PUSHES = "The more pushes";
    private static final String ORDER = "EL+LA, LA, EL+LA+PX, none";
    private static final String NO_AREA = "Even without the lowest area";
    private static final String EVERY_INTERVAL = "EL+LA leaves invalid stacks at every interval";
    private static final String FASTER = "Without invalidation pops are much faster";
    private static final String LIKE_PUSHES = "They are then like pushes";
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

    /** A thread for each push, and threads that make several; a word takes 1 G/s swaps in vain. */
    private static Recorded pushes(Recorded recorded, double swaps, double swapsOfProxies) {
        recorded.swapsInVain(THREADS, 1e9);
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
        var archive = figures().swapsInVain(THREADS, 1e9).archive();
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
                .contains("1.00 G/s swaps on one word that are all in vain")
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

    private Recorded mixes(double ofInvalidatingLa) {
        var recorded = new Recorded(folder);
        recorded.mix("stack.jsonl", "EL+LA", MAX, 60e6, Map.of());
        recorded.mix("stack.jsonl", "LA", MAX, 10e6, Map.of());
        recorded.mix("stack.jsonl", "EL+LA+PX", MAX, 9e6, Map.of());
        recorded.mix("stack.jsonl", "No-Optimizations", MAX, 3e6, Map.of());
        recorded.mix("stack.jsonl", "Inval+EL+LA", MAX, 55e6, Map.of());
        recorded.mix("stack.jsonl", "Inval+LA", MAX, ofInvalidatingLa, Map.of());
        recorded.mix("stack.jsonl", "Inval+EL+LA+PX", MAX, 8e6, Map.of());
        return recorded.mix("stack.jsonl", "Inval", MAX, 1e6, Map.of());
    }

    private static Recorded countMixes(Recorded recorded, double looksOfInvalidatingLa) {
        Map.of("LA", 25e3, "Inval+LA", looksOfInvalidatingLa, "EL+LA+PX", 1200.0, "Inval+EL+LA+PX", 1210.0)
                .forEach((stack, looks) -> recorded.mix(
                        "stack-random-count.jsonl",
                        stack,
                        PUSHES,
                        9e6,
                        Map.of(
                                "looksPerOperation",
                                looks,
                                "swapsPerOperation",
                                20.0,
                                "swappingStepsPerOperation",
                                5.0)));
        return recorded;
    }

    @Test
    void theOrderOfTheMixIsAskedWithInvalidationToo() throws IOException {
        assertThat(verdict(mixes(9e6), ORDER).outcome()).isEqualTo(Outcome.REPRODUCED);
    }

    @Test
    void anotherOrderWithInvalidationIsExplainedByWhatItCostsLa() throws IOException {
        var verdict = verdict(countMixes(mixes(4e6), 42e3), ORDER);
        assertThat(verdict.outcome()).isEqualTo(Outcome.TURNED_AROUND);
        assertThat(verdict.ours()).contains("with invalidation 55.0 M/s, 4.00 M/s, 8.00 M/s, 1.00 M/s");
        assertThat(verdict.why()).contains("looks at 25,000 cells", "with invalidation 42,000 and 20.0 times");
    }

    @Test
    void anotherOrderIsNotExplainedIfLaDoesNotLookFarther() throws IOException {
        assertThat(verdict(countMixes(mixes(4e6), 26e3), ORDER).outcome()).isEqualTo(Outcome.UNEXPLAINED);
    }

    @Test
    void whatWasCountedIsNotInTheTableOfTheMix() throws IOException {
        var recorded = mixes(4e6).mix("stack.jsonl", "LA", PUSHES, 7e6, Map.of());
        var grid = ScanStackPaper.PAPER.exhibits().stream()
                .filter(exhibit -> exhibit.title().equals("table 1"))
                .flatMap(exhibit -> exhibit.grids().stream())
                .findFirst()
                .orElseThrow();
        var filled = grid.fill(countMixes(recorded, 42e3).archive());
        assertThat(filled.table().rows().get(1).get(1)).startsWith("7.00 M/s");
    }

    /** Runs without the lowest area, with what the reason needs. */
    private Recorded withoutArea(int runs, int invalid) {
        var recorded = new Recorded(folder);
        for (String stack : List.of("EL+LA-listed", "Inval+EL+LA-listed")) {
            recorded.invalid(stack, 0, Map.of("alike", 32), 500, 5);
            recorded.invalid(stack, 0, Map.of(), runs, invalid);
        }
        for (int operations : new int[] {128, 256, 512}) {
            for (String stack : List.of("LA-listed", "Inval+LA-listed", "EL+LA-listed", "Inval+EL+LA-listed")) {
                recorded.simulated(stack, operations, 4000, 7);
            }
        }
        return recorded;
    }

    /** The same, with so many invalid with invalidation in stacks of 50,000 cells, past the cache, and of 100,000. */
    private Recorded inSmallStacks(int runs, int invalid, int pastTheCache, int inALargerOne) {
        var recorded = withoutArea(runs, 0);
        for (int cells : new int[] {20_000, 30_000, 40_000, 50_000, 60_000, 75_000, 100_000, 250_000}) {
            recorded.invalid("EL+LA-listed", 0, Map.of("capacity", cells), 100, 1);
            int found = cells == 100_000 ? inALargerOne : cells > 100_000 ? 0 : invalid;
            recorded.invalid("Inval+EL+LA-listed", 0, Map.of("capacity", cells), 100, found);
        }
        for (String stack : List.of("EL+LA-listed", "Inval+EL+LA-listed")) {
            int found = stack.startsWith("Inval") ? pastTheCache : 2;
            recorded.invalid(stack, 0, Map.of("capacity", 50_000, "fresh", true), 100, found);
            recorded.invalid(stack, 0, Map.of("capacity", 50_000, "ballast", 40_960), 100, 4);
        }
        for (int operations : new int[] {10_000, 30_000, 100_000, 300_000}) {
            var few = Map.<String, Object>of("threads", operations, "operations", operations, "capacity", operations);
            recorded.invalid("LA-listed", 0, few, 100, 3);
            recorded.invalid("EL+LA-listed", 0, few, 100, 5);
            recorded.invalid("Inval+LA-listed", 0, few, 100, 7);
            recorded.invalid("Inval+EL+LA-listed", 0, few, 100, 9);
        }
        return recorded;
    }

    @Test
    void whetherFewRunsAreInvalidByChanceCannotBeTold() throws IOException {
        var verdict = verdict(withoutArea(800, 0), NO_AREA);
        assertThat(verdict.outcome()).isEqualTo(Outcome.UNDECIDED);
        assertThat(verdict.outcome().isSettled()).isFalse();
        assertThat(verdict.ours()).isEqualTo("0 of 800 and 0 of 800 with 1,000,000 cells");
        assertThat(verdict.why())
                .contains("it may be chance", "with a probability of 3.65 %", "it is 5 of 500 and 5 of 500");
    }

    @Test
    void thatNoneOfManyRunsIsInvalidIsNoChanceAndNotExplained() throws IOException {
        var verdict = verdict(withoutArea(2000, 0), NO_AREA);
        assertThat(verdict.outcome()).isEqualTo(Outcome.UNEXPLAINED);
        assertThat(verdict.why()).contains("it is hardly chance", "0.0784 %");
    }

    @ParameterizedTest
    @CsvSource({"800, it may be chance", "2000, it is hardly chance"})
    void theyAreReproducedInKindIfTheCacheMakesThemInASmallerStack(int runs, String chance) throws IOException {
        var verdict = verdict(inSmallStacks(runs, 60, 0, 0), NO_AREA);
        assertThat(verdict.outcome()).isEqualTo(Outcome.IN_KIND);
        assertThat(verdict.ours()).endsWith("with 1,000,000 cells; 1 of 100 and 60 of 100 with 50,000");
        assertThat(verdict.why())
                .contains(
                        chance,
                        "leave 60 of 100, 60 of 100, 60 of 100, 60 of 100, 60 of 100, 60 of 100, 0 of 100, 0 of 100",
                        "(--fresh) 0 of 100",
                        "(--ballast) 4 of 100",
                        "EL+LA leaves 8 of 800 of all these stacks",
                        "EL+LA leaves 20 of 400 invalid, Inval+EL+LA 36 of 400, LA 12 of 400 and Inval+LA 7 of 100, 7");
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, 0, UNEXPLAINED", // none in smaller ones either
        "60, 1, 0, IN_KIND_UNEXPLAINED", // past the cache, too
        "60, 0, 1, IN_KIND_UNEXPLAINED", // in one that is not in the cache, too
    })
    void smallStacksThatTheCacheMakesNoDifferenceToExplainNothing(
            int invalid, int pastTheCache, int inALargerOne, Outcome outcome) throws IOException {
        assertThat(verdict(inSmallStacks(2000, invalid, pastTheCache, inALargerOne), NO_AREA)
                        .outcome())
                .isEqualTo(outcome);
    }

    @Test
    void anInvalidRunWithoutTheLowestAreaReproducesThem() throws IOException {
        assertThat(verdict(withoutArea(800, 1), NO_AREA).outcome()).isEqualTo(Outcome.REPRODUCED);
    }

    /** EL+LA at all intervals, drawn one by one and in rows. */
    private Recorded atIntervals(int invalidAtLarge, int invalidInRows) {
        var recorded = new Recorded(folder);
        for (int interval = 2500; interval <= 25_000; interval += 2500) {
            for (String stack : List.of("EL+LA-listed", "EL+LA")) {
                recorded.invalid(stack, interval, Map.of(), 100, interval == 2500 ? 36 : invalidAtLarge);
            }
            for (int other : new int[] {64, 128}) {
                recorded.invalid("EL+LA-listed", interval, Map.of("block", other), 200, 0);
            }
            for (int inARow : new int[] {32, 256}) {
                recorded.invalid("EL+LA-listed", interval, Map.of("alike", inARow), 100, invalidInRows);
            }
        }
        return recorded;
    }

    @Test
    void operationsInRowsShowWhyThereAreNoneAtLargeIntervals() throws IOException {
        var verdict = verdict(atIntervals(0, 9), EVERY_INTERVAL);
        assertThat(verdict.outcome()).isEqualTo(Outcome.TURNED_AROUND);
        assertThat(verdict.ours()).startsWith("as listed 360, 0, 0, 0, 0, 0, 0, 0, 0, 0 at 2,500 to 25,000");
        assertThat(verdict.why()).contains("9 of 100, 9 of 100, 9 of 100, 9 of 100, 9 of 100 invalid at 2,500");
    }

    @Test
    void rowsThatLeaveNoneInvalidShowNothing() throws IOException {
        assertThat(verdict(atIntervals(0, 0), EVERY_INTERVAL).outcome()).isEqualTo(Outcome.UNEXPLAINED);
    }

    @Test
    void someAtEveryIntervalAreReproduced() throws IOException {
        assertThat(verdict(atIntervals(2, 0), EVERY_INTERVAL).outcome()).isEqualTo(Outcome.REPRODUCED);
    }

    @Test
    void invalidStacksAreReproducedInKindIfThereAreFewInOtherBlocks() throws IOException {
        for (int inLargeBlocks : new int[] {90, 0}) {
            var recorded = new Recorded(folder.resolve("blocks-" + inLargeBlocks));
            for (int interval = 2500; interval <= 25_000; interval += 2500) {
                for (String stack : List.of("EL+LA-listed", "EL+LA", "Inval+EL+LA-listed", "Inval+EL+LA")) {
                    recorded.invalid(stack, interval, Map.of(), 200, 90);
                }
            }
            for (String stack : List.of("EL+LA-listed", "EL+LA", "Inval+EL+LA-listed", "Inval+EL+LA")) {
                for (int block : new int[] {64, 128, 512, 1024}) {
                    recorded.invalid(stack, 2500, Map.of("block", block), 200, block < 512 ? 90 : inLargeBlocks);
                }
                recorded.invalid(stack, 2500, Map.of("ballast", 40_960), 200, 90);
                recorded.invalid(stack, 2500, Map.of("fresh", true), 200, 90);
            }
            assertThat(verdict(recorded, "Stacks may be invalid").outcome())
                    .isEqualTo(inLargeBlocks == 0 ? Outcome.IN_KIND : Outcome.REPRODUCED);
        }
    }

    /** Pops and pushes of 10,000,000, of all stacks. */
    private Recorded popsAndPushes(double gain, double gainOfProxies, double popsOfProxies) {
        var recorded = new Recorded(folder);
        for (String stack : List.of("No-Optimizations", "LA", "EL+LA", "EL+LA+PX")) {
            boolean proxies = stack.equals("EL+LA+PX");
            double pops = proxies ? popsOfProxies : 400e3;
            String invalidating = stack.equals("No-Optimizations") ? "Inval" : "Inval+" + stack;
            for (int size : new int[] {1000, MAX}) {
                recorded.stack(stack, "push", THREADS, size, 400e3, Map.of());
                recorded.stack(stack, "pop", THREADS, size, pops, Map.of());
                recorded.stack(invalidating, "pop", THREADS, size, pops / (proxies ? gainOfProxies : gain), Map.of());
            }
        }
        return recorded;
    }

    @Test
    void popsOfAllStacksAreAskedFor() throws IOException {
        var all = popsAndPushes(3, 3, 400e3).archive();
        assertThat(verdict(all, FASTER).outcome()).isEqualTo(Outcome.REPRODUCED);
        assertThat(verdict(all, LIKE_PUSHES).outcome()).isEqualTo(Outcome.REPRODUCED);
    }

    @Test
    void popsOfProxiesAreEnoughToTurnThemAround() throws IOException {
        var but = popsAndPushes(3, 1, 170e3).archive();
        assertThat(verdict(but, LIKE_PUSHES).outcome()).isEqualTo(Outcome.TURNED_AROUND);
        assertThat(verdict(but, LIKE_PUSHES).ours()).contains("EL+LA makes 100 %, EL+LA+PX makes 42.5 % of pushes");
        var faster = verdict(but, FASTER);
        assertThat(faster.outcome()).isEqualTo(Outcome.UNEXPLAINED);
        assertThat(faster.missing()).isNotNull();
    }
}
