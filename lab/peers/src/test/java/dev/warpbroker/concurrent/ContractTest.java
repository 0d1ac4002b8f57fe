package dev.warpbroker.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.ref.WeakReference;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.Set;
import java.util.Spliterator;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.junit.jupiter.api.Test;

/** The contract of the queue for a single thread. */
class ContractTest {
    private static BlockingQueue<Integer> filled(int capacity, int... elements) {
        BlockingQueue<Integer> queue = new RingBlockingQueue<>(capacity);
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
    void aTargetThatRefusesAnElementLosesNothing() {
        var queue = filled(8, 1, 2, 3, 4);
        var target = new ArrayBlockingQueue<Integer>(2);
        assertThatThrownBy(() -> queue.drainTo(target)).isInstanceOf(IllegalStateException.class);
        assertThat(target).containsExactly(1, 2);
        assertThat(queue).containsExactly(3, 4);
        assertThat(queue.size()).isEqualTo(2);
        assertThatThrownBy(() -> queue.drainTo(List.of())).isInstanceOf(UnsupportedOperationException.class);
        assertThat(queue.poll()).isEqualTo(3);
    }

    @Test
    void aTargetThatUsesTheQueueIsRefused() {
        var queue = filled(8, 1, 2, 3);
        var target = new ArrayList<Integer>() {
            @Override
            public boolean add(Integer element) {
                return element == 1 ? super.add(element) : super.add(queue.poll());
            }
        };
        assertThatThrownBy(() -> queue.drainTo(target))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("drain to a list and use that");
        assertThat(target).containsExactly(1);
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
    void iteratorsRemoveTheirOwnOccurrenceOfAnObjectOnly() {
        var queue = filled(4, 1, 1, 1, 1);
        var first = queue.iterator();
        var second = queue.iterator();
        first.next();
        second.next();
        first.remove();
        second.remove();
        assertThat(queue).as("the first one was gone when it was removed again").hasSize(3);
    }

    /** Beside a list in which occurrences of the same object can be told apart. */
    @Test
    void iteratorsFindTheirOccurrenceWhereverItHasMoved() {
        record Occurrence(Integer element) {
            @Override
            public boolean equals(Object other) {
                return this == other;
            }

            @Override
            public int hashCode() {
                return System.identityHashCode(this);
            }
        }
        record Held(Iterator<Integer> iterator, Iterator<Occurrence> model) {}
        long seed = 17;
        var random = new Random(seed);
        var queue = filled(8);
        var model = new ArrayList<Occurrence>();
        var held = new ArrayList<Held>();
        for (int step = 0; step < 5_000; step++) {
            switch (random.nextInt(8)) {
                case 0, 1, 2 -> {
                    Integer element = random.nextInt(2);
                    if (queue.offer(element)) {
                        model.add(new Occurrence(element));
                    }
                }
                case 3 -> {
                    queue.poll();
                    if (!model.isEmpty()) {
                        model.removeFirst();
                    }
                }
                case 4 -> {
                    Integer element = random.nextInt(2);
                    queue.remove(element);
                    model.stream()
                            .filter(occurrence -> occurrence.element.equals(element))
                            .findFirst()
                            .ifPresent(model::remove);
                }
                case 5 -> {
                    held.add(new Held(queue.iterator(), List.copyOf(model).iterator()));
                    if (held.size() > 5) {
                        held.remove(random.nextInt(5));
                    }
                }
                default -> {
                    if (!held.isEmpty()) {
                        var one = held.get(random.nextInt(held.size()));
                        if (one.model.hasNext()) {
                            assertThat(one.iterator.next()).isEqualTo(one.model.next().element);
                        }
                        if (one.model.hasNext()) {
                            var occurrence = one.model.next();
                            one.iterator.next();
                            one.iterator.remove();
                            model.remove(occurrence);
                        }
                    }
                }
            }
            assertThat(queue)
                    .as("seed %s, step %s", seed, step)
                    .containsExactlyElementsOf(
                            model.stream().map(Occurrence::element).toList());
        }
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
    void streamsShowWhatIsThereWhenTheyBegin() {
        var queue = filled(4, 1, 2, 3);
        var spliterator = queue.spliterator();
        assertThat(spliterator.hasCharacteristics(Spliterator.CONCURRENT | Spliterator.ORDERED | Spliterator.NONNULL))
                .isTrue();
        assertThat(spliterator.hasCharacteristics(Spliterator.SIZED)).isFalse();
        queue.poll();
        var shown = new ArrayList<Integer>();
        spliterator.forEachRemaining(shown::add);
        assertThat(shown).containsExactly(2, 3);
        assertThat(queue.stream().toList()).containsExactly(2, 3);
    }

    /** A method can be called by reflection only if the class that declares it is public. */
    @Test
    void everyMethodCanBeCalledByReflection() {
        assertThat(filled(2).getClass().getMethods())
                .allMatch(method -> Modifier.isPublic(method.getDeclaringClass().getModifiers()));
    }

    private static WeakReference<Object> offered(BlockingQueue<Object> queue, boolean expected) {
        var element = new Object();
        assertThat(queue.offer(element)).isEqualTo(expected);
        return new WeakReference<>(element);
    }

    @Test
    void keepsNoReferenceToWhatHasLeftOrWasRefused() throws Exception {
        var queue = new RingBlockingQueue<>(2);
        var taken = offered(queue, true);
        var removed = offered(queue, true);
        var refused = offered(queue, false);
        queue.poll();
        queue.clear();
        for (var reference : Set.of(taken, removed, refused)) {
            for (int attempt = 0; attempt < 100 && reference.get() != null; attempt++) {
                System.gc();
                Thread.sleep(10);
            }
            assertThat(reference.get()).isNull();
        }
        assertThat(queue).isEmpty();
    }
}
