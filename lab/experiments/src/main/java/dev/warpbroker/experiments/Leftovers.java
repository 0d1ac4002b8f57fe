package dev.warpbroker.experiments;

import dev.warpbroker.device.Grid;
import dev.warpbroker.structures.queue.IntQueue;
import java.util.Arrays;

/**
 * What an experiment has left in a queue, taken out by several lanes at once, in whatever order: the host alone would
 * need about a microsecond for each. The queue must return when it is empty. A few lanes, so that they do not get in
 * each other's way, and never more than used the queue before, for it may have been made for no more; what they leave,
 * as some queues say Empty too often, the host takes.
 */
public final class Leftovers {
    private static final int MAX_LANES = 64;
    private static final int BLOCK = 32;

    private Leftovers() {}

    /**
     * {@return the sum of all values}
     *
     * @param users the grid whose lanes used the queue
     */
    public static long sum(IntQueue queue, Grid users) {
        var lanes = lanes(users);
        try (var sums = queue.device().longs(lanes.threads())) {
            queue.device().run(lanes, lane -> {
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

    /** {@return the balance of {@code ledger} once everything is out of the queue that {@code users} used} */
    static Conservation balance(IntQueue queue, Grid users, Ledger ledger) {
        queue.device().run(lanes(users), _ -> {
            for (var dequeued = queue.dequeue(); dequeued.present(); dequeued = queue.dequeue()) {
                ledger.dequeued(dequeued);
            }
        });
        return ledger.balance(queue.drain());
    }

    private static Grid lanes(Grid users) {
        int count = Math.min(users.threads(), MAX_LANES);
        return new Grid(count, Math.min(count, BLOCK));
    }
}
