package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;

/**
 * What all queues of ints know of themselves: where they are, how many values they hold, and what counts their retries.
 */
abstract class DeviceQueue implements IntQueue {
    private final Device device;
    private final int capacity;
    final QueueOptions.Statistics statistics;

    DeviceQueue(Device device, QueueOptions options) {
        this.device = device;
        capacity = options.capacity();
        statistics = options.statistics();
    }

    /** Another thread was faster: pauses before the next attempt. */
    final void retry(Backoff backoff, String waitingFor) {
        statistics.retried();
        statistics.waited();
        backoff.pause(waitingFor);
    }

    @Override
    public final int capacity() {
        return capacity;
    }

    @Override
    public final Device device() {
        return device;
    }

    @Override
    public String toString() {
        return getClass().getSimpleName() + " of " + capacity + " ints";
    }
}
