package dev.warpbroker.structures.deque;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.DeviceOptions;
import dev.warpbroker.device.SimulatorOptions;
import dev.warpbroker.structures.deque.MutantDeques.Bug;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The tests' own test: deques with planted bugs must be found out, and the same deques without them must not. */
class PlantedDequeBugTest {
    private static final int SEEDS = 30;
    private static final long STEPS = 5_000_000;

    @Test
    void mutantWithoutABugPasses() {
        assertThat(IntStream.range(0, SEEDS).filter(seed -> caught(seed, Bug.NONE)))
                .as("seeds that find fault with correct deques")
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void dequesOfTheLibraryPass(DequeKind kind) {
        Maker maker = (device, count, capacity) -> kind.create(device, count, capacity, Stamped.LAYOUT);
        assertThat(IntStream.range(0, SEEDS).filter(seed -> caught(seed, maker)))
                .as("seeds that find fault with %s", kind)
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void simulatorFindsPlantedBug(Bug bug) {
        assertThat(IntStream.range(0, SEEDS).filter(seed -> caught(seed, bug)).findFirst())
                .as("a seed that finds the bug")
                .isPresent();
    }

    /** Makes the deques that are to be tested. */
    private interface Maker {
        WorkDeques<Stamped> make(Device device, int count, int capacity);
    }

    private static boolean caught(int seed, Bug bug) {
        return caught(seed, (device, count, capacity) -> new MutantDeques(device, count, capacity, bug));
    }

    /** {@return whether elements got lost, duplicated or torn} */
    private static boolean caught(int seed, Maker maker) {
        var simulation = SimulatorOptions.seeded(seed).adversarial().withStepLimit(STEPS);
        try (var device = Device.simulator(simulation, DeviceOptions.defaults());
                var deques = maker.make(device, 4, 2 + 2 * (seed % 2))) {
            var traffic = seed % 4 < 2 ? Traffic.halves(60) : Traffic.oneVictim(60);
            return !traffic.run(deques, seed).holds();
        } catch (DeviceException stopped) {
            return true;
        }
    }
}
