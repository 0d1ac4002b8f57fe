package dev.warpbroker.experiments.suite;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.LaunchStoppedException;
import dev.warpbroker.experiments.Conservation;
import dev.warpbroker.experiments.Leftovers;
import dev.warpbroker.experiments.QueueLoad;
import dev.warpbroker.experiments.design.Attempt;
import dev.warpbroker.experiments.design.Axis;
import dev.warpbroker.experiments.design.Checked;
import dev.warpbroker.experiments.design.CommonOptions;
import dev.warpbroker.experiments.design.Contender;
import dev.warpbroker.experiments.results.CheckResult;
import dev.warpbroker.structures.Claim;
import dev.warpbroker.structures.queue.IntQueue;
import dev.warpbroker.structures.queue.QueueKind;
import dev.warpbroker.structures.queue.QueueOptions;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
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
    Contender under(QueueKind kind, Grid grid, Supplier<? extends QueueLoad> making, long operations) {
        var queue = get(kind);
        var load = making.get();
        // Always the same object, so that only its first launch compiles.
        var kernel = load.kernel(queue);
        Contender.Run run = limit -> {
            queue.clear();
            load.prepare(queue);
            return Contender.launch(device, load.grid(), kernel, limit);
        };
        return new Contender(
                run,
                limit -> {
                    queue.clear();
                    var found = load.check(queue, limit);
                    run.within(limit);
                    var checked = conserved(found, Leftovers.sum(queue, grid), load.balance());
                    return operations == 0
                            ? checked
                            : counted(checked, kind, load::prepare, load.grid(), load::kernel, operations, limit);
                },
                load::close);
    }

    /** {@return whether what went into a queue came out of it, or is still there, in words} */
    static CheckResult conserved(Conservation found) {
        return new CheckResult(
                "conservation",
                found.holds(),
                "accepted " + found.accepted() + ", full " + found.full() + ", empty " + found.empty() + ", lost "
                        + found.lost() + ", duplicated " + found.duplicated() + ", invented " + found.invented());
    }

    /**
     * {@return that values were conserved or not, and how often the queue was full or empty; and whether those that a
     * run has left are those that it should have}
     *
     * @param left the sum of the values that are left
     * @param balance the sum of those put in, less the sum of those taken out
     */
    private static Checked conserved(Conservation found, long left, long balance) {
        return new Checked(
                List.of(
                        conserved(found),
                        new CheckResult(
                                "sum", left == balance, "values left " + left + ", put in less taken out " + balance)),
                Map.of("accepted", found.accepted(), "full", found.full(), "empty", found.empty()));
    }

    /**
     * {@return what was checked, with the retries of a launch on a queue that counts}
     *
     * @param before what to do with the queue before the launch
     * @param operations of the launch
     */
    Checked counted(
            Checked checked,
            QueueKind kind,
            Consumer<IntQueue> before,
            Grid grid,
            Function<IntQueue, Kernel> kernel,
            long operations,
            Duration limit) {
        try (var statistics = QueueOptions.Statistics.on(device);
                var queue = kind.create(device, options.with(statistics))) {
            before.accept(queue);
            statistics.reset();
            boolean ended = true;
            try {
                device.launch(grid, kernel.apply(queue)).join(limit);
            } catch (LaunchStoppedException _) {
                ended = false;
            }
            return Retries.of(checked, statistics, operations, ended);
        }
    }

    @Override
    public void close() {
        queues.values().forEach(Attempt::close);
    }
}
