package dev.warpbroker.compiler;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceOptions;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import org.junit.jupiter.api.Test;

class PatternSwitchTest {
    sealed interface Shape permits Colour, Square, Circle, Dot {}

    enum Colour implements Shape {
        RED,
        GREEN
    }

    record Square(int side) implements Shape {}

    record Circle(int radius) implements Shape {}

    record Dot() implements Shape {}

    @Test
    void samePtxEachTime() {
        try (var device = Device.simulator(1)) {
            Ints out = device.ints(8);
            String first = ptx(out);
            for (int i = 0; i < 20; i++) {
                assertThat(ptx(out)).isEqualTo(first);
            }
        }
    }

    private static String ptx(Ints out) {
        Kernel kernel = lane -> {
            Shape shape = switch (lane.id() % 3) {
                case 0 -> new Square(lane.id());
                case 1 -> new Circle(lane.id());
                default -> new Dot();
            };
            for (int i = 0; i < 3; i++) {
                out.getAndAdd(
                        lane.id(),
                        switch (shape) {
                            case Square square -> square.side();
                            case Circle circle -> circle.radius();
                            case Dot _ -> 4;
                            case Colour _ -> 5;
                        });
                shape = shape instanceof Square ? new Dot() : shape;
            }
        };
        return new KernelCompiler(DeviceOptions.defaults()).compile(kernel).ptx();
    }
}
