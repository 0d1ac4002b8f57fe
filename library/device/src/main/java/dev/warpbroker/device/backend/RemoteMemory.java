package dev.warpbroker.device.backend;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Memory that the host can reach only by copying, but for that which is allocated as host-visible. */
public interface RemoteMemory {
    /**
     * Allocates zeroed memory, aligned to at least 256 bytes: compiled kernels rely on 16.
     *
     * @param what named in the exception if there is not enough memory
     */
    long allocate(long bytes, String what);

    /**
     * Allocates zeroed memory that the host can reach while kernels run, aligned as other memory.
     *
     * @param what named in the exception if there is not enough memory
     */
    HostVisible allocateHostVisible(long bytes, String what);

    /**
     * Allocates memory with these contents, aligned as other memory, which kernels read and nobody writes. Does not
     * wait for kernels.
     *
     * @param what named in the exception if there is not enough memory
     */
    long allocateTable(MemorySegment contents, String what);

    /** Frees memory of any kind. */
    void free(long address);

    /** What pinned memory is aligned to, in bytes. */
    int PINNED_ALIGNMENT = 64;

    /** {@return whether copies may run while kernels run, if they touch other memory} */
    boolean copiesBesideKernels();

    /** Allocates zeroed memory of the host that is copied at full speed; it is freed with the arena. */
    MemorySegment pinned(long bytes, Arena arena);

    /** Copies a heap or native segment to the device. */
    void copyIn(long address, MemorySegment source);

    /** Copies device memory to a heap or native segment. */
    void copyOut(long address, MemorySegment target);

    /** Repeats the low {@code patternBytes} (1, 2, 4 or 8) bytes of {@code pattern} over the memory. */
    void fill(long address, long bytes, long pattern, int patternBytes);
}
