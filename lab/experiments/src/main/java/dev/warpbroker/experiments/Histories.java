package dev.warpbroker.experiments;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.structures.Claim;
import dev.warpbroker.structures.queue.IntQueue;
import dev.warpbroker.structures.queue.QueueKind;
import dev.warpbroker.verify.History;

/**
 * Records histories in which a queue runs full and empty again and again: every thread makes operations at random, in
 * phases in which all threads together mostly enqueue or mostly dequeue.
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
        String description = kind + " on " + device.properties().name();
        int count = operations;
        int first = seed;
        try (var recorder = new QueueRecorder(device, grid.threads(), operations)) {
            device.run(grid, lane -> {
                for (int i = 0; i < count; i++) {
                    int place = lane.id() * count + i;
                    if (Phases.inserts(first + place, i)) {
                        recorder.enqueue(queue, lane, place);
                    } else {
                        recorder.dequeue(queue, lane);
                    }
                }
            });
            return kind.claims(Claim.EXACT_CAPACITY)
                    ? recorder.history(queue, description)
                    : recorder.unboundedHistory(description);
        }
    }
}
