package dev.warpbroker.spark;

import dev.warpbroker.device.Device;
import dev.warpbroker.tasks.TaskBody;
import dev.warpbroker.tasks.forkjoin.Fork;
import dev.warpbroker.tasks.forkjoin.Join;
import java.io.Serializable;

/**
 * What is done with tasks whose results are joined, on any device: executors make it where they are. Captures only what
 * is serializable, and no memory of a device.
 *
 * @param <T> the tasks
 * @param <R> the results; serializable
 */
@FunctionalInterface
public interface JoinWork<T, R> extends Serializable {
    /** {@return the work, with memory of {@code device}} */
    OnDevice<T, R> open(Device device);

    /**
     * Work on one device.
     *
     * @param <T> the tasks
     * @param <R> the results
     */
    interface OnDevice<T, R> extends AutoCloseable {
        /** {@return how results of tasks become one} */
        Join<R> join();

        /** {@return what is done with a task} */
        TaskBody<T, Fork<T, R>> body();

        /** Frees memory, if there is some. */
        @Override
        default void close() {}
    }
}
