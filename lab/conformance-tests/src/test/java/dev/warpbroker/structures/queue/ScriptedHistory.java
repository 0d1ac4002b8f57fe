package dev.warpbroker.structures.queue;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.verify.Discipline;
import dev.warpbroker.verify.History;
import dev.warpbroker.verify.Result;

/** Runs given operations on a queue, and notes in which order they began and ended. */
final class ScriptedHistory {
    /** An operation: a dequeue. Any other is the value of an enqueue. */
    static final int DEQUEUE = -1;

    private static final int FAILED = -2;

    private ScriptedHistory() {}

    /**
     * {@return what happened}
     *
     * @param operations of all lanes, as many of each
     */
    static History of(Device device, IntQueue queue, int lanes, int[] operations) {
        // A warp for each lane: lanes of one warp would mostly go step by step together.
        return of(device, queue, Grid.threads(lanes).withBlockSize(1), operations);
    }

    private static History of(Device device, IntQueue queue, Grid grid, int[] operations) {
        int each = operations.length / grid.threads();
        try (var script = device.ints(operations.length);
                var results = device.ints(operations.length);
                var starts = device.ints(operations.length);
                var ends = device.ints(operations.length);
                var clock = device.ints(1)) {
            script.copyIn(operations);

            device.run(grid, lane -> {
                for (int i = lane.id() * each; i < (lane.id() + 1) * each; i++) {
                    int operation = script.get(i);
                    starts.set(i, clock.getAndAdd(0, 1));
                    if (operation == DEQUEUE) {
                        var dequeued = queue.dequeue();
                        results.set(i, dequeued.present() ? dequeued.value() : FAILED);
                    } else {
                        results.set(i, queue.enqueue(operation) ? operation : FAILED);
                    }
                    ends.set(i, clock.getAndAdd(0, 1));
                }
            });

            return history(queue.capacity(), each, operations, results.copyOut(), starts.copyOut(), ends.copyOut());
        }
    }

    /** {@return what happened, less the enqueues that found the queue full: for one that may say so early} */
    static History withoutFull(Device device, IntQueue queue, int lanes, int[] operations) {
        return withoutFull(of(device, queue, lanes, operations));
    }

    /** The same by the lanes of a grid. */
    static History withoutFull(Device device, IntQueue queue, Grid grid, int[] operations) {
        return withoutFull(of(device, queue, grid, operations));
    }

    private static History withoutFull(History all) {
        var others = History.builder(all.discipline());
        for (var operation : all.operations()) {
            if (operation.result() != Result.FULL) {
                others.add(operation);
            }
        }
        return others.build();
    }

    private static History history(int capacity, int each, int[] script, int[] results, int[] starts, int[] ends) {
        var history = History.builder(Discipline.FIFO).capacity(capacity);
        for (int i = 0; i < script.length; i++) {
            boolean failed = results[i] == FAILED;
            var result = script[i] == DEQUEUE
                    ? failed ? Result.EMPTY : Result.REMOVED
                    : failed ? Result.FULL : Result.INSERTED;
            history.add(i / each, result.code(), starts[i], ends[i], script[i] == DEQUEUE ? results[i] : script[i]);
        }
        return history.build();
    }
}
