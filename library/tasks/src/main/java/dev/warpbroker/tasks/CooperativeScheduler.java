package dev.warpbroker.tasks;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Layout;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.structures.queue.QueueKind;

/**
 * A {@link Scheduler} for tasks of lanes, of warps and of whole blocks, in one run. A task says how wide it is
 * ({@link GroupTask}); all lanes of its {@link Group} run the body, and may work together: barriers, sums, shuffles,
 * shared memory.
 *
 * <pre>{@code
 * try (var scheduler = CooperativeScheduler.on(device, Layout.of(Sort.class))) {
 *     scheduler.run(List.of(new Sort.Split(0, n)), (task, group) -> {
 *         switch (task) {
 *             case Sort.Split(int from, int to) -> …       // all lanes of a block are here
 *             case Sort.Small(int from, int to) -> …       // all lanes of a warp
 *         }
 *     });
 * }
 * }</pre>
 *
 * <p>What a {@link Scheduler} guarantees holds here, too: every task once, a run ends when all are done, failed tasks
 * are named, the host can feed, watch and cancel a run. A task of a block begins before those of warps and lanes that
 * wait at the same time.
 *
 * <p>On the JVM device a group has one lane, whatever its width: see {@link Group}.
 *
 * @param <T> the tasks
 */
public final class CooperativeScheduler<T extends GroupTask> extends RunSequence<T, Group<T>> {
    private CooperativeScheduler(Device device, Layout<T> layout, SchedulerOptions options) {
        super("cooperative scheduler", new CooperativeEngine<>(device, layout, options));
    }

    /** {@return the usual options: a broker queue for each width, on as many blocks as the device holds} */
    public static SchedulerOptions defaults() {
        return SchedulerOptions.defaults()
                .withPolicy(Policy.central(QueueKind.BQ))
                .withWorkers(Granularity.BLOCK);
    }

    /** {@return a scheduler with {@link #defaults}} */
    public static <T extends GroupTask> CooperativeScheduler<T> on(Device device, Layout<T> layout) {
        return on(device, layout, defaults());
    }

    /**
     * {@return a scheduler}
     *
     * @param layout how a task lies over words
     * @param options with {@link Policy#central(QueueKind)} on a queue without locks, and workers by block
     * @throws IllegalArgumentException if the policy, or the workers, cannot run tasks of several widths; the message
     *     says why, and what can
     */
    public static <T extends GroupTask> CooperativeScheduler<T> on(
            Device device, Layout<T> layout, SchedulerOptions options) {
        return new CooperativeScheduler<>(device, layout, options);
    }
}
