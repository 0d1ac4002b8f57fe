package dev.warpbroker.device.cuda;

import dev.warpbroker.device.backend.GridShape;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * The stream on which all kernels of a device run, one after the other. Not thread-safe: a launch is several entries in
 * the stream, which must stay together.
 */
final class LaunchStream {
    private final long handle = CudaDriver.streamCreate();
    private boolean timed;
    private @Nullable CudaFunction delay;

    long handle() {
        return handle;
    }

    boolean isTimed() {
        return timed;
    }

    /**
     * Sets whether launches are timed, and makes each run after a kernel that only takes time, if it is not null.
     *
     * <p>While the device is busy with that one, the host gets the events and the kernel proper into the stream, so
     * that nothing but the kernel lies between the events when the device arrives at them.
     */
    void timed(boolean on, @Nullable CudaFunction kernel) {
        timed = on;
        delay = kernel;
    }

    /**
     * Launches a kernel between two events.
     *
     * @param cooperative whether all blocks must be on the device at once
     * @param parameters an array of pointers to the arguments
     * @param timed whether the event before the kernel is recorded, too
     */
    void launch(
            CudaFunction function,
            GridShape grid,
            boolean cooperative,
            MemorySegment parameters,
            EventPair events,
            boolean timed) {
        if (delay != null) {
            CudaDriver.launchKernel(delay.handle(), GridShape.flat(1, 1), 0, handle, MemorySegment.NULL);
        }
        if (timed) {
            CudaDriver.eventRecord(events.start(), handle);
        }
        if (cooperative) {
            CudaDriver.launchCooperativeKernel(
                    function.handle(), grid, function.dynamicSharedBytes(), handle, parameters);
        } else {
            CudaDriver.launchKernel(function.handle(), grid, function.dynamicSharedBytes(), handle, parameters);
        }
        CudaDriver.eventRecord(events.end(), handle);
    }
}
