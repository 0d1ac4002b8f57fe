package dev.warpbroker.compiler.ir;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What the compiler can compute itself, with Java's own arithmetic. */
public final class Folding {
    private Folding() {}

    /** {@return an int that was widened, or a constant that fits, as an int; others as they are} */
    public static Operand narrowed(Operand operand) {
        if (operand instanceof Constant constant) {
            boolean fits = (int) constant.longValue() == constant.longValue();
            return fits ? Constant.of((int) constant.longValue()) : operand;
        }
        return operand instanceof Node node
                        && node.instruction() instanceof Instruction.Compute(Operator operator, var _, var operands)
                        && operator == Operator.CONVERT
                        && operands.getFirst().type() == Type.INT
                ? Definition.resolve(operands.getFirst())
                : operand;
    }

    /** {@return a simpler operand with the same value, or null if there is none} */
    static @Nullable Operand simplify(Operator operator, Type type, List<Operand> operands) {
        if (operands.stream().allMatch(Constant.class::isInstance)) {
            return evaluate(
                    operator, type, operands.stream().map(Constant.class::cast).toList());
        }
        return operands.size() == 2 && !type.isFloating() ? identity(operator, operands.get(0), operands.get(1)) : null;
    }

    /** Integer operations with a neutral right operand, or a zero left operand of a sum. */
    private static @Nullable Operand identity(Operator operator, Operand left, Operand right) {
        if (right instanceof Constant constant) {
            long value = constant.bits();
            boolean neutral = switch (operator) {
                case ADD, SUBTRACT, OR, XOR, SHIFT_LEFT, SHIFT_RIGHT, SHIFT_RIGHT_UNSIGNED -> value == 0;
                case MULTIPLY, DIVIDE, DIVIDE_UNSIGNED -> value == 1;
                case AND -> value == -1;
                default -> false;
            };
            if (neutral) {
                return left;
            }
            if (value == 0 && (operator == Operator.MULTIPLY || operator == Operator.AND)) {
                return Constant.zero(left.type());
            }
        }
        if (left instanceof Constant constant
                && constant.bits() == 0
                && (operator == Operator.ADD || operator == Operator.OR)) {
            return right;
        }
        return null;
    }

    private static @Nullable Constant evaluate(Operator operator, Type type, List<Constant> values) {
        Constant a = values.get(0);
        return switch (operator) {
            case CONVERT -> convert(type, a);
            case EXTEND_UNSIGNED -> Constant.of(Integer.toUnsignedLong(a.intValue()));
            case REINTERPRET -> reinterpret(type, a);
            case TO_BYTE -> Constant.of((int) (byte) a.intValue());
            case TO_SHORT -> Constant.of((int) (short) a.intValue());
            case TO_CHAR -> Constant.of((int) (char) a.intValue());
            case HALF_TO_FLOAT, FLOAT_TO_HALF -> null;
            case COMPARE_NAN_LESS -> Constant.of(compare(a, values.get(1), -1));
            case COMPARE_NAN_GREATER -> Constant.of(compare(a, values.get(1), 1));
            case COMPARE_UNSIGNED ->
                Constant.of(
                        a.type() == Type.INT
                                ? Integer.compareUnsigned(
                                        a.intValue(), values.get(1).intValue())
                                : Long.compareUnsigned(
                                        a.longValue(), values.get(1).longValue()));
            case BIT_COUNT ->
                Constant.of(a.type() == Type.INT ? Integer.bitCount(a.intValue()) : Long.bitCount(a.bits()));
            case LEADING_ZEROS ->
                Constant.of(
                        a.type() == Type.INT
                                ? Integer.numberOfLeadingZeros(a.intValue())
                                : Long.numberOfLeadingZeros(a.bits()));
            case TRAILING_ZEROS ->
                Constant.of(
                        a.type() == Type.INT
                                ? Integer.numberOfTrailingZeros(a.intValue())
                                : Long.numberOfTrailingZeros(a.bits()));
            default ->
                switch (type) {
                    case INT -> evaluateInt(operator, a.intValue(), values);
                    case LONG -> evaluateLong(operator, a.longValue(), values);
                    case FLOAT -> evaluateFloat(operator, a.floatValue(), values);
                    case DOUBLE -> evaluateDouble(operator, a.doubleValue(), values);
                    case VOID -> null;
                };
        };
    }

    private static @Nullable Constant evaluateInt(Operator operator, int a, List<Constant> values) {
        int b = values.size() > 1 ? values.get(1).intValue() : 0;
        return switch (operator) {
            case ADD -> Constant.of(a + b);
            case SUBTRACT -> Constant.of(a - b);
            case MULTIPLY -> Constant.of(a * b);
            case DIVIDE -> b == 0 ? null : Constant.of(a / b);
            case REMAINDER -> b == 0 ? null : Constant.of(a % b);
            case DIVIDE_UNSIGNED -> b == 0 ? null : Constant.of(Integer.divideUnsigned(a, b));
            case REMAINDER_UNSIGNED -> b == 0 ? null : Constant.of(Integer.remainderUnsigned(a, b));
            case AND -> Constant.of(a & b);
            case OR -> Constant.of(a | b);
            case XOR -> Constant.of(a ^ b);
            case SHIFT_LEFT -> Constant.of(a << b);
            case SHIFT_RIGHT -> Constant.of(a >> b);
            case SHIFT_RIGHT_UNSIGNED -> Constant.of(a >>> b);
            case NEGATE -> Constant.of(-a);
            case ABSOLUTE -> Constant.of(Math.abs(a));
            case MINIMUM -> Constant.of(Math.min(a, b));
            case MAXIMUM -> Constant.of(Math.max(a, b));
            case REVERSE_BITS -> Constant.of(Integer.reverse(a));
            default -> null;
        };
    }

