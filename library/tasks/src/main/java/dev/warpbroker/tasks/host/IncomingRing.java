package dev.warpbroker.tasks.host;

import dev.warpbroker.device.Layout;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A ring of a {@link QueueToHost}, from which one thread at a time fetches. */
final class IncomingRing<E> {
    /*
     * A thread that finds nothing fetched, and has its turn, fetches what is in the ring, up to FETCH elements, and
     * tells the lanes of all that room by one store. The elements wait in a batch, in their order, for whoever takes
     * next: each by an addition to its counter. The next batch is fetched only when all of this one are taken.
     *
     * Entries are read a page at a time, a row of words after the other: the lines that lanes have written come from
     * afar, and so several are on their way at once.
     */

    /** Elements that are fetched together. */
    private static final int FETCH = 32;

    /** Tries to get the turn before a thread sleeps for it: others have it for less time than waking up takes. */
    private static final int SPINS = 200;

    /** Elements that were fetched. A thread that takes one forgets it, so that it does not stay reachable. */
    private static final class Batch<E> {
        private final Object[] elements;
        private final int count;
        private final AtomicInteger next = new AtomicInteger();

        Batch(Object... elements) {
            this.elements = elements;
            count = elements.length;
        }

        int size() {
            return Math.max(0, count - next.get());
        }

        @SuppressWarnings("unchecked") // only elements are put in
        @Nullable
        E poll() {
            if (next.get() >= count) {
                return null;
            }
            int at = next.getAndIncrement();
            if (at >= count) {
                return null;
            }
            var element = (E) elements[at];
            elements[at] = TAKEN;
            return element;
        }

        @SuppressWarnings("unchecked") // only elements are put in
        @Nullable
        E peek() {
            for (int at = next.get(); at < count; at = next.get()) {
                Object element = elements[at];
                if (element != TAKEN) {
                    return (E) element;
                }
            }
            return null;
        }

        @SuppressWarnings("unchecked") // only elements are put in
        void copyTo(Collection<E> target) {
            for (int at = next.get(); at < count; at++) {
                Object element = elements[at];
                if (element != TAKEN) {
                    target.add((E) element);
                }
            }
        }
    }

    /** Instead of an element that was taken. */
    private static final Object TAKEN = new Object();

    private final int number;
    private final RingMemory memory;
    private final RingLayout shape;
    private final Layout<E> layout;

    private volatile Batch<E> batch = new Batch<>();

    /** Held by the thread that has its turn. It may use what follows. */
    private final ReentrantLock turn = new ReentrantLock();

    /** The words of a page's entries, as they were seen last, and those of one element. */
    private final long[] seen;

    private final int[] words;

    /**
     * The first position that was not fetched. Written by the thread that has its turn; others may see an older one.
     */
    private final AtomicLong head = new AtomicLong();

    IncomingRing(int number, RingMemory memory, Layout<E> layout) {
        this.number = number;
        this.memory = memory;
        this.layout = layout;
        shape = memory.shape();
        seen = new long[shape.words() * shape.lanes()];
        words = new int[shape.words()];
    }

    /** {@return whether the next element is not there, for all that a thread without its turn can see} */
    boolean isEmpty() {
        return batch.size() == 0 && !isThere(head.getAcquire());
    }

    /** {@return the next of the elements that were fetched, or null} Needs no turn. */
    @Nullable
    E pollFetched() {
        return batch.poll();
    }

    private boolean isThere(long position) {
        return RingLayout.mark(memory.entries().getAcquire(shape.at(number, position, 0))) == shape.lapAt(position);
    }

    boolean tryEnter() {
        return turn.tryLock();
    }

    void enter() {
        for (int i = 0; i < SPINS; i++) {
            if (turn.tryLock()) {
                return;
            }
            Thread.onSpinWait();
        }
        turn.lock();
    }

    void leave() {
        turn.unlock();
    }

    // ---- for the thread that has its turn ----

    /** {@return the next element, or null} The turn is over then. */
    @Nullable
    E pollAndLeave() {
        try {
            E element = batch.poll();
            return element != null || !fetch() ? element : batch.poll();
        } finally {
            leave();
        }
    }

    /** {@return whether there was anything to fetch} All that was fetched before is taken. */
    private boolean fetch() {
        long first = head.getPlain();
        int count = look(first, FETCH);
        if (count == 0) {
            return false;
        }
        var fetched = new Object[count];
        for (int i = 0; i < count; i++) {
            fetched[i] = element(i);
        }
        batch = new Batch<>(fetched);
        pass(first + count);
        return true;
    }

    @Nullable
    E peek() {
        E element = batch.peek();
        return element != null || !fetch() ? element : batch.peek();
    }

    int drain(Consumer<? super E> target, int most) {
        int count = 0;
        while (count < most) {
            E element = batch.poll();
            if (element == null) {
                break;
            }
            count++;
            target.accept(element);
        }
        long position = head.getPlain();
        int there = count < most ? look(position, most - count) : 0;
        while (there > 0) {
            int given = 0;
            try {
                while (given < there) {
                    E element = element(given);
                    given++;
                    target.accept(element);
                }
            } finally {
                position += given;
                pass(position);
            }
            count += there;
            there = count < most ? look(position, most - count) : 0;
        }
        return count;
    }

    void copyTo(Collection<E> target) {
        batch.copyTo(target);
        long position = head.getPlain();
        long end = position + shape.slots();
        for (int there = look(position, FETCH); there > 0; there = look(position, FETCH)) {
            for (int i = 0; i < there; i++) {
                target.add(element(i));
            }
            position += there;
            if (position >= end) {
                break;
            }
        }
    }

    int size() {
        int before = batch.size();
        long first = head.getAcquire();
        int count = 0;
        while (count < shape.slots() && isThere(first + count)) {
            count++;
        }
        return before + count;
    }

    /**
     * Looks at a page, from an entry on. {@return how many entries are there, one after the other, and no more than
     * {@code most}} Their words are copied.
     */
    private int look(long position, int most) {
        int lanes = shape.lanes();
        int lap = shape.lapAt(position);
        int first = shape.at(number, position, 0);
        int count = Math.min(most, lanes - (int) (position & lanes - 1));
        for (int word = 0; word < words.length && count > 0; word++) {
            memory.entries().getAcquireByHost(first + word * lanes, seen, word * lanes, count);
            int there = 0;
            while (there < count && RingLayout.mark(seen[word * lanes + there]) == lap) {
                there++;
            }
            count = there;
        }
        return count;
    }

    /** {@return one of the elements that were seen last} */
    private E element(int which) {
        for (int word = 0; word < words.length; word++) {
            words[word] = RingLayout.word(seen[word * shape.lanes() + which]);
        }
        return layout.decode(words);
    }

    private void pass(long position) {
        head.setRelease(position);
        memory.taken().setRelease(number * RingLayout.LINE, position);
    }
}
