package dev.warpbroker.examples.tree;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Lane;
import dev.warpbroker.device.Longs;
import java.util.Arrays;

/** The largest of many numbers from 0 on, in many parts so that lanes do not wait for each other. */
final class TaskMaximum implements AutoCloseable {
    private static final int PARTS = 1 << 14;

    /**
     * Longs before the first part, and from one part to the next, on the JVM: lanes that write to one cache line would
     * disturb each other, and the first line has the length of the array, which all read.
     */
    private static final int LINE = Longs.LINE;

    private final Longs parts;
    private final int stride;
    private final int first;

    TaskMaximum(Device device) {
        boolean alone = device.properties().lanesPerWorker() == 1;
        stride = alone ? LINE : 1;
        first = alone ? LINE : 0;
        parts = device.longs(first + PARTS);
    }

    /** Takes a number into account, in a task. */
    void raise(long value) {
        int part = first + (Lane.current().id() * stride & PARTS - 1);
        if (parts.getOpaque(part) < value) {
            parts.getAndMaxAcqRel(part, value);
        }
    }

    /** {@return the maximum, after the run} */
    long value() {
        return Arrays.stream(parts.copyOut()).max().orElse(0);
    }

    /** Makes the maximum 0 again, between two runs. */
    void clear() {
        parts.fill(0);
    }

    @Override
    public void close() {
        parts.close();
    }
}
