package dev.warpbroker.conformance;

import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import java.io.Serializable;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/** What a variable holds is chosen when the kernel runs. */
@SuppressWarnings({"BoxingComparator", "ReferenceEquality"})
final class ChoiceCases {
    private static final String FEATURE = "choices";

    private ChoiceCases() {}

    static List<Case> cases() {
        return List.of(
                of("enum constant or null", ChoiceCases::constantOrNull),
                of("two enum constants that may be null", ChoiceCases::twoConstants),
                of("switch over an enum with a case for null", ChoiceCases::switchWithNull),
                of("fields and methods of one of two subclasses", ChoiceCases::subclasses),
                of("field of one of two subclasses or null", ChoiceCases::subclassesOrNull),
                of("one of two lambdas of one place", ChoiceCases::lambdasOfOnePlace),
                of("lambda cast to several interfaces", ChoiceCases::severalInterfaces),
                of("one of two lambdas with several interfaces", ChoiceCases::oneOfTwoCasts),
                of("comparator of the JDK", ChoiceCases::comparator),
                of("comparison of chosen zeros and NaN", ChoiceCases::floatingPoint),
                of("comparison of chosen numbers", ChoiceCases::numbers),
                of("identity of literals", ChoiceCases::literals),
                of("enum constants among types", ChoiceCases::constantsAmongTypes),
                of("answer of a type test kept in a field", ChoiceCases::typeTestInAField),
                of("text of an enum constant", ChoiceCases::textOfAConstant),
                of("character of a captured text", ChoiceCases::character));
    }

    private static Case of(String name, Function<Ints, Kernel> kernel) {
        return Agreement.of(
                name, FEATURE, workspace -> kernel.apply(workspace.intResults(1).memory()));
    }

    private enum Colour {
        RED,
        GREEN {
            @Override
            int weight() {
                return 5;
            }
        },
        BLUE;

        int weight() {
            return 1;
        }
    }

    private static @Nullable Colour colour(int lane) {
        return switch (lane & 3) {
            case 0 -> null;
            case 1 -> Colour.RED;
            case 2 -> Colour.GREEN;
            default -> Colour.BLUE;
        };
    }

    private static Kernel constantOrNull(Ints out) {
        return lane -> {
            Colour colour = colour(lane.id());
            out.set(lane.id(), colour == Colour.GREEN ? 1 : colour == Colour.RED ? 2 : colour == null ? 3 : 4);
        };
    }

    private static Kernel twoConstants(Ints out) {
        return lane -> {
            Colour one = colour(lane.id());
            Colour other = colour(lane.id() / 2);
            out.set(lane.id(), one == other ? 1 : 0);
        };
    }

    private static Kernel switchWithNull(Ints out) {
        return lane -> out.set(
                lane.id(),
                switch (colour(lane.id())) {
                    case null -> -1;
                    case RED -> 10;
                    case GREEN -> Colour.GREEN.weight();
                    case BLUE -> 30;
                });
    }

    private static class Animal {
        int legs;

        int count() {
            return legs * 10;
        }
    }

    private static final class Bird extends Animal {}

    private static final class Cat extends Animal {
        @Override
        int count() {
            return -legs;
        }
    }

    private static Kernel subclasses(Ints out) {
        return lane -> {
            Animal animal = lane.id() % 2 == 0 ? new Bird() : new Cat();
            animal.legs = 2 + lane.id();
            animal.legs++;
            out.set(lane.id(), animal.count() * 1000 + animal.legs);
        };
    }

    private static Kernel subclassesOrNull(Ints out) {
        return lane -> {
            Animal animal = lane.id() == 0 ? null : lane.id() % 2 == 0 ? new Bird() : new Cat();
            int sum = 0;
            for (int i = 0; i < 3; i++) {
                if (animal != null) {
                    animal.legs += i + lane.id();
                    sum = sum * 7 + animal.legs;
                }
            }
            out.set(lane.id(), sum);
        };
    }

    private interface Doubling {
        default int twice(int x) {
            return 2 * x;
        }
    }

    private interface Operation extends Serializable {
        int at(int x);
    }

    private interface Step {
        int at(int x);
    }

    private static Operation adding(int number) {
        return x -> x + number;
    }

