package dev.warpbroker.conformance;

import dev.warpbroker.conformance.Samples.OfInts;
import dev.warpbroker.conformance.Samples.Out;
import java.util.List;

/** Enums, captured and chosen at run time. */
final class EnumCases {
    private static final Samples SAMPLES = new Samples("enums");

    private static final List<Case> CASES = List.of(
            SAMPLES.ints("captured enum", 1, captured(Operation.MINUS)),
            SAMPLES.ints("enum chosen at run time", 1, (x, y, out) -> out.put(apply(operation(x), x, y))),
            SAMPLES.ints("fields and methods of an enum", 1, (x, _, out) -> {
                var planet = x < 0 ? Planet.MERCURY : x < 100 ? Planet.EARTH : Planet.MARS;
                out.put(planet.gravity() * 70);
            }),
            SAMPLES.ints("ordinal and identity of an enum", 3, (x, _, out) -> ordinal(x, out)),
            SAMPLES.ints("names of an enum", 3, (x, _, out) -> {
                var operation = operation(x);
                out.put(operation.name().charAt(1) + operation.toString().length());
                out.put(Operation.valueOf((x & 2) == 0 ? "TIMES" : "PLUS").compareTo(operation));
                out.put(
                        switch (operation.name()) {
                            case "MINUS" -> 1;
                            case "TIMES" -> 2;
                            default -> operation.name().hashCode();
                        });
            }),
            SAMPLES.doubles("enum constants with methods of their own", 1, (x, _, out) -> {
                var rounding = (out.id() & 1) == 0 ? Rounding.DOWN : Rounding.UP;
                out.put(rounding.apply(x));
            }),
            SAMPLES.ints("loop that carries an enum", 2, (arrivals, _, out) -> {
                int greens = 0;
                var light = Light.RED;
                for (int i = 0; i < 16; i++) {
                    light = light.next((arrivals >> i & 1) != 0);
                    if (light == Light.GREEN) {
                        greens++;
                    }
                }
                out.put(greens);
                out.put(light == Light.YELLOW ? 1 : 0);
            }));

    private EnumCases() {}

    static List<Case> cases() {
        return CASES;
    }

    enum Operation {
        PLUS,
        MINUS,
        TIMES
    }

    enum Planet {
        MERCURY(3.303e+23, 2.4397e6),
        EARTH(5.976e+24, 6.37814e6),
        MARS(6.421e+23, 3.3972e6);

        private final double mass;
        private final double radius;

        Planet(double mass, double radius) {
            this.mass = mass;
            this.radius = radius;
        }

        double gravity() {
            return 6.67300E-11 * mass / (radius * radius);
        }
    }

    private static OfInts captured(Operation operation) {
        return (x, y, out) -> out.put(apply(operation, x, y));
    }

    private static int apply(Operation operation, int x, int y) {
        return switch (operation) {
            case PLUS -> x + y;
            case MINUS -> x - y;
            case TIMES -> x * y;
        };
    }

    private static Operation operation(int x) {
        return x < 0 ? Operation.MINUS : (x & 1) == 0 ? Operation.TIMES : Operation.PLUS;
    }

    @SuppressWarnings("EnumOrdinal")
    private static void ordinal(int x, Out out) {
        var operation = operation(x);
        out.put(operation.ordinal());
        out.put(operation == Operation.TIMES ? 1 : 0);
        out.put(operation != operation(out.id()) ? 1 : 0);
    }

    enum Rounding {
        DOWN {
            @Override
            int apply(double x) {
                return (int) Math.floor(x);
            }
        },
        UP {
            @Override
            int apply(double x) {
                return (int) Math.ceil(x);
            }
        };

        abstract int apply(double x);
    }

    enum Light {
        RED,
        GREEN,
        YELLOW;

        Light next(boolean waiting) {
            return switch (this) {
                case RED -> waiting ? GREEN : RED;
                case GREEN -> YELLOW;
                case YELLOW -> RED;
            };
        }
    }
}
