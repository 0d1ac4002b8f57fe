package dev.warpbroker.device;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An array of longs in device memory.
 *
 * <p>The access mode is part of each method's name and means the same on every device: plain accesses ({@link #get},
 * {@link #set}) are ordered by nothing, opaque ones are coherent per element, acquire and release order what comes
 * after and before them. Read-modify-write operations without a suffix acquire and release; those with {@code Relaxed}
 * order nothing but themselves, which {@link VarHandle} cannot express and the JVM device therefore strengthens.
 * Volatile accesses are sequentially consistent among each other.
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
    void dropArray() {
        array = null;
    }

    public long get(int index) {
        return elements()[index];
    }

    public void set(int index, long value) {
        elements()[index] = value;
    }

    public long getOpaque(int index) {
        return (long) ELEMENT.getOpaque(elements(), index);
    }

    public void setOpaque(int index, long value) {
        ELEMENT.setOpaque(elements(), index, value);
    }

    public long getAcquire(int index) {
        return (long) ELEMENT.getAcquire(elements(), index);
    }

    public void setRelease(int index, long value) {
        ELEMENT.setRelease(elements(), index, value);
    }

    public long getVolatile(int index) {
        return (long) ELEMENT.getVolatile(elements(), index);
    }

    public void setVolatile(int index, long value) {
        ELEMENT.setVolatile(elements(), index, value);
    }

    public long getAndAdd(int index, long delta) {
        return (long) ELEMENT.getAndAdd(elements(), index, delta);
    }

    public long getAndAddRelaxed(int index, long delta) {
        return (long) ELEMENT.getAndAddAcquire(elements(), index, delta);
    }

    public long getAndSet(int index, long value) {
        return (long) ELEMENT.getAndSet(elements(), index, value);
    }

    public long getAndSetRelaxed(int index, long value) {
        return (long) ELEMENT.getAndSetAcquire(elements(), index, value);
    }

    public long getAndBitwiseAnd(int index, long mask) {
        return (long) ELEMENT.getAndBitwiseAnd(elements(), index, mask);
    }

    public long getAndBitwiseAndRelaxed(int index, long mask) {
        return (long) ELEMENT.getAndBitwiseAndAcquire(elements(), index, mask);
    }

    public long getAndBitwiseOr(int index, long mask) {
        return (long) ELEMENT.getAndBitwiseOr(elements(), index, mask);
    }

    public long getAndBitwiseOrRelaxed(int index, long mask) {
        return (long) ELEMENT.getAndBitwiseOrAcquire(elements(), index, mask);
    }

    public long getAndBitwiseXor(int index, long mask) {
        return (long) ELEMENT.getAndBitwiseXor(elements(), index, mask);
    }

    public long getAndBitwiseXorRelaxed(int index, long mask) {
        return (long) ELEMENT.getAndBitwiseXorAcquire(elements(), index, mask);
    }

    /** {@return the value found: {@code expected} if and only if {@code value} was stored} */
    public long compareAndExchange(int index, long expected, long value) {
        return (long) ELEMENT.compareAndExchange(elements(), index, expected, value);
    }

    /** {@return the value found: {@code expected} if and only if {@code value} was stored} */
    public long compareAndExchangeRelaxed(int index, long expected, long value) {
        return (long) ELEMENT.compareAndExchangeAcquire(elements(), index, expected, value);
    }

    /** {@return whether {@code expected} was found and {@code value} stored} */
    public boolean compareAndSet(int index, long expected, long value) {
        return compareAndExchange(index, expected, value) == expected;
    }

    /** {@return the value found before the smaller of it and {@code value} was stored} */
    public long getAndMin(int index, long value) {
        long found = getOpaque(index);
        while (value < found) {
            long seen = compareAndExchange(index, found, value);
            if (seen == found) {
                break;
            }
            found = seen;
        }
        return found;
    }

    /** {@return the value found before the smaller of it and {@code value} was stored} */
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

    /** {@return the value found before the larger of it and {@code value} was stored} */
    public long getAndMax(int index, long value) {
        long found = getOpaque(index);
        while (value > found) {
            long seen = compareAndExchange(index, found, value);
            if (seen == found) {
                break;
            }
            found = seen;
        }
        return found;
    }

    /** {@return the value found before the larger of it and {@code value} was stored} */
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

    /** Copies {@code source} to the start of this memory. */
    public void copyIn(long[] source) {
        copyIn(source, 0);
    }

    /** Copies {@code source} to this memory, beginning at element {@code from}. */
    public void copyIn(long[] source, int from) {
        beforeHostAccess();
        checkRange(from, source.length);
        long[] elements = array;
        if (elements != null) {
            System.arraycopy(source, 0, elements, from, source.length);
        } else {
            copyInBytes(from, MemorySegment.ofArray(source));
        }
    }

    /** {@return a copy of all elements} */
    public long[] copyOut() {
        return copyOut(0, length());
    }

    /** {@return a copy of {@code count} elements, beginning at element {@code from}} */
    public long[] copyOut(int from, int count) {
        beforeHostAccess();
        checkRange(from, count);
        long[] elements = array;
        if (elements != null) {
            return Arrays.copyOfRange(elements, from, from + count);
        }
        long[] target = new long[count];
        copyOutBytes(from, MemorySegment.ofArray(target));
        return target;
    }

    /** Sets all elements to {@code value}. */
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
