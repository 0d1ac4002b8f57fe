package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import java.util.Arrays;

/** Fills and empties queues from the host, by a launch of one lane that makes the queue's own operations. */
final class HostTransfer {
    /** Values that a launch takes out at once. */
    private static final int BATCH = 1 << 16;

    /** A queue may hold more than its capacity, where it rounds up; more times that than this are a sign of damage. */
    private static final int MAX_CAPACITIES = 4;

    private HostTransfer() {}

    static int fill(IntQueue queue, int[] values) {
        if (values.length == 0) {
            return 0;
        }
        var device = queue.device();
        try (var source = device.ints(values.length);
                var done = device.ints(1)) {
            source.copyIn(values);
            device.run(Grid.threads(1), _ -> done.set(0, queue.enqueueAll(source, 0, source.length())));
            return done.copyOut()[0];
        }
    }

    static int[] drain(IntQueue queue) {
        var device = queue.device();
        int[] all = {};
        try (var target = device.ints(Math.min(queue.capacity(), BATCH));
                var done = device.ints(1)) {
            int count = target.length();
            while (count == target.length()) {
                device.run(Grid.threads(1), _ -> done.set(0, queue.dequeueAll(target, 0, target.length())));
                count = done.copyOut()[0];
                requireSound(queue, (long) all.length + count);
                all = Arrays.copyOf(all, all.length + count);
                System.arraycopy(target.copyOut(0, count), 0, all, all.length - count, count);
            }
        }
        return all;
    }

    /** A queue that was left in the midst of an operation may give values for ever. */
    private static void requireSound(IntQueue queue, long taken) {
        if (taken > (long) MAX_CAPACITIES * queue.capacity() + BATCH) {
            throw new IllegalStateException("%s of capacity %d has given %d values and does not become empty: a kernel"
                            .formatted(queue.getClass().getSimpleName(), queue.capacity(), taken)
                    + " that ended in the midst of an operation has left it damaged; clear() makes it usable again");
        }
    }

    /** Puts elements of whole slots in. {@return how many} */
    static int fillSlots(SlotQueue queue, int[] words) {
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
                    slot = count * width < source.length() ? queue.beginEnqueue() : Slot.none();
                }
                done.set(0, count);
            });
            return done.copyOut()[0];
        }
    }

    /** {@return the words of all elements, one after the other} */
    static int[] drainSlots(SlotQueue queue) {
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
