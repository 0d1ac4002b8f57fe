package dev.warpbroker.tasks;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Lane;
import dev.warpbroker.device.Longs;
import java.util.Arrays;

/**
 * A sum that tasks add to without getting in each other's way: every lane has a part of its own, and the host adds
 * those up. Where millions of tasks add to a single word of device memory, that word is all they do.
 */
public final class TaskSum implements AutoCloseable {
    /**
     * Longs before the first part, and from one part to the next, on the JVM: lanes that write to one cache line would
     * disturb each other, and the first line has the length of the array, which all read.
     */
    private static final int LINE = Longs.LINE;

    /** Parts of the sum where lanes are threads. */
    private static final int THREADS = 1024;

    private final Longs parts;
    private final int lanes;
    private final int stride;
    private final int first;

    private TaskSum(Device device) {
        boolean alone = device.properties().lanesPerWorker() == 1;
        lanes = alone ? THREADS : device.properties().residentThreads();
        stride = alone ? LINE : 1;
        first = alone ? LINE : 0;
        parts = device.longs(first + Math.multiplyExact(lanes, stride));
    }

    /** {@return a sum that is 0} */
    public static TaskSum on(Device device) {
        return new TaskSum(device);
    }

    /** Adds to the sum, in a task. */
    public void add(long value) {
        parts.getAndAddRelaxed(first + Lane.current().id() % lanes * stride, value);
    }

    /** {@return the sum, after the run} */
    public long total() {
        return Arrays.stream(parts.copyOut()).sum();
    }

    /** Makes the sum 0 again, between two runs. */
    public void clear() {
        parts.fill(0);
    }

    /** Frees the memory. */
    @Override
    public void close() {
        parts.close();
    }
}
