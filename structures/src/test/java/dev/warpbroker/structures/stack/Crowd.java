package dev.warpbroker.structures.stack;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Lane;
import dev.warpbroker.structures.experiment.Chance;
import dev.warpbroker.structures.experiment.Conservation;
import dev.warpbroker.structures.experiment.Ledger;
import dev.warpbroker.structures.queue.Dequeued;
import dev.warpbroker.structures.queue.Granularity;

/** Lanes that push and pop at random, together or each for itself; sometimes a lane does nothing, and sometimes it is away. */
record Crowd(Device device, Grid grid, Granularity granularity, int rounds, int seed) {
    private static final int MOSTLY = 3;

    /** {@return what became of all values, those that were left included} */
    Conservation check(IntStack stack) {
        int each = rounds;
        int first = seed;
        var form = granularity;
        try (var ledger = new Ledger(device, grid.threads() * each)) {
            device.run(grid, lane -> {
                for (int round = 0; round < each; round++) {
                    int bits = Chance.bits(first, lane.id(), round);
                    int value = lane.id() * each + round;
                    // A block must be complete, a warp need not.
                    if (form == Granularity.BLOCK || (bits & 0x70) != 0) {
                        operate(stack, lane, form, ledger, operation(bits, round), value);
                    }
                }
            });
            return ledger.balance(stack.drain());
        }
    }

    private static StackOperation operation(int bits, int round) {
        if ((bits & 0x700) == 0) {
            return StackOperation.NONE;
        }
        boolean filling = (round & 4) == 0;
        return (bits >>> 16 & 3) < MOSTLY == filling ? StackOperation.PUSH : StackOperation.POP;
    }

    private static void operate(
            IntStack stack, Lane lane, Granularity form, Ledger ledger, StackOperation operation, int value) {
        var result = together(stack, lane, form, operation, value);
        switch (operation) {
            case PUSH -> ledger.enqueued(value, result.done());
            case POP -> ledger.dequeued(new Dequeued(result.done(), result.value()));
            case NONE -> {}
        }
    }

    static StackResult together(IntStack stack, Lane lane, Granularity form, StackOperation operation, int value) {
        return switch (form) {
            case THREAD -> stack.operate(operation, value);
            case WARP -> stack.operateWarp(lane, operation, value);
            case BLOCK -> stack.operateBlock(lane, operation, value);
        };
    }
}
