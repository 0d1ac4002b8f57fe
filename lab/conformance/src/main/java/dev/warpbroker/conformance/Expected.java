package dev.warpbroker.conformance;

import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;

/** Compares results with what host code expects for each index. */
final class Expected {
    private Expected() {}

    static void ints(String what, IntUnaryOperator expected, int[] actual) {
        for (int i = 0; i < actual.length; i++) {
            require(what, i, expected.applyAsInt(i), actual[i]);
        }
    }

    static void longs(String what, IntToLongFunction expected, long[] actual) {
        for (int i = 0; i < actual.length; i++) {
            require(what, i, expected.applyAsLong(i), actual[i]);
        }
    }

    private static void require(String what, int index, long expected, long actual) {
        if (actual != expected) {
            throw new Mismatch("%s, element %d: %d (0x%x); must be %d (0x%x)"
                    .formatted(what, index, actual, actual, expected, expected));
        }
    }
}
