package dev.warpbroker.device;

import java.lang.foreign.MemorySegment;
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
    private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(long[].class);

    /** The elements on the JVM device; null on devices with memory of their own, and after close. */
    private long @Nullable [] array;

    Longs(Device device, long[] array) {
        super(device, 0, array.length);
        this.array = array;
    }

    Longs(Device device, long address, int length) {
        super(device, address, length);
    }

    /** Shared memory of a block on the JVM device. */
    Longs(long[] array) {
        super(null, 0, array.length);
        this.array = array;
    }

    private long[] elements() {
        long[] elements = array;
        if (elements == null) {
            throw notOnTheJvm();
        }
        return elements;
    }

    @Override
    public int bytesPerElement() {
        return Long.BYTES;
    }

    @Override
    @Nullable
    MemorySegment heap() {
        long[] elements = array;
        return elements == null ? null : MemorySegment.ofArray(elements);
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
    public long get(int index) {
        return elements()[index];
    }

    /**
     * Stores an element. Plain: ordered by nothing.
     *
     * @param index which element
     * @param value what is stored
     */
    public void set(int index, long value) {
        elements()[index] = value;
    }

    /**
     * {@return an element} Opaque: coherent per element.
     *
     * @param index which element
     */
    public long getOpaque(int index) {
        return (long) ELEMENT.getOpaque(elements(), index);
    }

    /**
     * Stores an element. Opaque: coherent per element.
     *
     * @param index which element
     * @param value what is stored
     */
    public void setOpaque(int index, long value) {
        ELEMENT.setOpaque(elements(), index, value);
    }

    /**
     * {@return an element} What comes after the read stays after it.
     *
     * @param index which element
     */
    public long getAcquire(int index) {
        return (long) ELEMENT.getAcquire(elements(), index);
    }

    /**
     * Stores an element. What comes before the store stays before it.
     *
     * @param index which element
     * @param value what is stored
     */
    public void setRelease(int index, long value) {
        ELEMENT.setRelease(elements(), index, value);
    }

    /**
     * {@return an element} Sequentially consistent with other volatile accesses.
     *
     * @param index which element
     */
    public long getVolatile(int index) {
        return (long) ELEMENT.getVolatile(elements(), index);
    }

    /**
     * Stores an element. Sequentially consistent with other volatile accesses.
     *
     * @param index which element
     * @param value what is stored
     */
    public void setVolatile(int index, long value) {
        ELEMENT.setVolatile(elements(), index, value);
    }

    /**
     * {@return the value found before {@code delta} was added} Volatile.
     *
     * @param index which element
     * @param delta what is added
     */
    public long getAndAdd(int index, long delta) {
        return (long) ELEMENT.getAndAdd(elements(), index, delta);
    }

    /**
     * {@return the value found before {@code delta} was added} Acquires and releases.
     *
     * @param index which element
     * @param delta what is added
     */
    public long getAndAddAcqRel(int index, long delta) {
        return (long) ELEMENT.getAndAdd(elements(), index, delta);
    }

    /**
     * {@return the value found before {@code delta} was added} Orders nothing but itself.
     *
     * @param index which element
     * @param delta what is added
     */
    public long getAndAddRelaxed(int index, long delta) {
        return (long) ELEMENT.getAndAddAcquire(elements(), index, delta);
    }

    /**
     * {@return the value found before {@code value} was stored} Volatile.
     *
     * @param index which element
     * @param value what is stored
     */
    public long getAndSet(int index, long value) {
        return (long) ELEMENT.getAndSet(elements(), index, value);
    }

    /**
     * {@return the value found before {@code value} was stored} Acquires and releases.
     *
     * @param index which element
     * @param value what is stored
     */
    public long getAndSetAcqRel(int index, long value) {
        return (long) ELEMENT.getAndSet(elements(), index, value);
    }

    /**
     * {@return the value found before {@code value} was stored} Orders nothing but itself.
     *
     * @param index which element
     * @param value what is stored
     */
    public long getAndSetRelaxed(int index, long value) {
        return (long) ELEMENT.getAndSetAcquire(elements(), index, value);
    }

    /**
     * {@return the value found before its bitwise and with {@code mask} was stored} Volatile.
     *
     * @param index which element
     * @param mask the bits of the operand
     */
    public long getAndBitwiseAnd(int index, long mask) {
        return (long) ELEMENT.getAndBitwiseAnd(elements(), index, mask);
    }

    /**
     * {@return the value found before its bitwise and with {@code mask} was stored} Acquires and releases.
     *
     * @param index which element
     * @param mask the bits of the operand
     */
    public long getAndBitwiseAndAcqRel(int index, long mask) {
        return (long) ELEMENT.getAndBitwiseAnd(elements(), index, mask);
    }

    /**
     * {@return the value found before its bitwise and with {@code mask} was stored} Orders nothing but itself.
     *
     * @param index which element
     * @param mask the bits of the operand
     */
    public long getAndBitwiseAndRelaxed(int index, long mask) {
        return (long) ELEMENT.getAndBitwiseAndAcquire(elements(), index, mask);
    }

    /**
     * {@return the value found before its bitwise or with {@code mask} was stored} Volatile.
     *
     * @param index which element
     * @param mask the bits of the operand
     */
    public long getAndBitwiseOr(int index, long mask) {
        return (long) ELEMENT.getAndBitwiseOr(elements(), index, mask);
    }

    /**
     * {@return the value found before its bitwise or with {@code mask} was stored} Acquires and releases.
     *
     * @param index which element
     * @param mask the bits of the operand
     */
    public long getAndBitwiseOrAcqRel(int index, long mask) {
        return (long) ELEMENT.getAndBitwiseOr(elements(), index, mask);
    }

    /**
     * {@return the value found before its bitwise or with {@code mask} was stored} Orders nothing but itself.
     *
     * @param index which element
     * @param mask the bits of the operand
     */
    public long getAndBitwiseOrRelaxed(int index, long mask) {
        return (long) ELEMENT.getAndBitwiseOrAcquire(elements(), index, mask);
    }

    /**
     * {@return the value found before its bitwise exclusive or with {@code mask} was stored} Volatile.
     *
     * @param index which element
     * @param mask the bits of the operand
     */
    public long getAndBitwiseXor(int index, long mask) {
        return (long) ELEMENT.getAndBitwiseXor(elements(), index, mask);
    }

    /**
     * {@return the value found before its bitwise exclusive or with {@code mask} was stored} Acquires and releases.
     *
     * @param index which element
     * @param mask the bits of the operand
     */
    public long getAndBitwiseXorAcqRel(int index, long mask) {
        return (long) ELEMENT.getAndBitwiseXor(elements(), index, mask);
    }

    /**
     * {@return the value found before its bitwise exclusive or with {@code mask} was stored} Orders nothing but itself.
     *
     * @param index which element
     * @param mask the bits of the operand
     */
    public long getAndBitwiseXorRelaxed(int index, long mask) {
        return (long) ELEMENT.getAndBitwiseXorAcquire(elements(), index, mask);
    }

    /**
     * {@return the value found: {@code expected} if and only if {@code value} was stored} Volatile.
     *
     * @param index which element
     * @param expected what must be there
     * @param value what is stored
     */
    public long compareAndExchange(int index, long expected, long value) {
        return (long) ELEMENT.compareAndExchange(elements(), index, expected, value);
    }

    /**
     * {@return the value found: {@code expected} if and only if {@code value} was stored} Acquires and releases.
     *
     * @param index which element
     * @param expected what must be there
     * @param value what is stored
     */
    public long compareAndExchangeAcqRel(int index, long expected, long value) {
        return (long) ELEMENT.compareAndExchange(elements(), index, expected, value);
    }

    /**
     * {@return the value found: {@code expected} if and only if {@code value} was stored} Orders nothing but itself.
     *
     * @param index which element
     * @param expected what must be there
     * @param value what is stored
     */
    public long compareAndExchangeRelaxed(int index, long expected, long value) {
        return (long) ELEMENT.compareAndExchangeAcquire(elements(), index, expected, value);
    }

    /**
     * {@return whether {@code expected} was found and {@code value} stored} Volatile.
     *
     * @param index which element
     * @param expected what must be there
     * @param value what is stored
     */
    public boolean compareAndSet(int index, long expected, long value) {
        return compareAndExchange(index, expected, value) == expected;
    }

    /**
     * {@return whether {@code expected} was found and {@code value} stored} Acquires and releases.
     *
     * @param index which element
     * @param expected what must be there
     * @param value what is stored
     */
    public boolean compareAndSetAcqRel(int index, long expected, long value) {
        return compareAndExchangeAcqRel(index, expected, value) == expected;
    }

    /**
     * {@return the value found before the smaller of it and {@code value} was stored} Volatile.
     *
     * @param index which element
     * @param value what is stored
     */
    public long getAndMin(int index, long value) {
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
    public long getAndMinAcqRel(int index, long value) {
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
    public long getAndMinRelaxed(int index, long value) {
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
    public long getAndMax(int index, long value) {
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
    public long getAndMaxAcqRel(int index, long value) {
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
    public long getAndMaxRelaxed(int index, long value) {
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
    public void copyIn(long[] source, int from) {
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
    public long[] copyOut(int from, int count) {
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
