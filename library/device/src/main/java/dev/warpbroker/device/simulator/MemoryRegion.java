package dev.warpbroker.device.simulator;

/** Memory that belongs together: an allocation, or a variable of a block or lane. Little-endian, zeroed at first. */
final class MemoryRegion {
    private final String name;
    private final long base;
    private final long bytes;
    private final long identity;
    private final long[] words;
    private boolean readOnly;

    /** @param identity an address that no other region has, whatever its space */
    MemoryRegion(String name, long base, long bytes, long identity) {
        this.name = name;
        this.base = base;
        this.bytes = bytes;
        this.identity = identity;
        this.words = new long[Math.toIntExact(Math.ceilDiv(bytes, (long) Long.BYTES))];
    }

    String name() {
        return name;
    }

    long base() {
        return base;
    }

    long bytes() {
        return bytes;
    }

    /** {@return a number for an address that it shares with no address of another region} */
    long identity(long address) {
        return identity + (address - base);
    }

    /** From now on kernels may read this memory as what never changes, and only that. */
    void makeReadOnly() {
        readOnly = true;
    }

    boolean isReadOnly() {
        return readOnly;
    }

    /** {@return the memory itself, for copies and fills} */
    long[] words() {
        return words;
    }

    boolean contains(long address, long length) {
        return address >= base && address - base <= bytes - length;
    }

    /** {@return the 8 aligned bytes around an address inside the region} */
    long word(long address) {
        return words[wordIndex(address)];
    }

    void setWord(long address, long value) {
        words[wordIndex(address)] = value;
    }

    private int wordIndex(long address) {
        return (int) ((address - base) >>> 3);
    }

    /** {@return the bytes at an address, out of the aligned 8 bytes around it} */
    static long extract(long word, long address, PtxType type) {
        return type.extend(word >>> shift(address));
    }

    /** {@return the aligned 8 bytes around an address with some of them replaced} */
    static long insert(long word, long address, PtxType type, long value) {
        if (type.isWide()) {
            return value;
        }
        long mask = ((1L << type.bits()) - 1) << shift(address);
        return (word & ~mask) | ((value << shift(address)) & mask);
    }

    private static int shift(long address) {
        return ((int) address & 7) * Byte.SIZE;
    }
}
