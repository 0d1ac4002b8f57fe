package dev.warpbroker.conformance;

import static org.assertj.core.api.Assertions.assertThatCode;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceOptions;
import dev.warpbroker.device.SimulatorOptions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Ten thousand runs of an executor in which things go wrong at random. The cases of the self-test make a few. */
final class RequestStormTest {
    private static final int RUNS = 10_000;
    private static final List<RequestStorm> STORMS = List.of(
            new RequestStorm(true, true, true, true),
            new RequestStorm(true, true, true, false),
            new RequestStorm(true, false, false, false),
            new RequestStorm(false, true, true, true));

    static Stream<Named<Device>> devices() {
        return Stream.of(
                Named.named("jvm", Device.jvm()),
                Named.named("simulator, seed 1", Device.simulator(1)),
                Named.named(
                        "simulator with adversarial memory, seed 1",
                        Device.simulator(SimulatorOptions.seeded(1).adversarial(), DeviceOptions.defaults())));
    }

    @ParameterizedTest
    @MethodSource("devices")
    @Tag("long")
    void everyRequestRunsOnceOrNotAtAll(Device device) {
        for (int seed = 0; seed < RUNS; seed++) {
            var storm = STORMS.get(seed % STORMS.size());
            int number = seed;
            assertThatCode(() -> storm.run(device, 20, number))
                    .as(storm + ", seed " + seed)
                    .doesNotThrowAnyException();
        }
    }
}
