package dev.warpbroker.experiments.properties;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.experiments.Chance;
import dev.warpbroker.structures.Claim;
import dev.warpbroker.structures.queue.QueueKind;
import dev.warpbroker.structures.queue.QueueOptions;
import dev.warpbroker.verify.Discipline;
import dev.warpbroker.verify.History;
import dev.warpbroker.verify.Linearizability;
import dev.warpbroker.verify.Result;
import dev.warpbroker.verify.Verdict;
import dev.warpbroker.verify.Violation;
import java.time.Duration;

/** Looks for a history of a few threads on a tiny queue that is not linearizable, on the simulator. */
final class HistorySearch {
    private static final int THREADS = 6;
    private static final int EACH = 5;
    private static final int TINY = 2;
    private static final int ROOMY = 64;
    private static final int DEQUEUE = -1;
    private static final int FAILED = -2;
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private HistorySearch() {}

    /** Tries as many seeds; each is a script for every thread, and an order in which the simulator runs their steps. */
    static Finding search(QueueKind kind, int seeds) {
        boolean returns = kind.claims(Claim.RETURNS_WHEN_FULL_OR_EMPTY);
        int capacity = kind.claims(Claim.EXACT_CAPACITY) && returns ? TINY : ROOMY;
        try (Device device = Device.simulator(1);
                var script = device.ints(THREADS * EACH);
                var results = device.ints(THREADS * EACH);
                var starts = device.ints(THREADS * EACH);
                var ends = device.ints(THREADS * EACH);
                var clock = device.ints(1)) {
            for (int seed = 1; seed <= seeds; seed++) {
                int[] operations = script(seed, returns);
                script.copyIn(operations);
                run(device, kind, capacity, script, results, starts, ends, clock);
                var history = history(kind, capacity, operations, results.copyOut(), starts.copyOut(), ends.copyOut());
                if (verdict(history) instanceof Violation violation) {
                    return Finding.no("history " + seed + " of at most " + seeds + " on the simulator, capacity "
                            + capacity + ":\n" + violation.report().stripTrailing());
                }
            }
        }
        String all = "all of " + seeds + " histories of " + THREADS + " threads with " + EACH
                + " operations each, capacity " + capacity + ", on the simulator";
        return kind.claims(Claim.LINEARIZABLE)
                ? Finding.yes(all)
                : Finding.unclear("it claims not to be, and no counterexample was found in " + all);
    }

    /** The check finds the fewest operations that show a violation; what it leaves open all orders are tried for. */
    private static Verdict verdict(History history) {
        var verdict = Linearizability.check(history);
        if (!(verdict instanceof Verdict.Unrefuted)) {
            return verdict;
        }
        try {
            return Linearizability.search(history);
        } catch (IllegalStateException _) {
            // Too many operations overlap to try all orders.
            return verdict;
        }
    }

    private static void run(
            Device device,
            QueueKind kind,
            int capacity,
            Ints script,
            Ints results,
            Ints starts,
            Ints ends,
            Ints clock) {
        var options = QueueOptions.capacity(capacity).withThreads(THREADS).withBlocks(THREADS);
        try (var queue = kind.create(device, options)) {
            // A warp for each lane: lanes of one warp would mostly go step by step together.
            var launch = device.launch(new Grid(THREADS, 1), lane -> {
                for (int i = lane.id() * EACH; i < (lane.id() + 1) * EACH; i++) {
                    int operation = script.get(i);
                    starts.set(i, clock.getAndAddAcqRel(0, 1));
                    if (operation == DEQUEUE) {
                        var dequeued = queue.dequeue();
                        results.set(i, dequeued.present() ? dequeued.value() : FAILED);
                    } else {
                        results.set(i, queue.enqueue(operation) ? operation : FAILED);
                    }
                    ends.set(i, clock.getAndAddAcqRel(0, 1));
                }
            });
            launch.join(PATIENCE);
        }
    }

    /** At random, or in turn if a queue would wait for ever once the enqueues run out. */
    private static int[] script(int seed, boolean random) {
        var script = new int[THREADS * EACH];
        for (int i = 0; i < script.length; i++) {
            boolean enqueue = random ? (Chance.bits(seed, i, 0) & 1) == 0 : i % EACH % 2 == 0;
            script[i] = enqueue ? i : DEQUEUE;
        }
        return script;
    }

    private static History history(
            QueueKind kind, int capacity, int[] script, int[] results, int[] starts, int[] ends) {
        var history = History.builder(Discipline.FIFO).description(kind.toString());
        if (capacity == TINY) {
            history.capacity(capacity);
        }
        for (int i = 0; i < script.length; i++) {
            boolean failed = results[i] == FAILED;
            boolean dequeue = script[i] == DEQUEUE;
            var result = dequeue ? failed ? Result.EMPTY : Result.REMOVED : failed ? Result.FULL : Result.INSERTED;
            history.add(i / EACH, result.code(), starts[i], ends[i], dequeue ? results[i] : script[i]);
        }
        return history.build();
    }
}
