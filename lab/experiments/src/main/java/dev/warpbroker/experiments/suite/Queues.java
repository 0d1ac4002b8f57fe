package dev.warpbroker.experiments.suite;

import dev.warpbroker.device.Device;
import dev.warpbroker.experiments.design.Attempt;
import dev.warpbroker.experiments.design.Measuring;
import dev.warpbroker.structures.Claim;
import dev.warpbroker.structures.queue.IntQueue;
import dev.warpbroker.structures.queue.QueueKind;
import dev.warpbroker.structures.queue.QueueOptions;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The queues of an experiment. One that cannot be made fails the rows that need it, and no others. */
final class Queues implements AutoCloseable {
    private final Map<QueueKind, Attempt<IntQueue>> queues = new EnumMap<>(QueueKind.class);

    Queues(Device device, Collection<QueueKind> kinds, QueueOptions options) {
        for (var kind : kinds) {
            queues.computeIfAbsent(kind, _ -> Attempt.of(() -> kind.create(device, options), IntQueue::close));
        }
    }

    /**
     * {@return queues for a load that makes them run empty; those that would wait then are skipped, which is recorded}
     */
    static Queues thatReturn(
            Device device,
            List<QueueKind> kinds,
            QueueOptions options,
            Map<String, Object> parameters,
            Measuring measuring) {
        var returning = new ArrayList<QueueKind>();
        for (var kind : kinds) {
            if (kind.claims(Claim.RETURNS_WHEN_FULL_OR_EMPTY)) {
                returning.add(kind);
            } else {
                measuring.skip(
                        kind.toString(),
                        parameters,
                        kind + " waits when it is empty or full, and queues run empty here");
            }
        }
        return new Queues(device, returning, options);
    }

    /** {@return why a queue cannot take part in a load that makes queues run empty; null if it can} */
    static @Nullable String whyNotEmpty(QueueKind kind) {
        return kind.claims(Claim.RETURNS_WHEN_FULL_OR_EMPTY)
                ? null
                : kind + " waits when it is empty or full, and queues run empty here";
    }

    /** {@return which queues there are} */
    Set<QueueKind> kinds() {
        return queues.keySet();
    }

    /** {@return a queue; throws what making it threw} */
    IntQueue get(QueueKind kind) {
        return Objects.requireNonNull(queues.get(kind)).get();
    }

    @Override
    public void close() {
        queues.values().forEach(Attempt::close);
    }
}
