package dev.warpbroker.experiments;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Longs;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.structures.queue.IntQueue;
import java.time.Duration;

/**
 * The experiment of figure 2 of the Broker Queue paper: every thread enqueues and dequeues in turn, with no other work.
 *
 * <p>The queue should be empty to begin with. It is empty at the end if no operation failed. With a capacity of at
 * least the number of threads none does: a thread that dequeues has enqueued before, so no queue is ever seen empty or
 * full.
 */
public final class Pairs implements AutoCloseable {
    /** Longer than any run that is waited for. */
    private static final Duration UNLIMITED = Duration.ofDays(1);

    private final Device device;
    private final Grid grid;
    private final Granularity granularity;
    private final Users users;
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
        this(device, grid, granularity, Users.EVERY_LANE, pairs);
    }

    /**
     * With some threads idle; where a block acts together, none may be.
     *
     * @param pairs enqueue-dequeue pairs per thread; 10 in the paper
     */
    public Pairs(Device device, Grid grid, Granularity granularity, Users users, int pairs) {
        if (pairs < 1) {
            throw new IllegalArgumentException(pairs + " pairs per thread; the least is 1, the paper has 10");
        }
        this.device = device;
        this.grid = grid;
        this.granularity = granularity;
        this.users = users;
        this.pairs = pairs;
        sums = device.longs(grid.threads());
        failures = device.ints(1);
    }

    /** Runs the experiment once. */
    public Run run(IntQueue queue) {
        return run(queue, UNLIMITED);
    }

    /** Runs the experiment once; cancels it if it takes longer than {@code limit}. */
    public Run run(IntQueue queue, Duration limit) {
        failures.fill(0);
        var launch = device.launch(grid, kernel(queue));
        launch.join(limit);
        long sum = 0;
        for (long share : sums.copyOut()) {
            sum += share;
        }
        long count = 0;
        long values = 0;
        for (int thread = 0; thread < grid.threads(); thread++) {
            if (users.includes(thread, grid, device.properties())) {
                count++;
                values += thread + 1;
            }
        }
        return new Run(launch.elapsed(), count * pairs, failures.copyOut()[0], sum, values * pairs);
    }

    /** {@return what {@link #run} launches} */
    public Kernel kernel(IntQueue queue) {
        // Locals: a kernel should capture what it needs, not this experiment.
        int rounds = pairs;
        var by = granularity;
        var who = users;
        var sumOfThread = sums;
        var failed = failures;
        return lane -> {
            long sum = 0;
            int fails = 0;
            if (who.includes(lane)) {
                for (int round = 0; round < rounds; round++) {
                    boolean enqueued = Operations.enqueue(by, queue, lane, lane.id() + 1);
                    var dequeued = Operations.dequeue(by, queue, lane);
                    if (!enqueued || !dequeued.present()) {
                        fails++;
                    }
                    sum += dequeued.value();
                }
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
        return check(queue, UNLIMITED);
    }

    /** {@link #check(IntQueue)}, cancelled if it takes longer than {@code limit}. */
    public Conservation check(IntQueue queue, Duration limit) {
        int rounds = pairs;
        var by = granularity;
        var who = users;
        try (var ledger = new Ledger(device, Math.multiplyExact(grid.threads(), pairs))) {
            var launch = device.launch(grid, lane -> {
                if (who.includes(lane)) {
                    for (int round = 0; round < rounds; round++) {
                        int value = lane.id() * rounds + round;
                        ledger.enqueued(value, Operations.enqueue(by, queue, lane, value));
                        ledger.dequeued(Operations.dequeue(by, queue, lane));
                    }
                }
            });
            launch.join(limit);
            return ledger.balance(queue.drain());
        }
    }

    @Override
    public void close() {
        sums.close();
        failures.close();
    }
}
