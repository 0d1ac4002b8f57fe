package dev.warpbroker.device.wiring;

import dev.warpbroker.compiler.KernelCompiler;
import dev.warpbroker.compiler.capture.GridForm;
import dev.warpbroker.device.DeviceMemory;
import dev.warpbroker.device.DeviceOptions;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Lane;
import dev.warpbroker.device.SimulatorOptions;
import dev.warpbroker.device.backend.Backend;
import dev.warpbroker.device.backend.Backends;
import dev.warpbroker.device.backend.GridShape;
import dev.warpbroker.device.cuda.CudaBackend;
import dev.warpbroker.device.jvm.JvmBackend;
import dev.warpbroker.device.simulator.SimulatorBackend;

/** The backends of this module. */
public final class AllBackends implements Backends<Kernel, Lane, DeviceMemory, DeviceOptions, SimulatorOptions> {
    /** For the service loader. */
    public AllBackends() {}

    @Override
    public Backend<Kernel, Lane, DeviceMemory> jvm(DeviceOptions options) {
        return new JvmBackend(options);
    }

    @Override
    public Backend<Kernel, Lane, DeviceMemory> simulator(SimulatorOptions simulation, DeviceOptions options) {
        return new SimulatorBackend(simulation, options);
    }

    @Override
    public int gpus() {
        return CudaBackend.deviceCount();
    }

    @Override
    public Backend<Kernel, Lane, DeviceMemory> gpu(int ordinal, DeviceOptions options) {
        return CudaBackend.open(ordinal, options);
    }

    @Override
    public String ptx(Kernel kernel, GridShape shape, DeviceOptions options) {
        return new KernelCompiler(options)
                .bind(kernel, GridForm.of(shape), shape.blockSize())
                .code()
                .ptx();
    }
}
