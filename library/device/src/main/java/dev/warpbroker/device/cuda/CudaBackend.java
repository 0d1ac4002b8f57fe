package dev.warpbroker.device.cuda;

import dev.warpbroker.compiler.KernelCompiler;
import dev.warpbroker.compiler.UploadedTables;
import dev.warpbroker.compiler.capture.GridForm;
import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.DeviceMemory;
import dev.warpbroker.device.DeviceOptions;
import dev.warpbroker.device.DeviceUnavailableException;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Lane;
import dev.warpbroker.device.backend.Backend;
import dev.warpbroker.device.backend.Delivery;
import dev.warpbroker.device.backend.GridShape;
import dev.warpbroker.device.backend.KernelCall;
import dev.warpbroker.device.backend.MachineCode;
import dev.warpbroker.device.backend.RemoteMemory;
import dev.warpbroker.device.backend.RunningKernel;
import dev.warpbroker.device.backend.Traits;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** Runs kernels on an NVIDIA GPU. */
public final class CudaBackend implements Backend<Kernel, Lane, DeviceMemory>, MachineCode<Kernel> {
    private static final Logger LOGGER = System.getLogger(CudaBackend.class.getName());
    private static final int RECENT_KERNELS = 256;

    /** Launches in flight, and those of kernels that stay: one, and the one before it. */
    private static final int IN_FLIGHT = 64;

    private static final int RESIDENT_IN_FLIGHT = 2;

    /** Time between two looks at the stream, for a wait that has a limit. */
    private static final long LOOK_NANOS = 100_000;

    /** Takes 300 microseconds and does nothing. */
    private static final String DELAY_PTX = """
        .version 8.3
        .target sm_70
        .address_size 64
        .visible .entry delay()
        {
            .reg .b64 %rd<4>;
            .reg .pred %p<2>;
            mov.u64 %rd1, %globaltimer;
        AGAIN:
            mov.u64 %rd2, %globaltimer;
            sub.u64 %rd3, %rd2, %rd1;
            setp.lt.u64 %p1, %rd3, 300000;
            @%p1 bra AGAIN;
            ret;
        }
        """;

    private final Gpu gpu;
    private final Traits traits;
    private final CudaContext context;
    private final LaunchStream stream;
    private final LaunchRing ring;

    /** For kernels that stay, which must not hold up others, nor fills. Made when it is needed. */
    private @Nullable Aside aside;

    private final CudaMemory memory;
    private final KernelCompiler compiler;
    private final boolean timing;
    private final int maxRegisters;
    private final CudaLogs logs;

    /** Guards the stream, the modules and the kernels: launches are made one at a time. */
    private final ReentrantLock launching = new ReentrantLock();

    private final CudaModules modules = new CudaModules();

    /** Loaded when it is needed. */
    private @Nullable CudaFunction delay;

    private final UploadedTables tables;

    /** A stream beside that of the launches, with slots of its own. */
    private record Aside(LaunchStream stream, LaunchRing ring) {}

    /** A form that a kernel is compiled in: full warps have 32 lanes, or the block size of smaller blocks. */
    private record Form(GridForm grid, int warpSize) {}

    private final Map<Form, RecentKernels<LoadedKernel>> kernels = new HashMap<>();

    private CudaBackend(Gpu gpu, CudaContext context, DeviceOptions options) {
        this.gpu = gpu;
        traits = gpu.traits();
        this.context = context;
        compiler = new KernelCompiler(options, traits.blockSharedBytes());
        maxRegisters = options.maxRegisters();
        timing = options.timing();
        stream = new LaunchStream();
        stream.timed(timing, null);
        ring = new LaunchRing(stream.handle(), IN_FLIGHT);
        memory = new CudaMemory(traits.id(), context, stream.handle());
        tables = new UploadedTables(memory);
        logs = new CudaLogs(memory, options.logLines(), new Delivery<>(options.log()));
    }

    /** {@return how many GPUs there are; 0 if there is no usable driver} */
    public static int deviceCount() {
        try {
            CudaDriver.initialise();
            return CudaDriver.deviceGetCount();
        } catch (DeviceException e) {
            LOGGER.log(Level.DEBUG, "no GPU: {0}", e.getMessage());
            return 0;
        }
    }

    /**
     * {@return a GPU, ready to use}
     *
     * @throws DeviceUnavailableException if there is no such GPU, or this process cannot use it
     */
    public static CudaBackend open(int ordinal, DeviceOptions options) {
        var gpu = Gpu.find(ordinal);
        var context = CudaContext.retain(gpu.device());
        try {
            context.makeCurrent();
            return new CudaBackend(gpu, context, options);
        } catch (RuntimeException e) {
            context.release();
            throw e;
        }
    }

    @Override
    public Traits traits() {
        return traits;
    }

    @Override
    public RemoteMemory memory() {
        return memory;
    }

    @Override
    public MachineCode<Kernel> machineCode() {
        return this;
    }

    @Override
    public RunningKernel launch(KernelCall<Kernel, Lane, DeviceMemory> call) {
        launching.lock();
        try {
            return launch(call, stream, ring);
        } finally {
            launching.unlock();
        }
    }

    @Override
    public RunningKernel launchResident(KernelCall<Kernel, Lane, DeviceMemory> call) {
        launching.lock();
        try {
            context.makeCurrent();
            var known = aside;
            if (known == null) {
                var own = new LaunchStream();
                known = new Aside(own, new LaunchRing(own.handle(), RESIDENT_IN_FLIGHT));
                aside = known;
            }
            return launch(call, known.stream(), known.ring());
        } finally {
            launching.unlock();
        }
    }

