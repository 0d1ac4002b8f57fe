package dev.warpbroker.compiler.frontend;

import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Methods of the JDK on arrays whose own code a kernel cannot have, in kernel Java.
 *
 * <p>Copies behave as if through a second array, and nothing is copied if anything is out of bounds.
 */
final class KernelArrays {
    private KernelArrays() {}

    private static void check(String type, int at, int target, int count, int fromLength, int toLength) {
        if (at < 0) {
            throw new ArrayIndexOutOfBoundsException(
                    "arraycopy: source index " + at + " out of bounds for " + type + "[" + fromLength + "]");
        }
        if (target < 0) {
            throw new ArrayIndexOutOfBoundsException(
                    "arraycopy: destination index " + target + " out of bounds for " + type + "[" + toLength + "]");
        }
        if (count < 0) {
            throw new ArrayIndexOutOfBoundsException("arraycopy: length " + count + " is negative");
        }
        if (Integer.compareUnsigned(at + count, fromLength) > 0) {
            throw new ArrayIndexOutOfBoundsException("arraycopy: last source index " + ((at + count) & 0xffff_ffffL)
                    + " out of bounds for " + type + "[" + fromLength + "]");
        }
        if (Integer.compareUnsigned(target + count, toLength) > 0) {
            throw new ArrayIndexOutOfBoundsException("arraycopy: last destination index "
                    + ((target + count) & 0xffff_ffffL) + " out of bounds for " + type + "[" + toLength + "]");
        }
    }

    /** Moves elements one by one. */
    private static void move(int count, boolean lastFirst, IntConsumer element) {
        if (lastFirst) {
            for (int i = count - 1; i >= 0; i--) {
                element.accept(i);
            }
        } else {
            for (int i = 0; i < count; i++) {
                element.accept(i);
            }
        }
    }

    static void copy(int[] from, int at, int[] to, int target, int count) {
        check("int", at, target, count, from.length, to.length);
        move(count, from == to && at < target, i -> to[target + i] = from[at + i]);
    }

    static int[] filled(int[] to, int[] from) {
        move(Math.min(from.length, to.length), false, i -> to[i] = from[i]);
        return to;
    }

    static void copy(long[] from, int at, long[] to, int target, int count) {
        check("long", at, target, count, from.length, to.length);
        move(count, from == to && at < target, i -> to[target + i] = from[at + i]);
    }

    static long[] filled(long[] to, long[] from) {
        move(Math.min(from.length, to.length), false, i -> to[i] = from[i]);
        return to;
    }

    static void copy(float[] from, int at, float[] to, int target, int count) {
        check("float", at, target, count, from.length, to.length);
        move(count, from == to && at < target, i -> to[target + i] = from[at + i]);
    }

    static float[] filled(float[] to, float[] from) {
        move(Math.min(from.length, to.length), false, i -> to[i] = from[i]);
        return to;
    }

    static void copy(double[] from, int at, double[] to, int target, int count) {
        check("double", at, target, count, from.length, to.length);
        move(count, from == to && at < target, i -> to[target + i] = from[at + i]);
    }

    static double[] filled(double[] to, double[] from) {
        move(Math.min(from.length, to.length), false, i -> to[i] = from[i]);
        return to;
    }

    static void copy(byte[] from, int at, byte[] to, int target, int count) {
        check("byte", at, target, count, from.length, to.length);
        move(count, from == to && at < target, i -> to[target + i] = from[at + i]);
    }

    static byte[] filled(byte[] to, byte[] from) {
        move(Math.min(from.length, to.length), false, i -> to[i] = from[i]);
        return to;
    }

    static void copy(short[] from, int at, short[] to, int target, int count) {
        check("short", at, target, count, from.length, to.length);
        move(count, from == to && at < target, i -> to[target + i] = from[at + i]);
    }

    static short[] filled(short[] to, short[] from) {
        move(Math.min(from.length, to.length), false, i -> to[i] = from[i]);
        return to;
    }

    static void copy(char[] from, int at, char[] to, int target, int count) {
        check("char", at, target, count, from.length, to.length);
        move(count, from == to && at < target, i -> to[target + i] = from[at + i]);
    }

