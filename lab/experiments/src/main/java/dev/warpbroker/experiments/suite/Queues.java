package dev.warpbroker.experiments.suite;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.experiments.Leftovers;
import dev.warpbroker.experiments.QueueLoad;
import dev.warpbroker.experiments.design.Attempt;
import dev.warpbroker.experiments.design.Axis;
import dev.warpbroker.experiments.design.CommonOptions;
import dev.warpbroker.experiments.design.Measuring;
import dev.warpbroker.experiments.design.Work;
import dev.warpbroker.structures.Claim;
import dev.warpbroker.structures.queue.IntQueue;
import dev.warpbroker.structures.queue.QueueKind;
import dev.warpbroker.structures.queue.QueueOptions;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The queues of an experiment. One that cannot be made fails the rows that need it, and no others. */
final class Queues implements AutoCloseable {
    private final Device device;
    private final QueueOptions options;
    private final Map<QueueKind, Attempt<IntQueue>> queues = new EnumMap<>(QueueKind.class);

    Queues(Device device, Collection<QueueKind> kinds, QueueOptions options) {
        this.device = device;
        this.options = options;
        for (var kind : kinds) {
            queues.computeIfAbsent(kind, _ -> Attempt.of(() -> kind.create(device, options), IntQueue::close));
        }
    }

    /** {@return which queues take part unless others are chosen; they are measured in the order of their kinds} */
    static Axis<QueueKind> axis(QueueKind... preset) {
        return Axis.derived(
                        "structure",
                        (_, chosen) -> CommonOptions.queues(chosen, List.of(preset)).stream()
                                .sorted()
                                .toList(),
                        CommonOptions.QUEUES)
                .structure();
    }

    /** {@return why a queue does not suit a load that makes queues run empty; null if it does} */
    static @Nullable String obstacle(QueueKind kind) {
        return kind.claims(Claim.RETURNS_WHEN_FULL_OR_EMPTY)
                ? null
                : kind + " waits when it is empty or full, and queues run empty here";
    }

    /** {@return queues for a load that makes them run empty, without those that would wait then} */
    static Queues thatReturn(Device device, List<QueueKind> kinds, QueueOptions options) {
        return new Queues(
                device, kinds.stream().filter(kind -> obstacle(kind) == null).toList(), options);
    }

    /** {@return the same; it is recorded which queues are skipped} */
    static Queues thatReturn(
            Device device,
            List<QueueKind> kinds,
            QueueOptions options,
            Map<String, Object> parameters,
            Measuring measuring) {
        for (var kind : kinds) {
            String obstacle = obstacle(kind);
            if (obstacle != null) {
                measuring.skip(kind.toString(), parameters, obstacle);
            }
        }
        return thatReturn(device, kinds, options);
    }

    /** {@return which queues there are} */
    Set<QueueKind> kinds() {
        return queues.keySet();
    }

    /** {@return a queue; throws what making it threw} */
    IntQueue get(QueueKind kind) {
        return Objects.requireNonNull(queues.get(kind)).get();
    }

    /**
     * {@return a load on a queue, which is emptied before; it is checked that values are conserved}
     *
     * @param grid of as many threads as the queue is made for
     * @param making makes the load, when the queue is there
     * @param operations of a launch, by which the retries of a check are divided; 0 if they are not to be counted
     */
    Work under(QueueKind kind, Grid grid, Supplier<? extends QueueLoad> making, long operations) {
        var queue = get(kind);
        var load = making.get();
        // Always the same object, so that only its first launch compiles.
        var kernel = load.kernel(queue);
        Work.Run run = limit -> {
            queue.clear();
            load.prepare(queue);
            return Work.launch(device, load.grid(), kernel, limit);
        };
        return new Work(
                run,
                limit -> {
                    queue.clear();
                    var found = load.check(queue, limit);
                    run.within(limit);
                    var checked = Conserved.check(found, Leftovers.sum(queue, grid), load.balance());
                    return operations == 0
                            ? checked
                            : Retries.count(
                                    checked,
                                    device,
                                    kind,
                                    options,
                                    load::prepare,
                                    load.grid(),
                                    load::kernel,
                                    operations,
                                    limit);
                },
                load::close);
    }

    @Override
    public void close() {
        queues.values().forEach(Attempt::close);
    }
}
