package dev.warpbroker.examples.sort;

import dev.warpbroker.device.Device;
import dev.warpbroker.tasks.Report;

/** Ints that are sorted by tasks on a device, as often as wanted. */
public interface DeviceSort extends AutoCloseable {
    /**
     * {@return a quicksort}
     *
     * @param elements what is sorted; copied, for every run anew
     * @param workers number of workers, which are blocks, or threads on the JVM; 0 for as many as the device holds
     */
    static DeviceSort quicksort(Device device, int[] elements, int workers) {
        if (elements.length == 0) {
            throw new IllegalArgumentException("0 elements to sort; give at least 1");
        }
        return device.properties().lanesPerWorker() == 1
                ? new ThreadQuicksort(device, elements, workers)
                : new GroupQuicksort(device, elements, workers);
    }

    /** Sorts. {@return how it went} */
    Report sort();

    /** {@return what has come of the last run} */
    int[] result();

    /** Frees the memory. */
    @Override
    void close();
}
