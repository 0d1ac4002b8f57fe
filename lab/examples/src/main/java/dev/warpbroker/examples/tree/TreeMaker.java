package dev.warpbroker.examples.tree;

import dev.warpbroker.device.Device;
import java.io.Serializable;

/**
 * Makes work where it is to be done, also on another machine: captures only what is serializable.
 *
 * @param <T> the tasks
 * @param <R> what comes of them
 */
@FunctionalInterface
public interface TreeMaker<T, R> extends Serializable {
    /** {@return the work, with memory of {@code device}} */
    TreeWork<T, R> on(Device device);
}
