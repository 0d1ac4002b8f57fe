package dev.warpbroker.device;

import dev.warpbroker.device.backend.Traits;

/**
 * What a device is.
 *
 * @param id how the command line names it: {@code jvm}, {@code sim}, {@code cuda:0}
 * @param name its name in words
 * @param warpSize lanes per warp
 * @param maxBlockSize most lanes in a block
 * @param residentThreads most threads that can be on the device at once; a kernel that needs many registers gets fewer
 * @param memoryBytes memory for handles
 * @param blockSharedBytes the most shared memory that a block can have: at least {@link Block#MAX_SHARED_BYTES}; 227
 *     KiB on the JVM, the simulator, and GPUs of compute capability 9.0
 * @param detail driver, architecture and the like, for people
 */
public record DeviceProperties(
        String id,
        String name,
        int warpSize,
        int maxBlockSize,
        int residentThreads,
        long memoryBytes,
        int blockSharedBytes,
        String detail) {
    /**
     * A device of which no more is known than what all have.
     *
     * @param id how the command line names it
     * @param name its name in words
     * @param warpSize lanes per warp
     * @param maxBlockSize most lanes in a block
     * @param residentThreads most threads that can be on the device at once
     * @param memoryBytes memory for handles
     * @param detail driver, architecture and the like
     */
    public DeviceProperties(
            String id,
            String name,
            int warpSize,
            int maxBlockSize,
            int residentThreads,
            long memoryBytes,
            String detail) {
        this(id, name, warpSize, maxBlockSize, residentThreads, memoryBytes, Block.MAX_SHARED_BYTES, detail);
    }

    static DeviceProperties of(Traits traits) {
        return new DeviceProperties(
                traits.id(),
                traits.name(),
                traits.warpSize(),
                traits.maxBlockSize(),
                traits.residentThreads(),
                traits.memoryBytes(),
                traits.blockSharedBytes(),
                traits.detail());
    }

    /**
     * {@return the lanes that best work as one} Those of a warp where warps are made by the machine. One on the JVM
     * device, where every lane is a thread: it has warps too, but lanes that do not wait for each other are faster
     * there.
     */
    public int lanesPerWorker() {
        return id.equals("jvm") ? 1 : warpSize;
    }

    /**
     * {@return a grid with this block size, or with every lane in a block of its own where lanes best work alone}
     *
     * @param threads number of threads
     * @param blockSize lanes of a block
     */
    public Grid workerGrid(int threads, int blockSize) {
        return new Grid(threads, lanesPerWorker() == 1 ? 1 : blockSize);
    }
}
