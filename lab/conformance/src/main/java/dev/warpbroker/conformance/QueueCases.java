package dev.warpbroker.conformance;

import static dev.warpbroker.conformance.Sizes.scaled;

import dev.warpbroker.device.Backoff;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Layout;
import dev.warpbroker.experiments.Conservation;
import dev.warpbroker.experiments.Histories;
import dev.warpbroker.experiments.Ledger;
import dev.warpbroker.experiments.Operations;
import dev.warpbroker.experiments.Pairs;
import dev.warpbroker.structures.Claim;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.structures.queue.ElementQueue;
import dev.warpbroker.structures.queue.IntQueue;
import dev.warpbroker.structures.queue.LongQueue;
import dev.warpbroker.structures.queue.QueueKind;
import dev.warpbroker.structures.queue.QueueOptions;
import dev.warpbroker.verify.Linearizability;
import dev.warpbroker.verify.Result;
import dev.warpbroker.verify.Violation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** Every queue of the library on the device, as far as each claims what is tested. */
final class QueueCases {
    /** Where 32-bit counters begin: at 0, and just below both wraps. */
    private static final int[] STARTS = {0, -5, Integer.MAX_VALUE - 5};

    private static final int DEQUEUE = -1;

    /** Threads of which the history is recorded, which for BQ-fused are few. */
    private static final int FEW = 4_096;

    /** Histories of a queue until it was full and empty in one. */
    private static final int MOST_HISTORIES = 8;

    record Place(float x, boolean even) {}

    record Body(int number, double mass, long time, Place place) {}

    private QueueCases() {}

    /** What is done with a queue. */
    @FunctionalInterface
    private interface Behaviour {
        void check(Device device, QueueKind kind);
    }

    static List<Case> cases() {
        var cases = new ArrayList<Case>();
        for (var kind : QueueKind.values()) {
            boolean returns = kind.claims(Claim.RETURNS_WHEN_FULL_OR_EMPTY);
            if (kind.claims(Claim.FIFO)) {
                add(cases, kind, "one thread, as a sequential queue", QueueCases::sequential);
                add(cases, kind, "values of one producer stay in order", QueueCases::producersStayInOrder);
            }
            if (returns && kind.claims(Claim.FIFO)) {
                add(cases, kind, "filled and drained by the host", QueueCases::transferredByHost);
            }
            if (returns && kind.claims(Claim.EXACT_CAPACITY)) {
                add(cases, kind, "full and empty exactly when it is", QueueCases::fullAndEmpty);
            }
            if (returns) {
                add(cases, kind, "nothing lost in a crowd at full and empty", QueueCases::crowdAtFullAndEmpty);
            }
            add(cases, kind, "nothing lost by many threads, counters wrapping", QueueCases::manyThreads);
            if (kind.claims(Claim.PUBLISHES)) {
                add(cases, kind, "records come out whole", QueueCases::records);
                add(cases, kind, "publishes what was written before", QueueCases::publication);
            }
            if (returns && kind.claims(Claim.LINEARIZABLE)) {
                add(cases, kind, "its history is linearizable", QueueCases::linearizable);
            }
            add(cases, kind, "nothing lost per warp and per block", QueueCases::warpsAndBlocks);
        }
        add(
                cases,
                QueueKind.BQ_FUSED,
                "its history is linearizable when it is made for few threads",
                QueueCases::linearizableForFew);
        for (var kind : List.of(QueueKind.WFQ, QueueKind.G_WFQ)) {
            add(cases, kind, "its history is linearizable when all ask for help", QueueCases::linearizableByHelp);
        }
        return cases;
    }

    private static void add(List<Case> cases, QueueKind kind, String name, Behaviour behaviour) {
        cases.add(new Case(kind + ": " + name, "queues", false, device -> behaviour.check(device, kind)));
    }

    /** Where threads get in each other's way without end, fewer show as much. */
    private static int crowd(QueueKind kind, int most) {
        return kind.claims(Claim.FAIR_ORDERING) ? most : most / 8;
    }

