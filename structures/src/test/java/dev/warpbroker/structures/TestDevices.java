package dev.warpbroker.structures;

import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.warpbroker.device.Device;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** The devices on which every queue is tested. JUnit closes a device after the test that it was made for. */
final class TestDevices {
    private TestDevices() {}

    static Stream<Device> devices() {
        return Stream.of(Device.jvm());
    }

    static Stream<Arguments> devicesAndQueues() {
        return Arrays.stream(QueueKind.values()).flatMap(kind -> devices().map(device -> arguments(device, kind)));
    }
}
