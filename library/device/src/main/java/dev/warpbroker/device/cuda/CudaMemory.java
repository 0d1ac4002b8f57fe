package dev.warpbroker.device.cuda;

import dev.warpbroker.device.DeviceMemoryException;
import dev.warpbroker.device.backend.HostWords;
import dev.warpbroker.device.backend.RemoteMemory;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Memory of the GPU. All copies and fills go through the stream of the launches, so each sees what the launches before
 * it wrote. Copies return when they are done; fills may still be under way.
 */
final class CudaMemory implements RemoteMemory {
    private static final long STAGING_BYTES = 4L << 20;

    private final String device;
    private final CudaContext context;
    private final long stream;
    private final Set<Long> allocations = ConcurrentHashMap.newKeySet();
    private final Map<Long, PinnedWords> pinned = new ConcurrentHashMap<>();

    /** Page-locked, so that the copy engine can reach it: the device cannot copy to or from the Java heap. */
    private final MemorySegment staging;

    private final ReentrantLock stagingInUse = new ReentrantLock();

    /** Requires that the context is current. */
    CudaMemory(String device, CudaContext context, long stream) {
        this.device = device;
        this.context = context;
        this.stream = stream;
        staging = CudaDriver.memHostAlloc(STAGING_BYTES);
    }

    @Override
    public long allocate(long bytes, String what) {
        context.makeCurrent();
        long address = CudaDriver.tryMemAlloc(bytes).orElseThrow(() -> outOfMemory(bytes, what));
        allocations.add(address);
        CudaDriver.memsetBytes(address, (byte) 0, bytes, stream);
        return address;
    }

    @Override
    public HostWords allocateHostVisible(long bytes, String what) {
        context.makeCurrent();
        var words = new PinnedWords(CudaDriver.tryMemHostAlloc(bytes)
                .orElseThrow(() -> new DeviceMemoryException(what + " needs " + bytes
                        + " bytes of host memory that " + device + " can reach, and the driver got none;"
                        + " ask for less, and use ordinary device memory for all that the host need not see")));
        pinned.put(words.address(), words);
        return words;
    }

    private DeviceMemoryException outOfMemory(long bytes, String what) {
        var memory = CudaDriver.memGetInfo();
        return new DeviceMemoryException(what + " needs " + bytes + " bytes, but only " + memory.free() + " of the "
                + memory.total() + " bytes of " + device + " are free, perhaps in several pieces;"
                + " close memory that is not needed any more, or ask for less");
    }

    @Override
    public void free(long address) {
        PinnedWords words = pinned.remove(address);
        if (words != null) {
            context.makeCurrent();
            words.free();
        } else if (allocations.remove(address)) {
            context.makeCurrent();
            CudaDriver.memFree(address);
        }
    }

    @Override
    public void copyIn(long address, MemorySegment source) {
        stagingInUse.lock();
        try {
            context.makeCurrent();
            long size = source.byteSize();
            for (long done = 0; done < size; done += STAGING_BYTES) {
                long chunk = Math.min(STAGING_BYTES, size - done);
                MemorySegment.copy(source, done, staging, 0, chunk);
                CudaDriver.memcpyToDevice(address + done, staging, chunk, stream);
                CudaDriver.streamSynchronize(stream);
            }
        } finally {
            stagingInUse.unlock();
        }
    }

    @Override
    public void copyOut(long address, MemorySegment target) {
        stagingInUse.lock();
        try {
            context.makeCurrent();
            long size = target.byteSize();
            for (long done = 0; done < size; done += STAGING_BYTES) {
                long chunk = Math.min(STAGING_BYTES, size - done);
                CudaDriver.memcpyToHost(staging, address + done, chunk, stream);
                CudaDriver.streamSynchronize(stream);
                MemorySegment.copy(staging, 0, target, done, chunk);
            }
        } finally {
            stagingInUse.unlock();
        }
    }

    /** The driver fills with at most a word: a pattern of two different words is filled with its low word, then striped. */
    @Override
    public void fill(long address, long bytes, long pattern, int patternBytes) {
        context.makeCurrent();
        switch (patternBytes) {
            case Byte.BYTES -> CudaDriver.memsetBytes(address, (byte) pattern, bytes, stream);
            case Short.BYTES -> CudaDriver.memsetShorts(address, (short) pattern, bytes / Short.BYTES, stream);
            default -> {
                int low = (int) pattern;
                int high = (int) (pattern >>> Integer.SIZE);
                CudaDriver.memsetWords(address, low, bytes / Integer.BYTES, stream);
                if (patternBytes == Long.BYTES && high != low) {
                    CudaDriver.memsetColumn(address + Integer.BYTES, Long.BYTES, high, bytes / Long.BYTES, stream);
                }
            }
        }
    }

    /** Frees everything. Requires that the context is current and the device idle. */
    void close() {
        allocations.forEach(CudaDriver::memFree);
        pinned.values().forEach(PinnedWords::free);
        CudaDriver.memFreeHost(staging);
    }
}