    private static void sequential(Device device, QueueKind kind) {
        int capacity = 8;
        for (int start : STARTS) {
            int[] script = scriptWithin(capacity, start);
            int[] expected = model(script);
            try (var queue = kind.create(device, QueueOptions.capacity(capacity).startingAt(start));
                    Ints operations = device.ints(script.length)) {
                operations.copyIn(script);
                device.run(Grid.threads(1), _ -> {
                    for (int i = 0; i < operations.length(); i++) {
                        int operation = operations.get(i);
                        if (operation == DEQUEUE) {
                            var dequeued = queue.dequeue();
                            operations.set(i, dequeued.present() ? dequeued.value() : -2);
                        } else {
                            operations.set(i, queue.enqueue(operation) ? 0 : -3);
                        }
                    }
                });
                Expected.ints("counters from " + start + ", operation", i -> expected[i], operations.copyOut());
            }
        }
    }

    /** One lane moves everything, so there is little; for one queue, on a GPU, more than the host drains at once. */
    private static void transferredByHost(Device device, QueueKind kind) {
        int capacity = scaled(device, 64, 64, kind == QueueKind.BQ ? 1 << 17 : 256);
        int[] values = new Random(capacity)
                .ints(capacity * 3L / 4, 0, Integer.MAX_VALUE)
                .toArray();
        try (var queue = kind.create(device, capacity)) {
            for (int round = 0; round < 2; round++) {
                requireAll(values.length, queue.fill(values));
                int[] drained = queue.drain();
                requireAll(values.length, drained.length);
                Expected.ints("value", i -> values[i], drained);
                requireAll(0, queue.drain().length);
            }
        }
        if (kind.claims(Claim.PUBLISHES)) {
            try (var queue = LongQueue.of(kind, device, capacity)) {
                requireAll(
                        values.length,
                        queue.fill(IntStream.of(values)
                                .mapToLong(i -> (long) i << 17)
                                .toArray()));
                long[] drained = queue.drain();
                requireAll(values.length, drained.length);
                Expected.longs("long value", i -> (long) values[i] << 17, drained);
            }
        }
    }

    private static void requireAll(int given, int transferred) {
        Expected.ints("values that the host has moved", _ -> given, new int[] {transferred});
    }

    /** Values to enqueue and dequeues, never more inside than fit and never fewer than none. */
    private static int[] scriptWithin(int capacity, int seed) {
        var random = new Random(seed);
        int[] script = new int[200];
        int inside = 0;
        for (int i = 0; i < script.length; i++) {
            boolean enqueue = inside == 0 || inside < capacity && random.nextBoolean();
            script[i] = enqueue ? i : DEQUEUE;
            inside += enqueue ? 1 : -1;
        }
        return script;
    }

    private static int[] model(int[] script) {
        var deque = new ArrayDeque<Integer>();
        int[] results = new int[script.length];
        for (int i = 0; i < script.length; i++) {
            if (script[i] == DEQUEUE) {
                results[i] = deque.remove();
            } else {
                deque.add(script[i]);
            }
        }
        return results;
    }

    private static void fullAndEmpty(Device device, QueueKind kind) {
        for (int capacity = 2; capacity <= 64; capacity *= 4) {
            int threads = 40;
            int each = capacity / threads + 2;
            var grid = Grid.threads(threads).withBlockSize(16);
            try (var queue = kind.create(device, capacity);
                    var ledger = new Ledger(device, threads * each)) {
                device.run(grid, lane -> {
                    for (int i = 0; i < each; i++) {
                        int value = lane.id() * each + i;
                        ledger.enqueued(value, queue.enqueue(value));
                    }
                });
                var filled = ledger.balance();
                if (filled.accepted() != capacity) {
                    throw new Mismatch(queue + " took " + filled.accepted() + " values and said Full to "
                            + filled.full() + "; must take " + capacity);
                }
                device.run(grid, _ -> {
                    for (int i = 0; i < each; i++) {
                        ledger.dequeued(queue.dequeue());
                    }
                });
                // A queue that is not linearizable may have said Empty although it was not.
                boolean exact = kind.claims(Claim.LINEARIZABLE);
                requireConserved(queue, exact ? ledger.balance() : ledger.balance(queue.drain()));
            }
        }
    }

    private static void crowdAtFullAndEmpty(Device device, QueueKind kind) {
        int threads = scaled(device, 48, 32, crowd(kind, 2_048));
        int rounds = scaled(device, 2, 20, 20);
        try (var queue = kind.create(device, 4);
                var ledger = new Ledger(device, threads * rounds * 3)) {
            device.run(Grid.threads(threads).withBlockSize(16), lane -> {
                int value = lane.id() * rounds * 3;
                for (int round = 0; round < rounds; round++) {
                    for (int i = 0; i < 3; i++) {
                        ledger.enqueued(value, queue.enqueue(value));
                        value++;
                    }
                    for (int i = 0; i < 4; i++) {
                        ledger.dequeued(queue.dequeue());
                    }
                }
            });
            requireConserved(queue, ledger.balance(queue.drain()));
        }
    }

