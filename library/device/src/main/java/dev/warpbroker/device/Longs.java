package dev.warpbroker.device;

import dev.warpbroker.device.backend.HostVisible;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An array of longs in device memory.
 *
 * <p>The access mode is part of each method's name and means the same on every device: plain accesses ({@link #get},
 * {@link #set}) are ordered by nothing, opaque ones are coherent per element, acquire and release order what comes
 * after and before them, and volatile ones are sequentially consistent among each other. Methods under a name of
 * {@link VarHandle} mean what they mean there: read-modify-write operations without a suffix are volatile. Those with
 * {@code AcqRel} acquire and release, those with {@code Relaxed} order nothing but themselves; both are cheaper on a
 * GPU, and the JVM device, which cannot express them, strengthens them.
 */
public final class Longs extends DeviceMemory {
    /**
     * Elements in 128 bytes: a cache line of a GPU, and the pair of lines that x86 fetches together. Words that threads
     * change for different reasons are to lie so far apart, and none in the first line: on the JVM that has the array's
     * length, which every access reads.
     */
    public static final int LINE = 16;

    private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(long[].class);

    /** The elements on the JVM device, as far as an array can hold them; null elsewhere, and after close. */
    private long @Nullable [] array;

    /** How the host reaches the elements while kernels of a device with memory of its own run; null if it does not. */
    private @Nullable HostVisible hostLongs;

    private final boolean hostVisible;

    Longs(Device device, long[] array, boolean hostVisible) {
        super(device, 0, array.length);
        this.array = array;
        this.hostVisible = hostVisible;
    }

    Longs(Device device, long address, long length) {
        super(device, address, length);
        hostVisible = false;
    }

    /** Host-visible memory of a device with memory of its own. */
    Longs(Device device, HostVisible elements, int length) {
        super(device, elements.address(), length);
        hostLongs = elements;
        hostVisible = true;
    }

    /** Memory of the JVM device that no array can hold. */
    Longs(Device device, MemorySegment far) {
        super(device, far, Long.BYTES);
        hostVisible = false;
    }

    /** Shared memory of a block on the JVM device. */
    Longs(long[] array) {
        super(null, 0, array.length);
        this.array = array;
        hostVisible = false;
    }

    private HostVisible elementsFor(long index) {
        HostVisible elements = hostLongs;
        if (elements == null || !isOpen()) {
            throw notOnTheJvm();
        }
        Objects.checkIndex(index, length());
        return elements;
    }

    @Override
    public boolean isHostVisible() {
        return hostVisible;
    }

    @Override
    public int bytesPerElement() {
        return Long.BYTES;
    }

    @Override
    @Nullable
    MemorySegment heap() {
        long[] elements = array;
        return elements == null ? far() : MemorySegment.ofArray(elements);
    }

    @Override
    void transferIn(long from, MemorySegment source) {
        if (hostLongs == null) {
            super.transferIn(from, source);
            return;
        }
        for (long i = 0; i < source.byteSize() / Long.BYTES; i++) {
            farSetRelease(from + i, source.get(ValueLayout.JAVA_LONG_UNALIGNED, i * Long.BYTES));
        }
    }

    @Override
    void transferOut(long from, MemorySegment target) {
        if (hostLongs == null) {
            super.transferOut(from, target);
            return;
        }
        for (long i = 0; i < target.byteSize() / Long.BYTES; i++) {
            target.set(ValueLayout.JAVA_LONG_UNALIGNED, i * Long.BYTES, farGetAcquire(from + i));
        }
    }

    // Elements that no array of this JVM holds, by methods of their own: the accessors stay small enough to be inlined
    // early.

    private long farGet(long index) {
        return isFar() ? (long) FarElements.LONG.get(far(index), 0L, index) : farGetAcquire(index);
    }

    private long farGetAcquire(long index) {
        return isFar()
                ? (long) FarElements.LONG.getAcquire(far(index), 0L, index)
                : elementsFor(index).getLong((int) index);
    }

    private long farGetVolatile(long index) {
        if (isFar()) {
            return (long) FarElements.LONG.getVolatile(far(index), 0L, index);
        }
        VarHandle.fullFence();
        return farGetAcquire(index);
    }

    private void farSet(long index, long value) {
        if (isFar()) {
            FarElements.LONG.set(far(index), 0L, index, value);
        } else {
            farSetRelease(index, value);
        }
    }

    private void farSetRelease(long index, long value) {
        if (isFar()) {
            FarElements.LONG.setRelease(far(index), 0L, index, value);
        } else {
            elementsFor(index).setLong((int) index, value);
        }
    }

    private void farSetVolatile(long index, long value) {
        if (isFar()) {
            FarElements.LONG.setVolatile(far(index), 0L, index, value);
        } else {
            farSetRelease(index, value);
            VarHandle.fullFence();
        }
    }

    private long farGetAndAdd(long index, long delta) {
        return (long) FarElements.LONG.getAndAdd(far(index), 0L, index, delta);
    }

    private long farGetAndSet(long index, long value) {
        return (long) FarElements.LONG.getAndSet(far(index), 0L, index, value);
    }

    private long farGetAndBitwiseAnd(long index, long mask) {
        return (long) FarElements.LONG.getAndBitwiseAnd(far(index), 0L, index, mask);
    }

    private long farGetAndBitwiseOr(long index, long mask) {
        return (long) FarElements.LONG.getAndBitwiseOr(far(index), 0L, index, mask);
    }

    private long farGetAndBitwiseXor(long index, long mask) {
        return (long) FarElements.LONG.getAndBitwiseXor(far(index), 0L, index, mask);
    }

    private long farCompareAndExchange(long index, long expected, long value) {
        return (long) FarElements.LONG.compareAndExchange(far(index), 0L, index, expected, value);
    }

    @Override
    void dropArray() {
        array = null;
        hostLongs = null;
    }

    /**
     * {@return whether {@code expected} was found and {@code value} stored} For the host, in memory of
     * {@link Device#hostLongs}: atomic among accesses of the host only, so let kernels only read such an element.
     *
     * @param index which element
     * @param expected what must be there
     * @param value what is stored
     */
    public boolean compareAndSetByHost(long index, long expected, long value) {
        long[] elements = array;
        return elements != null
                ? ELEMENT.compareAndSet(elements, at(index), expected, value)
                : elementsFor(index).compareAndSetLong((int) index, expected, value);
    }

    /**
     * {@return an element} Plain: ordered by nothing.
     *
     * @param index which element
     */
    public long get(long index) {
        long[] elements = array;
        return elements != null ? elements[at(index)] : farGet(index);
    }

    /**
     * Stores an element. Plain: ordered by nothing.
     *
     * @param index which element
     * @param value what is stored
     */
    public void set(long index, long value) {
        long[] elements = array;
        if (elements != null) {
            elements[at(index)] = value;
        } else {
            farSet(index, value);
        }
    }

    /**
     * {@return an element} Opaque: coherent per element.
     *
     * @param index which element
     */
    public long getOpaque(long index) {
        long[] elements = array;
        return elements != null ? (long) ELEMENT.getOpaque(elements, at(index)) : farGetAcquire(index);
    }

    /**
     * Stores an element. Opaque: coherent per element.
     *
     * @param index which element
     * @param value what is stored
     */
    public void setOpaque(long index, long value) {
        long[] elements = array;
        if (elements != null) {
            ELEMENT.setOpaque(elements, at(index), value);
        } else {
            farSetRelease(index, value);
        }
    }

    /**
     * {@return an element} What comes after the read stays after it.
     *
     * @param index which element
     */
    public long getAcquire(long index) {
        long[] elements = array;
        return elements != null ? (long) ELEMENT.getAcquire(elements, at(index)) : farGetAcquire(index);
    }

    /**
     * Stores an element. What comes before the store stays before it.
     *
     * @param index which element
     * @param value what is stored
     */
    public void setRelease(long index, long value) {
        long[] elements = array;
        if (elements != null) {
            ELEMENT.setRelease(elements, at(index), value);
        } else {
            farSetRelease(index, value);
        }
    }

    /**
     * {@return an element} Sequentially consistent with other volatile accesses.
     *
     * @param index which element
     */
    public long getVolatile(long index) {
        long[] elements = array;
        return elements != null ? (long) ELEMENT.getVolatile(elements, at(index)) : farGetVolatile(index);
    }

    /**
     * Stores an element. Sequentially consistent with other volatile accesses.
     *
     * @param index which element
     * @param value what is stored
     */
    public void setVolatile(long index, long value) {
        long[] elements = array;
        if (elements != null) {
            ELEMENT.setVolatile(elements, at(index), value);
        } else {
            farSetVolatile(index, value);
        }
    }

    /**
     * {@return the value found before {@code delta} was added} Volatile.
     *
     * @param index which element
     * @param delta what is added
     */
    public long getAndAdd(long index, long delta) {
        long[] elements = array;
        return elements != null ? (long) ELEMENT.getAndAdd(elements, at(index), delta) : farGetAndAdd(index, delta);
    }

    /**
     * {@return the value found before {@code delta} was added} Acquires and releases.
     *
     * @param index which element
     * @param delta what is added
     */
    public long getAndAddAcqRel(long index, long delta) {
        long[] elements = array;
        return elements != null ? (long) ELEMENT.getAndAdd(elements, at(index), delta) : farGetAndAdd(index, delta);
    }

    /**
     * {@return the value found before {@code delta} was added} Orders nothing but itself.
     *
     * @param index which element
     * @param delta what is added
     */
    public long getAndAddRelaxed(long index, long delta) {
        long[] elements = array;
        return elements != null
                ? (long) ELEMENT.getAndAddAcquire(elements, at(index), delta)
                : farGetAndAdd(index, delta);
    }

    /**
     * {@return the value found before {@code value} was stored} Volatile.
     *
     * @param index which element
     * @param value what is stored
     */
    public long getAndSet(long index, long value) {
        long[] elements = array;
        return elements != null ? (long) ELEMENT.getAndSet(elements, at(index), value) : farGetAndSet(index, value);
    }

    /**
     * {@return the value found before {@code value} was stored} Acquires and releases.
     *
     * @param index which element
     * @param value what is stored
     */
    public long getAndSetAcqRel(long index, long value) {
        long[] elements = array;
        return elements != null ? (long) ELEMENT.getAndSet(elements, at(index), value) : farGetAndSet(index, value);
    }

    /**
     * {@return the value found before {@code value} was stored} Orders nothing but itself.
     *
     * @param index which element
     * @param value what is stored
     */
    public long getAndSetRelaxed(long index, long value) {
        long[] elements = array;
        return elements != null
                ? (long) ELEMENT.getAndSetAcquire(elements, at(index), value)
                : farGetAndSet(index, value);
    }

    /**
     * {@return the value found before its bitwise and with {@code mask} was stored} Volatile.
     *
     * @param index which element
     * @param mask the bits of the operand
     */
    public long getAndBitwiseAnd(long index, long mask) {
        long[] elements = array;
        return elements != null
                ? (long) ELEMENT.getAndBitwiseAnd(elements, at(index), mask)
                : farGetAndBitwiseAnd(index, mask);
    }

    /**
     * {@return the value found before its bitwise and with {@code mask} was stored} Acquires and releases.
     *
     * @param index which element
     * @param mask the bits of the operand
     */
    public long getAndBitwiseAndAcqRel(long index, long mask) {
        long[] elements = array;
        return elements != null
                ? (long) ELEMENT.getAndBitwiseAnd(elements, at(index), mask)
                : farGetAndBitwiseAnd(index, mask);
    }

    /**
     * {@return the value found before its bitwise and with {@code mask} was stored} Orders nothing but itself.
     *
     * @param index which element
     * @param mask the bits of the operand
     */
    public long getAndBitwiseAndRelaxed(long index, long mask) {
        long[] elements = array;
        return elements != null
                ? (long) ELEMENT.getAndBitwiseAndAcquire(elements, at(index), mask)
                : farGetAndBitwiseAnd(index, mask);
    }

    /**
     * {@return the value found before its bitwise or with {@code mask} was stored} Volatile.
     *
     * @param index which element
     * @param mask the bits of the operand
     */
    public long getAndBitwiseOr(long index, long mask) {
        long[] elements = array;
        return elements != null
                ? (long) ELEMENT.getAndBitwiseOr(elements, at(index), mask)
                : farGetAndBitwiseOr(index, mask);
    }

    /**
     * {@return the value found before its bitwise or with {@code mask} was stored} Acquires and releases.
     *
     * @param index which element
     * @param mask the bits of the operand
     */
    public long getAndBitwiseOrAcqRel(long index, long mask) {
        long[] elements = array;
        return elements != null
                ? (long) ELEMENT.getAndBitwiseOr(elements, at(index), mask)
                : farGetAndBitwiseOr(index, mask);
    }

    /**
     * {@return the value found before its bitwise or with {@code mask} was stored} Orders nothing but itself.
     *
     * @param index which element
     * @param mask the bits of the operand
     */
    public long getAndBitwiseOrRelaxed(long index, long mask) {
        long[] elements = array;
        return elements != null
                ? (long) ELEMENT.getAndBitwiseOrAcquire(elements, at(index), mask)
                : farGetAndBitwiseOr(index, mask);
    }

    /**
     * {@return the value found before its bitwise exclusive or with {@code mask} was stored} Volatile.
     *
     * @param index which element
     * @param mask the bits of the operand
     */
    public long getAndBitwiseXor(long index, long mask) {
        long[] elements = array;
        return elements != null
                ? (long) ELEMENT.getAndBitwiseXor(elements, at(index), mask)
                : farGetAndBitwiseXor(index, mask);
    }

    /**
     * {@return the value found before its bitwise exclusive or with {@code mask} was stored} Acquires and releases.
     *
     * @param index which element
     * @param mask the bits of the operand
     */
    public long getAndBitwiseXorAcqRel(long index, long mask) {
        long[] elements = array;
        return elements != null
                ? (long) ELEMENT.getAndBitwiseXor(elements, at(index), mask)
                : farGetAndBitwiseXor(index, mask);
    }

    /**
     * {@return the value found before its bitwise exclusive or with {@code mask} was stored} Orders nothing but itself.
     *
     * @param index which element
     * @param mask the bits of the operand
     */
    public long getAndBitwiseXorRelaxed(long index, long mask) {
        long[] elements = array;
        return elements != null
                ? (long) ELEMENT.getAndBitwiseXorAcquire(elements, at(index), mask)
                : farGetAndBitwiseXor(index, mask);
    }

    /**
     * {@return the value found: {@code expected} if and only if {@code value} was stored} Volatile.
     *
     * @param index which element
     * @param expected what must be there
     * @param value what is stored
     */
    public long compareAndExchange(long index, long expected, long value) {
        long[] elements = array;
        return elements != null
                ? (long) ELEMENT.compareAndExchange(elements, at(index), expected, value)
                : farCompareAndExchange(index, expected, value);
    }

    /**
     * {@return the value found: {@code expected} if and only if {@code value} was stored} Acquires and releases.
     *
     * @param index which element
     * @param expected what must be there
     * @param value what is stored
     */
    public long compareAndExchangeAcqRel(long index, long expected, long value) {
        long[] elements = array;
        return elements != null
                ? (long) ELEMENT.compareAndExchange(elements, at(index), expected, value)
                : farCompareAndExchange(index, expected, value);
    }

    /**
     * {@return the value found: {@code expected} if and only if {@code value} was stored} Orders nothing but itself.
     *
     * @param index which element
     * @param expected what must be there
     * @param value what is stored
     */
    public long compareAndExchangeRelaxed(long index, long expected, long value) {
        long[] elements = array;
        return elements != null
                ? (long) ELEMENT.compareAndExchangeAcquire(elements, at(index), expected, value)
                : farCompareAndExchange(index, expected, value);
    }

    /**
     * {@return whether {@code expected} was found and {@code value} stored} Volatile.
     *
     * @param index which element
     * @param expected what must be there
     * @param value what is stored
     */
    public boolean compareAndSet(long index, long expected, long value) {
        return compareAndExchange(index, expected, value) == expected;
    }

    /**
     * {@return whether {@code expected} was found and {@code value} stored} Acquires and releases.
     *
     * @param index which element
     * @param expected what must be there
     * @param value what is stored
     */
    public boolean compareAndSetAcqRel(long index, long expected, long value) {
        return compareAndExchangeAcqRel(index, expected, value) == expected;
    }

    /**
     * {@return the value found before the smaller of it and {@code value} was stored} Volatile.
     *
     * @param index which element
     * @param value what is stored
     */
    public long getAndMin(long index, long value) {
        long found = getVolatile(index);
        while (value < found) {
            long seen = compareAndExchange(index, found, value);
            if (seen == found) {
                break;
            }
            found = seen;
        }
        return found;
    }

    /**
     * {@return the value found before the smaller of it and {@code value} was stored} Acquires and releases.
     *
     * @param index which element
     * @param value what is stored
     */
    public long getAndMinAcqRel(long index, long value) {
        long found = getAcquire(index);
        while (value < found) {
            long seen = compareAndExchangeAcqRel(index, found, value);
            if (seen == found) {
                break;
            }
            found = seen;
        }
        return found;
    }

    /**
     * {@return the value found before the smaller of it and {@code value} was stored} Orders nothing but itself.
     *
     * @param index which element
     * @param value what is stored
     */
    public long getAndMinRelaxed(long index, long value) {
        long found = getOpaque(index);
        while (value < found) {
            long seen = compareAndExchangeRelaxed(index, found, value);
            if (seen == found) {
                break;
            }
            found = seen;
        }
        return found;
    }

    /**
     * {@return the value found before the larger of it and {@code value} was stored} Volatile.
     *
     * @param index which element
     * @param value what is stored
     */
    public long getAndMax(long index, long value) {
        long found = getVolatile(index);
        while (value > found) {
            long seen = compareAndExchange(index, found, value);
            if (seen == found) {
                break;
            }
            found = seen;
        }
        return found;
    }

    /**
     * {@return the value found before the larger of it and {@code value} was stored} Acquires and releases.
     *
     * @param index which element
     * @param value what is stored
     */
    public long getAndMaxAcqRel(long index, long value) {
        long found = getAcquire(index);
        while (value > found) {
            long seen = compareAndExchangeAcqRel(index, found, value);
            if (seen == found) {
                break;
            }
            found = seen;
        }
        return found;
    }

    /**
     * {@return the value found before the larger of it and {@code value} was stored} Orders nothing but itself.
     *
     * @param index which element
     * @param value what is stored
     */
    public long getAndMaxRelaxed(long index, long value) {
        long found = getOpaque(index);
        while (value > found) {
            long seen = compareAndExchangeRelaxed(index, found, value);
            if (seen == found) {
                break;
            }
            found = seen;
        }
        return found;
    }

    /**
     * Copies {@code source} to the start of this memory.
     *
     * @param source the elements
     */
    public void copyIn(long[] source) {
        copyIn(source, 0);
    }

    /**
     * Copies {@code source} to this memory, beginning at element {@code from}.
     *
     * @param source the elements
     * @param from the first element
     */
    public void copyIn(long[] source, long from) {
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
    public void copyIn(long[] source, int offset, int count, long from) {
        copyIn(part(source, offset, count), from);
    }

    /** {@return a copy of all elements} */
    public long[] copyOut() {
        return copyOut(0, length());
    }

    /**
     * {@return a copy of {@code count} elements, beginning at element {@code from}}
     *
     * @param from the first element
     * @param count how many elements
     */
    public long[] copyOut(long from, int count) {
        checkRange(from, count);
        long[] target = new long[count];
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
    public void copyOut(long[] target, int offset, int count, long from) {
        copyOut(part(target, offset, count), from);
    }

    private static MemorySegment part(long[] array, int offset, int count) {
        Objects.checkFromIndexSize(offset, count, array.length);
        return MemorySegment.ofArray(array).asSlice((long) offset * Long.BYTES, (long) count * Long.BYTES);
    }

    /**
     * Sets all elements to {@code value}.
     *
     * @param value what is stored
     */
    public void fill(long value) {
        beforeHostAccess();
        long[] elements = array;
        if (elements != null) {
            Arrays.fill(elements, value);
        } else {
            fillWords(value);
        }
    }
}