    private static @Nullable Constant evaluateLong(Operator operator, long a, List<Constant> values) {
        long b = values.size() > 1 ? values.get(1).longValue() : 0;
        return switch (operator) {
            case ADD -> Constant.of(a + b);
            case SUBTRACT -> Constant.of(a - b);
            case MULTIPLY -> Constant.of(a * b);
            case DIVIDE -> b == 0 ? null : Constant.of(a / b);
            case REMAINDER -> b == 0 ? null : Constant.of(a % b);
            case DIVIDE_UNSIGNED -> b == 0 ? null : Constant.of(Long.divideUnsigned(a, b));
            case REMAINDER_UNSIGNED -> b == 0 ? null : Constant.of(Long.remainderUnsigned(a, b));
            case MULTIPLY_HIGH -> Constant.of(Math.multiplyHigh(a, b));
            case MULTIPLY_HIGH_UNSIGNED -> Constant.of(Math.unsignedMultiplyHigh(a, b));
            case AND -> Constant.of(a & b);
            case OR -> Constant.of(a | b);
            case XOR -> Constant.of(a ^ b);
            case SHIFT_LEFT -> Constant.of(a << b);
            case SHIFT_RIGHT -> Constant.of(a >> b);
            case SHIFT_RIGHT_UNSIGNED -> Constant.of(a >>> b);
            case NEGATE -> Constant.of(-a);
            case ABSOLUTE -> Constant.of(Math.abs(a));
            case MINIMUM -> Constant.of(Math.min(a, b));
            case MAXIMUM -> Constant.of(Math.max(a, b));
            case REVERSE_BITS -> Constant.of(Long.reverse(a));
            default -> null;
        };
    }

    private static @Nullable Constant evaluateFloat(Operator operator, float a, List<Constant> values) {
        float b = values.size() > 1 ? values.get(1).floatValue() : 0;
        return switch (operator) {
            case ADD -> Constant.of(a + b);
            case SUBTRACT -> Constant.of(a - b);
            case MULTIPLY -> Constant.of(a * b);
            case DIVIDE -> Constant.of(a / b);
            case NEGATE -> Constant.of(-a);
            case ABSOLUTE -> Constant.of(Math.abs(a));
            case FUSED_MULTIPLY_ADD -> Constant.of(Math.fma(a, b, values.get(2).floatValue()));
            default -> null;
        };
    }

    private static @Nullable Constant evaluateDouble(Operator operator, double a, List<Constant> values) {
        double b = values.size() > 1 ? values.get(1).doubleValue() : 0;
        return switch (operator) {
            case ADD -> Constant.of(a + b);
            case SUBTRACT -> Constant.of(a - b);
            case MULTIPLY -> Constant.of(a * b);
            case DIVIDE -> Constant.of(a / b);
            case NEGATE -> Constant.of(-a);
            case ABSOLUTE -> Constant.of(Math.abs(a));
            case SQUARE_ROOT -> Constant.of(Math.sqrt(a));
            case FLOOR -> Constant.of(Math.floor(a));
            case CEILING -> Constant.of(Math.ceil(a));
            case ROUND_TO_EVEN -> Constant.of(Math.rint(a));
            case FUSED_MULTIPLY_ADD -> Constant.of(Math.fma(a, b, values.get(2).doubleValue()));
            default -> null;
        };
    }

    private static Constant convert(Type to, Constant from) {
        return switch (from.type()) {
            case INT ->
                switch (to) {
                    case LONG -> Constant.of((long) from.intValue());
                    case FLOAT -> Constant.of((float) from.intValue());
                    case DOUBLE -> Constant.of((double) from.intValue());
                    default -> from;
                };
            case LONG ->
                switch (to) {
                    case INT -> Constant.of((int) from.longValue());
                    case FLOAT -> Constant.of((float) from.longValue());
                    case DOUBLE -> Constant.of((double) from.longValue());
                    default -> from;
                };
            case FLOAT ->
                switch (to) {
                    case INT -> Constant.of((int) from.floatValue());
                    case LONG -> Constant.of((long) from.floatValue());
                    case DOUBLE -> Constant.of((double) from.floatValue());
                    default -> from;
                };
            case DOUBLE ->
                switch (to) {
                    case INT -> Constant.of((int) from.doubleValue());
                    case LONG -> Constant.of((long) from.doubleValue());
                    case FLOAT -> Constant.of((float) from.doubleValue());
                    default -> from;
                };
            case VOID -> throw new IllegalStateException("conversion of nothing");
        };
    }

    private static Constant reinterpret(Type to, Constant from) {
        return to == Type.INT || to == Type.FLOAT ? new Constant(to, (int) from.bits()) : new Constant(to, from.bits());
    }

    private static int compare(Constant a, Constant b, int unordered) {
        return switch (a.type()) {
            case INT -> Integer.compare(a.intValue(), b.intValue());
            case LONG -> Long.compare(a.longValue(), b.longValue());
            case FLOAT -> compare(a.floatValue(), b.floatValue(), unordered);
            case DOUBLE -> compare(a.doubleValue(), b.doubleValue(), unordered);
            case VOID -> throw new IllegalStateException("comparison of nothing");
        };
    }

    private static int compare(double a, double b, int unordered) {
        return a < b ? -1 : a > b ? 1 : a == b ? 0 : unordered;
    }
}
