package dev.warpbroker.compiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.KernelCompileException;
import dev.warpbroker.device.KernelFault;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Exceptions that are thrown and caught in the same kernel: what cases of lab/conformance do not show. */
// What the linters warn of is what is tested.
@SuppressWarnings({"Finally", "finally", "try", "divzero", "ConstantOverflow", "ThrowSpecificExceptions"})
final class CaughtExceptionTest {
    private static final int LANES = 8;

    enum Trouble {
        SMALL,
        LARGE
    }

    /** Exceptions with texts that are known at run time only. */
    static final class Described extends RuntimeException {
        private static final long serialVersionUID = 1;

        final Trouble trouble;
        final int place;

        Described(Trouble trouble, int place) {
            super("%s at %d".formatted(trouble.name(), place));
            this.trouble = trouble;
            this.place = place;
        }

        Described(Trouble trouble) {
            super("trouble: " + trouble.name().toLowerCase(Locale.ROOT) + Integer.toHexString(trouble.ordinal()));
            this.trouble = trouble;
            this.place = Objects.requireNonNull(trouble).ordinal() * 10;
        }
    }

    private static void same(Function<Ints, Kernel> kernel, int... expected) {
        int[] actual = BothDevices.run(kernel);
        assertThat(Arrays.copyOf(actual, expected.length)).isEqualTo(expected);
    }

    @Test
    @SuppressWarnings("ReturnInFinally")
    void returnInFinallyDropsTheException() {
        same(out -> lane -> out.set(lane.id(), dropping(lane.id())), 1, 2, 1, 2);
    }

    private static int dropping(int x) {
        try {
            if ((x & 1) == 0) {
                throw new IllegalStateException();
            }
        } finally {
            if ((x & 1) == 0) {
                return 1;
            }
        }
        return 2;
    }

    record Link(int value, @Nullable Link next) {}

    interface Shape {}

    record Square(int side) implements Shape {}

    record Circle(int radius) implements Shape {}

    @Test
    void nullsAndCastsAreCaught() {
        same(out -> lane -> {
            int result = 0;
            try {
                Link link = new Link(lane.id(), (lane.id() & 1) == 0 ? null : new Link(5, null));
                result = Objects.requireNonNull(link.next()).value();
            } catch (NullPointerException e) {
                result = 20;
            }
            try {
                Shape shape = lane.id() < 4 ? new Square(lane.id()) : new Circle(lane.id());
                result += ((Circle) shape).radius();
            } catch (ClassCastException e) {
                result += 30;
            }
            try {
                result += new int[-2].length;
            } catch (NegativeArraySizeException e) {
                result += 100;
            }
            out.set(lane.id(), result);
        });
    }

    @Test
    void textsOfExceptionsAreKnownIfTheyAreConstants() {
        same(out -> lane -> {
            int result;
            try {
                if (lane.id() == 3) {
                    throw new IllegalStateException("three");
                }
                result = 7 / (lane.id() & 1);
            } catch (IllegalStateException e) {
                result = Objects.requireNonNull(e.getMessage()).length();
            } catch (ArithmeticException e) {
                result = "/ by zero".equals(e.getMessage()) ? 1 : 2;
            }
            out.set(lane.id(), result);
        });
    }

    private static KernelFault faultOn(Device device, Function<Ints, Kernel> kernel) {
        Ints out = device.ints(LANES);
        var failure =
                catchThrowableOfType(DeviceException.class, () -> device.run(Grid.threads(LANES), kernel.apply(out)));
        return Objects.requireNonNull(Objects.requireNonNull(failure).fault());
    }

    /** Both devices report the same exception, from the same line. */
    private static void assertSameFault(Class<?> type, Function<Ints, Kernel> kernel) {
        try (var jvm = Device.jvm();
                var simulator = Device.simulator(1)) {
            var expected = faultOn(jvm, kernel);
            var actual = faultOn(simulator, kernel);
            assertThat(actual.exceptionType())
                    .isEqualTo(expected.exceptionType())
                    .isEqualTo(type.getName());
            assertThat(actual.message()).isEqualTo(expected.message());
            assertThat(actual.lane()).isEqualTo(expected.lane());
            assertThat(actual.trace().getFirst())
                    .hasToString(expected.trace().getFirst().toString());
        }
    }

    @Test
    void whatIsThrownAgainKeepsTheNumbersInItsText() {
        assertSameFault(ArrayIndexOutOfBoundsException.class, out -> lane -> {
            int[] cells = {1, 2, 3};
            try {
                int sum = cells[lane.id() & 1];
                if (lane.id() == 6) {
                    sum += cells[lane.id() + sum];
                }
                out.set(lane.id(), sum);
            } catch (RuntimeException e) {
                if (e instanceof IllegalStateException) {
                    return;
                }
                throw e;
            }
        });
    }

    @Test
    void textMadeAtRunTimeIsRefusedWhereItIsRead() {
        try (var simulator = Device.simulator(1)) {
            var refusal = catchThrowableOfType(
                    KernelCompileException.class,
                    () -> BothDevices.run(simulator, out -> lane -> {
                        try {
                            throw new IllegalStateException("lane " + lane.id());
                        } catch (IllegalStateException e) {
                            out.set(0, Objects.requireNonNull(e.getMessage()).length());
                        }
                    }));
            assertThat(refusal.reason()).contains("string building");
        }
    }

    @SuppressWarnings("NullAway") // null is what is tested
    private static int describedTrouble(int x) {
        Trouble trouble = x == 5 ? null : Trouble.values()[x & 1];
        try {
            throw x < 4 ? new Described(trouble, x * x) : new Described(trouble);
        } catch (Described e) {
            return 100 * e.trouble.ordinal() + e.place;
        } catch (NullPointerException e) {
            return -1;
        }
    }

    @Test
    void fieldsOfAnExceptionAreKnownWhereItsTextIsNot() {
        same(out -> lane -> out.set(lane.id(), describedTrouble(lane.id())), 0, 101, 4, 109, 0, -1, 0, 110);
    }

    record Fraction(int over, int under) {
        @Override
        public int over() {
            return over / under;
        }
    }

    @Test
    @SuppressWarnings("removal")
    void whatAnAccessorThrowsInAPatternIsAMatchException() {
        same(
                out -> lane -> {
                    int result;
                    try {
                        Object matched = new Fraction(6, lane.id() & 1);
                        result = matched instanceof Fraction(int over, int under) ? over + under : 0;
                    } catch (ArithmeticException e) {
                        result = -1;
                    } catch (MatchException e) {
                        result = e.getCause() instanceof ArithmeticException ? -2 : -3;
                    }
                    out.set(lane.id(), result);
                },
                -2,
                7);
    }
}
