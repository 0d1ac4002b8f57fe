package dev.warpbroker.tasks.forkjoin;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Layout;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.tasks.CooperativeScheduler;
import dev.warpbroker.tasks.GroupTask;
import dev.warpbroker.tasks.TaskBody;

/**
 * {@link ForkJoin} for tasks of single lanes and of whole warps, in one run. A task says how wide it is
 * ({@link GroupTask}); all lanes of its group run the body, and may work together. Each lane completes with a part of
 * the result, or spawns children, or both:
 *
 * <pre>{@code
 * try (var forkJoin = CooperativeForkJoin.on(device, Layout.of(Interval.class), Join.doubles(0, Double::sum))) {
 *     double integral = forkJoin.compute(new Interval(0, 1), (interval, group) -> {
 *         double sum = 0;
 *         for (int i = group.lane(); i < 32; i += group.size()) {
 *             …                                          // the i-th part of the interval
 *             if (isExact) {
 *                 sum += part;
 *             } else {
 *                 group.spawn(new Interval(from, to));   // of which a whole warp sees to the parts
 *             }
 *         }
 *         group.complete(sum);
 *     });
 * }
 * }</pre>
 *
 * <p>What {@link ForkJoin} guarantees holds here, too. A worker is a warp: it runs one task of its width at a time, and
 * tasks of single lanes beside it. There are no tasks of whole blocks, since the warps of a block steal and rest each
 * for itself, and would have to wait for each other: {@link CooperativeScheduler} has them.
 *
 * <p>On the JVM device a group has one lane, whatever its width: see {@link dev.warpbroker.tasks.Group}.
 *
 * @param <T> the tasks
 * @param <R> the results
 */
public final class CooperativeForkJoin<T extends GroupTask, R> implements AutoCloseable {
    private final ForkJoin<T, R> forkJoin;
    private final boolean onThreads;

    private CooperativeForkJoin(Device device, Layout<T> tasks, Join<R> join, ForkJoinOptions options) {
        forkJoin = ForkJoin.withWidths(device, tasks, join, options, task -> task.width() == Granularity.WARP);
        onThreads = device.properties().lanesPerWorker() == 1;
    }

    /** {@return fork and join with {@link ForkJoinOptions#defaults}; its memory is allocated with the first run} */
    public static <T extends GroupTask, R> CooperativeForkJoin<T, R> on(Device device, Layout<T> tasks, Join<R> join) {
        return on(device, tasks, join, ForkJoinOptions.defaults());
    }

    /**
     * {@return fork and join; its memory is allocated with the first run}
     *
     * @param tasks how a task lies over words
     * @param join how parts of a result, and results of children, become one
     * @throws IllegalArgumentException if the device does not hold as many workers as the options ask for
     */
    public static <T extends GroupTask, R> CooperativeForkJoin<T, R> on(
            Device device, Layout<T> tasks, Join<R> join, ForkJoinOptions options) {
        return new CooperativeForkJoin<>(device, tasks, join, options);
    }

    /**
     * {@return the result of {@code root} and all that comes of it}
     *
     * @throws IllegalArgumentException if the root is a task of a block; one that is spawned ends the run
     * @throws IllegalStateException after {@link #close}
     */
    public R compute(T root, TaskBody<T, GroupFork<T, R>> body) {
        return start(root, body).join();
    }

    /**
     * {@return the result of {@code root} and all that comes of it}
     *
     * @throws IllegalArgumentException if the root is a task of a block; one that is spawned ends the run
     * @throws IllegalStateException after {@link #close}
     */
    public R compute(T root, TaskBody<T, GroupFork<T, R>> body, GroupFork.Continuation<T, R> continuation) {
        return start(root, body, continuation).join();
    }

    /**
     * Starts a run, which begins when those before it have ended.
     *
     * @throws IllegalArgumentException if the root is a task of a block
     * @throws IllegalStateException after {@link #close}
     */
    public ForkJoin.Run<R> start(T root, TaskBody<T, GroupFork<T, R>> body) {
        requireNarrow(root);
        return forkJoin.start(root, onLanes(body));
    }

    /**
     * Starts a run, which begins when those before it have ended.
     *
     * @throws IllegalArgumentException if the root is a task of a block
     * @throws IllegalStateException after {@link #close}
     */
    public ForkJoin.Run<R> start(T root, TaskBody<T, GroupFork<T, R>> body, GroupFork.Continuation<T, R> continuation) {
        requireNarrow(root);
        return forkJoin.start(root, onLanes(body), onLanes(continuation));
    }

    private TaskBody<T, Fork<T, R>> onLanes(TaskBody<T, GroupFork<T, R>> body) {
        return onThreads
                ? (task, fork) -> body.run(task, new LoneFork<>(fork, task.width()))
                : (task, fork) -> body.run(task, new WarpFork<>((Worker<T, R>) fork));
    }

    private Fork.Continuation<T, R> onLanes(GroupFork.Continuation<T, R> continuation) {
        return onThreads
                ? (task, joined, fork) -> continuation.run(task, joined, new LoneFork<>(fork, task.width()))
                : (task, joined, fork) -> continuation.run(task, joined, new WarpFork<>((Worker<T, R>) fork));
    }

    /** Refuses a task of a block. Kernel Java. */
    static void requireNarrow(GroupTask task) {
        if (task.width() == Granularity.BLOCK) {
            throw new IllegalArgumentException("a task of a block: workers of fork and join are warps, and those of a"
                    + " block do not wait for each other; make it a task of a warp, or use CooperativeScheduler");
        }
    }

    /** Cancels runs that have not ended, and frees the memory. Results of runs that have ended can still be had. */
    @Override
    public void close() {
        forkJoin.close();
    }

    @Override
    public String toString() {
        return "cooperative " + forkJoin;
    }
}
