package dev.warpbroker.device.backend;

/**
 * {@link HostWords} that can also be accessed as longs: two words each, at once. The host's reads of longs acquire, its
 * writes release.
 */
public interface HostVisible extends HostWords {
    long getLong(int index);

    void setLong(int index, long value);

    /** {@return whether {@code expected} was found and {@code value} stored; atomic among accesses of the host only} */
    boolean compareAndSetLong(int index, long expected, long value);
}
