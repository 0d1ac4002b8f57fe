package dev.warpbroker.device;

import dev.warpbroker.device.backend.MachineCode;
import java.lang.foreign.MemorySegment;

/**
 * A kernel that another compiler made, on a GPU. It runs in turn with the launches of its device and is timed in the
 * same way, so that it can share their memory and be compared with them. It cannot be cancelled, and nothing checks
 * what it does.
 *
 * @see Device#foreignKernel
 */
public final class ForeignKernel {
    private final Device device;
    private final MachineCode.Function function;

    ForeignKernel(Device device, MachineCode.Function function) {
        this.device = device;
        this.function = function;
    }

    /**
     * Runs the kernel after all launches before it, and all that streams were given, and waits for its end.
     *
     * @param cooperative whether all its threads must be resident, as for kernels that wait with {@link Backoff}
     * @param arguments for each parameter a segment with its bytes, at least as many as the parameter has, which
     *     nothing checks; memory is passed by its {@link DeviceMemory#address}
     * @param grid how many lanes there are, and in which blocks
     * @return how long the device was busy, in nanoseconds
     * @throws DeviceException if the driver refuses the launch, or the kernel fails
     */
    public long run(Grid grid, boolean cooperative, MemorySegment... arguments) {
        device.awaitStreams();
        return function.run(grid.threads(), grid.blockSize(), cooperative, arguments);
    }
}
