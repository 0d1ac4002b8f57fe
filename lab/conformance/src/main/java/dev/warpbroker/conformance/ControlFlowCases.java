package dev.warpbroker.conformance;

import dev.warpbroker.conformance.Samples.OfInts;
import dev.warpbroker.conformance.Samples.Out;
import dev.warpbroker.device.Kernel;
import java.util.List;

/** Branches, loops and switches. */
final class ControlFlowCases {
    private static final String FEATURE = "control flow";
    private static final Samples SAMPLES = new Samples(FEATURE);

    private static final List<Case> CASES = List.of(
            Agreement.of("loops that end by data", FEATURE, ControlFlowCases::collatz),
            SAMPLES.ints("labelled break and continue", 1, (x, _, out) -> labels(x, out)),
            SAMPLES.ints("loops with several exits", 2, (x, _, out) -> {
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
                out.put(found);
                out.put(x);
            }),
            SAMPLES.ints("dense switch", 2, (x, _, out) -> {
                switch (x & 7) {
                    case 0 -> out.put(x + 1);
                    case 1 -> out.put(x * 3);
                    case 2, 3 -> out.put(-x);
                    case 5 -> {
                        out.put(x >> 2);
                        x += 17;
                    }
                    default -> x ^= 99;
                }
                out.put(x);
            }),
            SAMPLES.ints("sparse switch with fall-through", 1, (x, _, out) -> sparseSwitch(x, out)),
            SAMPLES.ints("switch expression with yield", 1, (x, _, out) -> {
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
                out.put(result);
            }),
            SAMPLES.ints(
                    "nested conditional expressions",
                    1,
                    (x, y, out) ->
                            out.put(x > y ? (x > 0 ? (y > 0 ? 1 : 2) : 3) : x == y ? 4 : (x & y) != 0 ? x | 5 : y ^ 6)),
            SAMPLES.ints("early return", 1, (x, _, out) -> {
                if (x < 0) {
                    return;
                }
                out.put(firstDivisor(x & 255));
            }),
            SAMPLES.ints("swapped loop variables", 3, (a, b, out) -> {
                int x = a & 0xffff;
                int y = (b & 0xffff) | 1;
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
                out.put(x);
                out.put(rounds);
                out.put(fibonacci);
            }),
            SAMPLES.ints("switch on a captured string", 1, stringSwitch("scale")),
            SAMPLES.ints("assertions cost nothing", 1, (x, _, out) -> {
                int masked = x & 15;
                assert masked < 16 : "masked to four bits";
                out.put(masked);
            }));

    private ControlFlowCases() {}

    static List<Case> cases() {
        return CASES;
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
    private static void labels(int x, Out out) {
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
        out.put(sum);
    }

    @SuppressWarnings({"fallthrough", "StatementSwitchToExpressionSwitch"})
    private static void sparseSwitch(int x, Out out) {
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
        out.put(result);
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

    private static OfInts stringSwitch(String mode) {
        return (x, _, out) -> out.put(
                switch (mode) {
                    case "shift" -> x << 1;
                    case "scale" -> x * 10;
                    case "negate" -> -x;
                    default -> 0;
                });
    }
}
