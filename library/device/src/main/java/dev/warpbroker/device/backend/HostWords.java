package dev.warpbroker.device.backend;

/**
 * Words that kernels and the host see at the same time. Accesses of the host are volatile. The caller checks indices;
 * one that is made after the memory was freed fails with an exception.
 */
public interface HostWords {
    /** {@return where kernels find the first word} */
    long address();

    int get(int index);

    void set(int index, int value);
}
