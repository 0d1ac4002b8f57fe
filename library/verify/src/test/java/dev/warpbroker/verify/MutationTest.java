package dev.warpbroker.verify;

import static dev.warpbroker.verify.TestHistories.UNBOUNDED;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** One thing changed in a good history of 10,000 operations. */
class MutationTest {
    private static final int OPERATIONS = 10_000;
    private static final int TRIALS = 20;
    private static final int CAPACITY = 8;

    @ParameterizedTest
    @EnumSource
    void twoRemovedValuesChangePlaces(Discipline discipline) {
        mutate(discipline, UNBOUNDED, (list, random) -> {
            // Far apart, so that no overlap can excuse it; both stay inside for a while.
            int a = pick(list, random, Result.REMOVED, 0, list.size() / 3);
            int b = pick(list, random, Result.REMOVED, list.size() / 2, list.size());
            exchangeValues(list, a, b);
        });
    }

    @ParameterizedTest
    @EnumSource
    void aRemovalIsForgottenInAQueueAndDoneTwice(Discipline discipline) {
        mutate(discipline, UNBOUNDED, (list, random) -> {
            var twice = list.get(pick(list, random, Result.REMOVED, 0, list.size()));
            list.add(twice);
        });
    }

    @ParameterizedTest
    @EnumSource
    void aRemovedValueComesFromNowhere(Discipline discipline) {
        mutate(discipline, UNBOUNDED, (list, random) -> {
            int i = pick(list, random, Result.REMOVED, 0, list.size());
            list.set(i, withValue(list.get(i), -7));
        });
    }

    @ParameterizedTest
    @EnumSource
    void aRemovalFindsNothing(Discipline discipline) {
        // Without its removal the value stays inside for good, so that every later Empty result is wrong.
        mutate(discipline, UNBOUNDED, (list, random) -> {
            int i = pick(list, random, Result.REMOVED, 0, list.size() / 2);
            var old = list.get(i);
            list.set(i, new Operation(old.thread(), Result.EMPTY, old.call(), old.returned(), 0));
        });
    }

    @ParameterizedTest
    @EnumSource
    void moreValuesFitInThanShould(Discipline discipline) {
        for (int seed = 0; seed < TRIALS; seed++) {
            var good = new RandomHistories(seed, discipline).linearizable(OPERATIONS, 16, CAPACITY, 1);
            assertThat(Linearizability.check(good)).isNotInstanceOf(Violation.class);
            var smaller = TestHistories.of(discipline, CAPACITY - 1, good.operations());
            assertThat(Linearizability.check(smaller))
                    .as("seed %d", seed)
                    .isInstanceOfSatisfying(
                            Violation.class,
                            violation -> assertThat(violation.rule()).isEqualTo(Violation.Rule.CAPACITY));
        }
    }

    @ParameterizedTest
    @EnumSource
    void itIsFullTooEarly(Discipline discipline) {
        for (int seed = 0; seed < TRIALS; seed++) {
            var good = new RandomHistories(seed, discipline).linearizable(OPERATIONS, 16, CAPACITY, 1);
            assertThat(good.count(Result.FULL)).isGreaterThan(100);
            var larger = TestHistories.of(discipline, CAPACITY + 3, good.operations());
            assertThat(Linearizability.check(larger))
                    .as("seed %d", seed)
                    .isInstanceOfSatisfying(
                            Violation.class,
                            violation -> assertThat(violation.rule()).isEqualTo(Violation.Rule.FULL));
        }
    }

    private interface Mutation {
        void apply(List<Operation> operations, Random random);
    }

    private static void mutate(Discipline discipline, int capacity, Mutation mutation) {
        for (int seed = 0; seed < TRIALS; seed++) {
            var good = new RandomHistories(seed, discipline).linearizable(OPERATIONS, 16, capacity, 5);
            assertThat(Linearizability.check(good)).as("seed %d", seed).isEqualTo(new Verdict.Linearizable());
            var operations = new ArrayList<>(good.operations());
            operations.sort(Comparator.comparingLong(Operation::call));
            mutation.apply(operations, new Random(seed));
            assertThat(Linearizability.check(TestHistories.of(discipline, capacity, operations)))
                    .as("seed %d", seed)
                    .isInstanceOfSatisfying(
                            Violation.class,
                            violation -> assertThat(violation.operations()).hasSizeLessThan(30));
        }
    }

    private static int pick(List<Operation> list, Random random, Result result, int from, int to) {
        int[] found = IntStream.range(from, to)
                .filter(i -> list.get(i).result() == result)
                .toArray();
        return found[random.nextInt(found.length)];
    }

    private static void exchangeValues(List<Operation> list, int a, int b) {
        long value = list.get(a).value();
        list.set(a, withValue(list.get(a), list.get(b).value()));
        list.set(b, withValue(list.get(b), value));
    }

    private static Operation withValue(Operation operation, long value) {
        return new Operation(operation.thread(), operation.result(), operation.call(), operation.returned(), value);
    }
}
