package dev.warpbroker.device.backend;

/**
 * What a device is.
 *
 * @param id how the command line names it: {@code jvm}, {@code sim}, {@code cuda:0}
 * @param name its name in words
 * @param warpSize lanes per warp
 * @param maxBlockSize most lanes in a block
 * @param residentThreads most threads that can be on the device at once
 * @param memoryBytes memory for handles
 * @param blockSharedBytes the most shared memory that a block can have
 * @param detail driver, architecture and the like, for people
 */
public record Traits(
        String id,
        String name,
        int warpSize,
        int maxBlockSize,
        int residentThreads,
        long memoryBytes,
        int blockSharedBytes,
        String detail) {
    /** What GPUs have for a block that have most. Devices that are no GPU have as much, so that they run the same. */
    public static final int MAX_SHARED_BYTES = 227 << 10;
}