    private static Kernel lambdasOfOnePlace(Ints out) {
        Operation one = adding(1);
        Operation ten = adding(10);
        return lane -> {
            Operation chosen = lane.id() % 2 == 0 ? one : ten;
            int sum = 0;
            for (int i = 0; i < 3; i++) {
                sum = chosen.at(sum);
                chosen = (lane.id() + i) % 2 == 0 ? ten : one;
            }
            out.set(lane.id(), sum);
        };
    }

    private static Kernel severalInterfaces(Ints out) {
        return lane -> {
            IntUnaryOperator serialisable = (IntUnaryOperator & Serializable) x -> x * 3;
            var both = (Operation & Doubling) x -> x + 1;
            Doubling doubling = both;
            Object object = serialisable;
            out.set(
                    lane.id(),
                    serialisable.applyAsInt(lane.id())
                            + 100 * both.at(1)
                            + 1000 * both.twice(lane.id())
                            + doubling.twice(7)
                            + (object instanceof Serializable ? 100_000 : 0)
                            + (object instanceof Doubling ? 200_000 : 0));
        };
    }

    private static Kernel oneOfTwoCasts(Ints out) {
        return lane -> {
            Step chosen = lane.id() % 2 == 0 ? (Step & Serializable) x -> x + 1 : (Step & Doubling) x -> x * 10;
            out.set(lane.id(), chosen.at(lane.id()) + (chosen instanceof Doubling doubling ? doubling.twice(100) : 0));
        };
    }

    private static Kernel comparator(Ints out) {
        return lane -> {
            Comparator<Integer> backwards = Comparator.comparing(x -> -x);
            out.set(lane.id(), backwards.compare(lane.id(), 3));
        };
    }

    private static Kernel floatingPoint(Ints out) {
        double nan = Double.NaN;
        return lane -> {
            float zero = lane.id() % 2 == 0 ? 0.0f : -0.0f;
            double number = lane.id() % 3 == 0 ? nan : 1.0;
            out.set(lane.id(), (zero == 0.0f ? 1 : 2) + (number == nan ? 10 : 20));
        };
    }

    private static Kernel numbers(Ints out) {
        return lane -> {
            int chosen = lane.id() % 8 < 4 ? 5 : 7;
            out.set(lane.id(), chosen == 7 ? 1 : chosen != 5 ? 2 : 3);
        };
    }

    private static Kernel literals(Ints out) {
        String text = "literal";
        return lane -> out.set(lane.id(), same(text, "literal") ? 1 : 0);
    }

    private static boolean same(Object a, Object b) {
        return a == b;
    }

    private sealed interface Shape permits Paint, Square, Circle, Dot {}

    private enum Paint implements Shape {
        LIGHT,
        DARK
    }

    private record Square(int side) implements Shape {}

    private record Circle(int radius) implements Shape {}

    private record Dot() implements Shape {}

    private static int number(Shape shape) {
        return switch (shape) {
            case Paint.LIGHT -> 1;
            case Paint.DARK -> 2;
            case Square square -> square.side();
            case Circle circle -> circle.radius();
            case Dot _ -> 0;
        };
    }

    private static Kernel constantsAmongTypes(Ints out) {
        Shape light = Paint.LIGHT;
        Shape dark = Paint.DARK;
        Shape square = new Square(3);
        return lane -> out.set(lane.id(), 100 * number(light) + 10 * number(dark) + number(square));
    }

    /** Not a record, so that its constructor writes the field itself. */
    private static final class Seen {
        boolean square;
    }

    private static Kernel typeTestInAField(Ints out) {
        return lane -> {
            Shape shape = lane.id() % 8 < 4 ? new Square(lane.id()) : new Circle(1);
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
        };
    }

    private enum Named {
        ONE,
        TWO {
            @Override
            public String toString() {
                return "number two";
            }
        }
    }

    private static Kernel textOfAConstant(Ints out) {
        return lane -> out.set(
                lane.id(),
                Named.ONE.toString().length() * 100 + Named.TWO.toString().length());
    }

    private static Kernel character(Ints out) {
        String text = "abc";
        return lane -> out.set(lane.id(), text.charAt(2) + text.length());
    }
}
