package dev.warpbroker.tasks.host;

import dev.warpbroker.device.Layout;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A ring of a {@link QueueToHost}, from which one thread at a time takes. */
final class IncomingRing<E> {
    private final int number;
    private final RingMemory memory;
    private final RingLayout shape;
    private final Layout<E> layout;

    /** Held by the thread that has its turn. It may use what follows. */
    private final ReentrantLock turn = new ReentrantLock();

    private final int[] words;

    /** Written by the thread that has its turn; others may see an older one. */
    private final AtomicLong head = new AtomicLong();

    IncomingRing(int number, RingMemory memory, Layout<E> layout) {
        this.number = number;
        this.memory = memory;
        this.layout = layout;
        shape = memory.shape();
        words = new int[shape.words()];
    }

    /** {@return whether the next element is not there, for all that a thread without its turn can see} */
    boolean isEmpty() {
        return !isThere(head.getAcquire());
    }

    private boolean isThere(long position) {
        return RingLayout.mark(memory.entries().getAcquire(shape.at(number, position, 0))) == shape.lapAt(position);
    }

    boolean tryEnter() {
        return turn.tryLock();
    }

    void enter() {
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
            long position = head.getPlain();
            if (!read(position)) {
                return null;
            }
            pass(position + 1);
            return layout.decode(words);
        } finally {
            leave();
        }
    }

    @Nullable
    E peek() {
        return read(head.getPlain()) ? layout.decode(words) : null;
    }

    int drain(Consumer<? super E> target, int most) {
        long first = head.getPlain();
        long position = first;
        try {
            while (position - first < most && read(position)) {
                position++;
                target.accept(layout.decode(words));
            }
        } finally {
            pass(position);
        }
        return (int) (position - first);
    }

    void copyTo(Collection<E> target) {
        long first = head.getPlain();
        for (long position = first; position < first + shape.slots() && read(position); position++) {
            target.add(layout.decode(words));
        }
    }

    int size() {
        long first = head.getAcquire();
        int count = 0;
        while (count < shape.slots() && isThere(first + count)) {
            count++;
        }
        return count;
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
