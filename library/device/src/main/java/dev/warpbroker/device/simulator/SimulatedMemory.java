package dev.warpbroker.device.simulator;

import dev.warpbroker.device.DeviceMemoryException;
import dev.warpbroker.device.backend.HostVisible;
import dev.warpbroker.device.backend.RemoteMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * Global memory. Every allocation has a window of 4 GiB of the address space to itself and starts 1 GiB into it, so
 * that an address outside of an allocation is always recognised; windows are not used again after a free.
 */
final class SimulatedMemory implements RemoteMemory {
    static final long CAPACITY = 1L << 30;

    private static final int WINDOW_BITS = 32;
    private static final long START_IN_WINDOW = 1L << 30;

    /** By the upper half of the address; null where memory was freed, and in the window around address 0. */
    private final List<@Nullable MemoryRegion> windows = new CopyOnWriteArrayList<>();

    private final HostTurns hostTurns = new HostTurns();
    private final Set<MemoryRegion> hostVisible = ConcurrentHashMap.newKeySet();
    private long used;

    SimulatedMemory() {
        windows.add(null);
    }

    @Override
    public synchronized long allocate(long bytes, String what) {
        if (bytes > CAPACITY - used) {
            throw new DeviceMemoryException(what + " needs " + bytes + " bytes; " + (CAPACITY - used) + " of "
                    + CAPACITY + " are left on the simulator; close handles that are no longer needed, or make "
                    + what + " smaller");
        }
        long base = ((long) windows.size() << WINDOW_BITS) + START_IN_WINDOW;
        windows.add(newRegion(bytes, what, base));
        used += bytes;
        return base;
    }

    @Override
    public HostVisible allocateHostVisible(long bytes, String what) {
        MemoryRegion region = require(allocate(bytes, what), bytes);
        hostVisible.add(region);
        return hostTurns.words(region);
    }

    @Override
    public long allocateTable(MemorySegment contents, String what) {
        long address = allocate(Math.max(1, contents.byteSize()), what);
        copyIn(address, contents);
        require(address, 0).makeReadOnly();
        return address;
    }

    HostTurns hostTurns() {
        return hostTurns;
    }

    /** {@return whether an address lies in memory that the host may change while kernels run} */
    boolean isHostVisible(long address) {
        MemoryRegion region = find(address, 1);
        return region != null && hostVisible.contains(region);
    }

    private static MemoryRegion newRegion(long bytes, String what, long base) {
        try {
            return new MemoryRegion(what, base, bytes, base);
        } catch (OutOfMemoryError heapFull) {
            throw new DeviceMemoryException(
                    what + " needs " + bytes + " bytes, more than the heap of this JVM has left; raise -Xmx", heapFull);
        }
    }

    @Override
    public synchronized void free(long address) {
        MemoryRegion region = require(address, 0);
        windows.set(window(address), null);
        hostVisible.remove(region);
        used -= region.bytes();
    }

    @Override
    public boolean copiesBesideKernels() {
        return false;
    }

    @Override
    public MemorySegment pinned(long bytes, Arena arena) {
        return arena.allocate(bytes, PINNED_ALIGNMENT);
    }

    @Override
    public void copyIn(long address, MemorySegment source) {
        hostTurns.copyIn(require(address, source.byteSize()), address, source);
    }

    @Override
    public void copyOut(long address, MemorySegment target) {
        hostTurns.copyOut(require(address, target.byteSize()), address, target);
    }

    @Override
    public void fill(long address, long bytes, long pattern, int patternBytes) {
        hostTurns.fill(require(address, bytes), address, bytes, PtxType.ofBytes(patternBytes), pattern);
    }

    /** {@return a value, for the host} */
    long read(long address, PtxType type) {
        MemoryRegion region = require(address, type.bytes());
        return MemoryRegion.extract(region.word(address), address, type);
    }

    /** Writes a value, for the host. */
    void write(long address, PtxType type, long value) {
        MemoryRegion region = require(address, type.bytes());
        region.setWord(address, MemoryRegion.insert(region.word(address), address, type, value));
    }

    /** {@return the allocation that contains these bytes, or null} */
    @Nullable
    MemoryRegion find(long address, long bytes) {
        int window = window(address);
        MemoryRegion region = window < 0 ? null : windows.get(window);
        return region != null && region.contains(address, bytes) ? region : null;
    }

    /** {@return what lies next to an address that is in no allocation, for messages} */
    String neighbourhood(long address) {
        int window = window(address);
        if (window > 0 && windows.get(window) == null) {
            return "the memory there was freed";
        }
        return windows.stream()
                .filter(Objects::nonNull)
                .min(Comparator.comparingLong(region -> distance(region, address)))
                .map(region -> "the nearest allocation is %s at 0x%x, %d bytes, and the access starts at its byte %d"
                        .formatted(region.name(), region.base(), region.bytes(), address - region.base()))
                .orElse("nothing is allocated");
    }

    private static long distance(MemoryRegion region, long address) {
        long before = region.base() - address;
        long after = address - (region.base() + region.bytes());
        return Math.max(Math.max(before, after), 0);
    }

    private int window(long address) {
        long window = address >>> WINDOW_BITS;
        return window < windows.size() ? (int) window : -1;
    }

    private MemoryRegion require(long address, long bytes) {
        MemoryRegion region = find(address, bytes);
        if (region == null) {
            throw new IllegalArgumentException("%d bytes at 0x%x are not allocated on the simulator; %s"
                    .formatted(bytes, address, neighbourhood(address)));
        }
        return region;
    }
}
