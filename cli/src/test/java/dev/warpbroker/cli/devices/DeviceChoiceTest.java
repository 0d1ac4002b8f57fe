package dev.warpbroker.cli.devices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.experiments.design.DeviceKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeviceChoiceTest {
    @Test
    void readsEveryKindOfName() {
        assertThat(DeviceChoice.parse("jvm")).isEqualTo(new DeviceChoice.Jvm());
        assertThat(DeviceChoice.parse("best")).isEqualTo(new DeviceChoice.Best());
        assertThat(DeviceChoice.parse("sim")).isEqualTo(new DeviceChoice.Simulator(0));
        assertThat(DeviceChoice.parse("sim:42")).isEqualTo(new DeviceChoice.Simulator(42));
        assertThat(DeviceChoice.parse("cuda")).isEqualTo(new DeviceChoice.Cuda(0));
        assertThat(DeviceChoice.parse("cuda:1")).isEqualTo(new DeviceChoice.Cuda(1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "gpu", "jvm:1", "best:0", "cuda:", "cuda:x", "cuda:-1", "cuda:9999999999", "JVM"})
    void unknownNameListsTheKnownOnes(String name) {
        assertThatThrownBy(() -> DeviceChoice.parse(name))
                .hasMessageStartingWith("unknown device '" + name + "'")
                .hasMessageEndingWith("; known: jvm, sim, sim:SEED, cuda, cuda:N, best");
    }

    @Test
    void opensWhatItNames() {
        try (var device = DeviceChoice.parse("jvm").open()) {
            assertThat(device.properties().id()).isEqualTo("jvm");
            assertThat(DeviceKind.of(device.properties())).isEqualTo(DeviceKind.JVM);
        }
    }
}
