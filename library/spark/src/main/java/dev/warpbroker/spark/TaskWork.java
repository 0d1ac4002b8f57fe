package dev.warpbroker.spark;

import dev.warpbroker.device.Device;
import dev.warpbroker.tasks.Spawner;
import dev.warpbroker.tasks.TaskBody;
import java.io.Serializable;

/**
 * What is done with tasks, on any device: executors make it where they are. Captures only what is serializable, and no
 * memory of a device.
 *
 * @param <T> the tasks
 * @param <R> what comes of them; serializable
 */
@FunctionalInterface
public interface TaskWork<T, R> extends Serializable {
    /** {@return the work, with memory of {@code device}} */
    OnDevice<T, R> open(Device device);

    /**
     * Work on one device, some tasks after others.
     *
     * @param <T> the tasks
     * @param <R> what comes of them
     */
    interface OnDevice<T, R> extends AutoCloseable {
        /** {@return what is done with a task} */
        TaskBody<T, Spawner<T>> body();

        /** Forgets what earlier tasks left in memory. */
        void clear();

        /** {@return what the tasks since {@link #clear} left in memory} */
        R result();

        /** Frees the memory. */
        @Override
        void close();
    }
}
