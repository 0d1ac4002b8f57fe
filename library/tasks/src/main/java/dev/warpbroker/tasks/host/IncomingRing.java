package dev.warpbroker.tasks.host;

import dev.warpbroker.device.Layout;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A ring of a {@link QueueToHost}, from which one thread at a time takes. */
final class IncomingRing<E> {
    /*
     * A thread that has its turn and finds nothing fetched fetches what is in the ring, up to FETCH elements, and tells
     * the lanes of all that room by one store. The elements wait here, in their order, for whoever takes next.
     */

    /** Elements that are fetched together. */
    private static final int FETCH = 32;

    /** Tries to get the turn before a thread sleeps for it: others have it for less time than waking up takes. */
    private static final int SPINS = 200;

    private final int number;
    private final RingMemory memory;
    private final RingLayout shape;
    private final Layout<E> layout;

    /** Held by the thread that has its turn. It may use what follows. */
    private final ReentrantLock turn = new ReentrantLock();

    private final int[] words;
    private final ArrayDeque<E> fetched = new ArrayDeque<>(FETCH);

    /**
     * The first position that was not fetched. Written by the thread that has its turn; others may see an older one.
     */
    private final AtomicLong head = new AtomicLong();

    /** How many elements are fetched; the same holds for it. */
    private final AtomicInteger waiting = new AtomicInteger();

    IncomingRing(int number, RingMemory memory, Layout<E> layout) {
        this.number = number;
        this.memory = memory;
        this.layout = layout;
        shape = memory.shape();
        words = new int[shape.words()];
    }

    /** {@return whether the next element is not there, for all that a thread without its turn can see} */
    boolean isEmpty() {
        return waiting.getAcquire() == 0 && !isThere(head.getAcquire());
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
            if (fetched.isEmpty()) {
                fetch();
            }
            E element = fetched.poll();
            waiting.setRelease(fetched.size());
            return element;
        } finally {
            leave();
        }
    }

    private void fetch() {
        long first = head.getPlain();
        long position = first;
        while (position - first < FETCH && read(position)) {
            position++;
            fetched.add(layout.decode(words));
        }
        if (position > first) {
            waiting.setRelease(fetched.size());
            pass(position);
        }
    }

    @Nullable
    E peek() {
        if (fetched.isEmpty()) {
            fetch();
        }
        return fetched.peek();
    }

    int drain(Consumer<? super E> target, int most) {
        int count = 0;
        while (count < most && !fetched.isEmpty()) {
            E element = fetched.remove();
            waiting.setRelease(fetched.size());
            count++;
            target.accept(element);
        }
        long first = head.getPlain();
        long position = first;
        try {
            while (position - first < most - count && read(position)) {
                position++;
                target.accept(layout.decode(words));
            }
        } finally {
            pass(position);
        }
        return count + (int) (position - first);
    }

    void copyTo(Collection<E> target) {
        target.addAll(fetched);
        long first = head.getPlain();
        for (long position = first; position < first + shape.slots() && read(position); position++) {
            target.add(layout.decode(words));
        }
    }

    int size() {
        int before = waiting.getAcquire();
        long first = head.getAcquire();
        int count = 0;
        while (count < shape.slots() && isThere(first + count)) {
            count++;
        }
        return before + count;
    }

    /** {@return whether an entry is there; its words are copied then} */
    private boolean read(long position) {
        int lap = shape.lapAt(position);
        for (int i = 0; i < words.length; i++) {
            long marked = memory.entries().getAcquire(shape.at(number, position, i));
            if (RingLayout.mark(marked) != lap) {
                return false;
            }
            words[i] = RingLayout.word(marked);
        }
        return true;
    }

    private void pass(long position) {
        head.setRelease(position);
        memory.taken().setRelease(number * RingLayout.LINE, position);
    }
}
