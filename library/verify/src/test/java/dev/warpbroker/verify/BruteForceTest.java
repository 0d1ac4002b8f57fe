package dev.warpbroker.verify;

import static dev.warpbroker.verify.TestHistories.UNBOUNDED;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The fast checks against a search through all orders. */
class BruteForceTest {
    private static final int HISTORIES = 40_000;
    private static final int MANY_HISTORIES = 2_000_000;

    @ParameterizedTest
    @EnumSource
    void theFastCheckAgreesWithTheSearch(Discipline discipline) {
        compare(discipline, HISTORIES);
    }

    @ParameterizedTest
    @EnumSource
    @Tag("long")
    void theFastCheckAgreesWithTheSearchVeryOften(Discipline discipline) {
        compare(discipline, MANY_HISTORIES);
    }

    private static void compare(Discipline discipline, int histories) {
        Map<Violation.Rule, Integer> violations = new EnumMap<>(Violation.Rule.class);
        int linearizable = 0;
        for (int seed = 0; seed < histories; seed++) {
            var history = new RandomHistories(seed, discipline).small(UNBOUNDED);
            var verdict = Linearizability.check(history);
            assertThat(verdict instanceof Verdict.Linearizable)
                    .as("seed %d: %s %s", seed, history.operations(), verdict)
                    .isEqualTo(Linearizability.search(history) instanceof Verdict.Linearizable);
            if (verdict instanceof Violation violation) {
                violations.merge(violation.rule(), 1, Integer::sum);
            } else {
                linearizable++;
            }
        }
        assertThat(linearizable).isGreaterThan(histories / 10);
        for (var rule : new Violation.Rule[] {
            Violation.Rule.FRESH, Violation.Rule.REPEAT, Violation.Rule.ORDER, Violation.Rule.EMPTY, Violation.Rule.FULL
        }) {
            assertThat(violations.get(rule)).as(rule + " of " + violations).isGreaterThan(histories / 200);
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatIsSaidOfABoundedStructureIsTrue(Discipline discipline) {
        Map<Violation.Rule, Integer> violations = new EnumMap<>(Violation.Rule.class);
        int missed = 0;
        for (int seed = 0; seed < HISTORIES; seed++) {
            var history = new RandomHistories(seed, discipline).small(1 + seed % 3);
            var verdict = Linearizability.check(history);
            boolean linearizable = Linearizability.search(history) instanceof Verdict.Linearizable;
            switch (verdict) {
                case Verdict.Linearizable _ ->
                    assertThat(linearizable)
                            .as("seed %d: %s", seed, history.operations())
                            .isTrue();
                case Violation violation -> {
                    assertThat(linearizable)
                            .as("seed %d: %s %s", seed, history.operations(), verdict)
                            .isFalse();
                    violations.merge(violation.rule(), 1, Integer::sum);
                }
                case Verdict.Unrefuted _ -> missed += linearizable ? 0 : 1;
            }
        }
        // Rare, but they exist: the conditions are not sufficient.
        assertThat(missed).isBetween(1, HISTORIES / 50);
        for (var rule : new Violation.Rule[] {Violation.Rule.CAPACITY, Violation.Rule.FULL}) {
            assertThat(violations.get(rule)).as(rule + " of " + violations).isGreaterThan(HISTORIES / 200);
        }
    }

    @ParameterizedTest
    @EnumSource
    void whatIsReportedIsAViolationAndNothingCanBeLeftOut(Discipline discipline) {
        for (int seed = 0; seed < HISTORIES; seed++) {
            int capacity = seed % 4 == 0 ? UNBOUNDED : seed % 4;
            if (Linearizability.check(new RandomHistories(seed, discipline).small(capacity))
                    instanceof Violation violation) {
                assertThat(isViolation(discipline, capacity, violation.operations()))
                        .as("seed %d: %s", seed, violation)
                        .isTrue();
                if (violation.rule() == Violation.Rule.ORDER
                        || violation.rule() == Violation.Rule.EMPTY
                        || violation.rule() == Violation.Rule.CAPACITY) {
                    int bound = violation.rule() == Violation.Rule.CAPACITY ? capacity : UNBOUNDED;
                    for (var left : violation.operations()) {
                        var others = violation.operations().stream()
                                .filter(each -> left.result() == Result.EMPTY
                                        ? each != left
                                        : each.result() == Result.EMPTY || each.value() != left.value())
                                .toList();
                        assertThat(isViolation(discipline, bound, others))
                                .as("seed %d: %s without %s", seed, violation, left)
                                .isFalse();
                    }
                }
            }
        }
    }

    private static boolean isViolation(Discipline discipline, int capacity, List<Operation> operations) {
        return Linearizability.search(TestHistories.of(discipline, capacity, operations)) instanceof Violation;
    }

    @Test
    void longHistoriesThatHappenedArePassed() {
        for (var discipline : Discipline.values()) {
            for (int seed = 0; seed < 50; seed++) {
                int capacity = seed % 5 == 0 ? UNBOUNDED : 1 + seed % 7;
                var history = new RandomHistories(seed, discipline).linearizable(2_000, 16, capacity, 1 + seed % 20);
                assertThat(Linearizability.check(history)).as("seed %d", seed).isNotInstanceOf(Violation.class);
            }
        }
    }
}
