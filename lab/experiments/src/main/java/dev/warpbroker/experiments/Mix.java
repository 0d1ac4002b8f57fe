package dev.warpbroker.experiments;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Longs;
import dev.warpbroker.structures.queue.IntQueue;
import java.time.Duration;

/**
 * The experiment of tables 4.1 and 4.2 of the thesis on blocking and non-blocking queues: a stream of operations, of
 * which a part are enqueues and the others dequeues in random order, is made by all threads together. The queue is
 * empty at the beginning and may run empty later.
 */
public final class Mix implements AutoCloseable {
    private final Device device;
    private final Grid grid;
    private final int operations;
    private final double enqueues;
    private final int seed;

    /** For each thread, what it enqueued less what it dequeued. */
    private final Longs balances;

    /**
     * @param operations in all
     * @param enqueues the part of them that are enqueues, from 0 to 1
     * @param seed the same seed makes the same operations
     */
    public Mix(Device device, Grid grid, int operations, double enqueues, int seed) {
        if (operations < 1) {
            throw new IllegalArgumentException(operations + " operations; the least is 1");
        }
        this.device = device;
        this.grid = grid;
        this.operations = operations;
        this.enqueues = enqueues;
        this.seed = seed;
        balances = device.longs(grid.threads());
    }

    /** {@return what is launched} */
    public Kernel kernel(IntQueue queue) {
        int count = operations;
        int from = seed;
        int threshold = Chance.threshold(enqueues);
        var balanceOfThread = balances;
        return lane -> {
            long balance = 0;
            for (int i = lane.id(); i < count; i += lane.count()) {
                if (Chance.happens(Chance.bits(from, i, 0), threshold)) {
                    if (queue.enqueue(i)) {
                        balance += i;
                    }
                } else {
                    balance -= queue.dequeue().value();
                }
            }
            balanceOfThread.set(lane.id(), balance);
        };
    }

    /** {@return what was put in less what was taken out by the last launch: the sum of what is left} */
    public long balance() {
        long sum = 0;
        for (long share : balances.copyOut()) {
            sum += share;
        }
        return sum;
    }

    /**
     * Makes the same operations on an empty queue, then empties it, and looks whether every value that went in came out
     * exactly once.
     */
    public Conservation check(IntQueue queue, Duration limit) {
        int count = operations;
        int from = seed;
        int threshold = Chance.threshold(enqueues);
        try (var ledger = new Ledger(device, operations)) {
            var launch = device.launch(grid, lane -> {
                for (int i = lane.id(); i < count; i += lane.count()) {
                    if (Chance.happens(Chance.bits(from, i, 0), threshold)) {
                        ledger.enqueued(i, queue.enqueue(i));
                    } else {
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
    }
}
