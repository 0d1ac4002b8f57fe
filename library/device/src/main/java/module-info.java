/** Devices, device memory, kernels and the compiler that brings kernels onto a GPU. */
@org.jspecify.annotations.NullMarked
module dev.warpbroker.device {
    requires static org.jspecify;
    requires jdk.jfr;

    exports dev.warpbroker.device;
    exports dev.warpbroker.device.trace;

    uses dev.warpbroker.device.backend.Backends;

    provides dev.warpbroker.device.backend.Backends with
            dev.warpbroker.device.wiring.AllBackends;
}
