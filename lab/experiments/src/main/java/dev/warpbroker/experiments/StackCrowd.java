package dev.warpbroker.experiments;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.structures.stack.IntStack;

/**
 * Lanes that push and pop at random, together or each for itself, in turns mostly the one and mostly the other.
 * Sometimes a lane takes part without an operation, and unless all lanes of a block must be there, sometimes it is
 * away.
 *
 * @param rounds operations of each lane
 * @param seed decides about them
 */
public record StackCrowd(Device device, Grid grid, Granularity granularity, int rounds, int seed) {
    private static final int MOSTLY = 3;

    /** {@return what became of all values, those that were left included} The stack should be empty to begin with. */
    public Conservation check(IntStack stack) {
        int each = rounds;
        int first = seed;
        var form = granularity;
        try (var ledger = new Ledger(device, grid.threads() * each)) {
            device.run(grid, lane -> {
                for (int round = 0; round < each; round++) {
                    int bits = Chance.bits(first, lane.id(), round);
                    if (form == Granularity.BLOCK || (bits & 0x70) != 0) {
                        int value = lane.id() * each + round;
                        var operation = operation(bits, round);
                        var result = Operations.operate(form, stack, lane, operation, value);
                        switch (operation) {
                            case PUSH -> ledger.enqueued(value, result.present());
                            case POP -> ledger.dequeued(result);
                            case NONE -> {}
                        }
                    }
                }
            });
            return ledger.balance(stack.drain());
        }
    }

    private static IntStack.Operation operation(int bits, int round) {
        if ((bits & 0x700) == 0) {
            return IntStack.Operation.NONE;
        }
        boolean filling = (round & 4) == 0;
        return (bits >>> 16 & 3) < MOSTLY == filling ? IntStack.Operation.PUSH : IntStack.Operation.POP;
    }
}
