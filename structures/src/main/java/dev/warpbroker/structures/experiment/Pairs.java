package dev.warpbroker.structures.experiment;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Longs;
import dev.warpbroker.structures.queue.Granularity;
import dev.warpbroker.structures.queue.IntQueue;
import java.time.Duration;

/**
 * The experiment of figure 2 of the Broker Queue paper: every thread enqueues and dequeues in turn, with no other work.
 *
 * <p>The queue should be empty to begin with. It is empty at the end if no operation failed. With a capacity of at least
 * the number of threads none does: a thread that dequeues has enqueued before, so no queue is ever seen empty or full.
 */
public final class Pairs {
    private final Device device;
    private final Grid grid;
    private final Granularity granularity;
    private final int pairs;

    /** For each thread, the sum of what it dequeued. */
    private final Longs sums;

    /** How many pairs had an operation that found the queue full or empty. */
    private final Ints failures;

    /**
     * What a run of the experiment measured.
     *
     * @param elapsed time on the device
     * @param pairs pairs that were tried, by all threads
     * @param failures pairs of which an operation found the queue full or empty
     * @param sum of all values dequeued
     * @param expectedSum what the sum must be if no pair failed
     */
    public record Run(Duration elapsed, long pairs, long failures, long sum, long expectedSum) {
        /** {@return whether every pair succeeded and what came out is, by its sum, what went in} */
        public boolean passed() {
            return failures == 0 && sum == expectedSum;
        }

        /** {@return the throughput} */
        public double pairsPerSecond() {
            return pairs * 1e9 / elapsed.toNanos();
        }
    }

    /** @param pairs enqueue-dequeue pairs per thread; 10 in the paper */
    public Pairs(Device device, Grid grid, Granularity granularity, int pairs) {
        if (pairs < 1) {
            throw new IllegalArgumentException(pairs + " pairs per thread; the least is 1, the paper has 10");
        }
        this.device = device;
        this.grid = grid;
        this.granularity = granularity;
        this.pairs = pairs;
        sums = device.longs(grid.threads());
        failures = device.ints(1);
    }

    /** Runs the experiment once. */
    public Run run(IntQueue queue) {
        failures.fill(0);
        var launch = device.launch(grid, kernel(queue));
        launch.join();
        long sum = 0;
        for (long share : sums.copyOut()) {
            sum += share;
        }
        long threads = grid.threads();
        return new Run(
                launch.elapsed(), threads * pairs, failures.copyOut()[0], sum, pairs * (threads * (threads + 1) / 2));
    }

    /** {@return what {@link #run} launches} */
    public Kernel kernel(IntQueue queue) {
        // Locals: a kernel should capture what it needs, not this experiment.
        int rounds = pairs;
        var by = granularity;
        var sumOfThread = sums;
        var failed = failures;
        return lane -> {
            long sum = 0;
            int fails = 0;
            for (int round = 0; round < rounds; round++) {
                boolean enqueued = by.enqueue(queue, lane, lane.id() + 1);
                var dequeued = by.dequeue(queue, lane);
                if (!enqueued || !dequeued.present()) {
                    fails++;
                }
                sum += dequeued.value();
            }
            sumOfThread.set(lane.id(), sum);
            if (fails > 0) {
                failed.getAndAddRelaxed(0, fails);
            }
        };
    }

    /**
     * Runs the experiment with distinct values, then empties the queue, and looks whether every value that went in came
     * out exactly once. Takes 8 bytes of device memory per pair.
     */
    public Conservation check(IntQueue queue) {
        int rounds = pairs;
        var by = granularity;
        try (var ledger = new Ledger(device, Math.multiplyExact(grid.threads(), pairs))) {
            device.run(grid, lane -> {
                for (int round = 0; round < rounds; round++) {
                    int value = lane.id() * rounds + round;
                    ledger.enqueued(value, by.enqueue(queue, lane, value));
                    ledger.dequeued(by.dequeue(queue, lane));
                }
            });
            return ledger.balance(queue.drain());
        }
    }
}
