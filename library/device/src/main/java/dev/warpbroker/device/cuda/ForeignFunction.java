package dev.warpbroker.device.cuda;

import static java.lang.foreign.ValueLayout.ADDRESS;

import dev.warpbroker.device.backend.GridShape;
import dev.warpbroker.device.backend.MachineCode;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * A kernel that another compiler made. It runs on the same stream as ours and is timed by the same events, so that the
 * times can be compared.
 */
final class ForeignFunction implements MachineCode.Function {
    private final CudaBackend backend;
    private final CudaFunction function;

    ForeignFunction(CudaBackend backend, CudaFunction function) {
        this.backend = backend;
        this.function = function;
    }

    @Override
    public long run(int threads, int blockSize, boolean cooperative, MemorySegment... arguments) {
        try (var arena = Arena.ofConfined()) {
            var parameters = arena.allocate(ADDRESS, arguments.length);
            for (int i = 0; i < arguments.length; i++) {
                var copy = arena.allocate(arguments[i].byteSize(), Long.BYTES).copyFrom(arguments[i]);
                parameters.setAtIndex(ADDRESS, i, copy);
            }
            return backend.run(function, GridShape.flat(threads, blockSize), cooperative, parameters);
        }
    }
}
