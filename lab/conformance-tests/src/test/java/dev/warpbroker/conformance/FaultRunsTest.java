package dev.warpbroker.conformance;

import static org.assertj.core.api.Assertions.assertThatCode;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceOptions;
import dev.warpbroker.device.SimulatorOptions;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A thousand runs of each engine in which things go wrong at random. The cases of the self-test make a few, and
 * {@code selftest --faults N} as many as are wanted.
 */
@Tag("long")
final class FaultRunsTest {
    private static final int RUNS = 1_000;

    static Stream<Named<Supplier<Device>>> devices() {
        return Stream.of(
                Named.named("jvm", Device::jvm),
                Named.named("simulator, seed 1", () -> Device.simulator(1)),
                Named.named(
                        "simulator with adversarial memory, seed 1",
                        () -> Device.simulator(SimulatorOptions.seeded(1).adversarial(), DeviceOptions.defaults())));
    }

    static Stream<Arguments> enginesOnDevices() {
        return devices()
                .flatMap(device ->
                        Stream.of(FaultRuns.Engine.values()).map(engine -> Arguments.arguments(engine, device)));
    }

    @ParameterizedTest
    @MethodSource("enginesOnDevices")
    void everyTaskIsRunOnceOrTheRunSaysWhyNot(FaultRuns.Engine engine, Supplier<Device> devices) {
        try (var device = devices.get();
                var runs = new FaultRuns(device, engine)) {
            assertThatCode(() -> runs.make(RUNS, 2)).doesNotThrowAnyException();
        }
    }

    @ParameterizedTest
    @MethodSource("devices")
    void everyRequestRunsOnceOrNotAtAll(Supplier<Device> devices) {
        try (var device = devices.get()) {
            assertThatCode(() -> RequestStorm.make(device, RUNS, 2)).doesNotThrowAnyException();
        }
    }

    @ParameterizedTest
    @MethodSource("devices")
    void everyElementIsTakenOnce(Supplier<Device> devices) {
        try (var device = devices.get()) {
            assertThatCode(() -> QueueStorm.make(device, RUNS, 2)).doesNotThrowAnyException();
        }
    }
}
