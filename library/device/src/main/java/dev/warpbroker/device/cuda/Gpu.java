package dev.warpbroker.device.cuda;

import dev.warpbroker.device.DeviceUnavailableException;
import dev.warpbroker.device.backend.Traits;

/**
 * A GPU that can run what the compiler makes.
 *
 * @param device the driver's number for it
 * @param traits what it is
 * @param multiprocessors how many multiprocessors it has
 * @param registers how many registers the lanes on a multiprocessor share
 */
record Gpu(int device, Traits traits, int multiprocessors, int registers) {
    /** The first architecture whose lanes are scheduled independently, which lanes that wait for each other need. */
    private static final int OLDEST_MAJOR = 7;

    private static final int MAX_THREADS_PER_BLOCK = 1;
    private static final int WARP_SIZE = 10;
    private static final int MULTIPROCESSOR_COUNT = 16;
    private static final int MAX_THREADS_PER_MULTIPROCESSOR = 39;
    private static final int COMPUTE_CAPABILITY_MAJOR = 75;
    private static final int COMPUTE_CAPABILITY_MINOR = 76;
    private static final int MAX_REGISTERS_PER_MULTIPROCESSOR = 82;
    private static final int MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = 97;

    /** @throws DeviceUnavailableException if there is no such GPU, or it is too old */
    static Gpu find(int ordinal) {
        CudaDriver.initialise();
        int count = CudaDriver.deviceGetCount();
        if (ordinal < 0 || ordinal >= count) {
            throw new DeviceUnavailableException("there is no cuda:" + ordinal + "; the driver sees " + count
                    + (count == 1 ? " GPU" : " GPUs") + ", numbered from 0");
        }
        int device = CudaDriver.deviceGet(ordinal);
        var name = CudaDriver.deviceGetName(device);
        int major = CudaDriver.deviceGetAttribute(COMPUTE_CAPABILITY_MAJOR, device);
        var capability = major + "." + CudaDriver.deviceGetAttribute(COMPUTE_CAPABILITY_MINOR, device);
        if (major < OLDEST_MAJOR) {
            throw new DeviceUnavailableException("cuda:" + ordinal + " (" + name + ") has compute capability "
                    + capability + "; kernels need " + OLDEST_MAJOR + ".0 (Volta) or later");
        }
        int multiprocessors = CudaDriver.deviceGetAttribute(MULTIPROCESSOR_COUNT, device);
        var traits = new Traits(
                "cuda:" + ordinal,
                name,
                CudaDriver.deviceGetAttribute(WARP_SIZE, device),
                CudaDriver.deviceGetAttribute(MAX_THREADS_PER_BLOCK, device),
                multiprocessors * CudaDriver.deviceGetAttribute(MAX_THREADS_PER_MULTIPROCESSOR, device),
                CudaDriver.deviceTotalMem(device),
                CudaDriver.deviceGetAttribute(MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, device),
                multiprocessors + " multiprocessors, compute capability " + capability + ", driver for CUDA "
                        + CudaDriver.versionText(CudaDriver.driverVersion()));
        return new Gpu(
                device,
                traits,
                multiprocessors,
                CudaDriver.deviceGetAttribute(MAX_REGISTERS_PER_MULTIPROCESSOR, device));
    }
}
