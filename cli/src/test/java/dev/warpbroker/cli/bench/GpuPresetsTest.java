package dev.warpbroker.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceOptions;
import dev.warpbroker.device.backend.Backend;
import dev.warpbroker.device.backend.Traits;
import dev.warpbroker.experiments.design.Experiment;
import dev.warpbroker.experiments.suite.Suite;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Values that experiments choose for a GPU pass their own checks. No GPU is needed: nothing is measured. */
class GpuPresetsTest {
    private static final Traits H200 =
            new Traits("cuda:0", "NVIDIA H200", 32, 1024, 270_336, 139L << 30, Traits.MAX_SHARED_BYTES, "");

    /** {@return a device with the properties of a GPU, which can launch nothing} */
    private static Device gpu() throws ReflectiveOperationException {
        var backend = Proxy.newProxyInstance(
                Backend.class.getClassLoader(),
                new Class<?>[] {Backend.class},
                (_, method, _) -> switch (method.getName()) {
                    case "traits" -> H200;
                    case "memory", "machineCode", "stopLaunches", "close" -> null;
                    case "awaitLaunches" -> true;
                    default -> throw new UnsupportedOperationException(method.getName());
                });
        var constructor = Device.class.getDeclaredConstructor(Backend.class, DeviceOptions.class);
        constructor.setAccessible(true);
        return constructor.newInstance(backend, DeviceOptions.defaults());
    }

    /** {@return command lines: each experiment, and options that choose other values} */
    static Stream<List<String>> commands() {
        return Stream.concat(
                Suite.EXPERIMENTS.stream().filter(Experiment::isCommand).map(experiment -> List.of(experiment.name())),
                Stream.of(
                        List.of("bfs", "--lattices"),
                        List.of("bfs", "--variants", "queue-only"),
                        List.of("stack", "--invalid")));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void whatIsChosenForAGpuIsNotRefused(List<String> command) throws ReflectiveOperationException {
        try (var gpu = gpu()) {
            var experiment = Suite.named(command.getFirst()).orElseThrow();
            var options = command.stream().skip(1).toArray(String[]::new);
            assertThat(ExperimentCommand.trial(experiment, gpu, options).steps())
                    .isPositive();
        }
    }
}
