package dev.warpbroker.structures.stack;

import dev.warpbroker.device.Grid;
import java.util.Arrays;

/** Fills and empties stacks from the host, by a launch of one lane that makes the stack's own operations. */
final class HostStacking {
    /** Values that a launch takes off at once. */
    private static final int BATCH = 1 << 16;

    private HostStacking() {}

    static int fill(IntStack stack, int[] values) {
        if (values.length == 0) {
            return 0;
        }
        var device = stack.device();
        try (var source = device.ints(values.length);
                var done = device.ints(1)) {
            source.copyIn(values);
            device.run(Grid.threads(1), _ -> {
                int count = 0;
                while (count < source.length() && stack.push(source.get(count))) {
                    count++;
                }
                done.set(0, count);
            });
            return done.copyOut()[0];
        }
    }

    static int[] drain(IntStack stack) {
        var device = stack.device();
        int[] all = {};
        try (var target = device.ints(Math.min(stack.capacity(), BATCH));
                var done = device.ints(1)) {
            int count = target.length();
            // A stack that is damaged may never get empty.
            while (count == target.length() && all.length <= stack.capacity()) {
                device.run(Grid.threads(1), _ -> {
                    int taken = 0;
                    boolean more = true;
                    while (more && taken < target.length()) {
                        var popped = stack.pop();
                        more = popped.present();
                        if (more) {
                            target.set(taken, popped.value());
                            taken++;
                        }
                    }
                    done.set(0, taken);
                });
                count = done.copyOut()[0];
                all = Arrays.copyOf(all, all.length + count);
                System.arraycopy(target.copyOut(0, count), 0, all, all.length - count, count);
            }
        }
        return all;
    }
}
