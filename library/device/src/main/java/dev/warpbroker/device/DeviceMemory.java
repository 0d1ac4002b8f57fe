package dev.warpbroker.device;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * A handle on an array in the memory of a device.
 *
 * <p>Kernels access elements with the vocabulary of {@link java.lang.invoke.VarHandle}; the host copies whole arrays in
 * and out. On the JVM device a handle is backed by a heap array and may be accessed element by element from the host,
 * too. Host copies wait for launches that were started before them.
 */
public abstract sealed class DeviceMemory implements AutoCloseable permits Bytes, Shorts, Ints, Longs, Floats, Doubles {
    /** The device that owns the memory; null for shared memory of a block on the JVM device. */
    private final @Nullable Device device;

    private final long address;
    private final int length;
    private volatile boolean closed;

    DeviceMemory(@Nullable Device device, long address, int length) {
        this.device = device;
        this.address = address;
        this.length = length;
    }

    /** {@return the number of elements} */
    public final int length() {
        return length;
    }

    /** {@return the size of one element} */
    public abstract int bytesPerElement();

    /** {@return the address on a device with memory of its own; 0 on the JVM device} */
    public final long address() {
        return address;
    }

    /** {@return the size in bytes} */
    public final long bytes() {
        return (long) length * bytesPerElement();
    }

    /** {@return whether the host may access elements while kernels run: memory of {@link Device#hostInts}} */
    public boolean isHostVisible() {
        return false;
    }

    /** Frees the memory. Closing a device frees all its memory, so this is needed only to free some of it earlier. */
    @Override
    public final void close() {
        if (!closed) {
            closed = true;
            dropArray();
            if (device != null && address != 0 && device.isOpen()) {
                device.free(this);
            }
        }
    }

    /** {@return whether this handle can still be used} */
    public final boolean isOpen() {
        return !closed && (device == null || device.isOpen());
    }

    /** {@return the device that owns this memory, or null for shared memory of a block on the JVM device} */
    final @Nullable Device device() {
        return device;
    }

    /** Forgets the heap array so that accesses after close fail. */
    abstract void dropArray();

    /** Fails with the reason why this handle has no heap array to access from the JVM. */
    final RuntimeException notOnTheJvm() {
        return isOpen()
                ? new IllegalStateException(describe() + " is memory of " + device
                        + " and cannot be accessed by code running on the JVM; launch the kernel on that device, or use"
                        + " copyIn and copyOut")
                : closedFailure();
    }

    /** Checks that the host may copy to or from this memory now, and waits for running launches. */
    final void beforeHostAccess() {
        if (!isOpen()) {
            throw closedFailure();
        }
        if (device != null) {
            device.awaitLaunches();
        }
    }

    final void checkRange(int from, int count) {
        if (from < 0 || count < 0 || from > length - count) {
            throw new IndexOutOfBoundsException(
                    "elements " + from + " to " + (from + (long) count) + " of " + describe());
        }
    }

    final void copyInBytes(int from, MemorySegment source) {
        owner().memory().copyIn(address + (long) from * bytesPerElement(), source);
    }

    final void copyOutBytes(int from, MemorySegment target) {
        owner().memory().copyOut(address + (long) from * bytesPerElement(), target);
    }

    final void fillWords(long pattern) {
        owner().memory().fill(address, bytes(), pattern, bytesPerElement());
    }

    /** {@return what this is, for messages: "Ints[1024]"} */
    public final String describe() {
        return getClass().getSimpleName() + "[" + length + "]";
    }

    final IllegalStateException closedFailure() {
        return new IllegalStateException(describe() + " was used after "
                + (closed ? "it was closed" : "its device " + device + " was closed")
                + "; keep the device and its memory open while kernels and copies use them");
    }

    private Device owner() {
        if (device == null) {
            throw new IllegalStateException("shared memory of a block cannot be copied by the host");
        }
        return device;
    }

    @Override
    public String toString() {
        return describe() + (device == null ? " in shared memory" : " on " + device);
    }
}
