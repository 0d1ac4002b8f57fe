package dev.warpbroker.structures.stack;

import dev.warpbroker.conformance.planted.Trial;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.experiments.StackCrowd;
import dev.warpbroker.experiments.StackHistories;
import dev.warpbroker.structures.Claim;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.verify.Linearizability;
import dev.warpbroker.verify.Violation;

/** Small stacks that 24 threads use at once. */
public enum StackTrial implements Trial {
    TREIBER(StackKind.TREIBER, 3),
    ROOMS(StackKind.ROOMS, 4),
    SCAN(StackKind.SCAN, 64);

    private static final int THREADS = 24;
    private static final int OPERATIONS = 12;

    private final StackKind kind;
    private final int capacity;

    StackTrial(StackKind kind, int capacity) {
        this.kind = kind;
        this.capacity = capacity;
    }

    /**
     * {@return whether the history is not that of a stack, though it claims to be, or values got lost or doubled, or
     * the stack is damaged in the end}
     */
    @Override
    public boolean findsFault(int seed, Device device) {
        try (var stack = kind.create(device, capacity)) {
            var grid = Grid.threads(THREADS).withBlockSize(seed % 2 == 0 ? 1 : 4);
            var history = new StackHistories(device, grid, Granularity.THREAD, OPERATIONS, seed).record(kind, stack);
            if (kind.claims(Claim.LINEARIZABLE) && Linearizability.check(history) instanceof Violation) {
                return true;
            }
            stack.drain();
            return !new StackCrowd(device, grid, Granularity.THREAD, OPERATIONS, seed)
                            .check(stack)
                            .holds()
                    || stack.damage().isPresent();
        }
    }
}
