package dev.warpbroker.device.simulator;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/** The conversions of {@code cvt}. */
final class Conversion {
    private static final int HALF_NAN = 0x7fff;
    private static final BigInteger TWO_TO_64 = BigInteger.ONE.shiftLeft(Long.SIZE);

    /** How a value that has no exact counterpart is rounded. */
    enum Rounding {
        NEAREST,
        ZERO,
        DOWN,
        UP;

        static @Nullable Rounding ofSuffix(String suffix) {
            return switch (suffix) {
                case "rn", "rni" -> NEAREST;
                case "rz", "rzi" -> ZERO;
                case "rm", "rmi" -> DOWN;
                case "rp", "rpi" -> UP;
                default -> null;
            };
        }

        double toIntegral(double value) {
            return switch (this) {
                case NEAREST -> Math.rint(value);
                case ZERO -> value < 0 ? Math.ceil(value) : Math.floor(value);
                case DOWN -> Math.floor(value);
                case UP -> Math.ceil(value);
            };
        }
    }

    private Conversion() {}

    /** @param toIntegral whether a float-to-float conversion rounds to an integral value ({@code .rni} and the like) */
    static LongUnaryOperator of(PtxType target, PtxType source, Rounding rounding, boolean toIntegral) {
        if (source.isHalf() || target.isHalf()) {
            return half(target, source, rounding, toIntegral);
        }
        if (!source.isFloat()) {
            return target.isFloat()
                    ? fromInteger(target, source, rounding)
                    : value -> target.extend(source.extend(value));
        }
        if (!target.isFloat()) {
            return value -> floatToInteger(source, value, target, rounding);
        }
        if (toIntegral) {
            return value -> toBits(target, rounding.toIntegral(FloatingPoint.widen(source, value)));
        }
        return target.isWide() || !source.isWide()
                ? value -> toBits(target, FloatingPoint.widen(source, value))
                : value -> FloatingPoint.bits(narrow(FloatingPoint.asDouble(value), rounding));
    }

    private static LongUnaryOperator half(PtxType target, PtxType source, Rounding rounding, boolean toIntegral) {
        if (source == PtxType.F32 && rounding == Rounding.NEAREST && !toIntegral) {
            return value -> {
                float number = FloatingPoint.asFloat(value);
                return Float.isNaN(number) ? HALF_NAN : Float.floatToFloat16(number) & 0xffff;
            };
        }
        if (target == PtxType.F32 && !toIntegral) {
            return value -> FloatingPoint.bits(Float.float16ToFloat((short) value));
        }
        throw new IllegalArgumentException("half floats are converted to and from .f32 only, to the nearest");
    }

    private static LongUnaryOperator fromInteger(PtxType target, PtxType source, Rounding rounding) {
        boolean fitsLong = source.isSigned() || !source.isWide();
        if (rounding != Rounding.NEAREST || !fitsLong) {
            return value -> integerToFloat(exactInteger(source, value), target, rounding);
        }
        return target.isWide()
                ? value -> FloatingPoint.bits((double) source.extend(value))
                : value -> FloatingPoint.bits((float) source.extend(value));
    }

    private static long toBits(PtxType type, double value) {
        return type.isWide() ? FloatingPoint.bits(value) : FloatingPoint.bits((float) value);
    }

    private static float narrow(double value, Rounding rounding) {
        float nearest = (float) value;
        return switch (rounding) {
            case NEAREST -> nearest;
            case ZERO -> Math.abs((double) nearest) > Math.abs(value) ? towardsZero(nearest) : nearest;
            case DOWN -> nearest > value ? Math.nextDown(nearest) : nearest;
            case UP -> nearest < value ? Math.nextUp(nearest) : nearest;
        };
    }

    private static float towardsZero(float value) {
        return value > 0 ? Math.nextDown(value) : Math.nextUp(value);
    }

    private static BigInteger exactInteger(PtxType type, long bits) {
        BigInteger value = BigInteger.valueOf(type.extend(bits));
        return value.signum() < 0 && !type.isSigned() ? value.add(TWO_TO_64) : value;
    }

    private static long integerToFloat(BigInteger value, PtxType target, Rounding rounding) {
        if (target.isWide()) {
            return FloatingPoint.bits(rounded(value, value.doubleValue(), rounding));
        }
        float nearest = value.floatValue();
        int error = new BigDecimal(nearest).compareTo(new BigDecimal(value));
        return FloatingPoint.bits(
                tooHigh(error, value, rounding)
                        ? Math.nextDown(nearest)
                        : tooLow(error, value, rounding) ? Math.nextUp(nearest) : nearest);
    }

    private static double rounded(BigInteger value, double nearest, Rounding rounding) {
        int error = new BigDecimal(nearest).compareTo(new BigDecimal(value));
        return tooHigh(error, value, rounding)
                ? Math.nextDown(nearest)
                : tooLow(error, value, rounding) ? Math.nextUp(nearest) : nearest;
    }

    private static boolean tooHigh(int error, BigInteger value, Rounding rounding) {
        return error > 0 && (rounding == Rounding.DOWN || (rounding == Rounding.ZERO && value.signum() > 0));
    }

    private static boolean tooLow(int error, BigInteger value, Rounding rounding) {
        return error < 0 && (rounding == Rounding.UP || (rounding == Rounding.ZERO && value.signum() < 0));
    }

    private static long floatToInteger(PtxType source, long bits, PtxType target, Rounding rounding) {
        double value = FloatingPoint.widen(source, bits);
        if (Double.isNaN(value)) {
            return source.isWide() || target.isWide() ? target.extend(1L << (target.bits() - 1)) : 0;
        }
        double integral = rounding.toIntegral(value);
        return target.isSigned() ? clampSigned(integral, target.bits()) : clampUnsigned(integral, target.bits());
    }

    /** Java's own cast saturates at 64 bits. */
    private static long clampSigned(double value, int bits) {
        long largest = Long.MAX_VALUE >>> (Long.SIZE - bits);
        return Math.clamp((long) value, -largest - 1, largest);
    }

    private static long clampUnsigned(double value, int bits) {
        if (value <= 0) {
            return 0;
        }
        if (bits < Long.SIZE) {
            return Math.min((long) value, (1L << bits) - 1);
        }
        return value < 0x1p63 ? (long) value : value < 0x1p64 ? (long) (value - 0x1p63) | Long.MIN_VALUE : -1;
    }
}
