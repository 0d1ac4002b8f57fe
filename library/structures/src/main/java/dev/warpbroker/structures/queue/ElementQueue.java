package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Layout;
import dev.warpbroker.structures.Taken;
import java.util.ArrayList;
import java.util.List;

/**
 * A queue of records, enums or sealed interfaces of these, on any queue of this library. What that one guarantees about
 * order and waiting holds here.
 *
 * <pre>{@code
 * record Ray(float x, float y, float z, int depth) {}
 *
 * var rays = ElementQueue.of(QueueKind.BQ, device, 1 << 16, Layout.of(Ray.class));
 * device.run(Grid.threads(1_024), lane -> {
 *     rays.enqueue(new Ray(0, 0, lane.id(), 8));
 *     var taken = rays.dequeue();
 *     if (taken.present()) {
 *         ... taken.value().depth() ...
 *     }
 * });
 * }</pre>
 *
 * @param <E> the elements
 */
public final class ElementQueue<E> extends SlottedQueue {
    private final Layout<E> layout;

    /** Words from one slot to the next: at least one, also for elements without content. */
    private final int stride;

    private ElementQueue(SlotQueue slots, Layout<E> layout) {
        super(slots);
        this.layout = layout;
        stride = slots.wordsPerSlot();
    }

    /**
     * {@return an empty queue}
     *
     * @param capacity a power of two between 2 and 2^30
     * @param layout how an element lies over words; it must have a {@link Layout#zero}
     * @throws IllegalArgumentException if it has none; the message names the type
     */
    public static <E> ElementQueue<E> of(QueueKind kind, Device device, int capacity, Layout<E> layout) {
        layout.requireZero();
        return new ElementQueue<>(kind.slots(device, capacity, Math.max(1, layout.words())), layout);
    }

    /** {@return whether {@code element} was put in; if not, the queue was full} */
    public boolean enqueue(E element) {
        layout.check(element);
        var slot = slots.beginEnqueue();
        if (!slot.present()) {
            return false;
        }
        layout.write(words, slot.index() * stride, element);
        return slots.endEnqueue(slot);
    }

    /** {@return the element taken out, or that the queue was empty} */
    public Taken<E> dequeue() {
        var slot = slots.beginDequeue();
        if (!slot.present()) {
            return new Taken<>(false, layout.zero());
        }
        E element = layout.read(words, slot.index() * stride);
        slots.endDequeue(slot);
        return new Taken<>(true, element);
    }

    /**
     * Puts elements in from the host, in their order, while no kernel uses the queue.
     *
     * @return how many were put in; if not all, the queue is full
     */
    public int fill(List<? extends E> elements) {
        int count = Math.min(elements.size(), capacity());
        var staged = new int[count * stride];
        for (int i = 0; i < count; i++) {
            layout.encode(elements.get(i), staged, i * stride);
        }
        return SlotTransfer.fill(slots, staged);
    }

    /** {@return all elements, taken out by the host in their order, while no kernel uses the queue} */
    public List<E> drain() {
        int[] found = SlotTransfer.drain(slots);
        var elements = new ArrayList<E>();
        for (int at = 0; at < found.length; at += stride) {
            elements.add(layout.decode(found, at));
        }
        return elements;
    }

    @Override
    public String toString() {
        return "elements of " + layout.words() + " words in " + slots;
    }
}
