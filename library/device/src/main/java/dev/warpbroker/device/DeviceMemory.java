package dev.warpbroker.device;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.jspecify.annotations.Nullable;

/**
 * A handle on an array in the memory of a device.
 *
 * <p>Kernels access elements with the vocabulary of {@link java.lang.invoke.VarHandle}; the host copies arrays, parts
 * of arrays and memory segments in and out. On the JVM device a handle is backed by a heap array, or by native memory
 * if it has more elements than an array can, and may be accessed element by element from the host, too. Host copies
 * wait for launches and streams that were started before them; a {@link DeviceStream} copies in the background.
 */
public abstract sealed class DeviceMemory implements AutoCloseable permits Bytes, Shorts, Ints, Longs, Floats, Doubles {
    /** The device that owns the memory; null for shared memory of a block on the JVM device. */
    private final @Nullable Device device;

    private final long address;
    private final long length;

    /** The elements on the JVM device if no array can hold them; else, and after close, null. */
    private @Nullable MemorySegment far;

    private volatile boolean closed;

    DeviceMemory(@Nullable Device device, long address, long length) {
        this.device = device;
        this.address = address;
        this.length = length;
    }

    DeviceMemory(Device device, MemorySegment far, int bytesPerElement) {
        this(device, 0, far.byteSize() / bytesPerElement);
        this.far = far;
    }

    /**
     * {@return the number of elements}
     *
     * @throws IllegalStateException if an int cannot hold it
     * @see #longLength
     */
    public final int length() {
        if (length > Integer.MAX_VALUE) {
            throw new IllegalStateException(
                    "length() of memory with " + length + " elements, which no int can hold; use longLength()");
        }
        return (int) length;
    }

    /** {@return the number of elements} */
    public final long longLength() {
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
        return length * bytesPerElement();
    }

    /** {@return whether the host may access elements while kernels run: memory of {@link Device#hostInts}} */
    public boolean isHostVisible() {
        return false;
    }

    /** Frees the memory. Closing a device frees all its memory, so this is needed only to free some of it earlier. */
    @Override
    public final void close() {
        if (!closed) {
            if (device != null && device.isOpen()) {
                device.awaitStreams();
            }
            closed = true;
            dropArray();
            far = null;
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

    /** {@return the elements of the JVM device that no array can hold, or null} */
    final @Nullable MemorySegment far() {
        return far;
    }

    final boolean isFar() {
        return far != null;
    }

    /** {@return where an element is that no array holds} */
    final MemorySegment far(long index) {
        MemorySegment elements = far;
        if (elements == null) {
            throw notOnTheJvm();
        }
        if (index < 0 || index >= length) {
            throw outOfBounds(index);
        }
        return elements;
    }

    /** {@return the index in an array, which checks it itself if it is an int} */
    final int at(long index) {
        int narrow = (int) index;
        if (narrow != index) {
            throw outOfBounds(index);
        }
        return narrow;
    }

    private ArrayIndexOutOfBoundsException outOfBounds(long index) {
        return new ArrayIndexOutOfBoundsException("Index " + index + " out of bounds for length " + length);
    }

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

    final void checkRange(long from, long count) {
        if (from < 0 || count < 0 || from > length - count) {
            throw new IndexOutOfBoundsException("elements " + from + " to " + (from + count) + " of " + describe());
        }
    }

    /** Checks that a segment is a part of this memory, beginning at element {@code from}, as far as its size goes. */
    final void checkSegment(MemorySegment segment, long from) {
        long elements = segment.byteSize() / bytesPerElement();
        if (elements * bytesPerElement() != segment.byteSize()) {
            throw new IllegalArgumentException("a segment of " + segment.byteSize() + " bytes for " + describe()
                    + ", whose elements have " + bytesPerElement() + " bytes; take a slice that holds whole elements");
        }
        checkRange(from, elements);
    }

    /** As {@link #checkSegment}, for a segment that is written to. */
    final void checkTarget(MemorySegment segment, long from) {
        checkSegment(segment, from);
        if (segment.isReadOnly()) {
            throw new IllegalArgumentException(
                    "a read-only segment as the target of a copy from " + describe() + "; map files READ_WRITE");
        }
    }

    /**
     * Copies a segment to the start of this memory: an array of the heap ({@link MemorySegment#ofArray(int[])}), native
     * memory, a mapped file, or {@linkplain Device#pinned pinned} memory, which goes at the full speed of the link.
     * Bytes are taken as they are, in the order of this machine.
     *
     * @param source whole elements
     */
    public final void copyIn(MemorySegment source) {
        copyIn(source, 0);
    }

    /**
     * Copies a segment to this memory, beginning at element {@code from}.
     *
     * @param source whole elements
     * @param from the first element
     * @see #copyIn(MemorySegment)
     */
    public final void copyIn(MemorySegment source, long from) {
        beforeHostAccess();
        checkSegment(source, from);
        transferIn(from, source);
    }

    /**
     * Fills a segment with the first elements of this memory.
     *
     * @param target room for whole elements
     * @see #copyIn(MemorySegment)
     */
    public final void copyOut(MemorySegment target) {
        copyOut(target, 0);
    }

    /**
     * Fills a segment with elements of this memory, beginning at element {@code from}.
     *
     * @param target room for whole elements
     * @param from the first element
     * @see #copyIn(MemorySegment)
     */
    public final void copyOut(MemorySegment target, long from) {
        beforeHostAccess();
        checkTarget(target, from);
        transferOut(from, target);
    }

    /** {@return the elements on the JVM device; null on devices with memory of their own, and after close} */
    abstract @Nullable MemorySegment heap();

    /** Copies at once. The caller has checked the range, and waited for what comes before. */
    void transferIn(long from, MemorySegment source) {
        var event = CopyEvent.begun(device);
        var elements = heap();
        if (elements != null) {
            MemorySegment.copy(source, 0, elements, from * bytesPerElement(), source.byteSize());
        } else {
            owner().memory().copyIn(address + from * bytesPerElement(), source);
        }
        event.end(this, true, source.byteSize());
    }

    /** Copies at once. The caller has checked the range, and waited for what comes before. */
    void transferOut(long from, MemorySegment target) {
        var event = CopyEvent.begun(device);
        var elements = heap();
        if (elements != null) {
            MemorySegment.copy(elements, from * bytesPerElement(), target, 0, target.byteSize());
        } else {
            owner().memory().copyOut(address + from * bytesPerElement(), target);
        }
        event.end(this, false, target.byteSize());
    }

    final void fillWords(long pattern) {
        MemorySegment elements = far;
        if (elements != null) {
            fill(elements, pattern, bytesPerElement());
            return;
        }
        owner().memory().fill(address, bytes(), pattern, bytesPerElement());
    }

    /** The first element is written; then what is filled doubles. */
    private static void fill(MemorySegment elements, long pattern, int bytes) {
        switch (bytes) {
            case Byte.BYTES -> elements.set(ValueLayout.JAVA_BYTE, 0, (byte) pattern);
            case Short.BYTES -> elements.set(ValueLayout.JAVA_SHORT, 0, (short) pattern);
            case Integer.BYTES -> elements.set(ValueLayout.JAVA_INT, 0, (int) pattern);
            default -> elements.set(ValueLayout.JAVA_LONG, 0, pattern);
        }
        long size = elements.byteSize();
        for (long done = bytes; done < size; done *= 2) {
            MemorySegment.copy(elements, 0, elements, done, Math.min(done, size - done));
        }
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
