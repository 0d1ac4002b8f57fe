package dev.warpbroker.device.backend;

import dev.warpbroker.device.DeviceProperties;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Kernel;
import org.jspecify.annotations.Nullable;

/**
 * A way to run kernels. {@link dev.warpbroker.device.Device} checks arguments and life cycle before it calls, so
 * implementations need not.
 */
public interface Backend {
    DeviceProperties properties();

    /** {@return the device's own memory, or null if handles are backed by heap arrays} */
    @Nullable
    RemoteMemory memory();

    /** Starts a kernel after all kernels started before it have ended. Memory that it captured passes the guard first. */
    RunningKernel launch(Grid grid, Kernel kernel, HandleGuard guard);

    /** {@return the most threads of a kernel, in blocks of this size, that can be on the device at once} */
    int residentThreads(Kernel kernel, int blockSize);

    /** Waits until all launches have ended, at most {@code nanos} nanoseconds; {@code Long.MAX_VALUE} means until then. {@return whether they have} */
    boolean awaitLaunches(long nanos);

    /** Asks all launches to stop; those that have not begun do not begin. */
    void stopLaunches();

    /** {@return where the lanes are that have not ended, as far as the device can tell; for messages} */
    String whereabouts();

    /** Frees everything that no launch uses. Called once, after all launches have ended or were given up. */
    void close();
}
