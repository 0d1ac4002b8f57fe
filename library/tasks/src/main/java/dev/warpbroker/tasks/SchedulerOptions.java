package dev.warpbroker.tasks;

import dev.warpbroker.structures.Granularity;
import java.io.Serializable;

/**
 * What a scheduler is made with.
 *
 * @param policy how tasks find their workers
 * @param workers which lanes take tasks as one; lanes of a warp or block work in rounds: each runs one of the tasks
 *     that they took together, and the next round begins when all are done. On the JVM every worker is a thread
 * @param count number of workers; 0 for as many as the device holds at once, or one per processor on the JVM
 * @param capacity tasks in the pool, or in each deque, a power of two; 0 leaves it to the scheduler
 * @param keep tasks that a worker can keep for which its pool has no room; 0 leaves it to the scheduler
 * @param levels how many levels of urgency there are, up to 4, if tasks have a {@link Priority}
 * @param statistics whether steals and idle time are counted for each worker
 * @param taskTrace whether each lane notes what it runs, so that a failure names the task
 */
public record SchedulerOptions(
        Policy policy,
        Granularity workers,
        int count,
        int capacity,
        int keep,
        int levels,
        boolean statistics,
        boolean taskTrace) {
    /** Checks the numbers. */
    public SchedulerOptions {
        requireNotNegative("number of workers", count);
        requireNotNegative("capacity", capacity);
        requireNotNegative("tasks kept by a worker", keep);
        if (levels < 1 || levels > PriorityPool.LEVELS) {
            throw new IllegalArgumentException(
                    levels + " levels of urgency; there can be from 1 to " + PriorityPool.LEVELS);
        }
    }

    private static void requireNotNegative(String what, int value) {
        if (value < 0) {
            throw new IllegalArgumentException(
                    what + " " + value + " of a scheduler; give at least 1, or 0 for the scheduler's own choice");
        }
    }

    /**
     * {@return the usual options: {@link Policy#stealing()} on as many warps as the device holds, without statistics}
     */
    public static SchedulerOptions defaults() {
        return new SchedulerOptions(Policy.stealing(), Granularity.WARP, 0, 0, 0, 1, false, true);
    }

    /** {@return these options with another policy} */
    public SchedulerOptions withPolicy(Policy given) {
        return new SchedulerOptions(given, workers, count, capacity, keep, levels, statistics, taskTrace);
    }

    /** {@return these options with other workers, as many as the device holds at once} */
    public SchedulerOptions withWorkers(Granularity given) {
        return withWorkers(given, 0);
    }

    /** {@return these options with {@code number} workers} */
    public SchedulerOptions withWorkers(Granularity given, int number) {
        return new SchedulerOptions(policy, given, number, capacity, keep, levels, statistics, taskTrace);
    }

    /** {@return these options with room for {@code tasks} in the pool, or in each deque} */
    public SchedulerOptions withCapacity(int tasks) {
        return new SchedulerOptions(policy, workers, count, tasks, keep, levels, statistics, taskTrace);
    }

    /** {@return these options with room for {@code tasks} that a worker keeps when its pool is full} */
    public SchedulerOptions withKeep(int tasks) {
        return new SchedulerOptions(policy, workers, count, capacity, tasks, levels, statistics, taskTrace);
    }

    /** {@return these options with another number of levels of urgency} */
    public SchedulerOptions withLevels(int number) {
        return new SchedulerOptions(policy, workers, count, capacity, keep, number, statistics, taskTrace);
    }

    /** {@return these options with statistics on or off} */
    public SchedulerOptions withStatistics(boolean on) {
        return new SchedulerOptions(policy, workers, count, capacity, keep, levels, on, taskTrace);
    }

    /** {@return these options with or without the notes that let a failure name its task} */
    public SchedulerOptions withTaskTrace(boolean on) {
        return new SchedulerOptions(policy, workers, count, capacity, keep, levels, statistics, on);
    }

    /**
     * How urgent a task is. Kernel Java.
     *
     * @param <T> the tasks
     */
    @FunctionalInterface
    public interface Priority<T> extends Serializable {
        /**
         * {@return the level of {@code task}; 0 is the most urgent, and what is above the last level counts as the
         * last}
         */
        int level(T task);
    }
}
