package dev.warpbroker.experiments;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.structures.stack.IntStack;
import dev.warpbroker.structures.stack.StackKind;
import dev.warpbroker.verify.History;

/** What {@link Histories} are for queues: a stack that runs full and empty again and again. */
public final class StackHistories {
    private final Device device;
    private final Grid grid;
    private final Granularity together;
    private final int operations;
    private final int seed;

    /**
     * @param together whether lanes make their operations by themselves, or with their warp or block
     * @param operations per thread
     */
    public StackHistories(Device device, Grid grid, Granularity together, int operations, int seed) {
        this.device = device;
        this.grid = grid;
        this.together = together;
        this.operations = operations;
        this.seed = seed;
    }

    /** {@return what happened to {@code stack}, which should be empty to begin with} */
    public History record(StackKind kind, IntStack stack) {
        String description = kind + " on " + device.properties().name();
        int count = operations;
        int first = seed;
        var form = together;
        try (var recorder = new StackRecorder(device, grid.threads(), operations)) {
            device.run(grid, lane -> {
                for (int i = 0; i < count; i++) {
                    int place = lane.id() * count + i;
                    var operation = Phases.inserts(first + place, i) ? IntStack.Operation.PUSH : IntStack.Operation.POP;
                    recorder.operate(form, stack, lane, operation, place);
                }
            });
            return recorder.history(stack, description);
        }
    }
}
