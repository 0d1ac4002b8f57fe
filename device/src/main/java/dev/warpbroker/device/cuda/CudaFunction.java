package dev.warpbroker.device.cuda;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A loaded kernel entry and what the driver knows about its needs. */
final class CudaFunction {
    private static final int MAX_THREADS_PER_BLOCK = 0;

    private final long handle;
    private final int maxBlockSize;
    private final Map<Integer, Integer> residentBlocks = new ConcurrentHashMap<>();

    private CudaFunction(long handle) {
        this.handle = handle;
        maxBlockSize = CudaDriver.funcGetAttribute(MAX_THREADS_PER_BLOCK, handle);
    }

    /** Requires that the context is current. */
    static CudaFunction of(long module, String entry) {
        return new CudaFunction(CudaDriver.moduleGetFunction(module, entry));
    }

    long handle() {
        return handle;
    }

    /** {@return the most lanes of a block that the registers and the shared memory of this function allow} */
    int maxBlockSize() {
        return maxBlockSize;
    }

    /** {@return how many blocks of this size one multiprocessor holds at once; the context must be current} */
    int residentBlocks(int blockSize) {
        return residentBlocks.computeIfAbsent(blockSize, size -> CudaDriver.maxActiveBlocks(handle, size));
    }
}
