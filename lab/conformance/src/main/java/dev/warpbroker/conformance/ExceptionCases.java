package dev.warpbroker.conformance;

import dev.warpbroker.conformance.Samples.Out;
import dev.warpbroker.device.Kernel;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Exceptions that the kernel itself catches. */
final class ExceptionCases {
    private static final String FEATURE = "exceptions";
    private static final Samples SAMPLES = new Samples(FEATURE);

    private static final List<Case> CASES = List.of(
            Agreement.of("handlers chosen by class", FEATURE, ExceptionCases::byClass),
            Agreement.of("exceptions of instructions", FEATURE, ExceptionCases::ofInstructions),
            SAMPLES.ints("exceptions in a loop", 1, (x, _, out) -> {
                long sum = 0;
                Refusal last = null;
                for (int i = 0; i < 9; i++) {
                    try {
                        if (i == (x & 15)) {
                            break;
                        }
                        sum += risky((x & 7) + i);
                        continue;
                    } catch (Refusal e) {
                        last = e;
                    } catch (RuntimeException e) {
                        sum += 100;
                    } finally {
                        sum = sum * 3 + i;
                    }
                    sum ^= i;
                }
                out.put(sum + (last == null ? -1 : last.code()));
            }),
            SAMPLES.ints("finally on every way out", 1, (x, _, out) -> {
                int[] log = {0};
                int result = cleaned(x, log);
                out.put(result + log[0]);
            }),
            SAMPLES.ints("resources closed in reverse", 1, (x, _, out) -> resources(x, out)),
            SAMPLES.ints("cause and second throw", 1, (x, _, out) -> {
                int result;
                try {
                    try {
                        result = guarded(x);
                    } catch (Refusal e) {
                        if (e.getCause() instanceof Panic panic) {
                            throw panic;
                        }
                        result = e.getCause() == null ? 1 : 2;
                    }
                } catch (Refusal e) {
                    result = e.code();
                }
                out.put(result);
            }),
            Failure.withMessage(
                    "exception thrown again by finally", ArithmeticException.class, ExceptionCases::uncaught));

    private ExceptionCases() {}

    static List<Case> cases() {
        return CASES;
    }

    /** An exception with a field. */
    static class Refusal extends RuntimeException {
        private static final long serialVersionUID = 1;

        final int code;

        Refusal(int code, @Nullable Throwable cause) {
            super("refused", cause);
            this.code = code;
        }

        int code() {
            return code;
        }
    }

    /** One that overrides a method. */
    static final class Panic extends Refusal {
        private static final long serialVersionUID = 1;

        Panic(int code) {
            super(code * 2, null);
        }

        @Override
        int code() {
            return -code;
        }
    }

    private static int risky(int x) {
        return switch (Math.floorMod(x, 5)) {
            case 0 -> throw new Refusal(x, null);
            case 1 -> throw new Panic(x);
            case 2 -> throw new IllegalStateException((x & 1) == 0 ? "even" : "an odd one");
            default -> x * 3;
        };
    }

    private static Kernel byClass(Workspace workspace) {
        var a = workspace.ints();
        var out = workspace.intResults(1);
        return lane -> {
            int result;
            try {
                result = risky(a.get(lane.id()));
            } catch (Refusal e) {
                result = e.code() + ("refused".equals(e.getMessage()) ? 1 : 0);
            } catch (IllegalStateException e) {
                result = Objects.requireNonNull(e.getMessage()).length();
            }
            out.set(lane, 0, result);
        };
    }

    @SuppressWarnings("NullAway") // null is what is tested
    private static Kernel ofInstructions(Workspace workspace) {
        var a = workspace.ints();
        var out = workspace.intResults(3);
        return lane -> {
            int x = a.get(lane.id());
            int[] local = {3, 1, 4, 1, 5};
            int result = 0;
            try {
                result += 1000 / (x & 3);
                result += local[x & 7];
            } catch (ArithmeticException e) {
                result = -1;
            } catch (ArrayIndexOutOfBoundsException e) {
                result -= 2;
            }
            out.set(lane, 0, result);
            Integer number = (x & 1) == 0 ? null : Integer.valueOf(x);
            try {
                result = number + 1;
            } catch (NullPointerException e) {
                result = 7;
            }
            out.set(lane, 1, result);
            Object object = (x & 2) == 0 ? new Refusal(x, null) : (Object) Integer.valueOf(x);
            try {
                result = a.get((Integer) object & 255);
            } catch (ClassCastException e) {
                result = 8;
            } catch (IndexOutOfBoundsException e) {
                result = 9;
            }
            out.set(lane, 2, result);
        };
    }

    private static int cleaned(int x, int[] log) {
        try {
            try {
                if ((x & 3) == 0) {
                    return 1;
                }
                log[0] += 12 / (x & 2);
            } finally {
                log[0] += 100;
            }
            return 2;
        } catch (ArithmeticException e) {
            return 3;
        } finally {
            log[0] += 1000;
        }
    }

    /** Something to close. */
    static final class Door implements AutoCloseable {
        private final int[] log;
        private final int key;

        Door(int[] log, int key) {
            this.log = log;
            this.key = key;
        }

        @Override
        public void close() {
            log[0] = log[0] * 10 + key;
            if (key == 3) {
                throw new IllegalStateException("stuck");
            }
        }
    }

    @SuppressWarnings("try")
    private static void resources(int x, Out out) {
        int[] log = {0};
        try (var first = new Door(log, 1);
                var second = new Door(log, x & 3)) {
            log[0] = log[0] * 10 + 6 / (x & 4);
        } catch (ArithmeticException e) {
            log[0] += 10_000;
        } catch (IllegalStateException e) {
            log[0] += 20_000;
        }
        out.put(log[0]);
    }

    private static int guarded(int x) {
        try {
            return risky(x);
        } catch (Panic | IllegalStateException e) {
            throw new Refusal(5, e);
        }
    }

    private static Kernel uncaught(Workspace workspace) {
        var out = workspace.intResults(1);
        return lane -> {
            int result = 0;
            try {
                result = 100 / (lane.id() - 37);
            } catch (IllegalStateException e) {
                result = 1;
            } finally {
                out.set(lane, 0, result);
            }
        };
    }
}
