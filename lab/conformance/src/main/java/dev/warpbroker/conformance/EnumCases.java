package dev.warpbroker.conformance;

import dev.warpbroker.device.Kernel;
import java.util.List;

/** Enums, captured and chosen at run time. */
final class EnumCases {
    private static final String FEATURE = "enums";

    private EnumCases() {}

    static List<Case> cases() {
        return List.of(
                Agreement.of("captured enum", FEATURE, workspace -> captured(workspace, Operation.MINUS)),
                Agreement.of("enum chosen at run time", FEATURE, EnumCases::chosen),
                Agreement.of("fields and methods of an enum", FEATURE, EnumCases::fields),
                Agreement.of("ordinal and identity of an enum", FEATURE, EnumCases::ordinal),
                Agreement.of("names of an enum", FEATURE, EnumCases::names),
                Agreement.of("enum constants with methods of their own", FEATURE, EnumCases::ownMethods),
                Agreement.of("loop that carries an enum", FEATURE, EnumCases::stateMachine));
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

    private static Kernel captured(Workspace workspace, Operation operation) {
        var a = workspace.ints();
        var b = workspace.ints();
        var out = workspace.intResults(1);
        return lane -> out.set(lane, 0, apply(operation, a.get(lane.id()), b.get(lane.id())));
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

    private static Kernel chosen(Workspace workspace) {
        var a = workspace.ints();
        var b = workspace.ints();
        var out = workspace.intResults(1);
        return lane -> {
            int x = a.get(lane.id());
            out.set(lane, 0, apply(operation(x), x, b.get(lane.id())));
        };
    }

    private static Kernel names(Workspace workspace) {
        var a = workspace.ints();
        var out = workspace.intResults(3);
        return lane -> {
            int x = a.get(lane.id());
            var operation = operation(x);
            out.set(lane, 0, operation.name().charAt(1) + operation.toString().length());
            out.set(lane, 1, Operation.valueOf((x & 2) == 0 ? "TIMES" : "PLUS").compareTo(operation));
            out.set(
                    lane,
                    2,
                    switch (operation.name()) {
                        case "MINUS" -> 1;
                        case "TIMES" -> 2;
                        default -> operation.name().hashCode();
                    });
        };
    }

    private static Kernel fields(Workspace workspace) {
        var a = workspace.ints();
        var out = workspace.doubleResults(1);
        return lane -> {
            int x = a.get(lane.id());
            var planet = x < 0 ? Planet.MERCURY : x < 100 ? Planet.EARTH : Planet.MARS;
            out.set(lane, 0, planet.gravity() * 70);
        };
    }

    @SuppressWarnings("EnumOrdinal")
    private static Kernel ordinal(Workspace workspace) {
        var a = workspace.ints();
        var out = workspace.intResults(3);
        return lane -> {
            var operation = operation(a.get(lane.id()));
            out.set(lane, 0, operation.ordinal());
            out.set(lane, 1, operation == Operation.TIMES ? 1 : 0);
            out.set(lane, 2, operation != operation(lane.id()) ? 1 : 0);
        };
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

    private static Kernel ownMethods(Workspace workspace) {
        var a = workspace.doubles();
        var out = workspace.intResults(1);
        return lane -> {
            var rounding = (lane.id() & 1) == 0 ? Rounding.DOWN : Rounding.UP;
            out.set(lane, 0, rounding.apply(a.get(lane.id())));
        };
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

    private static Kernel stateMachine(Workspace workspace) {
        var a = workspace.ints();
        var out = workspace.intResults(2);
        return lane -> {
            int arrivals = a.get(lane.id());
            int greens = 0;
            var light = Light.RED;
            for (int i = 0; i < 16; i++) {
                light = light.next((arrivals >> i & 1) != 0);
                if (light == Light.GREEN) {
                    greens++;
                }
            }
            out.set(lane, 0, greens);
            out.set(lane, 1, light == Light.YELLOW ? 1 : 0);
        };
    }
}
