package dev.warpbroker.compiler.frontend;

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

    static void copy(int[] from, int at, int[] to, int target, int count) {
        check("int", at, target, count, from.length, to.length);
        if (from == to && at < target) {
            for (int i = count - 1; i >= 0; i--) {
                to[target + i] = from[at + i];
            }
        } else {
            for (int i = 0; i < count; i++) {
                to[target + i] = from[at + i];
            }
        }
    }

    static int[] filled(int[] to, int[] from) {
        int count = Math.min(from.length, to.length);
        for (int i = 0; i < count; i++) {
            to[i] = from[i];
        }
        return to;
    }

    static void copy(long[] from, int at, long[] to, int target, int count) {
        check("long", at, target, count, from.length, to.length);
        if (from == to && at < target) {
            for (int i = count - 1; i >= 0; i--) {
                to[target + i] = from[at + i];
            }
        } else {
            for (int i = 0; i < count; i++) {
                to[target + i] = from[at + i];
            }
        }
    }

    static long[] filled(long[] to, long[] from) {
        int count = Math.min(from.length, to.length);
        for (int i = 0; i < count; i++) {
            to[i] = from[i];
        }
        return to;
    }

    static void copy(float[] from, int at, float[] to, int target, int count) {
        check("float", at, target, count, from.length, to.length);
        if (from == to && at < target) {
            for (int i = count - 1; i >= 0; i--) {
                to[target + i] = from[at + i];
            }
        } else {
            for (int i = 0; i < count; i++) {
                to[target + i] = from[at + i];
            }
        }
    }

    static float[] filled(float[] to, float[] from) {
        int count = Math.min(from.length, to.length);
        for (int i = 0; i < count; i++) {
            to[i] = from[i];
        }
        return to;
    }

    static void copy(double[] from, int at, double[] to, int target, int count) {
        check("double", at, target, count, from.length, to.length);
        if (from == to && at < target) {
            for (int i = count - 1; i >= 0; i--) {
                to[target + i] = from[at + i];
            }
        } else {
            for (int i = 0; i < count; i++) {
                to[target + i] = from[at + i];
            }
        }
    }

    static double[] filled(double[] to, double[] from) {
        int count = Math.min(from.length, to.length);
        for (int i = 0; i < count; i++) {
            to[i] = from[i];
        }
        return to;
    }

    static void copy(byte[] from, int at, byte[] to, int target, int count) {
        check("byte", at, target, count, from.length, to.length);
        if (from == to && at < target) {
            for (int i = count - 1; i >= 0; i--) {
                to[target + i] = from[at + i];
            }
        } else {
            for (int i = 0; i < count; i++) {
                to[target + i] = from[at + i];
            }
        }
    }

    static byte[] filled(byte[] to, byte[] from) {
        int count = Math.min(from.length, to.length);
        for (int i = 0; i < count; i++) {
            to[i] = from[i];
        }
        return to;
    }

    static void copy(short[] from, int at, short[] to, int target, int count) {
        check("short", at, target, count, from.length, to.length);
        if (from == to && at < target) {
            for (int i = count - 1; i >= 0; i--) {
                to[target + i] = from[at + i];
            }
        } else {
            for (int i = 0; i < count; i++) {
                to[target + i] = from[at + i];
            }
        }
    }

    static short[] filled(short[] to, short[] from) {
        int count = Math.min(from.length, to.length);
        for (int i = 0; i < count; i++) {
            to[i] = from[i];
        }
        return to;
    }

    static void copy(char[] from, int at, char[] to, int target, int count) {
        check("char", at, target, count, from.length, to.length);
        if (from == to && at < target) {
            for (int i = count - 1; i >= 0; i--) {
                to[target + i] = from[at + i];
            }
        } else {
            for (int i = 0; i < count; i++) {
                to[target + i] = from[at + i];
            }
        }
    }

    static char[] filled(char[] to, char[] from) {
        int count = Math.min(from.length, to.length);
        for (int i = 0; i < count; i++) {
            to[i] = from[i];
        }
        return to;
    }

    static void copy(boolean[] from, int at, boolean[] to, int target, int count) {
        check("boolean", at, target, count, from.length, to.length);
        if (from == to && at < target) {
            for (int i = count - 1; i >= 0; i--) {
                to[target + i] = from[at + i];
            }
        } else {
            for (int i = 0; i < count; i++) {
                to[target + i] = from[at + i];
            }
        }
    }

    static boolean[] filled(boolean[] to, boolean[] from) {
        int count = Math.min(from.length, to.length);
        for (int i = 0; i < count; i++) {
            to[i] = from[i];
        }
        return to;
    }

    static void copy(Object[] from, int at, Object[] to, int target, int count) {
        check("object array", at, target, count, from.length, to.length);
        if (from == to && at < target) {
            for (int i = count - 1; i >= 0; i--) {
                to[target + i] = from[at + i];
            }
        } else {
            for (int i = 0; i < count; i++) {
                to[target + i] = from[at + i];
            }
        }
    }

    static Object[] filled(Object[] to, Object[] from) {
        int count = Math.min(from.length, to.length);
        for (int i = 0; i < count; i++) {
            to[i] = from[i];
        }
        return to;
    }

    static boolean equals(int @Nullable [] a, int @Nullable [] b) {
        if (a == b) {
            return true;
        }
        if (a == null || b == null || a.length != b.length) {
            return false;
        }
        for (int i = 0; i < a.length; i++) {
            if (a[i] != b[i]) {
                return false;
            }
        }
        return true;
    }

    static int hashCode(int @Nullable [] a) {
        if (a == null) {
            return 0;
        }
        int result = 1;
        for (int element : a) {
            result = 31 * result + Integer.hashCode(element);
        }
        return result;
    }

    static boolean equals(long @Nullable [] a, long @Nullable [] b) {
        if (a == b) {
            return true;
        }
        if (a == null || b == null || a.length != b.length) {
            return false;
        }
        for (int i = 0; i < a.length; i++) {
            if (a[i] != b[i]) {
                return false;
            }
        }
        return true;
    }

    static int hashCode(long @Nullable [] a) {
        if (a == null) {
            return 0;
        }
        int result = 1;
        for (long element : a) {
            result = 31 * result + Long.hashCode(element);
        }
        return result;
    }

    static boolean equals(float @Nullable [] a, float @Nullable [] b) {
        if (a == b) {
            return true;
        }
        if (a == null || b == null || a.length != b.length) {
            return false;
        }
        for (int i = 0; i < a.length; i++) {
            if (Float.floatToIntBits(a[i]) != Float.floatToIntBits(b[i])) {
                return false;
            }
        }
        return true;
    }

    static int hashCode(float @Nullable [] a) {
        if (a == null) {
            return 0;
        }
        int result = 1;
        for (float element : a) {
            result = 31 * result + Float.hashCode(element);
        }
        return result;
    }

    static boolean equals(double @Nullable [] a, double @Nullable [] b) {
        if (a == b) {
            return true;
        }
        if (a == null || b == null || a.length != b.length) {
            return false;
        }
        for (int i = 0; i < a.length; i++) {
            if (Double.doubleToLongBits(a[i]) != Double.doubleToLongBits(b[i])) {
                return false;
            }
        }
        return true;
    }

    static int hashCode(double @Nullable [] a) {
        if (a == null) {
            return 0;
        }
        int result = 1;
        for (double element : a) {
            result = 31 * result + Double.hashCode(element);
        }
        return result;
    }

    static boolean equals(byte @Nullable [] a, byte @Nullable [] b) {
        if (a == b) {
            return true;
        }
        if (a == null || b == null || a.length != b.length) {
            return false;
        }
        for (int i = 0; i < a.length; i++) {
            if (a[i] != b[i]) {
                return false;
            }
        }
        return true;
    }

    static int hashCode(byte @Nullable [] a) {
        if (a == null) {
            return 0;
        }
        int result = 1;
        for (byte element : a) {
            result = 31 * result + Byte.hashCode(element);
        }
        return result;
    }

    static boolean equals(short @Nullable [] a, short @Nullable [] b) {
        if (a == b) {
            return true;
        }
        if (a == null || b == null || a.length != b.length) {
            return false;
        }
        for (int i = 0; i < a.length; i++) {
            if (a[i] != b[i]) {
                return false;
            }
        }
        return true;
    }

    static int hashCode(short @Nullable [] a) {
        if (a == null) {
            return 0;
        }
        int result = 1;
        for (short element : a) {
            result = 31 * result + Short.hashCode(element);
        }
        return result;
    }

    static boolean equals(char @Nullable [] a, char @Nullable [] b) {
        if (a == b) {
            return true;
        }
        if (a == null || b == null || a.length != b.length) {
            return false;
        }
        for (int i = 0; i < a.length; i++) {
            if (a[i] != b[i]) {
                return false;
            }
        }
        return true;
    }

    static int hashCode(char @Nullable [] a) {
        if (a == null) {
            return 0;
        }
        int result = 1;
        for (char element : a) {
            result = 31 * result + Character.hashCode(element);
        }
        return result;
    }

    static boolean equals(boolean @Nullable [] a, boolean @Nullable [] b) {
        if (a == b) {
            return true;
        }
        if (a == null || b == null || a.length != b.length) {
            return false;
        }
        for (int i = 0; i < a.length; i++) {
            if (a[i] != b[i]) {
                return false;
            }
        }
        return true;
    }

    static int hashCode(boolean @Nullable [] a) {
        if (a == null) {
            return 0;
        }
        int result = 1;
        for (boolean element : a) {
            result = 31 * result + Boolean.hashCode(element);
        }
        return result;
    }
}
