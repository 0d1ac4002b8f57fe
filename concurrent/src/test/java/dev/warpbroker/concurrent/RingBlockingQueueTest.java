package dev.warpbroker.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What one thread sees. */
class RingBlockingQueueTest {
    private static RingBlockingQueue<Integer> filled(int capacity, int... elements) {
        var queue = new RingBlockingQueue<Integer>(capacity);
        for (int element : elements) {
            queue.add(element);
        }
        return queue;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, Integer.MIN_VALUE, (1 << 30) + 1, Integer.MAX_VALUE})
    void capacityOutOfRangeIsRefusedWithTheLimits(int capacity) {
        assertThatThrownBy(() -> new RingBlockingQueue<>(capacity))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("capacity " + capacity + " is not between 1 and 2^30");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 7, 8, 9, 1000})
    void holdsExactlyItsCapacity(int capacity) {
        var queue = new RingBlockingQueue<Integer>(capacity);
        for (int round = 0; round < 3; round++) {
            for (int i = 0; i < capacity; i++) {
                assertThat(queue.remainingCapacity()).isEqualTo(capacity - i);
                assertThat(queue.offer(i)).isTrue();
            }
            assertThat(queue.offer(-1)).isFalse();
            assertThat(queue.remainingCapacity()).isZero();
            assertThat(queue).hasSize(capacity);
            for (int i = 0; i < capacity; i++) {
                assertThat(queue.peek()).isEqualTo(i);
                assertThat(queue.poll()).isEqualTo(i);
            }
            assertThat(queue.poll()).isNull();
            assertThat(queue.peek()).isNull();
        }
    }

    @Test
    @SuppressWarnings({"NullAway", "DataFlowIssue"}) // null is what is tested
    void nullIsRefusedByName() {
        var queue = new RingBlockingQueue<Integer>(2);
        String message = "null cannot be an element: poll() returns null if there is none";
        assertThatThrownBy(() -> queue.offer(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage(message);
        assertThatThrownBy(() -> queue.add(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage(message);
        assertThatThrownBy(() -> queue.put(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage(message);
        assertThat(queue.contains(null)).isFalse();
        assertThat(queue.remove(null)).isFalse();
        assertThat(queue).isEmpty();
    }

    @Test
    void addToAFullQueueSaysHowManyItHolds() {
        var queue = filled(3, 1, 2, 3);
        assertThatThrownBy(() -> queue.add(4))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("full with 3 elements");
    }

    @Test
    void drainToTakesAtMostWhatIsAskedFor() {
        var queue = filled(5, 1, 2, 3, 4, 5);
        var target = new ArrayList<Integer>();
        assertThat(queue.drainTo(target, 2)).isEqualTo(2);
        assertThat(queue.drainTo(target, 0)).isZero();
        assertThat(queue.drainTo(target, -1)).isZero();
        assertThat(target).containsExactly(1, 2);
        assertThat(queue.drainTo(target)).isEqualTo(3);
        assertThat(target).containsExactly(1, 2, 3, 4, 5);
        assertThat(queue.drainTo(target)).isZero();
    }

    @Test
    void drainToItselfIsRefused() {
        var queue = filled(2, 1);
        assertThatThrownBy(() -> queue.drainTo(queue))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("itself");
        assertThat(queue).containsExactly(1);
    }

    @Test
    void aTargetThatRefusesLosesOneElementAtMost() {
        var queue = filled(4, 1, 2, 3);
        assertThatThrownBy(() -> queue.drainTo(List.of())).isInstanceOf(UnsupportedOperationException.class);
        assertThat(queue).containsExactly(2, 3);
    }

    @Test
    void removeIfKeepsTheOrderOfTheOthers() {
        var queue = filled(8, 0, 1, 2, 3, 4, 5, 6, 7);
        assertThat(queue.removeIf(element -> element % 3 == 1)).isTrue();
        assertThat(queue).containsExactly(0, 2, 3, 5, 6);
        assertThat(queue.remainingCapacity()).isEqualTo(3);
        assertThat(queue.removeIf(element -> element > 6)).isFalse();
        assertThat(queue.retainAll(Set.of(0, 5))).isTrue();
        assertThat(queue).containsExactly(0, 5);
        assertThat(queue.removeAll(Set.of(0, 5))).isTrue();
        assertThat(queue.poll()).isNull();
    }

    @Test
    void anIteratorShowsWhatWasThereWhenItWasMade() {
        var queue = filled(4, 1, 2, 3);
        var iterator = queue.iterator();
        queue.poll();
        queue.add(4);
        assertThat(iterator).toIterable().containsExactly(1, 2, 3);
        assertThatThrownBy(iterator::next).isInstanceOf(NoSuchElementException.class);
    }

    @Test
    void anIteratorRemovesItsElementAlsoAfterOthersHaveMovedIt() {
        var queue = filled(8, 1, 2, 3, 4, 5);
        var iterator = queue.iterator();
        iterator.next();
        iterator.next();
        queue.poll();
        queue.remove(4);
        queue.add(6);
        iterator.remove();
        assertThat(queue).containsExactly(3, 5, 6);
        assertThatThrownBy(iterator::remove).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void anIteratorDoesNotRemoveTheSameObjectThatCameLater() {
        Integer twice = 1000;
        var queue = new RingBlockingQueue<Integer>(4);
        queue.add(twice);
        var iterator = queue.iterator();
        iterator.next();
        queue.poll();
        queue.add(twice);
        iterator.remove();
        assertThat(queue).containsExactly(twice);
    }

    @Test
    void aPredicateMayUseTheQueue() {
        var queue = filled(4, 1, 2, 3);
        assertThat(queue.removeIf(element -> {
                    queue.poll();
                    queue.offer(10 + element);
                    return element == 3;
                }))
                .isFalse();
        assertThat(queue).containsExactly(11, 12, 13);
    }

    @Test
    void streamsHaveTheSizeThatTheyShow() {
        var queue = filled(4, 1, 2, 3);
        var spliterator = queue.spliterator();
        queue.clear();
        assertThat(spliterator.getExactSizeIfKnown()).isEqualTo(3);
        assertThat(queue.stream().toList()).isEmpty();
    }

    /** Also with positions that wrap around to negative numbers and to 0. */
    @ParameterizedTest
    @CsvSource({
        "1, 0",
        "2, 0",
        "3, 0",
        "5, 0",
        "8, 0",
        "13, 0",
        "1, -40",
        "3, -40",
        "8, -400",
        "5, 9223372036854775000",
        "13, 9223372036854775000"
    })
    void behavesLikeAnArrayDeque(int capacity, long firstWord) {
        long seed = 31L * capacity + firstWord;
        var random = new Random(seed);
        var queue = new RingBlockingQueue<Integer>(capacity, firstWord);
        var model = new ArrayDeque<Integer>();
        for (int step = 0; step < 20_000; step++) {
            String what = "seed " + seed + ", step " + step;
            int element = random.nextInt(20);
            switch (random.nextInt(16)) {
                case 0, 1, 2, 3, 4, 5, 6 -> {
                    boolean room = model.size() < capacity;
                    assertThat(queue.offer(element)).as(what).isEqualTo(room);
                    if (room) {
                        model.add(element);
                    }
                }
                case 7, 8, 9 -> assertThat(queue.poll()).as(what).isEqualTo(model.poll());
                case 10 -> assertThat(queue.remove((Integer) element)).as(what).isEqualTo(model.remove(element));
                case 11 -> assertThat(queue.contains(element)).as(what).isEqualTo(model.contains(element));
                case 12 ->
                    assertThat(queue.removeIf(each -> each % 4 == element % 4))
                            .as(what)
                            .isEqualTo(model.removeIf(each -> each % 4 == element % 4));
                case 13 -> {
                    var iterator = queue.iterator();
                    var expected = model.iterator();
                    while (expected.hasNext()) {
                        assertThat(iterator.next()).as(what).isEqualTo(expected.next());
                        if (random.nextInt(6) == 0) {
                            iterator.remove();
                            expected.remove();
                        }
                    }
                    assertThat(iterator.hasNext()).as(what).isFalse();
                }
                case 14 -> {
                    if (element == 0) {
                        queue.clear();
                        model.clear();
                    }
                }
                default -> assertThat(queue.peek()).as(what).isEqualTo(model.peek());
            }
            assertThat(queue.size()).as(what).isEqualTo(model.size());
            if (step % 16 == 0) {
                assertThat(queue.toArray()).as(what).isEqualTo(model.toArray());
            }
        }
    }
}
