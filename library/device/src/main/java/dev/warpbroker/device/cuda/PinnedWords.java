package dev.warpbroker.device.cuda;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.warpbroker.device.backend.HostVisible;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;

/**
 * Page-locked host memory that the device reaches over the bus.
 *
 * <p>The driver frees it, but its life ends with an arena: a thread that still accesses it then gets an exception and
 * does not touch freed memory.
 */
final class PinnedWords implements HostVisible {
    private static final VarHandle WORD = JAVA_INT.arrayElementVarHandle();
    private static final VarHandle LONG = JAVA_LONG.arrayElementVarHandle();

    private final MemorySegment allocation;
    private final long address;
    private final Arena life = Arena.ofShared();
    private final MemorySegment words;

    /** Requires that the context is current. */
    @SuppressWarnings("restricted") // Makes the life of the memory shorter, not longer.
    PinnedWords(MemorySegment allocation) {
        this.allocation = allocation;
        address = CudaDriver.memHostGetDevicePointer(allocation);
        words = allocation.reinterpret(life, null);
        words.fill((byte) 0);
    }

    @Override
    public long address() {
        return address;
    }

    @Override
    public int get(int index) {
        return (int) WORD.getVolatile(words, 0L, (long) index);
    }

    @Override
    public void set(int index, int value) {
        WORD.setVolatile(words, 0L, (long) index, value);
    }

    @Override
    public long getLong(int index) {
        return (long) LONG.getAcquire(words, 0L, (long) index);
    }

    @Override
    public void setLong(int index, long value) {
        LONG.setRelease(words, 0L, (long) index, value);
    }

    @Override
    public boolean compareAndSetLong(int index, long expected, long value) {
        return LONG.compareAndSet(words, 0L, (long) index, expected, value);
    }

    /** Requires that the context is current. */
    void free() {
        life.close();
        CudaDriver.memFreeHost(allocation);
    }
}
