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

    /** Not a record, so that its constructor writes the field itself. */
    static final class Seen {
        boolean square;
    }

    enum Named {
        ONE,
        TWO {
            @Override
            public String toString() {
                return "number two";
            }
        }
    }

    @Test
    void qualifiedEnumConstantsAmongTypes() {
        for (Shape shape : new Shape[] {Colour.RED, Colour.GREEN, new Square(3)}) {
            int expected = number(shape);
            assertThat(BothDevices.run(out -> lane -> out.set(lane.id(), number(shape))))
                    .containsOnly(expected);
        }
    }

    @Test
    void answerOfATypeTestKeptInAField() {
        assertThat(BothDevices.run(out -> lane -> {
                    Shape shape = lane.id() < 4 ? new Square(lane.id()) : new Circle(1);
                    var seen = new Seen();
                    int count = 0;
                    for (int i = 0; i < 3; i++) {
                        if (seen.square) {
                            count++;
                        }
                        seen.square = shape instanceof Square;
                        shape = i == 0 && lane.id() % 2 == 0 ? new Circle(2) : shape;
                    }
                    out.set(lane.id(), count);
                }))
                .containsExactly(1, 2, 1, 2, 0, 0, 0, 0);
    }

    @Test
    void textOfAnEnumConstantThatHasItsOwn() {
        assertThat(BothDevices.run(out -> lane -> out.set(
                        lane.id(),
                        Named.ONE.toString().length() * 100
                                + Named.TWO.toString().length())))
                .containsOnly(310);
    }

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

    private static int number(Shape shape) {
        return switch (shape) {
            case Colour.RED -> 1;
            case Colour.GREEN -> 2;
            case Square square -> square.side();
            case Circle circle -> circle.radius();
            case Dot _ -> 0;
        };
    }
}
