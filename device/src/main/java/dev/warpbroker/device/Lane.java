package dev.warpbroker.device;

import dev.warpbroker.device.backend.LaneThread;

/**
 * The running thread of a kernel, seen from inside.
 *
 * <p>The methods here and in {@link Warp} and {@link Block} are what the JVM device executes, where warps and blocks
 * have one lane. The compiler replaces them by the machine's own instructions, so that cooperative code runs on every
 * device unchanged.
 */
public final class Lane {
    private final int id;
    private final int count;
    private final Warp warp;
    private final Block block;

    /** A lane of the JVM device: alone in its warp and its block. */
    Lane(int id, int count) {
        this.id = id;
        this.count = count;
        this.warp = new Warp();
        this.block = new Block(id, count);
    }

    /**
     * {@return the lane that makes this call}, for code in a kernel that was not handed it.
     *
     * @throws IllegalStateException on a JVM thread that runs no kernel
     */
    public static Lane current() {
        return LaneThread.currentLane();
    }

    /** {@return this thread's number in the launch, from 0 to {@code count() - 1}} */
    public int id() {
        return id;
    }

    /** {@return the number of threads in the launch} */
    public int count() {
        return count;
    }

    /** {@return the warp that this thread belongs to} */
    public Warp warp() {
        return warp;
    }

    /** {@return the block that this thread belongs to} */
    public Block block() {
        return block;
    }

    /**
     * The device clock in nanoseconds from an arbitrary origin, the same for all threads of the device. Resolution is
     * that of the device (about a microsecond on some GPUs, 32 ns on others).
     */
    public long nanoTime() {
        return System.nanoTime();
    }
}
