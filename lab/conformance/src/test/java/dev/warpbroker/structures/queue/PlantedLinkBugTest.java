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

/** The tests' own test for linked queues: planted bugs must be found out, and the same queues without them must not. */
class PlantedLinkBugTest {
    private static final int SEEDS = 40;

    /** Seeds with which a queue without a bug must pass. */
    private static final int CORRECT_SEEDS = 4;

    private static final int THREADS = 40;
    private static final long STEPS = 1_000_000;

    @ParameterizedTest
    @EnumSource
    void ofTheMichaelScottQueue(MutantMichaelScottQueue.Bug bug) {
        check(bug, device -> new MutantMichaelScottQueue(device, 2, bug), THREADS, 3);
    }

    @ParameterizedTest
    @EnumSource
    void ofTheTwoLockQueue(MutantTwoLockQueue.Bug bug) {
        check(bug, device -> new MutantTwoLockQueue(device, 2, bug), THREADS, 3);
    }

    @ParameterizedTest
    @EnumSource
    void ofTheLinkedQueueWithoutLocks(MutantCasLinkedQueue.Bug bug) {
        check(bug, device -> new MutantCasLinkedQueue(device, 8, bug), 8, 5);
    }

    @ParameterizedTest
    @EnumSource
    void ofTheBasketsQueue(MutantBasketsQueue.Bug bug) {
        check(bug, device -> new MutantBasketsQueue(device, 64, bug), THREADS, 3);
    }

    private static void check(Enum<?> bug, Function<Device, IntQueue> mutant, int threads, int pairs) {
        if (bug.ordinal() == 0) {
            assertThat(IntStream.range(0, CORRECT_SEEDS).filter(seed -> isCaught(seed, mutant, threads, pairs)))
                    .as("seeds that find fault with a correct queue")
                    .isEmpty();
        } else {
            assertThat(IntStream.range(0, SEEDS).anyMatch(seed -> isCaught(seed, mutant, threads, pairs)))
                    .as("%s found", bug)
                    .isTrue();
        }
    }

    /**
     * {@return whether values got lost or duplicated, or the simulator ended the launch, or an operation failed although
     * there was a place for each thread}
     */
    private static boolean isCaught(int seed, Function<Device, IntQueue> mutant, int threads, int pairs) {
        var simulation = SimulatorOptions.seeded(seed).adversarial().withStepLimit(STEPS);
        try (var device = Device.simulator(simulation, DeviceOptions.defaults())) {
            var queue = mutant.apply(device);
            var grid = Grid.threads(threads).withBlockSize(8);
            var conservation = new Pairs(device, grid, Granularity.THREAD, pairs).check(queue);
            return !conservation.holds()
                    || threads <= queue.capacity() && conservation.full() + conservation.empty() > 0;
        } catch (DeviceException stopped) {
            return true;
        }
    }
}
