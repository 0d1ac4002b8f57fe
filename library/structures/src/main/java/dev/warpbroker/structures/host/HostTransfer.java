package dev.warpbroker.structures.host;

import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.structures.DeviceStructure;
import java.io.Serializable;
import java.util.Arrays;

/** Fills and empties structures from the host, by a launch of one lane that makes the structure's own operations. */
public final class HostTransfer {
    /** Values that a launch takes out at once. */
    private static final int BATCH = 1 << 16;

    /** A queue may hold more than its capacity, where it rounds up; more times that than this are a sign of damage. */
    private static final int MAX_CAPACITIES = 4;

    private HostTransfer() {}

    /** Operations of one lane, in kernel Java. */
    @FunctionalInterface
    public interface Operations extends Serializable {
        /**
         * Puts all of {@code values} in, or takes out as many as they have room for.
         *
         * @return how many were put in or taken out
         */
        int on(Ints values);
    }

    /**
     * Puts values in.
     *
     * @return how many; if not all, the structure is full
     */
    public static int fill(DeviceStructure structure, int[] values, Operations puts) {
        if (values.length == 0) {
            return 0;
        }
        var device = structure.device();
        try (var source = device.ints(values.length);
                var done = device.ints(1)) {
            source.copyIn(values);
            device.run(Grid.threads(1), _ -> done.set(0, puts.on(source)));
            return done.copyOut()[0];
        }
    }

    /** {@return all values, in the order in which they were taken out} */
    public static int[] drain(DeviceStructure structure, Operations takes) {
        var device = structure.device();
        int[] all = {};
        try (var target = device.ints(Math.min(structure.capacity(), BATCH));
                var done = device.ints(1)) {
            int count = target.length();
            while (count == target.length()) {
                device.run(Grid.threads(1), _ -> done.set(0, takes.on(target)));
                count = done.copyOut()[0];
                requireSound(structure, (long) all.length + count);
                all = Arrays.copyOf(all, all.length + count);
                System.arraycopy(target.copyOut(0, count), 0, all, all.length - count, count);
            }
        }
        return all;
    }

    /** A structure that was left in the midst of an operation may give values for ever. */
    private static void requireSound(DeviceStructure structure, long taken) {
        if (taken > (long) MAX_CAPACITIES * structure.capacity() + BATCH) {
            throw new IllegalStateException("%s of capacity %d has given %d values and does not become empty: a kernel"
                            .formatted(structure.getClass().getSimpleName(), structure.capacity(), taken)
                    + " that ended in the midst of an operation has left it damaged; clear() makes it usable again");
        }
    }
}
