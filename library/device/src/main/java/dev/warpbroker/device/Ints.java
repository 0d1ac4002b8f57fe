package dev.warpbroker.device;

import dev.warpbroker.device.backend.HostWords;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An array of ints in device memory.
 *
 * <p>The access mode is part of each method's name and means the same on every device: plain accesses ({@link #get},
 * {@link #set}) are ordered by nothing, opaque ones are coherent per element, acquire and release order what comes
 * after and before them, and volatile ones are sequentially consistent among each other. Methods under a name of
 * {@link VarHandle} mean what they mean there: read-modify-write operations without a suffix are volatile. Those with
 * {@code AcqRel} acquire and release, those with {@code Relaxed} order nothing but themselves; both are cheaper on a
 * GPU, and the JVM device, which cannot express them, strengthens them.
 */
public final class Ints extends DeviceMemory {
    /**
     * Elements in 128 bytes: a cache line of a GPU, and the pair of lines that x86 fetches together. Words that threads
     * change for different reasons are to lie so far apart, and none in the first line: on the JVM that has the array's
     * length, which every access reads.
     */
    public static final int LINE = 32;

    private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(int[].class);

    /** The elements on the JVM device, as far as an array can hold them; null elsewhere, and after close. */
    private int @Nullable [] array;

    /** How the host reaches the elements while kernels of a device with memory of its own run; null if it does not. */
    private @Nullable HostWords hostWords;

    private final boolean hostVisible;

    Ints(Device device, int[] array, boolean hostVisible) {
        super(device, 0, array.length);
        this.array = array;
        this.hostVisible = hostVisible;
    }

    Ints(Device device, long address, long length) {
        super(device, address, length);
        hostVisible = false;
    }

    /** Host-visible memory of a device with memory of its own. */
    Ints(Device device, HostWords words, int length) {
        super(device, words.address(), length);
        hostWords = words;
        hostVisible = true;
    }

    /** Memory of the JVM device that no array can hold. */
    Ints(Device device, MemorySegment far) {
        super(device, far, Integer.BYTES);
        hostVisible = false;
    }

    /** Shared memory of a block on the JVM device, or words of the host. */
    Ints(int[] array) {
        super(null, 0, array.length);
        this.array = array;
        hostVisible = false;
    }

    private int hostGet(long index) {
        return wordsFor(index).get((int) index);
    }

    private void hostSet(long index, int value) {
        wordsFor(index).set((int) index, value);
    }

    private HostWords wordsFor(long index) {
        HostWords words = hostWords;
        if (words == null || !isOpen()) {
            throw notOnTheJvm();
        }
        Objects.checkIndex(index, length());
        return words;
    }

    @Override
    public boolean isHostVisible() {
        return hostVisible;
    }

    @Override
    public int bytesPerElement() {
        return Integer.BYTES;
    }

    @Override
    @Nullable
    MemorySegment heap() {
        int[] elements = array;
        return elements == null ? far() : MemorySegment.ofArray(elements);
    }

    @Override
    void transferIn(long from, MemorySegment source) {
        if (hostWords == null) {
            super.transferIn(from, source);
            return;
        }
        for (long i = 0; i < source.byteSize() / Integer.BYTES; i++) {
            hostSet(from + i, source.get(ValueLayout.JAVA_INT_UNALIGNED, i * Integer.BYTES));
        }
    }

    @Override
    void transferOut(long from, MemorySegment target) {
        if (hostWords == null) {
            super.transferOut(from, target);
            return;
        }
        for (long i = 0; i < target.byteSize() / Integer.BYTES; i++) {
            target.set(ValueLayout.JAVA_INT_UNALIGNED, i * Integer.BYTES, hostGet(from + i));
        }
    }

    // Elements that no array of this JVM holds, by methods of their own: the accessors stay small enough to be inlined
    // early.

    private int farGet(long index) {
        return isFar() ? (int) FarElements.INT.get(far(index), 0L, index) : hostGet(index);
    }

    private int farGetVolatile(long index) {
        return isFar() ? (int) FarElements.INT.getVolatile(far(index), 0L, index) : hostGet(index);
    }

    private void farSet(long index, int value) {
        if (isFar()) {
            FarElements.INT.set(far(index), 0L, index, value);
        } else {
            hostSet(index, value);
        }
    }

    private void farSetVolatile(long index, int value) {
        if (isFar()) {
            FarElements.INT.setVolatile(far(index), 0L, index, value);
        } else {
            hostSet(index, value);
        }
    }

    private int farGetAndAdd(long index, int delta) {
        return (int) FarElements.INT.getAndAdd(far(index), 0L, index, delta);
    }

    private int farGetAndSet(long index, int value) {
        return (int) FarElements.INT.getAndSet(far(index), 0L, index, value);
    }

    private int farGetAndBitwiseAnd(long index, int mask) {
        return (int) FarElements.INT.getAndBitwiseAnd(far(index), 0L, index, mask);
    }

    private int farGetAndBitwiseOr(long index, int mask) {
        return (int) FarElements.INT.getAndBitwiseOr(far(index), 0L, index, mask);
    }

    private int farGetAndBitwiseXor(long index, int mask) {
        return (int) FarElements.INT.getAndBitwiseXor(far(index), 0L, index, mask);
    }

    private int farCompareAndExchange(long index, int expected, int value) {
        return (int) FarElements.INT.compareAndExchange(far(index), 0L, index, expected, value);
    }

    @Override
    void dropArray() {
        array = null;
        hostWords = null;
    }

    /**
     * {@return an element} Plain: ordered by nothing.
     *
     * @param index which element
     */
    public int get(long index) {
        int[] elements = array;
        return elements != null ? elements[at(index)] : farGet(index);
    }

    /**
     * Stores an element. Plain: ordered by nothing.
     *
     * @param index which element
     * @param value what is stored
     */
    public void set(long index, int value) {
        int[] elements = array;
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
    public int getOpaque(long index) {
        int[] elements = array;
        return elements != null ? (int) ELEMENT.getOpaque(elements, at(index)) : farGetVolatile(index);
    }

    /**
     * Stores an element. Opaque: coherent per element.
     *
     * @param index which element
     * @param value what is stored
     */
    public void setOpaque(long index, int value) {
        int[] elements = array;
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
    public int getAcquire(long index) {
        int[] elements = array;
        return elements != null ? (int) ELEMENT.getAcquire(elements, at(index)) : farGetVolatile(index);
    }

    /**
     * Stores an element. What comes before the store stays before it.
     *
     * @param index which element
     * @param value what is stored
     */
    public void setRelease(long index, int value) {
        int[] elements = array;
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
    public int getVolatile(long index) {
        int[] elements = array;
        return elements != null ? (int) ELEMENT.getVolatile(elements, at(index)) : farGetVolatile(index);
    }

    /**
     * Stores an element. Sequentially consistent with other volatile accesses.
     *
     * @param index which element
     * @param value what is stored
     */
    public void setVolatile(long index, int value) {
        int[] elements = array;
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
    public int getAndAdd(long index, int delta) {
        int[] elements = array;
        return elements != null ? (int) ELEMENT.getAndAdd(elements, at(index), delta) : farGetAndAdd(index, delta);
    }

    /**
     * {@return the value found before {@code delta} was added} Acquires and releases.
     *
     * @param index which element
     * @param delta what is added
     */
    public int getAndAddAcqRel(long index, int delta) {
        int[] elements = array;
        return elements != null ? (int) ELEMENT.getAndAdd(elements, at(index), delta) : farGetAndAdd(index, delta);
    }

    /**
     * {@return the value found before {@code delta} was added} Orders nothing but itself.
     *
     * @param index which element
     * @param delta what is added
     */
    public int getAndAddRelaxed(long index, int delta) {
        int[] elements = array;
        return elements != null
                ? (int) ELEMENT.getAndAddAcquire(elements, at(index), delta)
                : farGetAndAdd(index, delta);
    }

    /**
     * {@return the value found before {@code value} was stored} Volatile.
     *
     * @param index which element
     * @param value what is stored
     */
    public int getAndSet(long index, int value) {
        int[] elements = array;
        return elements != null ? (int) ELEMENT.getAndSet(elements, at(index), value) : farGetAndSet(index, value);
    }

    /**
     * {@return the value found before {@code value} was stored} Acquires and releases.
     *
     * @param index which element
     * @param value what is stored
     */
    public int getAndSetAcqRel(long index, int value) {
        int[] elements = array;
        return elements != null ? (int) ELEMENT.getAndSet(elements, at(index), value) : farGetAndSet(index, value);
    }

    /**
     * {@return the value found before {@code value} was stored} Orders nothing but itself.
     *
     * @param index which element
     * @param value what is stored
     */
    public int getAndSetRelaxed(long index, int value) {
        int[] elements = array;
        return elements != null
                ? (int) ELEMENT.getAndSetAcquire(elements, at(index), value)
                : farGetAndSet(index, value);
    }

    /**
     * {@return the value found before its bitwise and with {@code mask} was stored} Volatile.
     *
     * @param index which element
     * @param mask the bits of the operand
     */
    public int getAndBitwiseAnd(long index, int mask) {
        int[] elements = array;
        return elements != null
                ? (int) ELEMENT.getAndBitwiseAnd(elements, at(index), mask)
                : farGetAndBitwiseAnd(index, mask);
    }

    /**
     * {@return the value found before its bitwise and with {@code mask} was stored} Acquires and releases.
     *
     * @param index which element
     * @param mask the bits of the operand
     */
    public int getAndBitwiseAndAcqRel(long index, int mask) {
        int[] elements = array;
        return elements != null
                ? (int) ELEMENT.getAndBitwiseAnd(elements, at(index), mask)
                : farGetAndBitwiseAnd(index, mask);
    }

    /**
     * {@return the value found before its bitwise and with {@code mask} was stored} Orders nothing but itself.
     *
     * @param index which element
     * @param mask the bits of the operand
     */
    public int getAndBitwiseAndRelaxed(long index, int mask) {
        int[] elements = array;
        return elements != null
                ? (int) ELEMENT.getAndBitwiseAndAcquire(elements, at(index), mask)
                : farGetAndBitwiseAnd(index, mask);
    }

    /**
     * {@return the value found before its bitwise or with {@code mask} was stored} Volatile.
     *
     * @param index which element
     * @param mask the bits of the operand
     */
    public int getAndBitwiseOr(long index, int mask) {
        int[] elements = array;
        return elements != null
                ? (int) ELEMENT.getAndBitwiseOr(elements, at(index), mask)
                : farGetAndBitwiseOr(index, mask);
    }

    /**
     * {@return the value found before its bitwise or with {@code mask} was stored} Acquires and releases.
     *
     * @param index which element
     * @param mask the bits of the operand
     */
    public int getAndBitwiseOrAcqRel(long index, int mask) {
        int[] elements = array;
        return elements != null
                ? (int) ELEMENT.getAndBitwiseOr(elements, at(index), mask)
                : farGetAndBitwiseOr(index, mask);
    }

    /**
     * {@return the value found before its bitwise or with {@code mask} was stored} Orders nothing but itself.
     *
     * @param index which element
     * @param mask the bits of the operand
     */
    public int getAndBitwiseOrRelaxed(long index, int mask) {
        int[] elements = array;
        return elements != null
                ? (int) ELEMENT.getAndBitwiseOrAcquire(elements, at(index), mask)
                : farGetAndBitwiseOr(index, mask);
    }

    /**
     * {@return the value found before its bitwise exclusive or with {@code mask} was stored} Volatile.
     *
     * @param index which element
     * @param mask the bits of the operand
     */
    public int getAndBitwiseXor(long index, int mask) {
        int[] elements = array;
        return elements != null
                ? (int) ELEMENT.getAndBitwiseXor(elements, at(index), mask)
                : farGetAndBitwiseXor(index, mask);
    }

    /**
     * {@return the value found before its bitwise exclusive or with {@code mask} was stored} Acquires and releases.
     *
     * @param index which element
     * @param mask the bits of the operand
     */
    public int getAndBitwiseXorAcqRel(long index, int mask) {
        int[] elements = array;
        return elements != null
                ? (int) ELEMENT.getAndBitwiseXor(elements, at(index), mask)
                : farGetAndBitwiseXor(index, mask);
    }

    /**
     * {@return the value found before its bitwise exclusive or with {@code mask} was stored} Orders nothing but itself.
     *
     * @param index which element
     * @param mask the bits of the operand
     */
    public int getAndBitwiseXorRelaxed(long index, int mask) {
        int[] elements = array;
        return elements != null
                ? (int) ELEMENT.getAndBitwiseXorAcquire(elements, at(index), mask)
                : farGetAndBitwiseXor(index, mask);
    }

    /**
     * {@return the value found: {@code expected} if and only if {@code value} was stored} Volatile.
     *
     * @param index which element
     * @param expected what must be there
     * @param value what is stored
     */
    public int compareAndExchange(long index, int expected, int value) {
        int[] elements = array;
        return elements != null
                ? (int) ELEMENT.compareAndExchange(elements, at(index), expected, value)
                : farCompareAndExchange(index, expected, value);
    }

    /**
     * {@return the value found: {@code expected} if and only if {@code value} was stored} Acquires and releases.
     *
     * @param index which element
     * @param expected what must be there
     * @param value what is stored
     */
    public int compareAndExchangeAcqRel(long index, int expected, int value) {
        int[] elements = array;
        return elements != null
                ? (int) ELEMENT.compareAndExchange(elements, at(index), expected, value)
                : farCompareAndExchange(index, expected, value);
    }

    /**
     * {@return the value found: {@code expected} if and only if {@code value} was stored} Orders nothing but itself.
     *
     * @param index which element
     * @param expected what must be there
     * @param value what is stored
     */
    public int compareAndExchangeRelaxed(long index, int expected, int value) {
        int[] elements = array;
        return elements != null
                ? (int) ELEMENT.compareAndExchangeAcquire(elements, at(index), expected, value)
                : farCompareAndExchange(index, expected, value);
    }

    /**
     * {@return whether {@code expected} was found and {@code value} stored} Volatile.
     *
     * @param index which element
     * @param expected what must be there
     * @param value what is stored
     */
    public boolean compareAndSet(long index, int expected, int value) {
        return compareAndExchange(index, expected, value) == expected;
    }

    /**
     * {@return whether {@code expected} was found and {@code value} stored} Acquires and releases.
     *
     * @param index which element
     * @param expected what must be there
     * @param value what is stored
     */
    public boolean compareAndSetAcqRel(long index, int expected, int value) {
        return compareAndExchangeAcqRel(index, expected, value) == expected;
    }

    /**
     * {@return the value found before the smaller of it and {@code value} was stored} Volatile.
     *
     * @param index which element
     * @param value what is stored
     */
    public int getAndMin(long index, int value) {
        int found = getVolatile(index);
        while (value < found) {
            int seen = compareAndExchange(index, found, value);
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
    public int getAndMinAcqRel(long index, int value) {
        int found = getAcquire(index);
        while (value < found) {
            int seen = compareAndExchangeAcqRel(index, found, value);
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
    public int getAndMinRelaxed(long index, int value) {
        int found = getOpaque(index);
        while (value < found) {
            int seen = compareAndExchangeRelaxed(index, found, value);
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
    public int getAndMax(long index, int value) {
        int found = getVolatile(index);
        while (value > found) {
            int seen = compareAndExchange(index, found, value);
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
    public int getAndMaxAcqRel(long index, int value) {
        int found = getAcquire(index);
        while (value > found) {
            int seen = compareAndExchangeAcqRel(index, found, value);
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
    public int getAndMaxRelaxed(long index, int value) {
        int found = getOpaque(index);
        while (value > found) {
            int seen = compareAndExchangeRelaxed(index, found, value);
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
    public void copyIn(int[] source) {
        copyIn(source, 0);
    }

    /**
     * Copies {@code source} to this memory, beginning at element {@code from}.
     *
     * @param source the elements
     * @param from the first element
     */
    public void copyIn(int[] source, long from) {
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
    public void copyIn(int[] source, int offset, int count, long from) {
        copyIn(part(source, offset, count), from);
    }

    /** {@return a copy of all elements} */
    public int[] copyOut() {
        return copyOut(0, length());
    }

    /**
     * {@return a copy of {@code count} elements, beginning at element {@code from}}
     *
     * @param from the first element
     * @param count how many elements
     */
    public int[] copyOut(long from, int count) {
        checkRange(from, count);
        int[] target = new int[count];
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
    public void copyOut(int[] target, int offset, int count, long from) {
        copyOut(part(target, offset, count), from);
    }

    private static MemorySegment part(int[] array, int offset, int count) {
        Objects.checkFromIndexSize(offset, count, array.length);
        return MemorySegment.ofArray(array).asSlice((long) offset * Integer.BYTES, (long) count * Integer.BYTES);
    }

    /**
     * Sets all elements to {@code value}.
     *
     * @param value what is stored
     */
    public void fill(int value) {
        beforeHostAccess();
        int[] elements = array;
        if (elements != null) {
            Arrays.fill(elements, value);
        } else if (hostVisible) {
            for (int i = 0; i < length(); i++) {
                hostSet(i, value);
            }
        } else {
            fillWords(Integer.toUnsignedLong(value));
        }
    }
}
