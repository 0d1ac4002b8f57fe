package dev.warpbroker.structures.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.DeviceOptions;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.LaunchStoppedException;
import dev.warpbroker.device.SimulatorOptions;
import dev.warpbroker.experiments.Pairs;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.structures.queue.MutantBrokerQueue.TicketStore;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The tests' own test: queues with planted bugs must be found out, and the same queue without them must not. */
class PlantedBugTest {
    private static final int SEEDS = 20;
    private static final long STEPS = 5_000_000;

    @Test
    void queueWithoutABugPassesOnAdversarialMemory() {
        assertThat(IntStream.range(0, SEEDS).filter(seed -> caught(seed, TicketStore.CORRECT)))
                .as("seeds that find fault with a correct queue")
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CORRECT")
    void simulatorFindsPlantedBug(TicketStore bug) {
        assertThat(IntStream.range(0, SEEDS).filter(seed -> caught(seed, bug)))
                .as("seeds that find the bug")
                .isNotEmpty();
    }

    @Test
    void ticketErrorHangsAndTheMessageNamesTheTicket() {
        try (var device = Device.jvm()) {
            var queue = new MutantBrokerQueue(device, 2, TicketStore.ONE_ROUND_TOO_FAR);
            var begun = device.hostInts(1);
            var launch = device.launch(Grid.threads(2), lane -> {
                begun.getAndAdd(0, 1);
                for (int i = 0; i < 10; i++) {
                    queue.enqueue(i);
                    queue.dequeue();
                }
            });
            while (begun.getAcquire(0) < 2) {
                Thread.onSpinWait();
            }

            assertThatThrownBy(() -> launch.join(Duration.ofMillis(300)))
                    .isInstanceOf(LaunchStoppedException.class)
                    .hasMessageContaining("waiting for a ticket that a bug has spoilt");
        }
    }

    /** {@return whether values got lost or duplicated, or the simulator ended the launch} */
    private static boolean caught(int seed, TicketStore ticketStore) {
        var simulation = SimulatorOptions.seeded(seed).adversarial().withStepLimit(STEPS);
        try (var device = Device.simulator(simulation, DeviceOptions.defaults())) {
            var queue = new MutantBrokerQueue(device, 4, ticketStore);
            var grid = Grid.threads(64).withBlockSize(32);
            return !new Pairs(device, grid, Granularity.THREAD, 5).check(queue).holds();
        } catch (DeviceException stopped) {
            return true;
        }
    }
}
