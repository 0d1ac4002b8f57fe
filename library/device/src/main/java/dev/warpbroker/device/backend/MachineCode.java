package dev.warpbroker.device.backend;

import java.lang.foreign.MemorySegment;

/**
 * What only a device that runs machine code can do.
 *
 * @param <K> kernels
 */
public interface MachineCode<K> {
    /** {@return what a kernel takes on this device} */
    Resources resources(K kernel);

    /**
     * Says whether {@link RunningKernel#elapsedNanos} is to be the time of the kernel alone from now on. Each launch
     * then runs after a delay.
     */
    void timeKernelsAlone(boolean on);

    /**
     * Loads a kernel that another compiler made.
     *
     * @param image PTX or cubin
     * @param entry the name of the kernel in it, mangled if it is C++
     */
    Function load(byte[] image, String entry);

    /**
     * What a kernel takes.
     *
     * @param registers per thread
     * @param sharedBytes shared memory per block
     * @param localBytes local memory per thread: arrays, and registers that did not fit
     */
    record Resources(int registers, int sharedBytes, int localBytes) {}

    /** A kernel that another compiler made. */
    interface Function {
        /**
         * Runs the kernel after all launches before it and waits for its end.
         *
         * @param cooperative whether all its threads must be resident
         * @param arguments for each parameter a segment with its bytes
         * @return how long the device was busy, in nanoseconds
         */
        long run(int threads, int blockSize, boolean cooperative, MemorySegment... arguments);
    }
}
