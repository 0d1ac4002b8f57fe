package dev.warpbroker.device.simulator;

import dev.warpbroker.compiler.BoundKernel;
import dev.warpbroker.compiler.CompiledKernel;
import dev.warpbroker.compiler.KernelCompiler;
import dev.warpbroker.compiler.RecentlyUsed;
import dev.warpbroker.compiler.UploadedTables;
import dev.warpbroker.compiler.capture.GridForm;
import dev.warpbroker.device.DeviceMemory;
import dev.warpbroker.device.DeviceOptions;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Lane;
import dev.warpbroker.device.LogLine;
import dev.warpbroker.device.SimulatorOptions;
import dev.warpbroker.device.backend.Backend;
import dev.warpbroker.device.backend.Delivery;
import dev.warpbroker.device.backend.GridShape;
import dev.warpbroker.device.backend.KernelCall;
import dev.warpbroker.device.backend.MachineCode;
import dev.warpbroker.device.backend.RemoteMemory;
import dev.warpbroker.device.backend.RunningKernel;
import dev.warpbroker.device.backend.Traits;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/** Runs kernels on the simulator, one launch after the other, on a thread of its own. */
public final class SimulatorBackend implements Backend<Kernel, Lane, DeviceMemory> {
    private static final int MAX_BLOCK_SIZE = 1024;
    private static final int MAX_PROGRAMS = 256;

    private final SimulatorOptions options;
    private final int logLines;
    private final Delivery<LogLine> logReader;
    private final KernelCompiler compiler;
    private final SimulatedMemory memory = new SimulatedMemory();
    private final LaunchReport report = new LaunchReport(memory);
    private final UploadedTables tables = new UploadedTables(memory);
    /** Those launched last, by their text; guarded by this. */
    private final RecentlyUsed<String, PtxProgram> programs = new RecentlyUsed<>(MAX_PROGRAMS);

    private final SplittableRandom seeds;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(
            Thread.ofPlatform().daemon().name("warpbroker-simulator").factory());

    /** The launches that may not have ended. */
    private final Deque<SimulatedLaunch> launches = new ArrayDeque<>();

    public SimulatorBackend(SimulatorOptions simulation, DeviceOptions device) {
        options = simulation;
        logLines = device.logLines();
        logReader = new Delivery<>(device.log());
        compiler = new KernelCompiler(device, Traits.MAX_SHARED_BYTES);
        seeds = new SplittableRandom(simulation.seed());
    }

    @Override
    public Traits traits() {
        return new Traits(
                "sim",
                "Warpbroker simulator",
                SimulatedWarp.SIZE,
                MAX_BLOCK_SIZE,
                Simulation.RESIDENT_THREADS,
                SimulatedMemory.CAPACITY,
                Traits.MAX_SHARED_BYTES,
                "seed " + options.seed() + ", " + options.memory() + " memory, at most " + options.stepLimit()
                        + " steps");
    }

    @Override
    public RemoteMemory memory() {
        return memory;
    }

    @Override
    public @Nullable MachineCode<Kernel> machineCode() {
        return null;
    }

    @Override
    public RunningKernel launch(KernelCall<Kernel, Lane, DeviceMemory> call) {
        var launch = prepare(call, false);
        thread.execute(launch);
        return launch;
    }

    @Override
    public RunningKernel launchResident(KernelCall<Kernel, Lane, DeviceMemory> call) {
        var launch = prepare(call, true);
        thread.execute(launch);
        return launch;
    }

    private synchronized SimulatedLaunch prepare(KernelCall<Kernel, Lane, DeviceMemory> call, boolean stays) {
        GridShape shape = call.shape();
        BoundKernel bound = compiler.bind(call.kernel(), GridForm.of(shape), shape.blockSize());
        CompiledKernel code = bound.code();
        if (code.waits()) {
            requireResident(shape);
        }
        launches.removeIf(SimulatedLaunch::hasEnded);
        if (launches.isEmpty() && tables.areTooMany()) {
            tables.freeOldest();
        }
        SimulatedLog log = code.logSites().isEmpty()
                ? null
                : new SimulatedLog(memory, logLines, code.logSites(), shape, logReader);
        long[] arguments = bound.arguments(
                call::check,
                tables::address,
                shape,
                report.control(),
                report.address(),
                log == null ? 0 : log.address());
        var simulation = new Simulation(
                programs.get(code.ptx(), PtxProgram::parse),
                memory,
                new SimulatorOptions(seeds.nextLong(), options.memory(), options.stepLimit()),
                shape,
                code.dynamicSharedBytes(),
                arguments,
                stays);
        var launch = new SimulatedLaunch(simulation, report, code.sites(), log);
        if (!stays) {
            launches.add(launch);
        }
        return launch;
    }

    @Override
    public int residentThreads(Kernel kernel, int blockSize) {
        return Simulation.residentBlocks(blockSize) * blockSize;
    }

    private static void requireResident(GridShape grid) {
        int most = Simulation.residentBlocks(grid.blockSize());
        if (grid.blocks() > most) {
            throw new IllegalArgumentException(
                    "the lanes of this kernel wait for each other, so that all must be resident at once: %d blocks of %d"
                                    .formatted(grid.blocks(), grid.blockSize())
                            + " lanes, but the simulator holds %d such blocks, %d lanes; launch fewer lanes and let each do more"
                                    .formatted(most, most * grid.blockSize()));
        }
    }

    @Override
    public boolean awaitLaunches(long nanos) {
        SimulatedLaunch awaited;
        synchronized (this) {
            awaited = launches.peekLast();
        }
        return awaited == null || awaited.awaitEnd(nanos);
    }

    @Override
    public void stopLaunches() {
        List<SimulatedLaunch> all;
        synchronized (this) {
            all = List.copyOf(launches);
        }
        all.forEach(SimulatedLaunch::requestStop);
    }

    @Override
    public String whereabouts() {
        return SimulatedLaunch.WHEREABOUTS;
    }

    @Override
    public void close() {
        thread.shutdown();
    }
}
