package dev.warpbroker.conformance;

import dev.warpbroker.device.Kernel;
import java.util.List;

/** Branches, loops and switches. */
final class ControlFlowCases {
    private static final String FEATURE = "control flow";

    private ControlFlowCases() {}

    static List<Case> cases() {
        return List.of(
                Agreement.of("loops that end by data", FEATURE, ControlFlowCases::collatz),
                Agreement.of("labelled break and continue", FEATURE, ControlFlowCases::labels),
                Agreement.of("loops with several exits", FEATURE, ControlFlowCases::exits),
                Agreement.of("dense switch", FEATURE, ControlFlowCases::denseSwitch),
                Agreement.of("sparse switch with fall-through", FEATURE, ControlFlowCases::sparseSwitch),
                Agreement.of("switch expression with yield", FEATURE, ControlFlowCases::switchExpression),
                Agreement.of("nested conditional expressions", FEATURE, ControlFlowCases::conditionals),
                Agreement.of("early return", FEATURE, ControlFlowCases::earlyReturn),
                Agreement.of("swapped loop variables", FEATURE, ControlFlowCases::swap),
                Agreement.of("switch on a captured string", FEATURE, ControlFlowCases::stringSwitch),
                Agreement.of("assertions cost nothing", FEATURE, ControlFlowCases::assertion));
    }

    private static Kernel collatz(Workspace workspace) {
        var a = workspace.ints();
        var out = workspace.intResults(2);
        return lane -> {
            int x = (a.get(lane.id()) & 1023) | 1;
            int steps = 0;
            int highest = x;
            while (x != 1) {
                x = (x & 1) == 0 ? x >> 1 : 3 * x + 1;
                highest = Math.max(highest, x);
                steps++;
            }
            out.set(lane, 0, steps);
            out.set(lane, 1, highest);
        };
    }

    @SuppressWarnings("LabelledBreakTarget")
    private static Kernel labels(Workspace workspace) {
        var a = workspace.ints();
        var out = workspace.intResults(1);
        return lane -> {
            int x = a.get(lane.id());
            int sum = 0;
            rows:
            for (int row = 0; row < 8; row++) {
                for (int column = 0; column < 8; column++) {
                    int cell = x * (row + 3) ^ column * 0x9e37;
                    if ((cell & 7) == 5) {
                        continue rows;
                    }
                    if ((cell & 63) == 9) {
                        break rows;
                    }
                    sum = sum * 31 + cell;
                }
                sum += row;
            }
            out.set(lane, 0, sum);
        };
    }

    private static Kernel exits(Workspace workspace) {
        var a = workspace.ints();
        var out = workspace.intResults(2);
        return lane -> {
            int x = a.get(lane.id());
            int found = -1;
            int i = 0;
            do {
                if ((x >>> i & 7) == 6) {
                    found = i;
                    break;
                }
                i++;
                if (i % 5 == 0) {
                    continue;
                }
                x += i;
            } while (i < 28 && x != 0);
            out.set(lane, 0, found);
            out.set(lane, 1, x);
        };
    }

    private static Kernel denseSwitch(Workspace workspace) {
        var a = workspace.ints();
        var out = workspace.intResults(2);
        return lane -> {
            int x = a.get(lane.id());
            switch (x & 7) {
                case 0 -> out.set(lane, 0, x + 1);
                case 1 -> out.set(lane, 0, x * 3);
                case 2, 3 -> out.set(lane, 0, -x);
                case 5 -> {
                    out.set(lane, 0, x >> 2);
                    x += 17;
                }
                default -> x ^= 99;
            }
            out.set(lane, 1, x);
        };
    }

    @SuppressWarnings({"fallthrough", "StatementSwitchToExpressionSwitch"})
    private static Kernel sparseSwitch(Workspace workspace) {
        var a = workspace.ints();
        var out = workspace.intResults(1);
        return lane -> {
            int x = a.get(lane.id());
            int result = 0;
            switch (x) {
                case Integer.MIN_VALUE:
                    result += 1;
                case -1:
                    result += 10;
                    break;
                case 65_536:
                    result += 100;
                case Integer.MAX_VALUE:
                    result += 1000;
                default:
                    result += 10_000;
            }
            out.set(lane, 0, result);
        };
    }

    private static Kernel switchExpression(Workspace workspace) {
        var a = workspace.ints();
        var out = workspace.longResults(1);
        return lane -> {
            int x = a.get(lane.id());
            long result = 1L
                    + switch ((char) ('a' + (x & 3))) {
                        case 'a' -> x;
                        case 'b' -> {
                            long square = (long) x * x;
                            yield square > 1000 ? square : -square;
                        }
                        case 'c' -> 7L << 40;
                        default -> 0;
                    };
            out.set(lane, 0, result);
        };
    }

    private static Kernel conditionals(Workspace workspace) {
        var a = workspace.ints();
        var b = workspace.ints();
        var out = workspace.intResults(1);
        return lane -> {
            int x = a.get(lane.id());
            int y = b.get(lane.id());
            out.set(lane, 0, x > y ? (x > 0 ? (y > 0 ? 1 : 2) : 3) : x == y ? 4 : (x & y) != 0 ? x | 5 : y ^ 6);
        };
    }

    private static Kernel earlyReturn(Workspace workspace) {
        var a = workspace.ints();
        var out = workspace.intResults(1);
        return lane -> {
            int x = a.get(lane.id());
            if (x < 0) {
                return;
            }
            out.set(lane, 0, firstDivisor(x & 255));
        };
    }

    private static int firstDivisor(int x) {
        if (x < 2) {
            return x;
        }
        for (int divisor = 2; divisor * divisor <= x; divisor++) {
            if (x % divisor == 0) {
                return divisor;
            }
        }
        return x;
    }

    private static Kernel swap(Workspace workspace) {
        var a = workspace.ints();
        var b = workspace.ints();
        var out = workspace.intResults(3);
        return lane -> {
            int x = a.get(lane.id()) & 0xffff;
            int y = (b.get(lane.id()) & 0xffff) | 1;
            int rounds = 0;
            int fibonacci = 0;
            int next = 1;
            while (y != 0) {
                int remainder = x % y;
                x = y;
                y = remainder;
                int sum = fibonacci + next;
                fibonacci = next;
                next = sum;
                rounds++;
            }
            out.set(lane, 0, x);
            out.set(lane, 1, rounds);
            out.set(lane, 2, fibonacci);
        };
    }

    private static Kernel stringSwitch(Workspace workspace) {
        return stringSwitch(workspace, "scale");
    }

    private static Kernel stringSwitch(Workspace workspace, String mode) {
        var a = workspace.ints();
        var out = workspace.intResults(1);
        return lane -> {
            int x = a.get(lane.id());
            out.set(
                    lane,
                    0,
                    switch (mode) {
                        case "shift" -> x << 1;
                        case "scale" -> x * 10;
                        case "negate" -> -x;
                        default -> 0;
                    });
        };
    }

    private static Kernel assertion(Workspace workspace) {
        var a = workspace.ints();
        var out = workspace.intResults(1);
        return lane -> {
            int masked = a.get(lane.id()) & 15;
            assert masked < 16 : "masked to four bits";
            out.set(lane, 0, masked);
        };
    }
}
