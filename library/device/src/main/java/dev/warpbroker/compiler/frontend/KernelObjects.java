package dev.warpbroker.compiler.frontend;

import java.util.Collections;
import java.util.Comparator;
import java.util.Objects;
import java.util.Set;

/**
 * Methods of {@link Objects}, {@link Comparator} and {@link Collections} that need what only the host has, in kernel
 * Java.
 */
final class KernelObjects {
    /** Those of {@link Objects} that are here, in all their forms. */
    static final Set<String> NAMES = Set.of("checkFromToIndex", "checkFromIndexSize", "checkIndex");

    /** Those of {@link Comparator} and {@link Collections}: their own return objects of classes that are not open. */
    static final Set<String> ORDERS = Set.of("naturalOrder", "reverseOrder");

    private KernelObjects() {}

    static <T extends Comparable<? super T>> Comparator<T> naturalOrder() {
        return (a, b) -> a.compareTo(b);
    }

    static <T extends Comparable<? super T>> Comparator<T> reverseOrder() {
        return (a, b) -> b.compareTo(a);
    }

    static <T> Comparator<T> reverseOrder(Comparator<T> order) {
        return (a, b) -> order.compare(b, a);
    }

    static long checkIndex(long index, long length) {
        if (index < 0 || index >= length) {
            throw new IndexOutOfBoundsException("Index " + index + " out of bounds for length " + length);
        }
        return index;
    }

    static int checkFromToIndex(int from, int to, int length) {
        if (from < 0 || from > to || to > length) {
            throw new IndexOutOfBoundsException("Range [" + from + ", " + to + ") out of bounds for length " + length);
        }
        return from;
    }

    static long checkFromToIndex(long from, long to, long length) {
        if (from < 0 || from > to || to > length) {
            throw new IndexOutOfBoundsException("Range [" + from + ", " + to + ") out of bounds for length " + length);
        }
        return from;
    }

    static int checkFromIndexSize(int from, int size, int length) {
        if ((length | from | size) < 0 || size > length - from) {
            throw new IndexOutOfBoundsException(
                    "Range [" + from + ", " + from + " + " + size + ") out of bounds for length " + length);
        }
        return from;
    }

    static long checkFromIndexSize(long from, long size, long length) {
        if ((length | from | size) < 0 || size > length - from) {
            throw new IndexOutOfBoundsException(
                    "Range [" + from + ", " + from + " + " + size + ") out of bounds for length " + length);
        }
        return from;
    }
}
