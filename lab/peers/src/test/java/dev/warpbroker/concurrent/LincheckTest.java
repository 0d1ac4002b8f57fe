package dev.warpbroker.concurrent;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.jetbrains.lincheck.datastructures.ManagedStrategyGuaranteeKt.forClasses;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Model checking: all interleavings of short runs, up to a number of switches, against a sequential queue. */
class LincheckTest {
    /** The capacity of the queue that is checked, and of the sequential one. */
    private static int capacity;

    /** The sequential queue; in all of them there is one element at first. */
    public static class Model {
        private final ArrayDeque<Integer> elements = new ArrayDeque<>(List.of(0));

        public boolean offer(int element) {
            return elements.size() < capacity && elements.add(element);
        }

        public @Nullable Integer poll() {
            return elements.poll();
        }

        public @Nullable Integer peek() {
            return elements.peek();
        }

        public boolean remove(int element) {
            return elements.remove(element);
        }
    }

    /** What is checked; the positions wrap around on the way. */
    public static class Checked {
        final Queue<Integer> queue = new RingBlockingQueue<>(capacity, -8);

        public Checked() {
            queue.add(0);
        }

        @Operation
        public boolean offer(int element) {
            return queue.offer(element);
        }

        @Operation
        public @Nullable Integer poll() {
            return queue.poll();
        }

        @Operation
        public @Nullable Integer peek() {
            return queue.peek();
        }
    }

    /** Removing from the middle as well. */
    public static class CheckedWithRemove extends Checked {
        @Operation
        public boolean remove(int element) {
            return queue.remove((Integer) element);
        }
    }

    /** The same algorithm with a bug: Empty is returned without a second look at the head. */
    public static class WithoutSecondLook {
        private final AtomicReferenceArray<@Nullable Integer> slots = new AtomicReferenceArray<>(2);
        private final AtomicInteger tail = new AtomicInteger();
        private final AtomicInteger head = new AtomicInteger();

        public WithoutSecondLook() {
            offer(0);
        }

        @Operation
        public boolean offer(int element) {
            while (true) {
                int seen = tail.get();
                if ((seen & 1) == 0) {
                    if (slots.get((seen >> 1) & 1) != null) {
                        if (tail.get() == seen) {
                            return false;
                        }
                    } else if (tail.compareAndSet(seen, seen + 1)) {
                        slots.set((seen >> 1) & 1, element);
                        tail.set(seen + 2);
                        return true;
                    }
                }
            }
        }

        @Operation
        public @Nullable Integer poll() {
            while (true) {
                int seen = head.get();
                if ((seen & 1) == 0) {
                    Integer first = slots.get((seen >> 1) & 1);
                    if (first == null) {
                        return null;
                    }
                    if (head.compareAndSet(seen, seen + 1)) {
                        slots.set((seen >> 1) & 1, null);
                        head.set(seen + 2);
                        return first;
                    }
                }
            }
        }
    }

    private static ModelCheckingOptions options(int threads, int actors, int iterations, int invocations) {
        return new ModelCheckingOptions()
                .threads(threads)
                .actorsPerThread(actors)
                .actorsBefore(1)
                .actorsAfter(1)
                .iterations(iterations)
                .invocationsPerIteration(invocations)
                // Giving way is no part of the algorithm, and its clock stands still here.
                .addGuarantee(forClasses(GivingWay.class.getName()).allMethods().ignore());
    }

    private static void check(Class<?> checked, int withCapacity, ModelCheckingOptions options) {
        capacity = withCapacity;
        options.sequentialSpecification(Model.class).check(checked);
    }

    @Test
    void isLinearizable() {
        check(Checked.class, 2, options(2, 3, 5, 100));
    }

    @Test
    void findsAPlantedBug() {
        assertThatThrownBy(() -> check(
                        WithoutSecondLook.class, 2, options(2, 3, 30, 1_000).minimizeFailedScenario(false)))
                .hasMessageContaining("Invalid execution results");
    }

    @Test
    @Tag("long")
    void isLinearizableWithEveryKindOfCapacityAndWithRemoval() {
        check(Checked.class, 2, options(2, 3, 50, 1_000));
        check(CheckedWithRemove.class, 1, options(2, 3, 30, 1_000));
        check(CheckedWithRemove.class, 2, options(2, 3, 30, 1_000));
        check(CheckedWithRemove.class, 3, options(3, 2, 30, 1_000));
    }
}
