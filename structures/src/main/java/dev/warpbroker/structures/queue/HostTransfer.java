package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Grid;
import java.util.Arrays;

/** Fills and empties a queue from the host, by a launch of one lane that makes the queue's own operations. */
final class HostTransfer {
    /** Values that a launch takes out at once. */
    private static final int BATCH = 1 << 16;

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
                all = Arrays.copyOf(all, all.length + count);
                System.arraycopy(target.copyOut(0, count), 0, all, all.length - count, count);
            }
        }
        return all;
    }
}
