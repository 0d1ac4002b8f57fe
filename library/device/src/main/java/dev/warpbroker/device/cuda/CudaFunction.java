package dev.warpbroker.device.cuda;

import dev.warpbroker.device.backend.MachineCode;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A loaded kernel entry and what the driver knows about its needs. */
final class CudaFunction {
    private static final int MAX_THREADS_PER_BLOCK = 0;
    private static final int SHARED_SIZE_BYTES = 1;
    private static final int LOCAL_SIZE_BYTES = 3;
    private static final int NUM_REGS = 4;

    private static final int MAX_DYNAMIC_SHARED_SIZE_BYTES = 8;

    private final long handle;
    private final int dynamicSharedBytes;
    private final int maxBlockSize;
    private final Map<Integer, Integer> residentBlocks = new ConcurrentHashMap<>();

    private CudaFunction(long handle, int dynamicSharedBytes) {
        this.handle = handle;
        this.dynamicSharedBytes = dynamicSharedBytes;
        if (dynamicSharedBytes > 0) {
            CudaDriver.funcSetAttribute(handle, MAX_DYNAMIC_SHARED_SIZE_BYTES, dynamicSharedBytes);
        }
        maxBlockSize = CudaDriver.funcGetAttribute(MAX_THREADS_PER_BLOCK, handle);
    }

    /**
     * {@return an entry of a module; the context must be current}
     *
     * @param dynamicSharedBytes shared memory of a block that launches ask for
     */
    static CudaFunction of(long module, String entry, int dynamicSharedBytes) {
        return new CudaFunction(CudaDriver.moduleGetFunction(module, entry), dynamicSharedBytes);
    }

    int dynamicSharedBytes() {
        return dynamicSharedBytes;
    }

    long handle() {
        return handle;
    }

    /** {@return the most lanes of a block that the registers and the shared memory of this function allow} */
    int maxBlockSize() {
        return maxBlockSize;
    }

    /** {@return what a thread and a block of this function take; the context must be current} */
    MachineCode.Resources resources() {
        return new MachineCode.Resources(
                CudaDriver.funcGetAttribute(NUM_REGS, handle),
                CudaDriver.funcGetAttribute(SHARED_SIZE_BYTES, handle) + dynamicSharedBytes,
                CudaDriver.funcGetAttribute(LOCAL_SIZE_BYTES, handle));
    }

    /** {@return how many blocks of this size one multiprocessor holds at once; the context must be current} */
    int residentBlocks(int blockSize) {
        return residentBlocks.computeIfAbsent(
                blockSize, size -> CudaDriver.maxActiveBlocks(handle, size, dynamicSharedBytes));
    }
}
