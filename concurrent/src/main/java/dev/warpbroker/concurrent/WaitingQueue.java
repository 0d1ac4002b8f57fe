package dev.warpbroker.concurrent;

import java.util.AbstractQueue;
import java.util.BitSet;
import java.util.Collection;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A bounded queue that threads can wait at: what follows from {@link #offer}, {@link #poll}, two lines to wait in and a
 * copy of the elements.
 */
abstract class WaitingQueue<E> extends AbstractQueue<E> implements BlockingQueue<E> {
    final int capacity;

    /** The elements at one instant, in their order. */
    abstract static class Snapshot {
        final int count;
        final @Nullable Object[] elements;

        Snapshot(int count, @Nullable Object[] elements) {
            this.count = count;
            this.elements = elements;
        }

        /** {@return whether the element with that index was still here, and has been removed} */
        abstract boolean remove(int index);

        /** {@return whether some of the elements with those indices were still here, and have been removed} */
        abstract boolean remove(BitSet indices);
    }

    WaitingQueue(int capacity) {
        this.capacity = capacity;
    }

    /** {@return those who wait for an element} */
    abstract WaitingLine consumers();

    /** {@return those who wait for room} */
    abstract WaitingLine producers();

    abstract Snapshot snapshot();

    /**
     * Called by who was refused, before it waits in a line.
     *
     * @param pause what the last call in this operation returned, 0 at first
     * @return what to hand to the next call
     */
    int giveWay(WaitingLine line, int pause) {
        return 0;
    }

    static <E> E requireElement(E e) {
        return Objects.requireNonNull(e, "null cannot be an element: poll() returns null if there is none");
    }

    /**
     * Puts an element in.
     *
     * @throws IllegalStateException if the queue is full
     * @throws NullPointerException if {@code e} is null
     */
    @Override
    public final boolean add(E e) {
        if (!offer(e)) {
            throw new IllegalStateException("the queue is full with " + capacity
                    + " elements; put waits for room, offer says if there is none");
        }
        return true;
    }

    /**
     * Puts an element in, waiting for room if necessary.
     *
     * @throws InterruptedException if the thread is interrupted while it would wait
     * @throws NullPointerException if {@code e} is null
     */
    @Override
    public final void put(E e) throws InterruptedException {
        int pause = 0;
        while (!offer(e)) {
            pause = giveWay(producers(), pause);
            producers().await();
        }
    }

    /**
     * Puts an element in, waiting for room if necessary, but not for longer than a given time.
     *
     * @return false if there was no room in that time
     * @throws InterruptedException if the thread is interrupted while it would wait
     * @throws NullPointerException if {@code e} is null
     */
    @Override
    public final boolean offer(E e, long timeout, TimeUnit unit) throws InterruptedException {
        long deadline = WaitingLine.deadline(unit.toNanos(timeout));
        int pause = 0;
        while (!offer(e)) {
            pause = giveWay(producers(), pause);
            if (!producers().awaitUntil(deadline)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Takes the first element, waiting for one if necessary.
     *
     * @throws InterruptedException if the thread is interrupted while it would wait
     */
    @Override
    public final E take() throws InterruptedException {
        int pause = 0;
        while (true) {
            E first = poll();
            if (first != null) {
                return first;
            }
            pause = giveWay(consumers(), pause);
            consumers().await();
        }
    }

    /**
     * Takes the first element, waiting for one if necessary, but not for longer than a given time.
     *
     * @return null if there was none in that time
     * @throws InterruptedException if the thread is interrupted while it would wait
     */
    @Override
    public final @Nullable E poll(long timeout, TimeUnit unit) throws InterruptedException {
        long deadline = WaitingLine.deadline(unit.toNanos(timeout));
        int pause = 0;
        while (true) {
            E first = poll();
            if (first != null) {
                return first;
            }
            pause = giveWay(consumers(), pause);
            if (!consumers().awaitUntil(deadline)) {
                return null;
            }
        }
    }

    /** {@return the capacity less the {@linkplain #size size}; another thread may take the room at any time} */
    @Override
    public final int remainingCapacity() {
        return capacity - size();
    }

    /**
     * Moves the elements that are there at the time of the call, and no more than their number, to a collection. They are
     * taken one by one: if the collection refuses one with an exception, that element is lost and the rest stay here.
     *
     * @return how many were moved
     * @throws IllegalArgumentException if {@code target} is this queue
     */
    @Override
    public final int drainTo(Collection<? super E> target) {
        return drainTo(target, Integer.MAX_VALUE);
    }

    /**
     * Does the same as {@link #drainTo(Collection)} with at most {@code most} elements.
     *
     * @return how many were moved
     * @throws IllegalArgumentException if {@code target} is this queue
     */
    @Override
    public final int drainTo(Collection<? super E> target, int most) {
        Objects.requireNonNull(target, "the collection to move elements to is null");
        if (target == this) {
            throw new IllegalArgumentException("a queue cannot be drained to itself");
        }
        int limit = Math.min(most, size());
        for (int moved = 0; moved < limit; moved++) {
            E first = poll();
            if (first == null) {
                return moved;
            }
            target.add(first);
        }
        return Math.max(limit, 0);
    }

    /** Removes the first element that equals {@code o}, if there is one. */
    @Override
    public final boolean remove(@Nullable Object o) {
        if (o == null) {
            return false;
        }
        while (true) {
            var snapshot = snapshot();
            boolean found = false;
            for (int i = 0; i < snapshot.count; i++) {
                if (o.equals(snapshot.elements[i])) {
                    found = true;
                    if (snapshot.remove(i)) {
                        return true;
                    }
                }
            }
            // What was found may be gone by now, while another that equals it has come.
            if (!found) {
                return false;
            }
        }
    }

    /** Removes those of the elements present at the time of the call that {@code filter} wants removed. */
    @Override
    @SuppressWarnings("unchecked")
    public final boolean removeIf(Predicate<? super E> filter) {
        Objects.requireNonNull(filter, "the filter is null");
        var snapshot = snapshot();
        var unwanted = new BitSet(snapshot.count);
        for (int i = 0; i < snapshot.count; i++) {
            unwanted.set(i, filter.test((E) snapshot.elements[i]));
        }
        return !unwanted.isEmpty() && snapshot.remove(unwanted);
    }

    @Override
    public final boolean removeAll(Collection<?> others) {
        Objects.requireNonNull(others, "the collection of elements to remove is null");
        return removeIf(others::contains);
    }

    @Override
    public final boolean retainAll(Collection<?> others) {
        Objects.requireNonNull(others, "the collection of elements to keep is null");
        return removeIf(element -> !others.contains(element));
    }

    /** {@return the elements as they are now, in their order; elements can be removed through it} */
    @Override
    public final Iterator<E> iterator() {
        return new SnapshotIterator<>(snapshot());
    }

    /** {@return the elements as they are now, in their order} */
    @Override
    public final Spliterator<E> spliterator() {
        var snapshot = snapshot();
        return Spliterators.spliterator(
                snapshot.elements, 0, snapshot.count, Spliterator.ORDERED | Spliterator.NONNULL);
    }

    private static final class SnapshotIterator<E> implements Iterator<E> {
        private final Snapshot snapshot;
        private int next;
        private boolean removable;

        SnapshotIterator(Snapshot snapshot) {
            this.snapshot = snapshot;
        }

        @Override
        public boolean hasNext() {
            return next < snapshot.count;
        }

        @Override
        @SuppressWarnings("unchecked")
        public E next() {
            if (next == snapshot.count) {
                throw new NoSuchElementException("the iterator has shown all " + snapshot.count + " elements");
            }
            removable = true;
            return (E) Objects.requireNonNull(snapshot.elements[next++]);
        }

        @Override
        public void remove() {
            if (!removable) {
                throw new IllegalStateException("remove() comes after next(), once");
            }
            removable = false;
            snapshot.remove(next - 1);
        }
    }
}
