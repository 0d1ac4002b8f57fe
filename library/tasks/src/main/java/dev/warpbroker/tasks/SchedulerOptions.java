package dev.warpbroker.tasks;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Layout;
import dev.warpbroker.structures.Granularity;
import org.jspecify.annotations.Nullable;

/**
 * What a scheduler is made with: {@link Policy#stealing()} on as many warps as the device holds, unless it says otherwise.
 * Each method gives new options.
 *
 * @param layout how a task lies over words
 * @param policy how tasks find their workers
 * @param workers who takes tasks
 * @param count number of workers; 0 for as many as the device holds at once, or one per processor on the JVM
 * @param capacity tasks in the pool, or in each deque; 0 leaves it to the scheduler
 * @param keep tasks that a worker can keep for which its pool has no room; 0 leaves it to the scheduler
 * @param priority how urgent tasks are, or null if all are the same
 * @param levels how many levels of urgency there are
 * @param statistics whether steals and idle time are counted for each worker
 * @param taskTrace whether each lane notes what it runs, so that a failure names the task
 * @param <T> the tasks
 */
public record SchedulerOptions<T>(
        Layout<T> layout,
        Policy policy,
        Granularity workers,
        int count,
        int capacity,
        int keep,
        @Nullable TaskPriority<T> priority,
        int levels,
        boolean statistics,
        boolean taskTrace) {
    static <T> SchedulerOptions<T> of(Layout<T> layout) {
        return new SchedulerOptions<>(layout, Policy.stealing(), Granularity.WARP, 0, 0, 0, null, 1, false, true);
    }

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
                    what + " " + value + " of a scheduler; the least is 1, or 0 for the scheduler's own choice");
        }
    }

    /** {@return these options with another policy} */
    public SchedulerOptions<T> policy(Policy chosen) {
        return new SchedulerOptions<>(
                layout, chosen, workers, count, capacity, keep, priority, levels, statistics, taskTrace);
    }

    /** {@return these options with other workers, as many as the device holds at once} */
    public SchedulerOptions<T> workers(Granularity chosen) {
        return workers(chosen, 0);
    }

    /** {@return these options with {@code number} workers} */
    public SchedulerOptions<T> workers(Granularity chosen, int number) {
        return new SchedulerOptions<>(
                layout, policy, chosen, number, capacity, keep, priority, levels, statistics, taskTrace);
    }

    /** {@return these options with room for {@code tasks} in the pool, or in each deque: a power of two} */
    public SchedulerOptions<T> capacity(int tasks) {
        return new SchedulerOptions<>(
                layout, policy, workers, count, tasks, keep, priority, levels, statistics, taskTrace);
    }

    /** {@return these options with room for {@code tasks} that a worker keeps when its pool is full} */
    public SchedulerOptions<T> keep(int tasks) {
        return new SchedulerOptions<>(
                layout, policy, workers, count, capacity, tasks, priority, levels, statistics, taskTrace);
    }

    /**
     * {@return these options with several pools, by urgency} Each has the capacity. Workers turn to a level when those above
     * have nothing. Of the first tasks those of a lower level begin first; tasks that a worker keeps for want of room, or
     * with busy leaves, are run at once whatever their level. Not with {@link Policy#stealing()}.
     *
     * @param by the level of a task, from 0 on
     * @param number how many levels there are, up to 4
     */
    public SchedulerOptions<T> priority(TaskPriority<T> by, int number) {
        return new SchedulerOptions<>(
                layout, policy, workers, count, capacity, keep, by, number, statistics, taskTrace);
    }

    /** {@return these options with statistics on or off} */
    public SchedulerOptions<T> statistics(boolean on) {
        return new SchedulerOptions<>(layout, policy, workers, count, capacity, keep, priority, levels, on, taskTrace);
    }

    /** {@return these options with or without the notes that let a failure name its task} */
    public SchedulerOptions<T> taskTrace(boolean on) {
        return new SchedulerOptions<>(layout, policy, workers, count, capacity, keep, priority, levels, statistics, on);
    }

    /**
     * {@return a scheduler on {@code device}}
     *
     * @throws IllegalArgumentException if the policy does not go with the other options; the message says what does
     */
    public Scheduler<T> on(Device device) {
        return Scheduler.on(device, this);
    }
}
