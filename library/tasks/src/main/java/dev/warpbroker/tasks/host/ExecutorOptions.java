package dev.warpbroker.tasks.host;

import java.time.Duration;

/**
 * How a {@link DeviceExecutor} works.
 *
 * @param workers how many warps serve requests (threads on the JVM), each with a ring of its own; 0 for as many as the
 *     device has multiprocessors, or the JVM processors
 * @param capacity requests that a ring holds, a power of two
 * @param batch how many requests of a ring may be unanswered before {@code submit} turns to the next ring: those that a
 *     warp takes in together end together. 0 for as many as a warp has lanes; 1 for long tasks
 * @param whenFull what {@code submit} does if all rings are full
 * @param ordered whether what the host copied to device memory before {@code submit} is visible to the task, and what
 *     the task wrote to device memory to those that see its result
 * @param spins how often in a row a warp looks for requests, and finds none, before it sleeps between two looks
 * @param longestSleep how long it sleeps at most: each time twice as long
 */
public record ExecutorOptions(
        int workers, int capacity, int batch, WhenFull whenFull, boolean ordered, int spins, Duration longestSleep) {
    private static final int MAX_CAPACITY = 1 << 20;
    private static final Duration MAX_SLEEP = Duration.ofMillis(1);

    /** What {@code submit} does if there is no room. */
    public enum WhenFull {
        /** It waits for room. */
        WAIT,
        /** It throws a {@link java.util.concurrent.RejectedExecutionException}. */
        REFUSE
    }

    /** Checks the numbers. */
    public ExecutorOptions {
        if (workers < 0) {
            throw new IllegalArgumentException("number of workers " + workers
                    + " of an executor; give at least 1, or 0 for the executor's own choice");
        }
        if (capacity < 1 || capacity > MAX_CAPACITY || Integer.bitCount(capacity) != 1) {
            throw new IllegalArgumentException(
                    "capacity " + capacity + " of a ring; give a power of two from 1 to " + MAX_CAPACITY);
        }
        if (batch < 0) {
            throw new IllegalArgumentException(
                    "batch " + batch + "; give at least 1, or 0 for as many as a warp has lanes");
        }
        if (spins < 0) {
            throw new IllegalArgumentException("spins " + spins + "; give 0 or more");
        }
        if (longestSleep.isNegative() || longestSleep.compareTo(MAX_SLEEP) > 0) {
            throw new IllegalArgumentException(
                    "longest sleep " + longestSleep + "; give at most " + MAX_SLEEP + ", the most that a GPU sleeps");
        }
    }

    /** {@return the usual options} */
    public static ExecutorOptions defaults() {
        return new ExecutorOptions(0, 256, 0, WhenFull.WAIT, true, 1024, Duration.ofNanos(50_000));
    }

    /** {@return these options with {@code number} workers} */
    public ExecutorOptions withWorkers(int number) {
        return new ExecutorOptions(number, capacity, batch, whenFull, ordered, spins, longestSleep);
    }

    /** {@return these options with room for {@code requests} in each ring; at least as many as a warp has lanes} */
    public ExecutorOptions withCapacity(int requests) {
        return new ExecutorOptions(workers, requests, batch, whenFull, ordered, spins, longestSleep);
    }

    /** {@return these options with up to {@code requests} unanswered ones in a ring while others have fewer} */
    public ExecutorOptions withBatch(int requests) {
        return new ExecutorOptions(workers, capacity, requests, whenFull, ordered, spins, longestSleep);
    }

    /** {@return these options with another way to treat requests for which there is no room} */
    public ExecutorOptions withWhenFull(WhenFull given) {
        return new ExecutorOptions(workers, capacity, batch, given, ordered, spins, longestSleep);
    }

    /**
     * {@return these options with or without order} Without, tasks must not read what the host copies, nor write what
     * it reads, while the executor runs; results come a little sooner.
     */
    public ExecutorOptions withOrder(boolean on) {
        return new ExecutorOptions(workers, capacity, batch, whenFull, on, spins, longestSleep);
    }

    /** {@return these options with another number of looks before a warp sleeps} */
    public ExecutorOptions withSpins(int looks) {
        return new ExecutorOptions(workers, capacity, batch, whenFull, ordered, looks, longestSleep);
    }

    /** {@return these options with another longest sleep} */
    public ExecutorOptions withLongestSleep(Duration given) {
        return new ExecutorOptions(workers, capacity, batch, whenFull, ordered, spins, given);
    }
}
