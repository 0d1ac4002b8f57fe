package dev.warpbroker.device;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An array of 16-bit numbers in device memory.
 *
 * <p>An element is a {@code short}, or a {@code char} for {@link #getChar} and {@link #setChar}, or a half float:
 * {@code Float.float16ToFloat(halves.get(i))} and {@code halves.set(i, Float.floatToFloat16(x))}.
 *
 * <p>The access mode is part of each method's name and means the same on every device: plain accesses ({@link #get},
 * {@link #set}) are ordered by nothing, opaque ones are coherent per element, acquire and release order what comes
 * after and before them, and volatile ones are sequentially consistent among each other. A store changes no neighbour.
 * There are no read-modify-write operations, since GPUs have none on so few bits: use a word of {@link Ints}.
 */
public final class Shorts extends DeviceMemory {
    private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(short[].class);

    /** The elements on the JVM device, as far as an array can hold them; null elsewhere, and after close. */
    private short @Nullable [] array;

    Shorts(Device device, short[] array) {
        super(device, 0, array.length);
        this.array = array;
    }

    Shorts(Device device, long address, long length) {
        super(device, address, length);
    }

    /** Memory of the JVM device that no array can hold. */
    Shorts(Device device, MemorySegment far) {
        super(device, far, Short.BYTES);
    }

    /** Shared memory of a block on the JVM device. */
    Shorts(short[] array) {
        super(null, 0, array.length);
        this.array = array;
    }

    @Override
    public int bytesPerElement() {
        return Short.BYTES;
    }

    @Override
    @Nullable
    MemorySegment heap() {
        short[] elements = array;
        return elements == null ? far() : MemorySegment.ofArray(elements);
    }

    // Elements that no array of this JVM holds, by methods of their own: the accessors stay small enough to be inlined
    // early.

    private short farGet(long index) {
        return (short) FarElements.SHORT.get(far(index), 0L, index);
    }

    private short farGetVolatile(long index) {
        return (short) FarElements.SHORT.getVolatile(far(index), 0L, index);
    }

    private void farSet(long index, short value) {
        FarElements.SHORT.set(far(index), 0L, index, value);
    }

    private void farSetVolatile(long index, short value) {
        FarElements.SHORT.setVolatile(far(index), 0L, index, value);
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
    public short get(long index) {
        short[] elements = array;
        return elements != null ? elements[at(index)] : farGet(index);
    }

    /**
     * Stores an element. Plain: ordered by nothing.
     *
     * @param index which element
     * @param value what is stored
     */
    public void set(long index, short value) {
        short[] elements = array;
        if (elements != null) {
            elements[at(index)] = value;
        } else {
            farSet(index, value);
        }
    }

    /**
     * {@return an element as a character, which is also a number from 0 to 65535} Plain: ordered by nothing.
     *
     * @param index which element
     */
    public char getChar(long index) {
        return (char) get(index);
    }

    /**
     * Stores a character. Plain: ordered by nothing.
     *
     * @param index which element
     * @param value what is stored
     */
    public void setChar(long index, char value) {
        set(index, (short) value);
    }

    /**
     * {@return an element} Opaque: coherent per element.
     *
     * @param index which element
     */
    public short getOpaque(long index) {
        short[] elements = array;
        return elements != null ? (short) ELEMENT.getOpaque(elements, at(index)) : farGetVolatile(index);
    }

    /**
     * Stores an element. Opaque: coherent per element.
     *
     * @param index which element
     * @param value what is stored
     */
    public void setOpaque(long index, short value) {
        short[] elements = array;
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
    public short getAcquire(long index) {
        short[] elements = array;
        return elements != null ? (short) ELEMENT.getAcquire(elements, at(index)) : farGetVolatile(index);
    }

    /**
     * Stores an element. What comes before the store stays before it.
     *
     * @param index which element
     * @param value what is stored
     */
    public void setRelease(long index, short value) {
        short[] elements = array;
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
    public short getVolatile(long index) {
        short[] elements = array;
        return elements != null ? (short) ELEMENT.getVolatile(elements, at(index)) : farGetVolatile(index);
    }

    /**
     * Stores an element. Sequentially consistent with other volatile accesses.
     *
     * @param index which element
     * @param value what is stored
     */
    public void setVolatile(long index, short value) {
        short[] elements = array;
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
    public void copyIn(short[] source) {
        copyIn(source, 0);
    }

    /**
     * Copies {@code source} to this memory, beginning at element {@code from}.
     *
     * @param source the elements
     * @param from the first element
     */
    public void copyIn(short[] source, long from) {
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
    public void copyIn(short[] source, int offset, int count, long from) {
        copyIn(part(source, offset, count), from);
    }

    /** {@return a copy of all elements} */
    public short[] copyOut() {
        return copyOut(0, length());
    }

    /**
     * {@return a copy of {@code count} elements, beginning at element {@code from}}
     *
     * @param from the first element
     * @param count how many elements
     */
    public short[] copyOut(long from, int count) {
        checkRange(from, count);
        short[] target = new short[count];
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
    public void copyOut(short[] target, int offset, int count, long from) {
        copyOut(part(target, offset, count), from);
    }

    private static MemorySegment part(short[] array, int offset, int count) {
        Objects.checkFromIndexSize(offset, count, array.length);
        return MemorySegment.ofArray(array).asSlice((long) offset * Short.BYTES, (long) count * Short.BYTES);
    }

    /**
     * Sets all elements to {@code value}.
     *
     * @param value what is stored
     */
    public void fill(short value) {
        beforeHostAccess();
        short[] elements = array;
        if (elements != null) {
            Arrays.fill(elements, value);
        } else {
            fillWords(Short.toUnsignedLong(value));
        }
    }
}
