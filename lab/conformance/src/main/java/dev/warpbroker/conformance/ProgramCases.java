package dev.warpbroker.conformance;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Kernel;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.IntBinaryOperator;

/** Cases in the style of larger programs: parsers, decoders, solvers, simulations. */
final class ProgramCases {
    private static final String FEATURE = "programs";

    private static final String[] WORDS = {"null", "true", "no", "maybe", "true"};
    private static final int[] FACTORS = {3, -5};
    private static final byte[][] BYTE_ROWS = {{1, 2, 3}, {4, 5, 6}};
    private static final double[][] DOUBLE_ROWS = {{0.5, -0.0}, {1e300, 3}};

    private ProgramCases() {}

    static List<Case> cases() {
        return List.of(
                Agreement.of("arrays filled and copied by methods of Arrays", FEATURE, ProgramCases::filledArrays),
                Agreement.of("rows of a matrix of two sizes, copied and exchanged", FEATURE, ProgramCases::matrices),
                Agreement.of("table of texts", FEATURE, ProgramCases::texts),
                Agreement.of("search among the constants of an enum", FEATURE, ProgramCases::constants),
                Agreement.of("machine whose faults are exceptions", FEATURE, ProgramCases::faults),
                Agreement.of("OptionalInt as a result", FEATURE, ProgramCases::optional),
                Agreement.of("code points", FEATURE, ProgramCases::codePoints),
                Agreement.of("arithmetic on constants", FEATURE, ProgramCases::constantArithmetic),
                Agreement.of("array of records, some of them null", FEATURE, ProgramCases::gaps),
                Agreement.of("numbers replaced in loops, by methods called often", FEATURE, ProgramCases::naturals),
                new Case("kernel launched with other tables and numbers", FEATURE, false, ProgramCases::launchedAgain));
    }

    private static Kernel filledArrays(Workspace workspace) {
        var a = workspace.ints();
        var out = workspace.intResults(4);
        return lane -> {
            int x = a.get(lane.id());
            int[] filled = new int[5];
            Arrays.fill(filled, x);
            filled[1] = filled[2] = lane.id();
            int[] set = new int[6];
            Arrays.setAll(set, i -> x >> i);
            int[] longer = Arrays.copyOf(set, 8);
            longer[x & 7] += 9;
            out.set(lane, 0, filled[0] + filled[1] * filled[2]);
            out.set(lane, 1, set[x & 3]);
            out.set(lane, 2, longer[5] - longer[7]);
            out.set(lane, 3, Arrays.hashCode(longer));
        };
    }

    /** A square matrix. */
    private static final class Matrix {
        private final int size;
        private final double[][] rows;

        Matrix(int size) {
            this.size = size;
            rows = new double[size][size];
        }

        static Matrix of(int size, double start) {
            var matrix = new Matrix(size);
            for (int i = 0; i < size; i++) {
                for (int j = 0; j < size; j++) {
                    matrix.rows[i][j] = start * (i + 2 * j) - j;
                }
            }
            return matrix;
        }

        /** This matrix with its row of the largest first element in front. */
        Matrix pivoted() {
            var copy = new Matrix(size);
            int pivot = 0;
            for (int i = 0; i < size; i++) {
                copy.rows[i] = rows[i].clone();
                pivot = rows[i][0] > rows[pivot][0] ? i : pivot;
            }
            double[] row = copy.rows[0];
            copy.rows[0] = copy.rows[pivot];
            copy.rows[pivot] = row;
            copy.rows[0][1] *= 7;
            return copy;
        }

        double digest() {
            double sum = 0;
            for (double[] row : rows) {
                for (double element : row) {
                    sum = 3 * sum + element;
                }
            }
            return sum;
        }
    }

    private static Kernel matrices(Workspace workspace) {
        var a = workspace.ints();
        var out = workspace.doubleResults(3);
        return lane -> {
            int x = a.get(lane.id());
            var small = Matrix.of(2, (x & 7) - 4);
            var large = Matrix.of(3, (x & 3) - 2);
            out.set(lane, 0, small.pivoted().digest());
            out.set(lane, 1, large.pivoted().pivoted().digest());
            out.set(lane, 2, small.digest() + large.digest());
        };
    }

    private static Kernel texts(Workspace workspace) {
        var a = workspace.ints();
        var out = workspace.intResults(2);
        return lane -> {
            int x = a.get(lane.id());
            String word = WORDS[(x & 0xff) % WORDS.length];
            int hash = word.length();
            for (int i = 0; i < word.length(); i++) {
                hash = 31 * hash + word.charAt(i);
            }
            out.set(lane, 0, hash);
            out.set(lane, 1, WORDS[x >>> 8 & 1].equals("true") ? 1 : 0);
        };
    }

    private enum Sign {
        BEGIN('{', "object"),
        END('}', "end"),
        COLON(':', "colon");

        private final char character;
        private final String text;

        Sign(char character, String text) {
            this.character = character;
            this.text = text;
        }

        static Sign of(char character) {
            for (Sign sign : values()) {
                if (sign.character == character) {
                    return sign;
                }
            }
            throw new UnknownSignException(character);
        }
    }

