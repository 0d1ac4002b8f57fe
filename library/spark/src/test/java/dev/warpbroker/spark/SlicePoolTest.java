package dev.warpbroker.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The pool without Spark: slices that come back late, twice, in any order, each time with something else. */
class SlicePoolTest {
    private static final Duration SLICE = Duration.ofMillis(300);
    private static final int SLOTS = 4;

    /** Words of a task: how many levels are below it, and its number. */
    private static final int STRIDE = 2;

    private static SlicePool<Long> pool(int... tasks) {
        return new SlicePool<>(Long::sum, STRIDE, tasks, SLICE);
    }

    private static int[] tasks(int count, int levels) {
        return IntStream.range(0, count).flatMap(i -> IntStream.of(levels, i)).toArray();
    }

    private static SliceReturn<Long> answer(long id, @Nullable Long leaves, int[] left, long executed) {
        return new SliceReturn<>(id, leaves, left, executed, "7", 0, 0, null);
    }

    /** Walks binary trees, some nodes at most, and counts their leaves. */
    private static SliceReturn<Long> walked(SliceOrder order, int most) {
        var stack = new ArrayDeque<int[]>();
        for (int at = 0; at < order.words().length; at += STRIDE) {
            stack.push(Arrays.copyOfRange(order.words(), at, at + STRIDE));
        }
        long leaves = 0;
        long executed = 0;
        while (!stack.isEmpty() && executed < most) {
            int[] task = stack.pop();
            executed++;
            if (task[0] == 0) {
                leaves++;
            } else {
                stack.push(new int[] {task[0] - 1, 2 * task[1]});
                stack.push(new int[] {task[0] - 1, 2 * task[1] + 1});
            }
        }
        return answer(
                order.id(), leaves, stack.stream().flatMapToInt(Arrays::stream).toArray(), executed);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void everyTaskCountsOnceHoweverOftenSlicesComeBack(long seed) {
        int levels = 12;
        var random = new SplittableRandom(seed);
        var pool = pool(levels, 1);
        var known = new ArrayList<SliceOrder>();
        while (!pool.isDone()) {
            known.addAll(pool.deal(SLOTS, Duration.ZERO));
            // Any slice, also one that has come back before; not always after as many tasks as then.
            pool.take(walked(known.get(random.nextInt(known.size())), 1 + random.nextInt(200)));
            assertThat(pool.executed()).isLessThan(2L << levels);
        }
        known.forEach(order -> pool.take(walked(order, 50)));

        assertThat(pool.result()).isEqualTo(1L << levels);
        assertThat(pool.executed()).isEqualTo((2L << levels) - 1);
        assertThat(pool.slices()).hasSameSizeAs(known);
    }

    @Test
    void everyTaskIsDealtOnce() {
        var pool = pool(tasks(1_003, 0));
        var dealt = new HashSet<Integer>();
        for (var order : pool.deal(SLOTS, Duration.ZERO)) {
            for (int at = 0; at < order.words().length; at += STRIDE) {
                assertThat(dealt.add(order.words()[at + 1])).isTrue();
            }
        }

        assertThat(dealt).hasSize(1_003);
        assertThat(pool.waiting()).isZero();
    }

    @Test
    void moreSlicesAreDealtBeforeExecutorsHaveNothingToDo() {
        var pool = pool(tasks(1_000_000, 0));
        var first = pool.deal(SLOTS, Duration.ZERO);

        assertThat(first).hasSize(2 * SLOTS).allMatch(order -> order.nanos() == SLICE.toNanos());
        assertThat(pool.deal(SLOTS, Duration.ZERO))
                .as("there is enough under way")
                .isEmpty();
        pool.take(walked(first.getFirst(), 1));
        assertThat(pool.deal(SLOTS, Duration.ZERO)).isNotEmpty();
    }

    @Test
    void asManySlicesAreDealtAtATimeAsUseUpTheirTime() {
        var pool = pool(tasks(1_000_000, 0));
        for (int i = 0; i < 10; i++) {
            pool.deal(SLOTS, Duration.ZERO).forEach(order -> pool.take(walked(order, 1)));
        }
        var many = pool.deal(SLOTS, Duration.ZERO);
        assertThat(many).hasSize(8 * SLOTS);

        many.forEach(order -> pool.take(walked(order, Integer.MAX_VALUE)));
        assertThat(pool.deal(SLOTS, Duration.ZERO)).hasSize(2 * SLOTS);
    }

    @Test
    void slicesAreShortWhileExecutorsHaveNothingToDo() {
        assertThat(pool(tasks(1, 5)).deal(SLOTS, Duration.ZERO))
                .singleElement()
                .matches(order -> order.nanos() == SLICE.toNanos() / 10);
        assertThat(pool(tasks(1, 5)).deal(1, Duration.ZERO))
                .singleElement()
                .matches(order -> order.nanos() == SLICE.toNanos());
    }

    @Test
    void slicesGrowWithTheRunToALimit() {
        assertThat(nanosAfter(Duration.ofSeconds(32))).isEqualTo(1_000_000_000);
        assertThat(nanosAfter(Duration.ofHours(1))).isEqualTo(10 * SLICE.toNanos());
    }

    private static long nanosAfter(Duration elapsed) {
        return pool(tasks(100, 5)).deal(SLOTS, elapsed).getFirst().nanos();
    }

    @Test
    void moreLeftoversThanTasksFindRoom() {
        var pool = pool(tasks(1, 20));
        pool.take(answer(pool.deal(1, Duration.ZERO).getFirst().id(), 0L, tasks(100_000, 0), 1));

        assertThat(pool.waiting()).isEqualTo(100_000);
    }

    @Test
    void taskThatFailedIsNamedWithItsExecutor() {
        var pool = pool(tasks(1, 0));
        long id = pool.deal(1, Duration.ZERO).getFirst().id();
        assertThatThrownBy(() -> pool.take(
                        new SliceReturn<>(id, null, new int[0], 0, "7", 0, 0, "task Node[n=3] failed: too much")))
                .isInstanceOf(ClusterException.class)
                .hasMessage("task Node[n=3] failed: too much (on executor 7)");
    }

    @Test
    void workWithoutResultIsRefused() {
        var pool = pool(tasks(1, 0));
        long id = pool.deal(1, Duration.ZERO).getFirst().id();
        assertThatThrownBy(() -> pool.take(answer(id, null, new int[0], 1)))
                .isInstanceOf(ClusterException.class)
                .hasMessageContaining("gave null");
    }
}
