package dev.warpbroker.structures.stack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceOptions;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.SimulatorOptions;
import org.junit.jupiter.api.Test;

class FetchAddStackTest {
    private static final int SEEDS = 100;

    /**
     * Cells that nobody has used have stamps that are as old as can be, and the epoch comes by: a push that is slow,
     * two pops that bring Top down below its cell. Found by Lincheck.
     */
    @Test
    void slowPushIsNotLostBehindPopsForWhomAnOldStampSeemsToBeTheirOwn() {
        for (int seed = 0; seed < SEEDS; seed++) {
            var simulation = SimulatorOptions.seeded(seed).adversarial();
            try (var device = Device.simulator(simulation, DeviceOptions.defaults());
                    var stack =
                            FetchAddStack.with(device, StackOptions.capacity(8).startingAt(-3))) {
                device.run(Grid.threads(1), _ -> {
                    stack.push(1);
                    stack.pop();
                    stack.push(2);
                });
                var popped = device.ints(2);
                device.run(Grid.threads(2).withBlockSize(1), lane -> {
                    stack.push(lane.id() + 3);
                    if (lane.id() == 1) {
                        popped.set(0, stack.pop().present() ? 1 : 0);
                        popped.set(1, stack.pop().present() ? 1 : 0);
                    }
                });
                int[] present = popped.copyOut();
                assertThat(present[0] + present[1] + stack.drain().length)
                        .as("values of three pushes, seed %d", seed)
                        .isEqualTo(3);
            }
        }
    }
}
