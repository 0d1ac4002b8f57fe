package dev.warpbroker.device.backend;

import org.jspecify.annotations.Nullable;

/**
 * A way to run kernels. {@link dev.warpbroker.device.Device} checks arguments and life cycle before it calls, so
 * implementations need not.
 *
 * <p>This package is below that of {@code Device} and does not know its types: what it only passes on are type
 * parameters.
 *
 * @param <K> kernels
 * @param <L> lanes, as kernels see them
 * @param <M> memory handles
 */
public interface Backend<K, L, M> {
    /** {@return what the device is} */
    Traits traits();

    /** {@return the device's own memory, or null if handles are backed by heap arrays} */
    @Nullable
    RemoteMemory memory();

    /** {@return what only a device that runs machine code can do, or null if this one runs something else} */
    @Nullable
    MachineCode<K> machineCode();

    /** Starts a kernel after all kernels started before it have ended. */
    RunningKernel launch(KernelCall<K, L, M> call);

    /**
     * Starts a kernel that stays, after all kernels started before it have ended, which the caller has waited for. What
     * else is said of launches here is not said of it: nothing waits for it, and it is stopped by itself. There is one
     * at a time, and no other kernel runs meanwhile; copies and fills go on beside it.
     */
    RunningKernel launchResident(KernelCall<K, L, M> call);

    /** {@return the most threads of a kernel, in blocks of this size, that can be on the device at once} */
    int residentThreads(K kernel, int blockSize);

    /**
     * {@return whether all launches have ended, after waiting for that}
     *
     * @param nanos how long to wait at most; {@code Long.MAX_VALUE} for no limit
     */
    boolean awaitLaunches(long nanos);

    /** Asks all launches to stop; those that have not begun do not begin. */
    void stopLaunches();

    /** {@return where the lanes are that have not ended, as far as the device can tell; for messages} */
    String whereabouts();

    /** Frees everything that no launch uses. Called once, after all launches have ended or were given up. */
    void close();
}
