package dev.warpbroker.device.layout;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Layout;

/** A generic structure as a library has it: it knows nothing of its elements but their layout. */
public final class ElementQueue<E> {
    private final Layout<E> layout;
    private final Ints words;
    private final Ints tail;
    private final int capacity;

    /** An element, or none and zeros. */
    public record Taken<E>(boolean present, E element) {}

    /** Makes an empty queue. */
    public ElementQueue(Device device, Layout<E> layout, int capacity) {
        this.layout = layout;
        this.capacity = capacity;
        this.words = device.ints(Math.max(1, capacity * layout.words()));
        this.tail = device.ints(1);
    }

    /** {@return whether there was room} */
    public boolean enqueue(E element) {
        int slot = tail.getAndAddRelaxed(0, 1);
        if (slot >= capacity) {
            return false;
        }
        set(slot, element);
        return true;
    }

    /** Puts an element into a slot. */
    public void set(int slot, E element) {
        layout.write(words, slot * layout.words(), element);
    }

    /** {@return the element of a slot} */
    public E get(int slot) {
        return layout.read(words, slot * layout.words());
    }

    /** {@return the element of a slot, if there is such a slot} */
    public Taken<E> take(int slot) {
        return slot < capacity ? new Taken<>(true, get(slot)) : new Taken<>(false, layout.zero());
    }

    /** {@return the memory behind it} */
    public Ints words() {
        return words;
    }
}
