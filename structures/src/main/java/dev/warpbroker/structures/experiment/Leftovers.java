package dev.warpbroker.structures.experiment;

import dev.warpbroker.device.Grid;
import dev.warpbroker.structures.queue.IntQueue;
import java.util.Arrays;

/**
 * What an experiment has left in a queue, taken out by several lanes at once, in whatever order: the host alone would need
 * about a microsecond for each. The queue must return when it is empty. A few lanes, so that they do not get in each
 * other's way; what they leave, as some queues say Empty too often, the host takes.
 */
public final class Leftovers {
    private static final Grid LANES = Grid.threads(64).withBlockSize(32);

    private Leftovers() {}

    /** {@return the sum of all values} */
    public static long sum(IntQueue queue) {
        try (var sums = queue.device().longs(LANES.threads())) {
            queue.device().run(LANES, lane -> {
                long sum = 0;
                for (var dequeued = queue.dequeue(); dequeued.present(); dequeued = queue.dequeue()) {
                    sum += dequeued.value();
                }
                sums.set(lane.id(), sum);
            });
            return Arrays.stream(sums.copyOut()).sum()
                    + Arrays.stream(queue.drain()).asLongStream().sum();
        }
    }

    /** {@return the balance of {@code ledger} once everything is out} */
    static Conservation balance(IntQueue queue, Ledger ledger) {
        queue.device().run(LANES, _ -> {
            for (var dequeued = queue.dequeue(); dequeued.present(); dequeued = queue.dequeue()) {
                ledger.dequeued(dequeued);
            }
        });
        return ledger.balance(queue.drain());
    }
}