    static char[] filled(char[] to, char[] from) {
        move(Math.min(from.length, to.length), false, i -> to[i] = from[i]);
        return to;
    }

    static void copy(boolean[] from, int at, boolean[] to, int target, int count) {
        check("boolean", at, target, count, from.length, to.length);
        move(count, from == to && at < target, i -> to[target + i] = from[at + i]);
    }

    static boolean[] filled(boolean[] to, boolean[] from) {
        move(Math.min(from.length, to.length), false, i -> to[i] = from[i]);
        return to;
    }

    static void copy(Object[] from, int at, Object[] to, int target, int count) {
        check("object array", at, target, count, from.length, to.length);
        move(count, from == to && at < target, i -> to[target + i] = from[at + i]);
    }

    static Object[] filled(Object[] to, Object[] from) {
        move(Math.min(from.length, to.length), false, i -> to[i] = from[i]);
        return to;
    }

    private static boolean all(int count, IntPredicate element) {
        for (int i = 0; i < count; i++) {
            if (!element.test(i)) {
                return false;
            }
        }
        return true;
    }

    private static int hash(int count, IntUnaryOperator element) {
        int result = 1;
        for (int i = 0; i < count; i++) {
            result = 31 * result + element.applyAsInt(i);
        }
        return result;
    }

    static boolean equals(int @Nullable [] a, int @Nullable [] b) {
        return a == b || a != null && b != null && a.length == b.length && all(a.length, i -> a[i] == b[i]);
    }

    static int hashCode(int @Nullable [] a) {
        return a == null ? 0 : hash(a.length, i -> Integer.hashCode(a[i]));
    }

    static boolean equals(long @Nullable [] a, long @Nullable [] b) {
        return a == b || a != null && b != null && a.length == b.length && all(a.length, i -> a[i] == b[i]);
    }

    static int hashCode(long @Nullable [] a) {
        return a == null ? 0 : hash(a.length, i -> Long.hashCode(a[i]));
    }

    static boolean equals(float @Nullable [] a, float @Nullable [] b) {
        return a == b
                || a != null
                        && b != null
                        && a.length == b.length
                        && all(a.length, i -> Float.floatToIntBits(a[i]) == Float.floatToIntBits(b[i]));
    }

    static int hashCode(float @Nullable [] a) {
        return a == null ? 0 : hash(a.length, i -> Float.hashCode(a[i]));
    }

    static boolean equals(double @Nullable [] a, double @Nullable [] b) {
        return a == b
                || a != null
                        && b != null
                        && a.length == b.length
                        && all(a.length, i -> Double.doubleToLongBits(a[i]) == Double.doubleToLongBits(b[i]));
    }

    static int hashCode(double @Nullable [] a) {
        return a == null ? 0 : hash(a.length, i -> Double.hashCode(a[i]));
    }

    static boolean equals(byte @Nullable [] a, byte @Nullable [] b) {
        return a == b || a != null && b != null && a.length == b.length && all(a.length, i -> a[i] == b[i]);
    }

    static int hashCode(byte @Nullable [] a) {
        return a == null ? 0 : hash(a.length, i -> Byte.hashCode(a[i]));
    }

    static boolean equals(short @Nullable [] a, short @Nullable [] b) {
        return a == b || a != null && b != null && a.length == b.length && all(a.length, i -> a[i] == b[i]);
    }

    static int hashCode(short @Nullable [] a) {
        return a == null ? 0 : hash(a.length, i -> Short.hashCode(a[i]));
    }

    static boolean equals(char @Nullable [] a, char @Nullable [] b) {
        return a == b || a != null && b != null && a.length == b.length && all(a.length, i -> a[i] == b[i]);
    }

    static int hashCode(char @Nullable [] a) {
        return a == null ? 0 : hash(a.length, i -> Character.hashCode(a[i]));
    }

    static boolean equals(boolean @Nullable [] a, boolean @Nullable [] b) {
        return a == b || a != null && b != null && a.length == b.length && all(a.length, i -> a[i] == b[i]);
    }

    static int hashCode(boolean @Nullable [] a) {
        return a == null ? 0 : hash(a.length, i -> Boolean.hashCode(a[i]));
    }
}
