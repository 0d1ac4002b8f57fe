package dev.warpbroker.conformance;

import dev.warpbroker.conformance.Samples.OfLane;
import java.io.Serializable;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/** What a variable holds is chosen when the kernel runs. */
@SuppressWarnings({"BoxingComparator", "ReferenceEquality"})
final class ChoiceCases {
    private static final Samples SAMPLES = new Samples("choices");

    private static final List<Case> CASES = List.of(
            SAMPLES.lanes("enum constant or null", 1, (lane, out) -> {
                Colour colour = colour(lane.id());
                out.put(colour == Colour.GREEN ? 1 : colour == Colour.RED ? 2 : colour == null ? 3 : 4);
            }),
            SAMPLES.lanes("two enum constants that may be null", 1, (lane, out) -> {
                Colour one = colour(lane.id());
                Colour other = colour(lane.id() / 2);
                out.put(one == other ? 1 : 0);
            }),
            SAMPLES.lanes(
                    "switch over an enum with a case for null",
                    1,
                    (lane, out) -> out.put(
                            switch (colour(lane.id())) {
                                case null -> -1;
                                case RED -> 10;
                                case GREEN -> Colour.GREEN.weight();
                                case BLUE -> 30;
                            })),
            SAMPLES.lanes("fields and methods of one of two subclasses", 1, (lane, out) -> {
                Animal animal = lane.id() % 2 == 0 ? new Bird() : new Cat();
                animal.legs = 2 + lane.id();
                animal.legs++;
                out.put(animal.count() * 1000 + animal.legs);
            }),
            SAMPLES.lanes("field of one of two subclasses or null", 1, (lane, out) -> {
                Animal animal = lane.id() == 0 ? null : lane.id() % 2 == 0 ? new Bird() : new Cat();
                int sum = 0;
                for (int i = 0; i < 3; i++) {
                    if (animal != null) {
                        animal.legs += i + lane.id();
                        sum = sum * 7 + animal.legs;
                    }
                }
                out.put(sum);
            }),
            SAMPLES.lanes("one of two lambdas of one place", 1, lambdasOfOnePlace()),
            SAMPLES.lanes("lambda cast to several interfaces", 1, (lane, out) -> {
                IntUnaryOperator serialisable = (IntUnaryOperator & Serializable) x -> x * 3;
                var both = (Operation & Doubling) x -> x + 1;
                Doubling doubling = both;
                Object object = serialisable;
                out.put(serialisable.applyAsInt(lane.id())
                        + 100 * both.at(1)
                        + 1000 * both.twice(lane.id())
                        + doubling.twice(7)
                        + (object instanceof Serializable ? 100_000 : 0)
                        + (object instanceof Doubling ? 200_000 : 0));
            }),
            SAMPLES.lanes("one of two lambdas with several interfaces", 1, (lane, out) -> {
                Step chosen = lane.id() % 2 == 0 ? (Step & Serializable) x -> x + 1 : (Step & Doubling) x -> x * 10;
                out.put(chosen.at(lane.id()) + (chosen instanceof Doubling doubling ? doubling.twice(100) : 0));
            }),
            SAMPLES.lanes("comparator of the JDK", 1, (lane, out) -> {
                Comparator<Integer> backwards = Comparator.comparing(x -> -x);
                out.put(backwards.compare(lane.id(), 3));
            }),
            SAMPLES.lanes("comparison of chosen zeros and NaN", 1, floatingPoint()),
            SAMPLES.lanes("comparison of chosen numbers", 1, (lane, out) -> {
                int chosen = lane.id() % 8 < 4 ? 5 : 7;
                out.put(chosen == 7 ? 1 : chosen != 5 ? 2 : 3);
            }),
            SAMPLES.lanes("identity of literals", 1, literals()),
            SAMPLES.lanes("enum constants among types", 1, constantsAmongTypes()),
            SAMPLES.lanes("answer of a type test kept in a field", 1, (lane, out) -> {
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
                out.put(count);
            }),
            SAMPLES.lanes(
                    "text of an enum constant",
                    1,
                    (_, out) -> out.put(Named.ONE.toString().length() * 100
                            + Named.TWO.toString().length())),
            SAMPLES.lanes("character of a captured text", 1, character()));

    private ChoiceCases() {}

    static List<Case> cases() {
        return CASES;
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

    private static OfLane lambdasOfOnePlace() {
        Operation one = adding(1);
        Operation ten = adding(10);
        return (lane, out) -> {
            Operation chosen = lane.id() % 2 == 0 ? one : ten;
            int sum = 0;
            for (int i = 0; i < 3; i++) {
                sum = chosen.at(sum);
                chosen = (lane.id() + i) % 2 == 0 ? ten : one;
            }
            out.put(sum);
        };
    }

    private static OfLane floatingPoint() {
        double nan = Double.NaN;
        return (lane, out) -> {
            float zero = lane.id() % 2 == 0 ? 0.0f : -0.0f;
            double number = lane.id() % 3 == 0 ? nan : 1.0;
            out.put((zero == 0.0f ? 1 : 2) + (number == nan ? 10 : 20));
        };
    }

    private static OfLane literals() {
        String text = "literal";
        return (lane, out) -> out.put(same(text, "literal") ? 1 : 0);
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

    private static OfLane constantsAmongTypes() {
        Shape light = Paint.LIGHT;
        Shape dark = Paint.DARK;
        Shape square = new Square(3);
        return (lane, out) -> out.put(100 * number(light) + 10 * number(dark) + number(square));
    }

    /** Not a record, so that its constructor writes the field itself. */
    private static final class Seen {
        boolean square;
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

    private static OfLane character() {
        String text = "abc";
        return (lane, out) -> out.put(text.charAt(2) + text.length());
    }
}
