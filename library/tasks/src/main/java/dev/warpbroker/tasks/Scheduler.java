package dev.warpbroker.tasks;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Layout;
import org.jspecify.annotations.Nullable;

/**
 * Runs tasks that spawn tasks, on all workers of a device, until none is left.
 *
 * <pre>{@code
 * sealed interface Task {
 *     record Trace(int pixel, int depth) implements Task {}
 *     record Shade(int pixel, float weight) implements Task {}
 * }
 *
 * try (var scheduler = Scheduler.on(device, Layout.of(Task.class))) {
 *     Report report = scheduler.run(List.of(new Task.Trace(0, 0)), (task, out) -> {
 *         switch (task) {
 *             case Task.Trace t -> out.spawn(new Task.Shade(t.pixel(), 1));
 *             case Task.Shade s -> sums.getAndAddRelaxed(s.pixel(), 1);
 *         }
 *     });
 * }
 * }</pre>
 *
 * <p><b>Guarantees.</b> Every task that is spawned is run exactly once, unless the run ends with an exception. A run
 * ends when all tasks are done: what they wrote to device memory can then be read by the host. What a task wrote before
 * it spawned another is visible to that one. A task for which there is no room in the pool is kept and run by the
 * worker that spawned it; if there is no room for that either, the run ends with a {@link TaskOverflowException}. A
 * task that throws ends the run with a {@link TaskFailedException} that names it.
 *
 * <p><b>Not guaranteed.</b> In which order tasks run, and which worker runs them. A task must not wait for another one.
 *
 * <p>A scheduler makes one run at a time. It owns memory of the device, which {@link #close} frees.
 *
 * @param <T> the tasks
 */
public final class Scheduler<T> extends RunSequence<T, Spawner<T>> {
    private Scheduler(
            Device device,
            Layout<T> layout,
            SchedulerOptions.@Nullable Priority<T> priority,
            SchedulerOptions options) {
        super("scheduler", SchedulerEngine.of(device, layout, priority, options));
    }

    /** {@return a scheduler with {@link SchedulerOptions#defaults}} */
    public static <T> Scheduler<T> on(Device device, Layout<T> layout) {
        return on(device, layout, SchedulerOptions.defaults());
    }

    /**
     * {@return a scheduler}
     *
     * @param layout how a task lies over words
     * @throws IllegalArgumentException if the policy does not go with the other options; the message says what does
     */
    public static <T> Scheduler<T> on(Device device, Layout<T> layout, SchedulerOptions options) {
        return new Scheduler<>(device, layout, null, options);
    }

    /**
     * {@return a scheduler whose tasks are more or less urgent} It has a pool of the given capacity for each of
     * {@link SchedulerOptions#levels}; workers turn to a level when those above have nothing. Of the first tasks those
     * of a lower level begin first. Tasks that a worker keeps for want of room, or with busy leaves, are run at once
     * whatever their level.
     *
     * @param layout how a task lies over words
     * @param priority the level of a task
     * @throws IllegalArgumentException if the policy is {@link Policy#stealing()}, which has no priorities, or does not
     *     go with the other options; the message says what does
     */
    public static <T> Scheduler<T> on(
            Device device, Layout<T> layout, SchedulerOptions.Priority<T> priority, SchedulerOptions options) {
        return new Scheduler<>(device, layout, priority, options);
    }
}
