package dev.warpbroker.schedule;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.Layout;
import java.util.List;

/**
 * Runs tasks that spawn tasks, on all workers of a device, until none is left.
 *
 * <pre>{@code
 * sealed interface Task {
 *     record Trace(int pixel, int depth) implements Task {}
 *     record Shade(int pixel, float weight) implements Task {}
 * }
 *
 * try (var scheduler = Scheduler.of(Layout.of(Task.class)).policy(Policy.stealing()).on(device)) {
 *     Report report = scheduler.run(List.of(new Trace(0, 0)), (task, out) -> {
 *         switch (task) {
 *             case Trace t -> out.spawn(new Shade(t.pixel(), 1));
 *             case Shade s -> sums.getAndAddRelaxed(s.pixel(), 1);
 *         }
 *     });
 * }
 * }</pre>
 *
 * <p><b>Guarantees.</b> Every task that is spawned is run exactly once, unless the run ends with an exception. A run ends
 * when all tasks are done: what they wrote to device memory can then be read by the host. What a task wrote before it
 * spawned another is visible to that one. A task for which there is no room in the pool is kept and run by the worker
 * that spawned it; if there is no room for that either, the run ends with a {@link TaskOverflowException}. A task that
 * throws ends the run with a {@link TaskFailedException} that names it.
 *
 * <p><b>Not guaranteed.</b> In which order tasks run, and which worker runs them. A task must not wait for another one.
 *
 * <p>A scheduler makes one run at a time. It owns memory of the device, which {@link #close} frees.
 *
 * @param <T> the tasks
 */
public final class Scheduler<T> implements AutoCloseable {
    private final Device device;
    private final SchedulerOptions<T> options;
    private final Crew<T> crew;

    private Scheduler(Device device, SchedulerOptions<T> options) {
        this.device = device;
        this.options = options;
        crew = Crew.of(device, options);
    }

    static <T> Scheduler<T> on(Device device, SchedulerOptions<T> options) {
        return new Scheduler<>(device, options);
    }

    /** {@return options for a scheduler of tasks with {@code layout}; end with {@link SchedulerOptions#on}} */
    public static <T> SchedulerOptions<T> of(Layout<T> layout) {
        return SchedulerOptions.of(layout);
    }

    /**
     * Runs {@code first} and all tasks that come of them, and returns when all are done.
     *
     * @throws TaskFailedException if a task threw
     * @throws TaskOverflowException if there was no room for a task
     * @throws DeviceException if the device failed
     */
    public Report run(List<? extends T> first, TaskBody<T> body) {
        return new Run<>(device, options, crew, first, body).join();
    }

    /** Frees the memory. */
    @Override
    public void close() {
        crew.close();
    }

    @Override
    public String toString() {
        return "scheduler on " + device + " with " + options.policy();
    }
}
