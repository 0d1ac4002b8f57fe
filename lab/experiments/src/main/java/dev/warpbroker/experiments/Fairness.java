package dev.warpbroker.experiments;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Longs;
import dev.warpbroker.structures.queue.IntQueue;
import java.time.Duration;

/**
 * How evenly a queue serves its threads. For a while all of them make rounds of one enqueue and one dequeue, each of
 * which is tried until it succeeds. Every other thread dequeues first, so the queue is nearly empty all the time, and a
 * thread that is told Empty although there is something, or is overtaken again and again, falls behind.
 *
 * <p>Nobody waits for ever: one element is there at the beginning that belongs to no round. If all threads wanted to
 * dequeue, none that dequeues first would hold an element, so at least that one would be inside.
 */
public final class Fairness implements AutoCloseable {
    private final Device device;
    private final Grid grid;
    private final Users users;
    private final Duration time;

    /** For each thread, how many rounds it made. */
    private final Ints rounds;

    /** For each thread, how long its longest round took, in nanoseconds. */
    private final Longs longest;

    /**
     * What came of it.
     *
     * @param rounds of all threads
     * @param index Jain's index of fairness, (sum of x)^2 / (n * sum of x^2) of the rounds x of n threads: 1 if all
     *     made as many, 1/n if one made all of them
     * @param fewest rounds of a thread
     * @param most rounds of a thread
     * @param meanNanos of a round
     * @param longestNanos of a round
     */
    public record Outcome(long rounds, double index, int fewest, int most, double meanNanos, long longestNanos) {}

    /** @param time that each thread begins rounds for */
    public Fairness(Device device, Grid grid, Users users, Duration time) {
        this.device = device;
        this.grid = grid;
        this.users = users;
        this.time = time;
        rounds = device.ints(grid.threads());
        longest = device.longs(grid.threads());
    }

    /** {@return how evenly {@code queue} serves them; it should be empty, and have room for an element of each} */
    public Outcome run(IntQueue queue, Duration limit) {
        queue.clear();
        queue.fill(0);
        device.launch(grid, kernel(queue)).join(limit);
        int[] made = rounds.copyOut();
        long[] waited = longest.copyOut();
        double sum = 0;
        double squares = 0;
        int count = 0;
        int fewest = Integer.MAX_VALUE;
        int most = 0;
        long worst = 0;
        for (int thread = 0; thread < made.length; thread++) {
            if (users.includes(thread, grid, device.properties())) {
                count++;
                sum += made[thread];
                squares += (double) made[thread] * made[thread];
                fewest = Math.min(fewest, made[thread]);
                most = Math.max(most, made[thread]);
                worst = Math.max(worst, waited[thread]);
            }
        }
        return new Outcome(
                (long) sum, sum * sum / (count * squares), fewest, most, count * (double) time.toNanos() / sum, worst);
    }

    private Kernel kernel(IntQueue queue) {
        long nanos = time.toNanos();
        var who = users;
        var roundsOfThread = rounds;
        var longestOfThread = longest;
        return lane -> {
            int made = 0;
            long longestRound = 0;
            if (who.includes(lane)) {
                boolean enqueuesFirst = lane.id() / 32 % 2 == 0;
                long begin = lane.nanoTime();
                long now = begin;
                while (now - begin < nanos) {
                    if (enqueuesFirst) {
                        put(queue, lane.id());
                    }
                    take(queue);
                    if (!enqueuesFirst) {
                        put(queue, lane.id());
                    }
                    long then = lane.nanoTime();
                    longestRound = Math.max(longestRound, then - now);
                    now = then;
                    made++;
                }
            }
            roundsOfThread.set(lane.id(), made);
            longestOfThread.set(lane.id(), longestRound);
        };
    }

    private static void put(IntQueue queue, int value) {
        var backoff = new Backoff();
        while (!queue.enqueue(value)) {
            backoff.pause("room in the queue");
        }
    }

    private static void take(IntQueue queue) {
        var backoff = new Backoff();
        while (!queue.dequeue().present()) {
            backoff.pause("an element in the queue");
        }
    }

    @Override
    public void close() {
        rounds.close();
        longest.close();
    }
}
