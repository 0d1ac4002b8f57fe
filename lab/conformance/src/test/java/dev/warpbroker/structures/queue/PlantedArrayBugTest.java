package dev.warpbroker.structures.queue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.DeviceOptions;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.SimulatorOptions;
import dev.warpbroker.experiments.Pairs;
import dev.warpbroker.structures.Granularity;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The tests' own test for array queues: planted bugs must be found out, and the same queues without them must pass. */
class PlantedArrayBugTest {
    private static final int SEEDS = 80;
    private static final int CAPACITY = 2;
    private static final long STEPS = 5_000_000;

    @ParameterizedTest
    @EnumSource
    void gottlieb(MutantGottliebQueue.Bug bug) {
        check(bug == MutantGottliebQueue.Bug.NONE, device -> new MutantGottliebQueue(device, CAPACITY, bug));
    }

    @ParameterizedTest
    @EnumSource
    void shann(MutantShannQueue.Bug bug) {
        check(bug == MutantShannQueue.Bug.NONE, device -> new MutantShannQueue(device, CAPACITY, bug));
    }

    @ParameterizedTest
    @EnumSource
    void tsigasZhang(MutantTsigasZhangQueue.Bug bug) {
        check(bug == MutantTsigasZhangQueue.Bug.NONE, device -> new MutantTsigasZhangQueue(device, CAPACITY, bug));
    }

    private static void check(boolean correct, Function<Device, IntQueue> queues) {
        var finders =
                IntStream.range(0, SEEDS).filter(seed -> caught(seed, queues)).limit(1);
        if (correct) {
            assertThat(finders).as("seeds that find fault with a correct queue").isEmpty();
        } else {
            assertThat(finders).as("seeds that find the bug").isNotEmpty();
        }
    }

    /**
     * {@return whether values got lost or duplicated, or the simulator ended the launch, or the queue has not its full
     * capacity in the end}
     */
    private static boolean caught(int seed, Function<Device, IntQueue> queues) {
        var simulation = SimulatorOptions.seeded(seed).adversarial().withStepLimit(STEPS);
        // Lanes of two warps, which mostly go step by step together, and lanes that get far apart.
        var grid = seed % 2 == 0
                ? Grid.threads(64).withBlockSize(32)
                : Grid.threads(16).withBlockSize(1);
        int pairs = seed % 2 == 0 ? 5 : 20;
        try (var device = Device.simulator(simulation, DeviceOptions.defaults());
                var queue = queues.apply(device)) {
            return !new Pairs(device, grid, Granularity.THREAD, pairs)
                            .check(queue)
                            .holds()
                    || queue.fill(1, 2, 3) != CAPACITY;
        } catch (DeviceException stopped) {
            return true;
        }
    }
}
