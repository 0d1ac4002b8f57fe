package dev.warpbroker.structures.stack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.DeviceOptions;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.SimulatorOptions;
import dev.warpbroker.experiments.StackCrowd;
import dev.warpbroker.experiments.StackHistories;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.verify.Linearizability;
import dev.warpbroker.verify.Violation;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The tests' own test for stacks: planted bugs must be found out, and the same stacks without them must not. */
class PlantedStackBugTest {
    private static final int SEEDS = 60;

    /** Seeds with which a stack without a bug must pass. */
    private static final int CORRECT_SEEDS = 6;

    private static final int THREADS = 24;
    private static final int OPERATIONS = 12;
    private static final long STEPS = 2_000_000;

    @ParameterizedTest
    @EnumSource
    void ofTreibersStack(MutantTreiberStack.Bug bug) {
        // Its capacity is not exact, as nodes of operations under way are missing.
        check(bug, StackKind.FA, device -> new MutantTreiberStack(device, 3, bug));
    }

    @ParameterizedTest
    @EnumSource
    void ofTheEliminationStack(MutantEliminationStack.Bug bug) {
        check(bug, StackKind.EB, device -> new MutantEliminationStack(device, 4, bug));
    }

    @ParameterizedTest
    @EnumSource
    void ofTheFetchAddStack(MutantFetchAddStack.Bug bug) {
        check(bug, StackKind.FA, device -> new MutantFetchAddStack(device, 256, bug));
    }

    @ParameterizedTest
    @EnumSource
    void ofTheStackWithRooms(MutantRoomStack.Bug bug) {
        check(bug, StackKind.ROOMS, device -> new MutantRoomStack(device, 4, bug));
    }

    private static void check(Enum<?> bug, StackKind kind, Function<Device, IntStack> mutant) {
        if (bug.ordinal() == 0) {
            assertThat(IntStream.range(0, CORRECT_SEEDS).filter(seed -> isCaught(seed, kind, mutant)))
                    .as("seeds that find fault with a correct stack")
                    .isEmpty();
        } else {
            assertThat(IntStream.range(0, SEEDS).anyMatch(seed -> isCaught(seed, kind, mutant)))
                    .as("%s found", bug)
                    .isTrue();
        }
    }

    /** {@return whether the history is not that of a stack, or values got lost, or the simulator ended the launch} */
    private static boolean isCaught(int seed, StackKind kind, Function<Device, IntStack> mutant) {
        var simulation = SimulatorOptions.seeded(seed).adversarial().withStepLimit(STEPS);
        try (var device = Device.simulator(simulation, DeviceOptions.defaults());
                var stack = mutant.apply(device)) {
            var grid = Grid.threads(THREADS).withBlockSize(seed % 2 == 0 ? 1 : 4);
            var history = new StackHistories(device, grid, Granularity.THREAD, OPERATIONS, seed).record(kind, stack);
            if (Linearizability.check(history) instanceof Violation) {
                return true;
            }
            stack.drain();
            return !new StackCrowd(device, grid, Granularity.THREAD, OPERATIONS, seed)
                    .check(stack)
                    .holds();
        } catch (DeviceException stopped) {
            return true;
        }
    }
}
