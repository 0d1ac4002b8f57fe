package dev.warpbroker.device.cuda;

import static java.lang.foreign.ValueLayout.ADDRESS;

import dev.warpbroker.device.Grid;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * A kernel that another compiler made. It runs on the same stream as ours and is timed by the same events, so that the
 * times can be compared.
 */
public final class ForeignKernel {
    private final CudaBackend backend;
    private final CudaFunction function;

    ForeignKernel(CudaBackend backend, CudaFunction function) {
        this.backend = backend;
        this.function = function;
    }

    /**
     * Runs the kernel after all launches before it and waits for its end.
     *
     * @param cooperative whether all its threads must be resident, as for those of our kernels that wait
     * @param arguments for each parameter a segment with its bytes, at least as many as the parameter has; nothing checks
     *     that
     * @return how long the device was busy, in nanoseconds
     */
    public long run(Grid grid, boolean cooperative, MemorySegment... arguments) {
        try (var arena = Arena.ofConfined()) {
            var parameters = arena.allocate(ADDRESS, arguments.length);
            for (int i = 0; i < arguments.length; i++) {
                var copy = arena.allocate(arguments[i].byteSize(), Long.BYTES).copyFrom(arguments[i]);
                parameters.setAtIndex(ADDRESS, i, copy);
            }
            return backend.run(function, grid, cooperative, parameters);
        }
    }
}
