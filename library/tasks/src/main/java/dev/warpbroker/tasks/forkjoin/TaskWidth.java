package dev.warpbroker.tasks.forkjoin;

import java.io.Serializable;

/**
 * Says which tasks all lanes of a {@link Worker} run together. Kernel Java.
 *
 * @param <T> the tasks
 */
@FunctionalInterface
interface TaskWidth<T> extends Serializable {
    boolean isOfWarp(T task);
}
