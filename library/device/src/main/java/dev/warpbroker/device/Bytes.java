package dev.warpbroker.device;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An array of bytes in device memory.
 *
 * <p>Bytes are signed, as everywhere in Java; {@link #getUnsigned} reads one as a number from 0 to 255.
 *
 * <p>The access mode is part of each method's name and means the same on every device: plain accesses ({@link #get},
 * {@link #set}) are ordered by nothing, opaque ones are coherent per element, acquire and release order what comes
 * after and before them, and volatile ones are sequentially consistent among each other. A store changes no neighbour.
 * There are no read-modify-write operations, since GPUs have none on so few bits: use a word of {@link Ints}.
 */
public final class Bytes extends DeviceMemory {
    private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(byte[].class);

    /** The elements on the JVM device, as far as an array can hold them; null elsewhere, and after close. */
    private byte @Nullable [] array;

    Bytes(Device device, byte[] array) {
        super(device, 0, array.length);
        this.array = array;
    }

    Bytes(Device device, long address, long length) {
        super(device, address, length);
    }

    /** Memory of the JVM device that no array can hold. */
    Bytes(Device device, MemorySegment far) {
        super(device, far, Byte.BYTES);
    }

    /** Shared memory of a block on the JVM device. */
    Bytes(byte[] array) {
        super(null, 0, array.length);
        this.array = array;
    }

    @Override
    public int bytesPerElement() {
        return Byte.BYTES;
    }

    @Override
    @Nullable
    MemorySegment heap() {
        byte[] elements = array;
        return elements == null ? far() : MemorySegment.ofArray(elements);
    }

    // Elements that no array of this JVM holds, by methods of their own: the accessors stay small enough to be inlined
    // early.

    private byte farGet(long index) {
        return (byte) FarElements.BYTE.get(far(index), 0L, index);
    }

    private byte farGetVolatile(long index) {
        return (byte) FarElements.BYTE.getVolatile(far(index), 0L, index);
    }

    private void farSet(long index, byte value) {
        FarElements.BYTE.set(far(index), 0L, index, value);
    }

    private void farSetVolatile(long index, byte value) {
        FarElements.BYTE.setVolatile(far(index), 0L, index, value);
    }

    @Override
    void dropArray() {
        array = null;
    }

    /**
     * {@return an element} Plain: ordered by nothing.
     *
     * @param index which element
     */
    public byte get(long index) {
        byte[] elements = array;
        return elements != null ? elements[at(index)] : farGet(index);
    }

    /**
     * Stores an element. Plain: ordered by nothing.
     *
     * @param index which element
     * @param value what is stored
     */
    public void set(long index, byte value) {
        byte[] elements = array;
        if (elements != null) {
            elements[at(index)] = value;
        } else {
            farSet(index, value);
        }
    }

    /**
     * {@return an element as a number from 0 to 255} Plain: ordered by nothing.
     *
     * @param index which element
     */
    public int getUnsigned(long index) {
        return get(index) & 0xff;
    }

    /**
     * {@return an element} Opaque: coherent per element.
     *
     * @param index which element
     */
    public byte getOpaque(long index) {
        byte[] elements = array;
        return elements != null ? (byte) ELEMENT.getOpaque(elements, at(index)) : farGetVolatile(index);
    }

    /**
     * Stores an element. Opaque: coherent per element.
     *
     * @param index which element
     * @param value what is stored
     */
    public void setOpaque(long index, byte value) {
        byte[] elements = array;
        if (elements != null) {
            ELEMENT.setOpaque(elements, at(index), value);
        } else {
            farSetVolatile(index, value);
        }
    }

    /**
     * {@return an element} What comes after the read stays after it.
     *
     * @param index which element
     */
    public byte getAcquire(long index) {
        byte[] elements = array;
        return elements != null ? (byte) ELEMENT.getAcquire(elements, at(index)) : farGetVolatile(index);
    }

    /**
     * Stores an element. What comes before the store stays before it.
     *
     * @param index which element
     * @param value what is stored
     */
    public void setRelease(long index, byte value) {
        byte[] elements = array;
        if (elements != null) {
            ELEMENT.setRelease(elements, at(index), value);
        } else {
            farSetVolatile(index, value);
        }
    }

    /**
     * {@return an element} Sequentially consistent with other volatile accesses.
     *
     * @param index which element
     */
    public byte getVolatile(long index) {
        byte[] elements = array;
        return elements != null ? (byte) ELEMENT.getVolatile(elements, at(index)) : farGetVolatile(index);
    }

    /**
     * Stores an element. Sequentially consistent with other volatile accesses.
     *
     * @param index which element
     * @param value what is stored
     */
    public void setVolatile(long index, byte value) {
        byte[] elements = array;
        if (elements != null) {
            ELEMENT.setVolatile(elements, at(index), value);
        } else {
            farSetVolatile(index, value);
        }
    }

    /**
     * Copies {@code source} to the start of this memory.
     *
     * @param source the elements
     */
    public void copyIn(byte[] source) {
        copyIn(source, 0);
    }

    /**
     * Copies {@code source} to this memory, beginning at element {@code from}.
     *
     * @param source the elements
     * @param from the first element
     */
    public void copyIn(byte[] source, long from) {
        copyIn(MemorySegment.ofArray(source), from);
    }

    /**
     * Copies a part of an array to this memory, beginning at element {@code from}.
     *
     * @param source the array
     * @param offset the first element of the part
     * @param count how many elements it has
     * @param from the first element of this memory
     */
    public void copyIn(byte[] source, int offset, int count, long from) {
        copyIn(part(source, offset, count), from);
    }

    /** {@return a copy of all elements} */
    public byte[] copyOut() {
        return copyOut(0, length());
    }

    /**
     * {@return a copy of {@code count} elements, beginning at element {@code from}}
     *
     * @param from the first element
     * @param count how many elements
     */
    public byte[] copyOut(long from, int count) {
        checkRange(from, count);
        byte[] target = new byte[count];
        copyOut(MemorySegment.ofArray(target), from);
        return target;
    }

    /**
     * Fills a part of an array with elements of this memory, beginning at element {@code from}.
     *
     * @param target the array
     * @param offset the first element of the part
     * @param count how many elements it has
     * @param from the first element of this memory
     */
    public void copyOut(byte[] target, int offset, int count, long from) {
        copyOut(part(target, offset, count), from);
    }

    private static MemorySegment part(byte[] array, int offset, int count) {
        Objects.checkFromIndexSize(offset, count, array.length);
        return MemorySegment.ofArray(array).asSlice((long) offset * Byte.BYTES, (long) count * Byte.BYTES);
    }

    /**
     * Sets all elements to {@code value}.
     *
     * @param value what is stored
     */
    public void fill(byte value) {
        beforeHostAccess();
        byte[] elements = array;
        if (elements != null) {
            Arrays.fill(elements, value);
        } else {
            fillWords(Byte.toUnsignedLong(value));
        }
    }
}
