package dev.warpbroker.device;

import dev.warpbroker.device.backend.GridShape;
import dev.warpbroker.device.backend.LaneThread;
import dev.warpbroker.device.backend.RunningLane;
import org.jspecify.annotations.Nullable;

/**
 * The running thread of a kernel, seen from inside.
 *
 * <p>The methods here and in {@link Warp} and {@link Block} are what the JVM device executes; the compiler replaces
 * them by the machine's own instructions. Lanes are grouped in the same way on every device: into blocks of the
 * {@link Grid}'s block size, of which those at the upper edges may be partly filled, and these into warps of 32.
 */
public final class Lane {
    private final RunningLane<Lane, DeviceMemory> running;
    private final GridShape.@Nullable Position position;
    private final int rank;
    private final GridShape shape;
    private @Nullable Warp warp;
    private @Nullable Block block;

    /** A lane of the JVM device. */
    Lane(RunningLane<Lane, DeviceMemory> running, int rank, GridShape shape) {
        this.running = running;
        this.rank = rank;
        this.shape = shape;
        position = shape.isFlat() ? null : shape.position(rank);
    }

    /**
     * {@return the lane that makes this call}, for code in a kernel that was not handed it.
     *
     * @throws IllegalStateException on a JVM thread that runs no kernel
     */
    public static Lane current() {
        return (Lane) LaneThread.currentLane();
    }

    /**
     * {@return this thread's number in the launch, from 0 to {@code count() - 1}: {@code (z() * height() + y()) *
     * width() + x()}, so that what is stored at {@code id()} lies row by row}
     */
    public int id() {
        return position == null ? rank : (position.z() * shape.height() + position.y()) * shape.width() + position.x();
    }

    /** {@return the number of threads in the launch} */
    public int count() {
        return shape.threads();
    }

    /** {@return this thread's place in x, from 0 to {@code width() - 1}; in a row of lanes, its number} */
    public int x() {
        return position == null ? rank : position.x();
    }

    /** {@return this thread's place in y, from 0 to {@code height() - 1}; 0 in a row of lanes} */
    public int y() {
        return position == null ? 0 : position.y();
    }

    /** {@return this thread's place in z, from 0 to {@code depth() - 1}; 0 unless the grid is a box} */
    public int z() {
        return position == null ? 0 : position.z();
    }

    /** {@return how many lanes the launch has in x} */
    public int width() {
        return shape.width();
    }

    /** {@return how many lanes the launch has in y: 1 in a row of lanes} */
    public int height() {
        return shape.height();
    }

    /** {@return how many lanes the launch has in z: 1 unless the grid is a box} */
    public int depth() {
        return shape.depth();
    }

    /** {@return the warp that this thread belongs to} */
    public Warp warp() {
        var known = warp;
        if (known == null) {
            known = new Warp(running, rank, shape);
            warp = known;
        }
        return known;
    }

    /** {@return the block that this thread belongs to} */
    public Block block() {
        var known = block;
        if (known == null) {
            known = new Block(running, rank, shape);
            block = known;
        }
        return known;
    }

    /**
     * Waits until all lanes of the launch that have not ended are at a grid barrier, and makes their earlier writes
     * visible to each other. A lane that returns early is waited for no longer.
     *
     * <p>All lanes of a kernel that has a grid barrier must be resident at once: as with {@link Backoff}, a grid that
     * cannot be, even with fewer registers for each lane, is refused. The JVM device holds 16,384 lanes; there a launch
     * of more fails at its first grid barrier.
     */
    public void gridBarrier() {
        if (shape.threads() > 1) {
            running.awaitGrid();
        }
    }

    /**
     * Says something to the host while the kernel runs, for finding faults: {@code lane.log("x = ", x, ", y = ", y)}.
     *
     * <p>Lines of a lane arrive in the order in which it logs, and all that was logged has arrived when
     * {@link Launch#join} returns, even if the launch failed or was cancelled. They go to the log of the JVM (a
     * {@link System.Logger} with the name of this class, at level INFO) unless {@link DeviceOptions#withLog} says
     * otherwise. A device that runs compiled kernels keeps {@link DeviceOptions#logLines} lines that the host has not
     * read yet; lines for which there is no room are dropped, and a last line says how many. With
     * {@code withLogLines(0)} calls of this method leave no trace in compiled kernels.
     *
     * @param text a constant
     * @param values numbers, booleans, chars, and constants; at most six of them known at run time only
     */
    public void log(String text, @Nullable Object... values) {
        running.log(text, values);
    }

    /**
     * {@return the device clock in nanoseconds from an arbitrary origin, the same for all threads of the device} Its
     * resolution is that of the device: about a microsecond on some GPUs, 32 ns on others.
     */
    public long nanoTime() {
        return System.nanoTime();
    }
}
