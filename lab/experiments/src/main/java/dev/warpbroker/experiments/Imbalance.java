package dev.warpbroker.experiments;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Floats;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Longs;
import dev.warpbroker.structures.queue.IntQueue;
import java.time.Duration;

/**
 * The experiments of figures 3a to 3c and 4 of the Broker Queue paper: every thread makes a random number of rounds,
 * and in each it enqueues with one probability and then dequeues with another. A dequeue that succeeds brings work: a
 * chain of fused multiply-adds.
 *
 * <p>The queue may run empty, and full if its capacity is less than {@link Load#mostElements}; so only queues that
 * return then can take part.
 */
public final class Imbalance implements QueueLoad {
    private final Device device;
    private final Grid grid;
    private final Load load;

    /** For each thread, what it enqueued less what it dequeued. */
    private final Longs balances;

    /** For each thread, what its work came to. */
    private final Floats results;

    /**
     * What the threads do.
     *
     * @param mostRounds each thread makes between 1 and this many; 10 in the paper
     * @param enqueueProbability of an enqueue in a round
     * @param dequeueProbability of a dequeue in a round
     * @param fmas fused multiply-adds after a dequeue that succeeded; 128 or 320 in the paper
     * @param prefill elements that are in the queue at the beginning
     * @param seed the same seed makes the same rounds, enqueues and dequeues
     */
    public record Load(
            int mostRounds, double enqueueProbability, double dequeueProbability, int fmas, int prefill, int seed) {
        public Load {
            requireAtLeast("most pairs", mostRounds, 1);
            requireAtLeast("FMA", fmas, 0);
            requireAtLeast("prefill", prefill, 0);
            requireProbability("P(enq)", enqueueProbability);
            requireProbability("P(deq)", dequeueProbability);
        }

        private static void requireAtLeast(String what, int value, int least) {
            if (value < least) {
                throw new IllegalArgumentException(what + " " + value + "; the least is " + least);
            }
        }

        private static void requireProbability(String what, double value) {
            if (!(value >= 0 && value <= 1)) {
                throw new IllegalArgumentException(what + " " + value + " is no probability; it must be in 0..1");
            }
        }

        /** {@return the most elements that can be in the queue at once} */
        public long mostElements(int threads) {
            return prefill + (enqueueProbability == 0 ? 0 : (long) threads * mostRounds);
        }

        /** {@return the enqueues and dequeues that {@code threads} threads try in all} */
        public long operations(int threads) {
            int enqueue = Chance.threshold(enqueueProbability);
            int dequeue = Chance.threshold(dequeueProbability);
            long count = 0;
            for (int thread = 0; thread < threads; thread++) {
                int rounds = Chance.upTo(mostRounds, Chance.bits(seed, thread, 0));
                for (int round = 1; round <= rounds; round++) {
                    count += Chance.happens(Chance.bits(seed, thread, 2 * round), enqueue) ? 1 : 0;
                    count += Chance.happens(Chance.bits(seed, thread, 2 * round + 1), dequeue) ? 1 : 0;
                }
            }
            return count;
        }
    }

    public Imbalance(Device device, Grid grid, Load load) {
        if (load.mostElements(grid.threads()) > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(grid.threads() + " threads with up to " + load.mostRounds()
                    + " pairs need more than 2^31 values;" + " make fewer pairs");
        }
        this.device = device;
        this.grid = grid;
        this.load = load;
        balances = device.longs(grid.threads());
        results = device.floats(grid.threads());
    }

    @Override
    public Grid grid() {
        return grid;
    }

    @Override
    public Kernel kernel(IntQueue queue) {
        // Locals: a kernel should capture what it needs, not this experiment.
        int most = load.mostRounds();
        int seed = load.seed();
        int enqueue = Chance.threshold(load.enqueueProbability());
        int dequeue = Chance.threshold(load.dequeueProbability());
        int fmas = load.fmas();
        var balanceOfThread = balances;
        var resultOfThread = results;
        return lane -> {
            int thread = lane.id();
            long balance = 0;
            float work = 1;
            int rounds = Chance.upTo(most, Chance.bits(seed, thread, 0));
            for (int round = 1; round <= rounds; round++) {
                if (Chance.happens(Chance.bits(seed, thread, 2 * round), enqueue)) {
                    if (queue.enqueue(thread + 1)) {
                        balance += thread + 1;
                    }
                }
                if (Chance.happens(Chance.bits(seed, thread, 2 * round + 1), dequeue)) {
                    var dequeued = queue.dequeue();
                    if (dequeued.present()) {
                        balance -= dequeued.value();
                        work += dequeued.value();
                        for (int i = 0; i < fmas; i++) {
                            work = Math.fma(work, 0.999f, 0.25f);
                        }
                    }
                }
            }
            balanceOfThread.set(thread, balance);
            resultOfThread.set(thread, work);
        };
    }

    /** Puts in what is to be there at the beginning; all threads of the grid take part. */
    @Override
    public void prepare(IntQueue queue) {
        int count = load.prefill();
        if (count > 0) {
            device.run(grid, lane -> {
                for (int i = lane.id(); i < count; i += lane.count()) {
                    if (!queue.enqueue(i + 1)) {
                        throw new IllegalStateException("the queue is too small for what it is to be filled with");
                    }
                }
            });
        }
    }

    @Override
    public long balance() {
        long sum = (long) load.prefill() * (load.prefill() + 1) / 2;
        for (long share : balances.copyOut()) {
            sum += share;
        }
        return sum;
    }

    /**
     * Does the same with distinct values on an empty queue, then empties it, and looks whether every value that went in
     * came out exactly once. Takes 8 bytes of device memory per value.
     */
    @Override
    public Conservation check(IntQueue queue, Duration limit) {
        int most = load.mostRounds();
        int seed = load.seed();
        int enqueue = Chance.threshold(load.enqueueProbability());
        int dequeue = Chance.threshold(load.dequeueProbability());
        int first = load.prefill();
        try (var ledger = new Ledger(device, first + Math.multiplyExact(grid.threads(), most))) {
            var filling = device.launch(grid, lane -> {
                for (int i = lane.id(); i < first; i += lane.count()) {
                    ledger.enqueued(i, queue.enqueue(i));
                }
            });
            filling.join(limit);
            var launch = device.launch(grid, lane -> {
                int thread = lane.id();
                int rounds = Chance.upTo(most, Chance.bits(seed, thread, 0));
                for (int round = 1; round <= rounds; round++) {
                    if (Chance.happens(Chance.bits(seed, thread, 2 * round), enqueue)) {
                        int value = first + thread * most + round - 1;
                        ledger.enqueued(value, queue.enqueue(value));
                    }
                    if (Chance.happens(Chance.bits(seed, thread, 2 * round + 1), dequeue)) {
                        ledger.dequeued(queue.dequeue());
                    }
                }
            });
            launch.join(limit);
            return Leftovers.balance(queue, grid, ledger);
        }
    }

    @Override
    public void close() {
        balances.close();
        results.close();
    }
}
