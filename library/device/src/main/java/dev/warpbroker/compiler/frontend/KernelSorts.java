package dev.warpbroker.compiler.frontend;

import java.util.Comparator;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * {@code Arrays.sort} in kernel Java: what the JDK's own code cannot be in a kernel.
 *
 * <p>Numbers are sorted by Shell's method with the gaps of Gonnet and Baeza-Yates (1991), in place. Objects are
 * inserted one after the other, which keeps equal ones in their order as the JDK does; how often a comparator is called
 * differs from there, and grows with the square of the length.
 */
final class KernelSorts {
    private KernelSorts() {}

    private static void check(int length, int from, int to) {
        if (from > to) {
            throw new IllegalArgumentException("fromIndex(" + from + ") > toIndex(" + to + ")");
        }
        if (from < 0) {
            throw new ArrayIndexOutOfBoundsException(from);
        }
        if (to > length) {
            throw new ArrayIndexOutOfBoundsException(to);
        }
    }

    private static int smaller(int gap) {
        return gap < 5 ? 1 : (5 * gap - 1) / 11;
    }

    private interface Store<E> {
        void set(int index, E element);
    }

    private interface Order<E> {
        boolean isAfter(E one, E other);
    }

    private static <E> void sort(int from, int to, IntFunction<E> elements, Store<E> store, Order<E> order) {
        int gap = to - from;
        while (gap > 1) {
            gap = smaller(gap);
            for (int i = from + gap; i < to; i++) {
                E inserted = elements.apply(i);
                int at = i;
                while (at - gap >= from && order.isAfter(elements.apply(at - gap), inserted)) {
                    store.set(at, elements.apply(at - gap));
                    at -= gap;
                }
                store.set(at, inserted);
            }
        }
    }

    static void sort(int[] array) {
        sort(array, 0, array.length);
    }

    static void sort(int[] array, int from, int to) {
        check(array.length, from, to);
        sort(from, to, i -> array[i], (i, element) -> array[i] = element, (a, b) -> a > b);
    }

    static void sort(long[] array) {
        sort(array, 0, array.length);
    }

    static void sort(long[] array, int from, int to) {
        check(array.length, from, to);
        sort(from, to, i -> array[i], (i, element) -> array[i] = element, (a, b) -> a > b);
    }

    static void sort(short[] array) {
        sort(array, 0, array.length);
    }

    static void sort(short[] array, int from, int to) {
        check(array.length, from, to);
        sort(from, to, i -> array[i], (i, element) -> array[i] = element, (a, b) -> a > b);
    }

    static void sort(char[] array) {
        sort(array, 0, array.length);
    }

    static void sort(char[] array, int from, int to) {
        check(array.length, from, to);
        sort(from, to, i -> array[i], (i, element) -> array[i] = element, (a, b) -> a > b);
    }

    static void sort(byte[] array) {
        sort(array, 0, array.length);
    }

    static void sort(byte[] array, int from, int to) {
        check(array.length, from, to);
        sort(from, to, i -> array[i], (i, element) -> array[i] = element, (a, b) -> a > b);
    }

    static void sort(float[] array) {
        sort(array, 0, array.length);
    }

    static void sort(float[] array, int from, int to) {
        check(array.length, from, to);
        sort(from, to, i -> array[i], (i, element) -> array[i] = element, (a, b) -> Float.compare(a, b) > 0);
    }

    static void sort(double[] array) {
        sort(array, 0, array.length);
    }

    static void sort(double[] array, int from, int to) {
        check(array.length, from, to);
        sort(from, to, i -> array[i], (i, element) -> array[i] = element, (a, b) -> Double.compare(a, b) > 0);
    }

    static void sort(Object[] array) {
        sort(array, 0, array.length, null);
    }

    static void sort(Object[] array, int from, int to) {
        sort(array, from, to, null);
    }

    static void sort(Object[] array, @Nullable Comparator<Object> order) {
        sort(array, 0, array.length, order);
    }

    static void sort(Object[] array, int from, int to, @Nullable Comparator<Object> order) {
        check(array.length, from, to);
        for (int i = from + 1; i < to; i++) {
            Object inserted = array[i];
            int at = i;
            while (at > from && isAfter(array[at - 1], inserted, order)) {
                array[at] = array[at - 1];
                at--;
            }
            array[at] = inserted;
        }
    }

    @SuppressWarnings("unchecked") // as Arrays.sort does: elements without an order of their own fail
    private static boolean isAfter(Object first, Object second, @Nullable Comparator<Object> order) {
        return (order == null ? ((Comparable<Object>) first).compareTo(second) : order.compare(first, second)) > 0;
    }
}
