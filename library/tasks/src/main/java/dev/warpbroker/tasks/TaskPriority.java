package dev.warpbroker.tasks;

import java.io.Serializable;

/**
 * How urgent a task is. Kernel Java.
 *
 * @param <T> the tasks
 */
@FunctionalInterface
public interface TaskPriority<T> extends Serializable {
    /**
     * {@return the level of {@code task}; 0 is the most urgent, and what is above the last level counts as the last}
     */
    int level(T task);
}