    private static void manyThreads(Device device, QueueKind kind) {
        int threads = scaled(device, 64, 32, crowd(kind, 4_096));
        int capacity = Integer.highestOneBit(2 * threads - 1);
        for (int start : STARTS) {
            try (var queue = kind.create(device, QueueOptions.capacity(capacity).startingAt(start))) {
                var grid = Grid.threads(threads).withBlockSize(32);
                int pairs = scaled(device, 2, 10, 10);
                requireConserved(queue, new Pairs(device, grid, Granularity.THREAD, pairs).check(queue));
            }
        }
    }

    private static void warpsAndBlocks(Device device, QueueKind kind) {
        boolean together = kind.claims(Claim.MULTI_ELEMENT);
        int threads = scaled(device, together ? 100 : 48, 32, crowd(kind, 10_000));
        var grid = Grid.threads(threads).withBlockSize(48);
        int[] capacities = kind.claims(Claim.RETURNS_WHEN_FULL_OR_EMPTY) ? new int[] {2, 1 << 14} : new int[] {1 << 14};
        for (var granularity : together ? List.of(Granularity.WARP, Granularity.BLOCK) : List.of(Granularity.WARP)) {
            for (int capacity : capacities) {
                try (var queue = kind.create(device, capacity)) {
                    int pairs = scaled(device, 2, 10, 10);
                    requireConserved(queue, new Pairs(device, grid, granularity, pairs).check(queue));
                }
            }
        }
    }

    private static void records(Device device, QueueKind kind) {
        int threads = scaled(device, 64, 32, crowd(kind, 2_048));
        int rounds = scaled(device, 2, 20, 10);
        try (var queue = ElementQueue.of(kind, device, 1 << 12, Layout.of(Body.class));
                Ints seen = device.ints(threads * rounds);
                Ints torn = device.ints(1)) {
            device.run(Grid.threads(threads).withBlockSize(32), lane -> {
                for (int round = 0; round < rounds; round++) {
                    int id = lane.id() * rounds + round;
                    queue.enqueue(new Body(id, 0.5 * id, 3L * id, new Place(-id, id % 2 == 0)));
                    var taken = queue.dequeue();
                    var backoff = new Backoff();
                    while (!taken.present()) {
                        backoff.pause("the record that it has put in, or another's");
                        taken = queue.dequeue();
                    }
                    var body = taken.value();
                    int number = body.number();
                    if (body.mass() != 0.5 * number
                            || body.time() != 3L * number
                            || body.place().x() != -number
                            || body.place().even() != (number % 2 == 0)) {
                        torn.getAndAddRelaxed(0, 1);
                    }
                    seen.getAndAddRelaxed(number, 1);
                }
            });
            Expected.ints("torn records", _ -> 0, torn.copyOut());
            Expected.ints("how often each record came out", _ -> 1, seen.copyOut());
        }
    }

    private static void publication(Device device, QueueKind kind) {
        int threads = scaled(device, 64, 64, crowd(kind, 4_096));
        int rounds = scaled(device, 2, 100, 10);
        var together = kind.claims(Claim.MULTI_ELEMENT) ? List.of(Granularity.values()) : List.of(Granularity.THREAD);
        for (var granularity : together) {
            try (var queue = kind.create(device, Integer.highestOneBit(2 * threads - 1));
                    Ints data = device.ints(threads * rounds);
                    Ints stale = device.ints(1)) {
                device.run(Grid.threads(threads).withBlockSize(32), lane -> {
                    for (int round = 0; round < rounds; round++) {
                        int mine = lane.id() * rounds + round;
                        data.set(mine, mine + 1);
                        Operations.enqueue(granularity, queue, lane, mine);
                        var dequeued = Operations.dequeue(granularity, queue, lane);
                        if (dequeued.present() && data.get(dequeued.value()) != dequeued.value() + 1) {
                            stale.getAndAddRelaxed(0, 1);
                        }
                    }
                });
                Expected.ints("old data behind values that were dequeued per " + granularity, _ -> 0, stale.copyOut());
            }
        }
    }

    private static void linearizable(Device device, QueueKind kind) {
        linearizable(device, kind, UnaryOperator.identity());
    }

