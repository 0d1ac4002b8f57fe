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
     * Moves up to {@code most} elements to a collection, which cannot be this one. What {@code add} of the collection
     * throws goes to the caller, and the element that it was called with stays, as do those behind it.
     *
     * @return how many were moved
     */
    abstract int drain(Collection<? super E> target, int most);

    static <E> E requireElement(E e) {
        return Objects.requireNonNull(e, "null cannot be an element: poll() returns null if there is none");
    }

    private static void requireNotInterrupted() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    /**
     * Puts an element in.
     *
     * @throws IllegalStateException if the queue is full
     * @throws NullPointerException if {@code e} is null
     */
    @Override
    public boolean add(E e) {
        if (!offer(e)) {
            throw new IllegalStateException("the queue is full with " + capacity
                    + " elements; put waits for room, offer says if there is none");
        }
        return true;
    }

    /**
     * Puts an element in, waiting for room if necessary.
     *
     * @throws InterruptedException if the thread is interrupted, before or while it waits
     * @throws NullPointerException if {@code e} is null
     */
    @Override
    public void put(E e) throws InterruptedException {
        requireElement(e);
        requireNotInterrupted();
        if (!offer(e)) {
            producers().await(() -> offer(e) ? e : null);
        }
    }

    /**
     * Puts an element in, waiting for room if necessary, but not for longer than a given time.
     *
     * @return false if there was no room in that time
     * @throws InterruptedException if the thread is interrupted, before or while it waits
     * @throws NullPointerException if {@code e} is null
     */
    @Override
    public boolean offer(E e, long timeout, TimeUnit unit) throws InterruptedException {
        requireElement(e);
        requireNotInterrupted();
        return offer(e) || producers().await(() -> offer(e) ? e : null, unit.toNanos(timeout)) != null;
    }

    /**
     * Takes the first element, waiting for one if necessary.
     *
     * @throws InterruptedException if the thread is interrupted, before or while it waits
     */
    @Override
    public E take() throws InterruptedException {
        requireNotInterrupted();
        E first = poll();
        return first != null ? first : consumers().await(this::poll);
    }

    /**
     * Takes the first element, waiting for one if necessary, but not for longer than a given time.
     *
     * @return null if there was none in that time
     * @throws InterruptedException if the thread is interrupted, before or while it waits
     */
    @Override
    public @Nullable E poll(long timeout, TimeUnit unit) throws InterruptedException {
        requireNotInterrupted();
        E first = poll();
        return first != null ? first : consumers().await(this::poll, unit.toNanos(timeout));
    }

    /** {@return the capacity less the {@linkplain #size size}; another thread may take the room at any time} */
    @Override
    public int remainingCapacity() {
        return capacity - size();
    }

    /** {@return how many elements the queue can hold} */
    public int capacity() {
        return capacity;
    }

    /**
     * Moves the elements to a collection, in their order. If the collection refuses one with an exception, that one and
     * those behind it stay here. No other thread takes elements meanwhile, so the collection's {@code add} must neither
     * take long nor use this queue.
     *
     * @return how many were moved
     * @throws IllegalArgumentException if {@code target} is this queue
     * @throws IllegalStateException if {@code target} uses this queue
     */
    @Override
    public int drainTo(Collection<? super E> target) {
        return drainTo(target, Integer.MAX_VALUE);
    }

    /**
     * Does the same as {@link #drainTo(Collection)} with at most {@code most} elements.
     *
     * @return how many were moved
     * @throws IllegalArgumentException if {@code target} is this queue
     * @throws IllegalStateException if {@code target} uses this queue
     */
    @Override
    public int drainTo(Collection<? super E> target, int most) {
        Objects.requireNonNull(target, "the collection to move elements to is null");
        if (target == this) {
            throw new IllegalArgumentException("a queue cannot be drained to itself");
        }
        return most <= 0 ? 0 : drain(target, most);
    }

    /** Removes those of the elements present at the time of the call that {@code filter} wants removed. */
    @Override
    @SuppressWarnings("unchecked")
    public boolean removeIf(Predicate<? super E> filter) {
        Objects.requireNonNull(filter, "the filter is null");
        var snapshot = snapshot();
        var unwanted = new BitSet(snapshot.count);
        for (int i = 0; i < snapshot.count; i++) {
            unwanted.set(i, filter.test((E) snapshot.elements[i]));
        }
        return !unwanted.isEmpty() && snapshot.remove(unwanted);
    }

    @Override
    public boolean removeAll(Collection<?> others) {
        Objects.requireNonNull(others, "the collection of elements to remove is null");
        return removeIf(others::contains);
    }

    @Override
    public boolean retainAll(Collection<?> others) {
        Objects.requireNonNull(others, "the collection of elements to keep is null");
        return removeIf(element -> !others.contains(element));
    }

    /** {@return the elements as they are now, in their order; elements can be removed through it} */
    @Override
    public Iterator<E> iterator() {
        return new SnapshotIterator<>(snapshot());
    }

    /** {@return the elements as they are when the first is asked for, in their order} */
    @Override
    public Spliterator<E> spliterator() {
        return Spliterators.spliterator(this, Spliterator.ORDERED | Spliterator.NONNULL | Spliterator.CONCURRENT);
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
