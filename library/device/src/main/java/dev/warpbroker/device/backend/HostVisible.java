package dev.warpbroker.device.backend;

/**
 * {@link HostWords} that can also be accessed as longs: two words each, at once. The host's reads of longs acquire, its
 * writes release.
 */
public interface HostVisible extends HostWords {
    long getLong(int index);

    void setLong(int index, long value);

    /** Reads longs one after the other, each as by {@link #getLong}. */
    default void getLongs(int from, long[] target, int at, int count) {
        for (int i = 0; i < count; i++) {
            target[at + i] = getLong(from + i);
        }
    }

    /** {@return whether {@code expected} was found and {@code value} stored; atomic among accesses of the host only} */
    boolean compareAndSetLong(int index, long expected, long value);
}
