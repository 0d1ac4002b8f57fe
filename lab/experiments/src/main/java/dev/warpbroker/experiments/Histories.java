package dev.warpbroker.experiments;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.structures.Claim;
import dev.warpbroker.structures.queue.IntQueue;
import dev.warpbroker.structures.queue.QueueKind;
import dev.warpbroker.verify.History;

/**
 * Records histories in which a queue runs full and empty again and again: every thread makes operations at random, in
 * phases in which all threads together mostly enqueue or mostly dequeue. Of a queue that waits instead, every thread
 * enqueues and dequeues in turn, so that nobody waits for ever.
 */
public final class Histories {
    private final Device device;
    private final Grid grid;
    private final int operations;
    private final int seed;

    /** @param operations per thread */
    public Histories(Device device, Grid grid, int operations, int seed) {
        this.device = device;
        this.grid = grid;
        this.operations = operations;
        this.seed = seed;
    }

    /** {@return what happened to {@code queue}, which should be empty to begin with} */
    public History record(QueueKind kind, IntQueue queue) {
        try (var recorder = new QueueRecorder(device, grid.threads(), operations)) {
            run(recorder, kind, queue);
            return kind.claims(Claim.EXACT_CAPACITY)
                    ? recorder.history(queue, description(kind))
                    : recorder.unboundedHistory(description(kind));
        }
    }

    /**
     * {@return what happened to {@code queue}, which has no exact capacity, but for Full, which it may say at any time}
     * How often it did is what is missing to the operations of all threads.
     */
    public History recordWithoutFull(QueueKind kind, IntQueue queue) {
        try (var recorder = new QueueRecorder(device, grid.threads(), operations)) {
            run(recorder, kind, queue);
            return recorder.historyWithoutFull(description(kind));
        }
    }

    private String description(QueueKind kind) {
        return kind + " on " + device.properties().name();
    }

    private void run(QueueRecorder recorder, QueueKind kind, IntQueue queue) {
        int count = operations;
        int first = seed;
        boolean random = kind.claims(Claim.RETURNS_WHEN_FULL_OR_EMPTY);
        device.run(grid, lane -> {
            for (int i = 0; i < count; i++) {
                int place = lane.id() * count + i;
                if (random ? Phases.inserts(first + place, i) : i % 2 == 0) {
                    recorder.enqueue(queue, lane, place);
                } else {
                    recorder.dequeue(queue, lane);
                }
            }
        });
    }
}