    /** Requires that launches are locked. */
    private CudaLaunch launch(KernelCall<Kernel, Lane, DeviceMemory> call, LaunchStream to, LaunchRing slots) {
        GridShape grid = call.shape();
        if (modules.areTooMany()) {
            unloadIfIdle();
        }
        var loaded = load(call.kernel(), GridForm.of(grid), grid.blockSize());
        context.makeCurrent();
        var function = loaded.functionFor(grid, gpu, modules);
        var slot = slots.vacant();
        if (tables.areTooMany() && !CudaDriver.streamIsBusy(stream.handle())) {
            tables.freeOldest();
        }
        var code = loaded.code();
        var log = code.logSites().isEmpty() ? null : logs.begin(code.logSites(), grid);
        boolean timed = to.isTimed();
        try {
            var parameters = loaded.parameters(call::check, tables, grid, slot, log == null ? 0 : log.address());
            to.launch(function, grid, code.waits(), parameters, slot.events(), timed);
        } catch (RuntimeException notLaunched) {
            if (log != null) {
                log.end();
            }
            throw notLaunched;
        }
        var launch = new CudaLaunch(context, slots, slot, code.sites(), grid, timed, log);
        slots.occupy(launch);
        return launch;
    }

    private void unloadIfIdle() {
        context.makeCurrent();
        if (!CudaDriver.streamIsBusy(stream.handle())) {
            kernels.clear();
            modules.unloadCompiled();
        }
    }

    private LoadedKernel load(Kernel kernel, GridForm grid, int blockSize) {
        var form = new Form(grid, Math.min(traits.warpSize(), blockSize));
        var recent = kernels.computeIfAbsent(form, _ -> new RecentKernels<>(RECENT_KERNELS));
        var loaded = recent.get(kernel, unknown -> bind(unknown, form));
        if (!loaded.renew()) {
            recent.forget(kernel);
            loaded = recent.get(kernel, unknown -> bind(unknown, form));
        }
        return loaded;
    }

    private LoadedKernel bind(Kernel kernel, Form form) {
        var bound = compiler.bind(kernel, form.grid(), form.warpSize());
        context.makeCurrent();
        return new LoadedKernel(bound, modules.function(bound.code(), maxRegisters), maxRegisters);
    }

    @Override
    public int residentThreads(Kernel kernel, int blockSize) {
        launching.lock();
        try {
            var loaded = load(kernel, GridForm.FLAT, blockSize);
            context.makeCurrent();
            return loaded.function().residentBlocks(blockSize) * gpu.multiprocessors() * blockSize;
        } finally {
            launching.unlock();
        }
    }

    @Override
    public Resources resources(Kernel kernel) {
        launching.lock();
        try {
            var loaded = load(kernel, GridForm.FLAT, traits.maxBlockSize());
            context.makeCurrent();
            return loaded.function().resources();
        } finally {
            launching.unlock();
        }
    }

    /**
     * Makes each launch run after a delay, during which the host gets the kernel and the events around it into the
     * stream.
     */
    @Override
    public void timeKernelsAlone(boolean on) {
        launching.lock();
        try {
            context.makeCurrent();
            if (on && delay == null) {
                delay = modules.load(DELAY_PTX.getBytes(StandardCharsets.UTF_8), "delay");
            }
            stream.timed(on || timing, on ? delay : null);
        } finally {
            launching.unlock();
        }
    }

    @Override
    public Function load(byte[] image, String entry) {
        launching.lock();
        try {
            context.makeCurrent();
            return new ForeignFunction(this, modules.load(image, entry));
        } finally {
            launching.unlock();
        }
    }

    /** Runs a kernel between two events after all that were launched before it. {@return its time in nanoseconds} */
    long run(CudaFunction function, GridShape grid, boolean cooperative, MemorySegment parameters) {
        launching.lock();
        try {
            context.makeCurrent();
            var slot = ring.vacant();
            stream.launch(function, grid, cooperative, parameters, slot.events(), true);
            slot.events().awaitEnd();
            return slot.events().elapsedNanos();
        } finally {
            launching.unlock();
        }
    }

    @Override
    public boolean awaitLaunches(long nanos) {
        context.makeCurrent();
        long start = System.nanoTime();
        while (nanos != Long.MAX_VALUE && CudaDriver.streamIsBusy(stream.handle())) {
            if (System.nanoTime() - start > nanos) {
                return false;
            }
            LockSupport.parkNanos(this, LOOK_NANOS);
        }
        CudaDriver.streamDrain(stream.handle());
        return true;
    }

    @Override
    public void stopLaunches() {
        launching.lock();
        try {
            context.makeCurrent();
            ring.requestStops();
        } finally {
            launching.unlock();
        }
    }

    @Override
    public String whereabouts() {
        return CudaLaunch.WHEREABOUTS;
    }

    private boolean staysBusy() {
        var beside = aside;
        return beside != null && CudaDriver.streamIsBusy(beside.stream().handle());
    }

    /** Frees everything, unless a kernel still runs: freeing would wait for it, for ever if it hangs. */
    @Override
    public void close() {
        launching.lock();
        try {
            context.makeCurrent();
            if (CudaDriver.streamIsBusy(stream.handle()) || staysBusy()) {
                LOGGER.log(
                        Level.WARNING,
                        "{0} was closed while a kernel runs that did not stop when it was cancelled; the GPU stays busy"
                                + " and its memory taken until this process ends",
                        traits.id());
                return;
            }
            ring.close();
            var beside = aside;
            if (beside != null) {
                beside.ring().close();
                CudaDriver.streamDestroy(beside.stream().handle());
            }
            logs.close();
            modules.close();
            memory.close();
            CudaDriver.streamDestroy(stream.handle());
            context.release();
        } finally {
            launching.unlock();
        }
    }
}
