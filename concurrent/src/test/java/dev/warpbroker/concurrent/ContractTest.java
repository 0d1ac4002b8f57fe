package dev.warpbroker.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** What one thread sees of any of the queues. */
@ParameterizedClass
@ValueSource(strings = {ObjectQueues.RING, "BQ", "MSQ", "LCRQ"})
class ContractTest {
    private final String name;

    ContractTest(String name) {
        this.name = name;
    }

    private BlockingQueue<Integer> filled(int capacity, int... elements) {
        BlockingQueue<Integer> queue = ObjectQueues.create(name, capacity);
        for (int element : elements) {
            queue.add(element);
        }
        return queue;
    }

    @Test
    @SuppressWarnings({"NullAway", "DataFlowIssue"}) // null is what is tested
    void nullIsRefusedByName() {
        var queue = filled(2);
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
        var queue = filled(4, 1, 2, 3, 4);
        assertThatThrownBy(() -> queue.add(5))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("full with 4 elements");
    }

    @Test
    void drainToTakesAtMostWhatIsAskedFor() {
        var queue = filled(8, 1, 2, 3, 4, 5);
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
        var queue = filled(4);
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
}
