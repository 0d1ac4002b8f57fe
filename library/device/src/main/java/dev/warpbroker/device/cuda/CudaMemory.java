package dev.warpbroker.device.cuda;

import dev.warpbroker.device.DeviceMemoryException;
import dev.warpbroker.device.backend.HostVisible;
import dev.warpbroker.device.backend.RemoteMemory;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * Memory of the GPU. Fills go through the stream of the launches, so each comes after the launches before it, and may
 * still be under way when the call returns. Copies have streams of their own, so that they overlap kernels: the caller
 * waits for launches that are to come before, while they themselves wait for fills. They return when they are done.
 */
final class CudaMemory implements RemoteMemory {
    private final String device;
    private final CudaContext context;
    private final long stream;
    private final Set<Long> allocations = ConcurrentHashMap.newKeySet();
    private final Map<Long, PinnedWords> pinned = new ConcurrentHashMap<>();

    private final PinnedBlocks blocks = new PinnedBlocks();
    private final StagedCopies staged;

    /** Streams for copies that no copy uses now. */
    private final Queue<CudaCopyQueue> queues = new ConcurrentLinkedQueue<>();

    /** The device passes it after the last fill. */
    private final long filled;

    /** Fills so far, and how many of them are known to have ended: copies need not wait for those. */
    private final AtomicLong fills = new AtomicLong();

    private final AtomicLong endedFills = new AtomicLong();

    /** Requires that the context is current. */
    CudaMemory(String device, CudaContext context, long stream) {
        this.device = device;
        this.context = context;
        this.stream = stream;
        filled = CudaDriver.eventCreateUntimed();
        var plan = StagedCopies.Plan.ofThisMachine();
        staged = new StagedCopies(plan, () -> CudaCopyQueue.newBuffer(context, plan.chunkBytes()));
    }

    @Override
    public long allocate(long bytes, String what) {
        context.makeCurrent();
        long address = CudaDriver.tryMemAlloc(bytes).orElseThrow(() -> outOfMemory(bytes, what));
        allocations.add(address);
        CudaDriver.memsetBytes(address, (byte) 0, bytes, stream);
        countFill();
        return address;
    }

    @Override
    public HostVisible allocateHostVisible(long bytes, String what) {
        context.makeCurrent();
        var words = new PinnedWords(CudaDriver.tryMemHostAlloc(bytes)
                .orElseThrow(() -> new DeviceMemoryException(what + " needs " + bytes
                        + " bytes of host memory that " + device + " can reach, and the driver got none;"
                        + " ask for less, and use ordinary device memory for all that the host need not see")));
        pinned.put(words.address(), words);
        return words;
    }

    /** Waits for nothing: a kernel that runs may be waiting for what the host does after this. */
    @Override
    public long allocateTable(MemorySegment contents, String what) {
        context.makeCurrent();
        long size = contents.byteSize();
        long address = CudaDriver.tryMemAlloc(Math.max(1, size)).orElseThrow(() -> outOfMemory(size, what));
        allocations.add(address);
        useQueue(queue -> staged.copyIn(queue, address, contents));
        return address;
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
    public boolean copiesBesideKernels() {
        return true;
    }

    @Override
    public MemorySegment pinned(long bytes, Arena arena) {
        context.makeCurrent();
        var memory = CudaDriver.tryMemHostAlloc(bytes)
                .orElseThrow(() -> new DeviceMemoryException(bytes
                        + " bytes of page-locked host memory for copies with "
                        + device + " are not to be had; ask for less, or use Arena.ofShared(), whose memory is copied"
                        + " piece by piece"));
        return blocks.add(memory, context.retain(), arena);
    }

    @Override
    public void copyIn(long address, MemorySegment source) {
        copy(source, queue -> queue.toDevice(address, source), queue -> staged.copyIn(queue, address, source));
    }

    @Override
    public void copyOut(long address, MemorySegment target) {
        copy(target, queue -> queue.toHost(target, address), queue -> staged.copyOut(queue, address, target));
    }

    private void copy(MemorySegment segment, Consumer<CudaCopyQueue> directly, Consumer<CudaCopyQueue> byBuffers) {
        if (segment.byteSize() == 0) {
            return;
        }
        useQueue(queue -> {
            long before = fills.get();
            if (before != endedFills.get()) {
                queue.after(filled);
            }
            var block = blocks.enter(segment);
            if (block == null) {
                byBuffers.accept(queue);
            } else {
                try {
                    directly.accept(queue);
                    queue.await();
                } finally {
                    block.leave();
                }
            }
            endedFills.accumulateAndGet(before, Math::max);
        });
    }

    /** To be called after each fill, before its caller can know that it was made. */
    private void countFill() {
        CudaDriver.eventRecord(filled, stream);
        fills.incrementAndGet();
    }

    private void useQueue(Consumer<CudaCopyQueue> use) {
        context.makeCurrent();
        var idle = queues.poll();
        var queue = idle != null ? idle : new CudaCopyQueue(context);
        try {
            use.accept(queue);
        } finally {
            queues.add(queue);
        }
    }

    /**
     * The driver fills with at most a word: a pattern of two different words is filled with its low word, then striped.
     */
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
        countFill();
    }

    /** Frees everything. Requires that the context is current and the device idle. */
    void close() {
        allocations.forEach(CudaDriver::memFree);
        pinned.values().forEach(PinnedWords::free);
        staged.close();
        queues.forEach(CudaCopyQueue::destroy);
        CudaDriver.eventDestroy(filled);
    }
}
