package dev.warpbroker.device;

import dev.warpbroker.device.backend.Backends;
import java.util.ServiceLoader;

/** Finds the backends, of which this package knows nothing but their interface. */
final class Providers {
    /** Loaded when the first device is opened. */
    static final Backends<Kernel, Lane, DeviceMemory, DeviceOptions, SimulatorOptions> BACKENDS = load();

    private Providers() {}

    @SuppressWarnings("unchecked") // There is one implementation, in this module.
    private static Backends<Kernel, Lane, DeviceMemory, DeviceOptions, SimulatorOptions> load() {
        return ServiceLoader.load(Backends.class, Providers.class.getClassLoader())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("dev.warpbroker.device has no backends: "
                        + "META-INF/services was lost when its jar was repackaged; keep its service files"));
    }
}