    private static void linearizableForFew(Device device, QueueKind kind) {
        linearizable(device, kind, options -> options.withThreads(FEW));
    }

    /**
     * A queue that claims no exact capacity gets one that it cannot reach. Of others there must be a history in which
     * they were full and empty, which is up to chance: who gets a lock may keep it busy for long.
     */
    private static void linearizable(Device device, QueueKind kind, UnaryOperator<QueueOptions> suited) {
        int threads = scaled(device, 64, 16, crowd(kind, FEW));
        int operations = scaled(device, 16, 500, 48);
        boolean exact = kind.claims(Claim.EXACT_CAPACITY);
        int capacity = exact ? Math.max(8, Integer.highestOneBit(threads / 8)) : 1 << 14;
        var grid = Grid.threads(threads).withBlockSize(16);
        for (int seed = 1; seed <= MOST_HISTORIES; seed++) {
            try (var queue = kind.create(device, suited.apply(QueueOptions.capacity(capacity)))) {
                var history = new Histories(device, grid, operations, seed).record(kind, queue);
                if (history.size() != threads * operations) {
                    throw new Mismatch(
                            queue + ": " + history.size() + " operations recorded; must be " + threads * operations);
                }
                if (Linearizability.check(history) instanceof Violation violation) {
                    throw new Mismatch(queue + ": " + violation.report());
                }
                if (!exact || history.count(Result.EMPTY) > 0 && history.count(Result.FULL) > 0) {
                    return;
                }
            }
        }
        throw new Mismatch(
                kind + " was never empty or never full in " + MOST_HISTORIES + " histories, so they show little");
    }

    /** With threads that try nothing by themselves. */
    private static void linearizableByHelp(Device device, QueueKind kind) {
        int threads = scaled(device, 24, 16, 512);
        int operations = scaled(device, 8, 100, 24);
        var options = QueueOptions.capacity(64).withThreads(threads).withPatience(0);
        try (var queue = kind.create(device, options)) {
            var grid = Grid.threads(threads).withBlockSize(8);
            var history = new Histories(device, grid, operations, 1).recordWithoutFull(kind, queue);
            if (Linearizability.check(history) instanceof Violation violation) {
                throw new Mismatch(queue + ": " + violation.report());
            }
        }
    }

    private static void requireConserved(IntQueue queue, Conservation balance) {
        if (!balance.holds()) {
            throw new Mismatch(queue + ": " + balance);
        }
    }

    private static void producersStayInOrder(Device device, QueueKind kind) {
        int producers = 4;
        int consumers = 4;
        int each = scaled(device, 12, 100, 200);
        for (int capacity : new int[] {2, 16}) {
            producersStayInOrder(device, kind.create(device, capacity), producers, consumers, each);
        }
    }

    private static void producersStayInOrder(Device device, IntQueue made, int producers, int consumers, int each) {
        int total = producers * each;
        try (var queue = made;
                Ints logs = device.ints(consumers * each)) {
            // As many dequeues as enqueues, so that also a queue that waits gets by; a lane to a block, so that each
            // has its warp.
            device.run(Grid.threads(producers + consumers).withBlockSize(1), lane -> {
                for (int i = 0; i < each; i++) {
                    var backoff = new Backoff();
                    if (lane.id() < producers) {
                        while (!queue.enqueue(lane.id() * each + i)) {
                            backoff.pause("room");
                        }
                    } else {
                        var dequeued = queue.dequeue();
                        while (!dequeued.present()) {
                            backoff.pause("an element");
                            dequeued = queue.dequeue();
                        }
                        logs.set((lane.id() - producers) * each + i, dequeued.value());
                    }
                }
            });
            requireOrder(queue, logs.copyOut(), consumers, each, total);
        }
    }

    private static void requireOrder(IntQueue queue, int[] logs, int consumers, int each, int total) {
        var seen = new boolean[total];
        for (int consumer = 0; consumer < consumers; consumer++) {
            int[] last = new int[total / each];
            for (int i = 0; i < each; i++) {
                int value = logs[consumer * each + i];
                if (value < 0 || value >= total || seen[value]) {
                    throw new Mismatch(queue + " gave " + value + ", which never went in or was out already");
                }
                seen[value] = true;
                int producer = value / each;
                if (value % each < last[producer]) {
                    throw new Mismatch(queue + " gave value " + value % each + " of producer " + producer
                            + " to consumer " + consumer + " after its value " + last[producer]);
                }
                last[producer] = value % each;
            }
        }
    }
}
