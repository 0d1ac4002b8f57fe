package dev.warpbroker.device;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An array of doubles in device memory.
 *
 * <p>The access mode is part of each method's name and means the same on every device: plain accesses ({@link #get},
 * {@link #set}) are ordered by nothing, opaque ones are coherent per element, acquire and release order what comes
 * after and before them, and volatile ones are sequentially consistent among each other. Methods under a name of
 * {@link VarHandle} mean what they mean there: read-modify-write operations without a suffix are volatile. Those with
 * {@code AcqRel} acquire and release, those with {@code Relaxed} order nothing but themselves; both are cheaper on a
 * GPU, and the JVM device, which cannot express them, strengthens them.
 */
public final class Doubles extends DeviceMemory {
    private static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(double[].class);

    /** The elements on the JVM device, as far as an array can hold them; null elsewhere, and after close. */
    private double @Nullable [] array;

    Doubles(Device device, double[] array) {
        super(device, 0, array.length);
        this.array = array;
    }

    Doubles(Device device, long address, long length) {
        super(device, address, length);
    }

    /** Memory of the JVM device that no array can hold. */
    Doubles(Device device, MemorySegment far) {
        super(device, far, Double.BYTES);
    }

    /** Shared memory of a block on the JVM device. */
    Doubles(double[] array) {
        super(null, 0, array.length);
        this.array = array;
    }

    @Override
    public int bytesPerElement() {
        return Double.BYTES;
    }

    @Override
    @Nullable
    MemorySegment heap() {
        double[] elements = array;
        return elements == null ? far() : MemorySegment.ofArray(elements);
    }

    // Elements that no array of this JVM holds, by methods of their own: the accessors stay small enough to be inlined
    // early.

    private double farGet(long index) {
        return (double) FarElements.DOUBLE.get(far(index), 0L, index);
    }

    private double farGetVolatile(long index) {
        return (double) FarElements.DOUBLE.getVolatile(far(index), 0L, index);
    }

    private void farSet(long index, double value) {
        FarElements.DOUBLE.set(far(index), 0L, index, value);
    }

    private void farSetVolatile(long index, double value) {
        FarElements.DOUBLE.setVolatile(far(index), 0L, index, value);
    }

    private double farCompareAndExchange(long index, double expected, double value) {
        return (double) FarElements.DOUBLE.compareAndExchange(far(index), 0L, index, expected, value);
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
    public double get(long index) {
        double[] elements = array;
        return elements != null ? elements[at(index)] : farGet(index);
    }

    /**
     * Stores an element. Plain: ordered by nothing.
     *
     * @param index which element
     * @param value what is stored
     */
    public void set(long index, double value) {
        double[] elements = array;
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
    public double getOpaque(long index) {
        double[] elements = array;
        return elements != null ? (double) ELEMENT.getOpaque(elements, at(index)) : farGetVolatile(index);
    }

    /**
     * Stores an element. Opaque: coherent per element.
     *
     * @param index which element
     * @param value what is stored
     */
    public void setOpaque(long index, double value) {
        double[] elements = array;
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
    public double getAcquire(long index) {
        double[] elements = array;
        return elements != null ? (double) ELEMENT.getAcquire(elements, at(index)) : farGetVolatile(index);
    }

    /**
     * Stores an element. What comes before the store stays before it.
     *
     * @param index which element
     * @param value what is stored
     */
    public void setRelease(long index, double value) {
        double[] elements = array;
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
    public double getVolatile(long index) {
        double[] elements = array;
        return elements != null ? (double) ELEMENT.getVolatile(elements, at(index)) : farGetVolatile(index);
    }

    /**
     * Stores an element. Sequentially consistent with other volatile accesses.
     *
     * @param index which element
     * @param value what is stored
     */
    public void setVolatile(long index, double value) {
        double[] elements = array;
        if (elements != null) {
            ELEMENT.setVolatile(elements, at(index), value);
        } else {
            farSetVolatile(index, value);
        }
    }

    /**
     * {@return the value found, compared bit by bit: {@code expected} if and only if {@code value} was stored}
     * Volatile.
     *
     * @param index which element
     * @param expected what must be there
     * @param value what is stored
     */
    public double compareAndExchange(long index, double expected, double value) {
        double[] elements = array;
        return elements != null
                ? (double) ELEMENT.compareAndExchange(elements, at(index), expected, value)
                : farCompareAndExchange(index, expected, value);
    }

    /**
     * {@return the value found, compared bit by bit: {@code expected} if and only if {@code value} was stored} Acquires
     * and releases.
     *
     * @param index which element
     * @param expected what must be there
     * @param value what is stored
     */
    public double compareAndExchangeAcqRel(long index, double expected, double value) {
        double[] elements = array;
        return elements != null
                ? (double) ELEMENT.compareAndExchange(elements, at(index), expected, value)
                : farCompareAndExchange(index, expected, value);
    }

    /**
     * {@return the value found, compared bit by bit: {@code expected} if and only if {@code value} was stored} Orders
     * nothing but itself.
     *
     * @param index which element
     * @param expected what must be there
     * @param value what is stored
     */
    public double compareAndExchangeRelaxed(long index, double expected, double value) {
        double[] elements = array;
        return elements != null
                ? (double) ELEMENT.compareAndExchangeAcquire(elements, at(index), expected, value)
                : farCompareAndExchange(index, expected, value);
    }

    /**
     * {@return the value found before {@code delta} was added} Volatile.
     *
     * @param index which element
     * @param delta what is added
     */
    public double getAndAdd(long index, double delta) {
        double[] elements = array;
        return elements != null ? (double) ELEMENT.getAndAdd(elements, at(index), delta) : farGetAndAdd(index, delta);
    }

    /**
     * {@return the value found before {@code delta} was added} Acquires and releases.
     *
     * @param index which element
     * @param delta what is added
     */
    public double getAndAddAcqRel(long index, double delta) {
        double[] elements = array;
        return elements != null ? (double) ELEMENT.getAndAdd(elements, at(index), delta) : farGetAndAdd(index, delta);
    }

    /**
     * {@return the value found before {@code delta} was added} Orders nothing but itself.
     *
     * @param index which element
     * @param delta what is added
     */
    public double getAndAddRelaxed(long index, double delta) {
        double[] elements = array;
        return elements != null
                ? (double) ELEMENT.getAndAddAcquire(elements, at(index), delta)
                : farGetAndAdd(index, delta);
    }

    /**
     * {@return the value found before the smaller of it and {@code value}, as {@link Math#min(double, double)} has it,
     * was stored} Volatile.
     *
     * @param index which element
     * @param value what is stored
     */
    public double getAndMin(long index, double value) {
        double found = getVolatile(index);
        while (true) {
            double smaller = Math.min(found, value);
            if (isSame(smaller, found)) {
                return found;
            }
            double seen = compareAndExchange(index, found, smaller);
            if (isSame(seen, found)) {
                return found;
            }
            found = seen;
        }
    }

    /**
     * {@return the value found before the smaller of it and {@code value}, as {@link Math#min(double, double)} has it,
     * was stored} Acquires and releases.
     *
     * @param index which element
     * @param value what is stored
     */
    public double getAndMinAcqRel(long index, double value) {
        double found = getAcquire(index);
        while (true) {
            double smaller = Math.min(found, value);
            if (isSame(smaller, found)) {
                return found;
            }
            double seen = compareAndExchangeAcqRel(index, found, smaller);
            if (isSame(seen, found)) {
                return found;
            }
            found = seen;
        }
    }

    /**
     * {@return the value found before the smaller of it and {@code value}, as {@link Math#min(double, double)} has it,
     * was stored} Orders nothing but itself.
     *
     * @param index which element
     * @param value what is stored
     */
    public double getAndMinRelaxed(long index, double value) {
        double found = getOpaque(index);
        while (true) {
            double smaller = Math.min(found, value);
            if (isSame(smaller, found)) {
                return found;
            }
            double seen = compareAndExchangeRelaxed(index, found, smaller);
            if (isSame(seen, found)) {
                return found;
            }
            found = seen;
        }
    }

    /**
     * {@return the value found before the larger of it and {@code value}, as {@link Math#max(double, double)} has it,
     * was stored} Volatile.
     *
     * @param index which element
     * @param value what is stored
     */
    public double getAndMax(long index, double value) {
        double found = getVolatile(index);
        while (true) {
            double larger = Math.max(found, value);
            if (isSame(larger, found)) {
                return found;
            }
            double seen = compareAndExchange(index, found, larger);
            if (isSame(seen, found)) {
                return found;
            }
            found = seen;
        }
    }

    /**
     * {@return the value found before the larger of it and {@code value}, as {@link Math#max(double, double)} has it,
     * was stored} Acquires and releases.
     *
     * @param index which element
     * @param value what is stored
     */
    public double getAndMaxAcqRel(long index, double value) {
        double found = getAcquire(index);
        while (true) {
            double larger = Math.max(found, value);
            if (isSame(larger, found)) {
                return found;
            }
            double seen = compareAndExchangeAcqRel(index, found, larger);
            if (isSame(seen, found)) {
                return found;
            }
            found = seen;
        }
    }

    /**
     * {@return the value found before the larger of it and {@code value}, as {@link Math#max(double, double)} has it,
     * was stored} Orders nothing but itself.
     *
     * @param index which element
     * @param value what is stored
     */
    public double getAndMaxRelaxed(long index, double value) {
        double found = getOpaque(index);
        while (true) {
            double larger = Math.max(found, value);
            if (isSame(larger, found)) {
                return found;
            }
            double seen = compareAndExchangeRelaxed(index, found, larger);
            if (isSame(seen, found)) {
                return found;
            }
            found = seen;
        }
    }

    /** Handles on memory segments cannot add floating-point numbers. */
    private double farGetAndAdd(long index, double delta) {
        double found = getVolatile(index);
        while (true) {
            double seen = compareAndExchange(index, found, found + delta);
            if (isSame(seen, found)) {
                return found;
            }
            found = seen;
        }
    }

    private static boolean isSame(double one, double other) {
        return Double.doubleToRawLongBits(one) == Double.doubleToRawLongBits(other);
    }

    /**
     * Copies {@code source} to the start of this memory.
     *
     * @param source the elements
     */
    public void copyIn(double[] source) {
        copyIn(source, 0);
    }

    /**
     * Copies {@code source} to this memory, beginning at element {@code from}.
     *
     * @param source the elements
     * @param from the first element
     */
    public void copyIn(double[] source, long from) {
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
    public void copyIn(double[] source, int offset, int count, long from) {
        copyIn(part(source, offset, count), from);
    }

    /** {@return a copy of all elements} */
    public double[] copyOut() {
        return copyOut(0, length());
    }

    /**
     * {@return a copy of {@code count} elements, beginning at element {@code from}}
     *
     * @param from the first element
     * @param count how many elements
     */
    public double[] copyOut(long from, int count) {
        checkRange(from, count);
        double[] target = new double[count];
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
    public void copyOut(double[] target, int offset, int count, long from) {
        copyOut(part(target, offset, count), from);
    }

    private static MemorySegment part(double[] array, int offset, int count) {
        Objects.checkFromIndexSize(offset, count, array.length);
        return MemorySegment.ofArray(array).asSlice((long) offset * Double.BYTES, (long) count * Double.BYTES);
    }

    /**
     * Sets all elements to {@code value}.
     *
     * @param value what is stored
     */
    public void fill(double value) {
        beforeHostAccess();
        double[] elements = array;
        if (elements != null) {
            Arrays.fill(elements, value);
        } else {
            fillWords(Double.doubleToRawLongBits(value));
        }
    }
}
