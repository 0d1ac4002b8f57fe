package dev.warpbroker.device.cuda;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/**
 * Page-locked memory of users. It lives as long as the arena that the user gave, longer than the device if need be:
 * each block keeps the context. To close the arena waits for copies that are under way, which nothing else would hold
 * back.
 */
final class PinnedBlocks {
    /** One allocation. */
    final class Block {
        private final MemorySegment memory;
        private final CudaContext context;
        private int copies;
        private boolean freed;

        Block(MemorySegment memory, CudaContext context) {
            this.memory = memory;
            this.context = context;
        }

        private boolean contains(MemorySegment segment) {
            long offset = segment.address() - memory.address();
            return offset >= 0 && offset <= memory.byteSize() - segment.byteSize();
        }

        private synchronized boolean enter() {
            copies += freed ? 0 : 1;
            return !freed;
        }

        synchronized void leave() {
            copies--;
            notifyAll();
        }

        private void free() {
            byAddress.remove(memory.address());
            awaitCopies();
            context.makeCurrent();
            CudaDriver.memFreeHost(memory);
            context.release();
        }

        private synchronized void awaitCopies() {
            freed = true;
            boolean interrupted = false;
            while (copies > 0) {
                try {
                    wait();
                } catch (InterruptedException _) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private final ConcurrentNavigableMap<Long, Block> byAddress = new ConcurrentSkipListMap<>();

    /**
     * {@return memory of the driver that is freed with an arena}
     *
     * @param context retained for this memory
     */
    @SuppressWarnings("restricted") // Gives the memory the life that the user wants.
    MemorySegment add(MemorySegment memory, CudaContext context, Arena arena) {
        var block = new Block(memory, context);
        byAddress.put(memory.address(), block);
        try {
            return memory.fill((byte) 0).reinterpret(arena, _ -> block.free());
        } catch (RuntimeException refused) {
            block.free();
            throw refused;
        }
    }

    /** {@return the block that a segment is a part of, kept until its {@code leave}; null if there is none} */
    @Nullable
    Block enter(MemorySegment segment) {
        if (!segment.isNative()) {
            return null;
        }
        Map.Entry<Long, Block> entry = byAddress.floorEntry(segment.address());
        var block = entry == null ? null : entry.getValue();
        return block != null && block.contains(segment) && block.enter() ? block : null;
    }
}
