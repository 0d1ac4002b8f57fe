package dev.warpbroker.compiler.frontend;

import java.util.Objects;
import java.util.Set;

/** Methods of {@link Objects} that make their messages in ways of the host, in kernel Java. */
final class KernelObjects {
    /** Those that are here, in all their forms. */
    static final Set<String> NAMES = Set.of("checkFromToIndex", "checkFromIndexSize", "checkIndex");

    private KernelObjects() {}

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
