/** Devices, device memory, kernels and the compiler that brings kernels onto a GPU. */
@org.jspecify.annotations.NullMarked
module dev.warpbroker.device {
    requires static transitive org.jspecify;

    exports dev.warpbroker.device;
}