    private static final class UnknownSignException extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final char character;

        UnknownSignException(char character) {
            super("unknown sign");
            this.character = character;
        }
    }

    private static Kernel constants(Workspace workspace) {
        var a = workspace.ints();
        var out = workspace.intResults(2);
        return lane -> {
            int x = a.get(lane.id());
            char character = (char) ('w' + (x & 7));
            Sign sign = Sign.values()[(x >>> 3 & 0xff) % Sign.values().length];
            try {
                sign = Sign.of(x > 100 ? ':' : character);
            } catch (UnknownSignException e) {
                out.set(lane, 0, e.character);
            }
            out.set(lane, 1, sign.text.length() * 100 + sign.ordinal());
        };
    }

    private enum Fault {
        ARITHMETIC,
        STACK,
        CODE
    }

    private static final class MachineException extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final Fault fault;

        MachineException(Fault fault) {
            super(fault.name());
            this.fault = fault;
        }
    }

    /** A stack of a few cells, in a machine that may be replaced. */
    private static final class Machine {
        private final int[] cells = new int[4];
        private int size;

        void push(int value) {
            if (size == cells.length) {
                throw new MachineException(Fault.STACK);
            }
            cells[size++] = value;
        }

        int pop() {
            if (size == 0) {
                throw new IndexOutOfBoundsException(size - 1);
            }
            return cells[--size];
        }

        void step(int code) {
            switch (code & 7) {
                case 0, 1, 2 -> push(code >> 3);
                case 3 -> push(Math.addExact(pop(), pop()));
                case 4 -> push(Math.multiplyExact(pop(), pop()));
                case 5 -> {
                    int divisor = pop();
                    push(pop() / divisor);
                }
                case 6 -> throw new IllegalArgumentException("code " + code);
                default -> throw new MachineException((code & 8) != 0 ? Fault.CODE : Fault.STACK);
            }
        }
    }

    private static Kernel faults(Workspace workspace) {
        var a = workspace.ints();
        var b = workspace.ints();
        var out = workspace.intResults(3);
        return lane -> {
            var machine = new Machine();
            int result;
            int steps = 0;
            try {
                for (int i = 0; i < 8; i++) {
                    if (i == 4 && machine.size > 2) {
                        machine = new Machine();
                    }
                    machine.step((i < 4 ? a : b).get(lane.id()) >>> i % 4 * 8);
                    steps++;
                }
                result = machine.pop();
            } catch (MachineException e) {
                result = e.fault.ordinal() - 10;
            } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
                result = -20;
            } catch (ArithmeticException e) {
                result = -30;
            }
            out.set(lane, 0, result);
            out.set(lane, 1, steps);
            out.set(lane, 2, machine.size);
        };
    }

    private static OptionalInt firstDivisor(int number) {
        for (int divisor : new int[] {2, 3, 5, 7}) {
            if (number % divisor == 0) {
                return OptionalInt.of(divisor);
            }
        }
        return OptionalInt.empty();
    }

    private static Kernel optional(Workspace workspace) {
        var a = workspace.ints();
        var out = workspace.intResults(2);
        return lane -> {
            OptionalInt divisor = firstDivisor(a.get(lane.id()));
            out.set(lane, 0, divisor.orElse(-1));
            out.set(lane, 1, divisor.isPresent() ? divisor.getAsInt() : 0);
        };
    }

    private static Kernel codePoints(Workspace workspace) {
        var a = workspace.ints();
        var out = workspace.intResults(4);
        return lane -> {
            int codePoint = a.get(lane.id()) & 0x1fffff;
            char character = (char) codePoint;
            out.set(lane, 0, Character.isValidCodePoint(codePoint) ? Character.charCount(codePoint) : 0);
            out.set(lane, 1, Character.isDigit(character) ? Character.digit(character, 10) : -1);
            out.set(lane, 2, Character.isLetter(codePoint) ? Character.toLowerCase(codePoint) : 0);
            out.set(lane, 3, Character.toLowerCase(character));
        };
    }

    private static Kernel constantArithmetic(Workspace workspace) {
        var ints = workspace.intResults(5);
        var doubles = workspace.doubleResults(3);
        return lane -> {
            int minus = -7;
            long large = -(1L << 53) - 1;
            double two = 2;
            ints.set(lane, 0, Integer.compareUnsigned(minus, 7));
            ints.set(lane, 1, Math.abs(minus));
            ints.set(lane, 2, (int) (two * 1e10));
            ints.set(lane, 3, Long.compareUnsigned(large, 7));
            ints.set(lane, 4, lane.id() > 3 ? minus : -7);
            doubles.set(lane, 0, Math.sqrt(two * Math.PI));
            doubles.set(lane, 1, (double) Math.abs(large));
            doubles.set(lane, 2, (double) -large);
        };
    }

    private record Segment(boolean headed, int value) {
        Segment then(Segment next) {
            return new Segment(headed || next.headed, next.headed ? next.value : value + next.value);
        }
    }

    private static int combine(int[] values, IntBinaryOperator operator) {
        int result = values[0];
        for (int value : values) {
            result = operator.applyAsInt(result, value);
        }
        return result;
    }

    private static int truth(boolean condition) {
        return condition ? 1 : 0;
    }

    private static Kernel gaps(Workspace workspace) {
        var a = workspace.ints();
        var out = workspace.intResults(4);
        return lane -> {
            int x = a.get(lane.id());
            var before = new Segment[3];
            int count = lane.id() % 3;
            for (int i = 0; i < count; i++) {
                before[i] = new Segment((x >> i & 1) != 0, x + i);
            }
            var sum = new Segment(false, 1);
            for (int i = count - 1; i >= 0; i--) {
                sum = before[i].then(sum);
            }
            int last;
            try {
                last = before[2].value();
            } catch (NullPointerException _) {
                last = -1;
            }
            Object any = x > 0 ? sum : null;
            out.set(lane, 0, sum.value());
            out.set(lane, 1, last);
            out.set(lane, 2, combine(new int[] {x, count, 3}, Integer::sum));
            out.set(lane, 3, truth(any instanceof Segment));
        };
    }

    /** A number of three words, the low one first. */
    private static final class Natural {
        private final int[] words;
        private final double size;

        Natural(int[] words) {
            this.words = words;
            size = words[2] + words[1] * 0x1p-32;
        }

        boolean bit(int index) {
            return (words[index / Integer.SIZE] >>> index % Integer.SIZE & 1) != 0;
        }

        Natural doubled() {
            int[] twice = new int[3];
            int carry = 0;
            for (int i = 0; i < 3; i++) {
                twice[i] = words[i] << 1 | carry;
                carry = words[i] >>> 31;
            }
            var result = new Natural(twice);
            return carry != 0 ? result.minus(this) : result;
        }

        Natural minus(Natural other) {
            int[] difference = new int[3];
            long borrow = 0;
            for (int i = 0; i < 3; i++) {
                long word = Integer.toUnsignedLong(words[i]) - Integer.toUnsignedLong(other.words[i]) + borrow;
                difference[i] = (int) word;
                borrow = word >> Integer.SIZE;
            }
            return new Natural(difference);
        }
    }

    /** Doubles a number eight times; a bit of {@code choices} says whether the first one is then subtracted. */
    private static Natural doubledOften(Natural number, int choices) {
        Natural result = number;
        for (int i = 0; i < 8; i++) {
            result = result.doubled();
            if ((choices >>> i & 1) != 0) {
                result = result.minus(number);
            }
        }
        return result.bit(choices & 63) ? result : number;
    }

    private static Kernel naturals(Workspace workspace) {
        var a = workspace.ints();
        var out = workspace.intResults(3);
        var sizes = workspace.doubleResults(1);
        return lane -> {
            int x = a.get(lane.id());
            Natural number = new Natural(new int[] {x, ~x, lane.id()});
            number = doubledOften(doubledOften(doubledOften(number, 5), x), x & 7);
            number = doubledOften(doubledOften(doubledOften(number, x >> 3), 77), -x);
            for (int i = 0; i < 3; i++) {
                out.set(lane, i, number.words[i]);
            }
            sizes.set(lane, 0, number.size);
        };
    }

    private sealed interface Shade {
        record Grey(float level) implements Shade {}

        record Color(float red, float green) implements Shade {}

        default float brightness() {
            return switch (this) {
                case Grey(float level) -> level;
                case Color(float red, float green) -> red + 2 * green;
            };
        }
    }

    /**
     * One lambda with a captured table and numbers that the host changes between launches, and with constant tables.
     */
    private static void launchedAgain(Device device) {
        int lanes = 64;
        var shades = new Shade[2];
        try (var out = device.doubles(lanes)) {
            for (int launch = 1; launch <= 9; launch++) {
                shades[0] = new Shade.Grey(launch + 0.5f);
                shades[1] = launch > 6 ? new Shade.Color(launch, -1) : new Shade.Grey(launch);
                double scale = 1.0 / launch;
                float shift = launch / 4f;
                device.run(
                        Grid.threads(lanes),
                        lane -> out.set(
                                lane.id(), shades[lane.id() & 1].brightness() * scale + shift + row(lane.id())));
                double[] sums = out.copyOut();
                device.run(
                        Grid.threads(lanes),
                        lane -> out.set(lane.id(), FACTORS[lane.id() & 1] * BYTE_ROWS[lane.id() & 1][lane.id() % 3]));
                double[] products = out.copyOut();
                for (int i = 0; i < lanes; i++) {
                    require("sum", i, shades[i & 1].brightness() * scale + shift + row(i), sums[i]);
                    require("product", i, FACTORS[i & 1] * BYTE_ROWS[i & 1][i % 3], products[i]);
                }
            }
        }
    }

    private static double row(int index) {
        return DOUBLE_ROWS[index & 1][1] + BYTE_ROWS[index >> 1 & 1][index % 3] * FACTORS[1];
    }

    private static void require(String what, int lane, double expected, double found) {
        if (Double.compare(found, expected) != 0) {
            throw new Mismatch(what + " of lane " + lane + ": " + found + "; must be " + expected);
        }
    }
}
