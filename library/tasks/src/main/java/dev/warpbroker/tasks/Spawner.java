package dev.warpbroker.tasks;

/**
 * Where a running task hands over further tasks.
 *
 * @param <T> the tasks: a record, or a sealed interface of records
 */
@FunctionalInterface
public interface Spawner<T> {
    /** Hands over {@code task}; some worker will run it, at some time before the run ends. */
    void spawn(T task);
}
