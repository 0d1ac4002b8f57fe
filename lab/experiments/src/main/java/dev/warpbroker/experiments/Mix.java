package dev.warpbroker.experiments;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Longs;
import dev.warpbroker.structures.queue.IntQueue;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The experiment of tables 4.1 and 4.2 of the thesis on blocking and non-blocking queues: a stream of operations, of
 * which a part are enqueues and the others dequeues in random order, is made by all threads together. The queue is
 * empty at the beginning and may run empty later.
 */
public final class Mix implements QueueLoad {
    private final Device device;
    private final Grid grid;
    private final @Nullable Placement placement;
    private final int threads;
    private final int operations;
    private final double enqueues;
    private final int seed;

    /** For each thread, what it enqueued less what it dequeued. */
    private final Longs balances;

    /** For each block of the launch that had something to do, the number of its multiprocessor and one more. */
    private final Ints multiprocessors;

    /**
     * @param operations in all
     * @param enqueues the part of them that are enqueues, from 0 to 1
     * @param seed the same seed makes the same operations
     */
    public Mix(Device device, Grid grid, int operations, double enqueues, int seed) {
        this(device, grid, null, operations, enqueues, seed);
    }

    /**
     * By threads on chosen multiprocessors.
     *
     * @param operations in all
     * @param enqueues the part of them that are enqueues, from 0 to 1
     * @param seed the same seed makes the same operations
     */
    public Mix(Device device, Placement placement, int operations, double enqueues, int seed) {
        this(device, placement.grid(), placement, operations, enqueues, seed);
    }

    private Mix(Device device, Grid grid, @Nullable Placement placement, int operations, double enqueues, int seed) {
        if (operations < 1) {
            throw new IllegalArgumentException(operations + " operations; the least is 1");
        }
        this.device = device;
        this.grid = grid;
        this.placement = placement;
        threads = placement == null ? grid.threads() : placement.threads();
        this.operations = operations;
        this.enqueues = enqueues;
        this.seed = seed;
        balances = device.longs(threads);
        multiprocessors = device.ints(grid.blocks());
    }

    @Override
    public Grid grid() {
        return grid;
    }

    /** Forgets the last launch. */
    @Override
    public void prepare(IntQueue queue) {
        multiprocessors.fill(0);
        if (placement != null) {
            placement.clear();
        }
    }

    @Override
    public Kernel kernel(IntQueue queue) {
        int count = operations;
        int from = seed;
        int threshold = Chance.threshold(enqueues);
        int all = threads;
        var balanceOfThread = balances;
        var multiprocessorOfBlock = multiprocessors;
        var where = placement;
        return lane -> {
            int number = where == null ? lane.id() : where.numberOf(lane);
            if (number < 0) {
                return;
            }
            var block = lane.block();
            if (block.lane() == 0) {
                multiprocessorOfBlock.set(block.index(), 1 + block.multiprocessor());
            }
            long balance = 0;
            for (int i = number; i < count; i += all) {
                if (Chance.happens(Chance.bits(from, i, 0), threshold)) {
                    if (queue.enqueue(i)) {
                        balance += i;
                    }
                } else {
                    balance -= queue.dequeue().value();
                }
            }
            balanceOfThread.set(number, balance);
        };
    }

    /**
     * {@return the numbers of the multiprocessors that threads of the last launch were on}
     *
     * @throws IllegalStateException if there were not as many threads on the chosen ones as there should be
     */
    public Set<Integer> multiprocessors() {
        int[] found = IntStream.of(multiprocessors.copyOut())
                .filter(number -> number > 0)
                .map(number -> number - 1)
                .toArray();
        if (found.length != Math.ceilDiv(threads, grid.blockSize())) {
            throw new IllegalStateException(found.length + " blocks of " + grid.blockSize()
                    + " lanes had something to do," + " which is not " + threads + " threads");
        }
        return IntStream.of(found).boxed().collect(Collectors.toCollection(TreeSet::new));
    }

    @Override
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
    @Override
    public Conservation check(IntQueue queue, Duration limit) {
        int count = operations;
        int from = seed;
        int threshold = Chance.threshold(enqueues);
        try (var ledger = new Ledger(device, operations)) {
            var everywhere = new Grid(threads, grid.blockSize());
            var launch = device.launch(everywhere, lane -> {
                for (int i = lane.id(); i < count; i += lane.count()) {
                    if (Chance.happens(Chance.bits(from, i, 0), threshold)) {
                        ledger.enqueued(i, queue.enqueue(i));
                    } else {
                        ledger.dequeued(queue.dequeue());
                    }
                }
            });
            launch.join(limit);
            return Leftovers.balance(queue, everywhere, ledger);
        }
    }

    @Override
    public void close() {
        balances.close();
        multiprocessors.close();
        if (placement != null) {
            placement.close();
        }
    }
}
