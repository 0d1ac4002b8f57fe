package dev.warpbroker.structures.deque;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Layout;
import dev.warpbroker.structures.Taken;
import java.util.List;

/**
 * The slots of several rings, one ring after the other in one memory. Which of them hold elements is up to the deques.
 */
final class Rings<E> {
    private final Ints words;
    private final Layout<E> layout;

    /** Words from one slot to the next: at least one, also for elements without content. */
    private final int stride;

    /** N - 1: position to slot. */
    private final int mask;

    /** log2 N: ring to its first slot. */
    private final int shift;

    Rings(Device device, DequeOptions options, Layout<E> layout) {
        layout.requireZero();
        this.layout = layout;
        stride = Math.max(1, layout.words());
        mask = options.capacity() - 1;
        shift = Integer.numberOfTrailingZeros(options.capacity());
        long all = (long) options.count() * options.capacity() * stride;
        if (all > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(options.count() + " deques of " + options.capacity() + " elements of "
                    + stride + " words need " + all + " words; the most are " + Integer.MAX_VALUE
                    + ": choose a smaller capacity");
        }
        words = device.ints((int) all);
    }

    int capacity() {
        return mask + 1;
    }

    private int place(int ring, long position) {
        return ((ring << shift) + ((int) position & mask)) * stride;
    }

    /** Throws what {@link #write} would throw. */
    void check(E element) {
        layout.check(element);
    }

    void write(int ring, long position, E element) {
        layout.write(words, place(ring, position), element);
    }

    E read(int ring, long position) {
        return layout.read(words, place(ring, position));
    }

    /** {@return the words of a slot that others may be writing to} */
    int[] copy(int ring, long position) {
        return layout.copy(words, place(ring, position));
    }

    /** Copies a slot that others may be writing to into one that is the caller's. */
    void copy(int ring, long position, int toRing, long toPosition) {
        int from = place(ring, position);
        int to = place(toRing, toPosition);
        for (int i = 0; i < stride; i++) {
            words.set(to + i, words.getOpaque(from + i));
        }
    }

    /**
     * Puts elements into slots, from the host.
     *
     * @param position of the first
     * @param size of the deque before
     */
    void insert(int ring, long position, int size, List<? extends E> elements) {
        if (size != 0 || elements.size() > capacity()) {
            throw new IllegalArgumentException(elements.size() + " elements for deque " + ring + ", which holds "
                    + capacity() + " and has " + size + "; the host fills empty deques only, up to what they hold");
        }
        int[] staged = new int[stride];
        for (int i = 0; i < elements.size(); i++) {
            layout.encode(elements.get(i), staged, 0);
            words.copyIn(staged, place(ring, position + i));
        }
    }

    /** {@return the element of words that {@link #copy(int, long)} gave} */
    Taken<E> taken(int[] copied) {
        return new Taken<>(true, layout.decode(copied));
    }

    Taken<E> none() {
        return new Taken<>(false, layout.zero());
    }

    /** {@return the element in a slot that is the caller's, if it has one} */
    Taken<E> takenIf(boolean present, int ring, long position) {
        return present ? new Taken<>(true, read(ring, position)) : none();
    }

    void close() {
        words.close();
    }
}
