package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;

/**
 * Fills and empties queues of whole slots from the host. Each transfer launches a kernel of one lane, which calls the
 * operations of the queue: so it works for every queue, keeps the order of the elements, and leaves the queue in a
 * state that its own operations have produced. No other kernel may use the queue meanwhile.
 */
final class SlotTransfer {
    private SlotTransfer() {}

    /**
     * Puts elements in until the queue is full.
     *
     * @param words the words of the elements, one element after the other
     * @return how many elements were put in
     */
    static int fill(SlotQueue queue, int[] words) {
        if (words.length == 0) {
            return 0;
        }
        var device = queue.device();
        int width = queue.wordsPerSlot();
        Ints target = queue.words();
        try (var source = device.ints(words.length);
                var done = device.ints(1)) {
            source.copyIn(words);
            device.run(Grid.threads(1), _ -> {
                int count = 0;
                var slot = queue.beginEnqueue();
                while (slot.present()) {
                    for (int i = 0; i < width; i++) {
                        target.set(slot.index() * width + i, source.get(count * width + i));
                    }
                    if (!queue.endEnqueue(slot)) {
                        break;
                    }
                    count++;
                    // A slot that was lent must be handed back: after the last element no further one is begun.
                    slot = count * width < source.length() ? queue.beginEnqueue() : Slot.none();
                }
                done.set(0, count);
            });
            return done.copyOut()[0];
        }
    }

    /** {@return the words of all elements, one after the other} They are taken out of the queue. */
    static int[] drain(SlotQueue queue) {
        int size = queue.size();
        if (size == 0) {
            return new int[0];
        }
        var device = queue.device();
        int width = queue.wordsPerSlot();
        Ints source = queue.words();
        try (var target = device.ints(size * width)) {
            device.run(Grid.threads(1), _ -> {
                for (int count = 0; count < size; count++) {
                    // Present: the size is exact while no other kernel uses the queue.
                    var slot = queue.beginDequeue();
                    for (int i = 0; i < width; i++) {
                        target.set(count * width + i, source.get(slot.index() * width + i));
                    }
                    queue.endDequeue(slot);
                }
            });
            return target.copyOut();
        }
    }
}
