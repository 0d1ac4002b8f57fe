/** Devices, device memory, kernels and the compiler that brings kernels onto a GPU. */
@org.jspecify.annotations.NullMarked
@SuppressWarnings("module") // The CLI is built later.
module dev.warpbroker.device {
    requires static org.jspecify;

    exports dev.warpbroker.device;

    // Timing of kernels that other compilers made, for comparisons.
    exports dev.warpbroker.device.cuda to
            dev.warpbroker.cli;
}
