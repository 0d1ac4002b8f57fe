package dev.warpbroker.device;

import dev.warpbroker.device.backend.LaneThread;
import dev.warpbroker.device.backend.RunningLane;
import org.jspecify.annotations.Nullable;

/**
 * The running thread of a kernel, seen from inside.
 *
 * <p>The methods here and in {@link Warp} and {@link Block} are what the JVM device executes; the compiler replaces
 * them by the machine's own instructions. Lanes are grouped in the same way on every device: into blocks of the {@link
 * Grid}'s block size, the last of which may be partly filled, and these into warps of 32.
 */
public final class Lane {
    private final RunningLane<Lane, DeviceMemory> running;
    private final int id;
    private final Grid grid;
    private @Nullable Warp warp;
    private @Nullable Block block;

    /** A lane of the JVM device. */
    Lane(RunningLane<Lane, DeviceMemory> running, int id, Grid grid) {
        this.running = running;
        this.id = id;
        this.grid = grid;
    }

    /**
     * {@return the lane that makes this call}, for code in a kernel that was not handed it.
     *
     * @throws IllegalStateException on a JVM thread that runs no kernel
     */
    public static Lane current() {
        return (Lane) LaneThread.currentLane();
    }

    /** {@return this thread's number in the launch, from 0 to {@code count() - 1}} */
    public int id() {
        return id;
    }

    /** {@return the number of threads in the launch} */
    public int count() {
        return grid.threads();
    }

    /** {@return the warp that this thread belongs to} */
    public Warp warp() {
        var known = warp;
        if (known == null) {
            known = new Warp(running, id, grid);
            warp = known;
        }
        return known;
    }

    /** {@return the block that this thread belongs to} */
    public Block block() {
        var known = block;
        if (known == null) {
            known = new Block(running, id, grid);
            block = known;
        }
        return known;
    }

    /**
     * {@return the device clock in nanoseconds from an arbitrary origin, the same for all threads of the device} Its
     * resolution is that of the device: about a microsecond on some GPUs, 32 ns on others.
     */
    public long nanoTime() {
        return System.nanoTime();
    }
}
