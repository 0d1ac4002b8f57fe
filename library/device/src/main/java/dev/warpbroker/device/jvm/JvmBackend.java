package dev.warpbroker.device.jvm;

import dev.warpbroker.device.DeviceMemory;
import dev.warpbroker.device.DeviceOptions;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Lane;
import dev.warpbroker.device.LogLine;
import dev.warpbroker.device.backend.Backend;
import dev.warpbroker.device.backend.Delivery;
import dev.warpbroker.device.backend.KernelCall;
import dev.warpbroker.device.backend.LaneThread;
import dev.warpbroker.device.backend.MachineCode;
import dev.warpbroker.device.backend.RemoteMemory;
import dev.warpbroker.device.backend.Traits;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Runs kernels on threads of this JVM, in the same blocks and warps as a GPU.
 *
 * <p><b>Threads.</b> A grid of up to max(64, 2 x processors) lanes gets a thread for each lane. They pass a gate
 * together, so that they really contend. A larger grid is run by as many threads as there are processors, which take
 * lanes in order. Such lanes may wait for lanes that nobody has taken yet: when a lane waits and none has ended for 2
 * ms per thread (at most 32 ms), there will be two or four times as many threads, up to 16,384, the first max(64, 2 x
 * processors) of them of the operating system and the others virtual; their number shrinks again as lanes end. (The
 * threshold grows with the threads because lanes that wait briefly and often would otherwise fill the machine with
 * them.) If all have waited and for some seconds no lane has ended, the lanes left over can never start, and the launch
 * fails with an exception that gives both numbers. So a grid of more than 16,384 lanes may wait, unlike on a GPU, as
 * long as the lanes already started can end without the others.
 *
 * <p><b>Blocks.</b> A lane that asks for others of its block (at a barrier, for shared memory, in a warp operation
 * whose mask names more than itself) makes the block be assembled: each of its lanes that was not started gets a
 * virtual thread, and the lane goes on as one of them. Those that have ended before are lanes that returned early: to
 * run one lane after the other until one asks is one of the orders in which a GPU, too, may run them. From then on as
 * many blocks as there are processors are run at a time, each with a virtual thread per lane, and further ones when
 * lanes wait, as above. So kernels that do not cooperate pay nothing for those that do, and nobody has to say
 * beforehand which are which. The active mask of a lane is the lane alone: no two lanes are ever known to be at one
 * place.
 *
 * <p>Threads are kept for the next launch, parked, and end when there was none for some seconds.
 *
 * <p><b>Order.</b> Launches run one after the other. A launch is ended by its last thread, which starts the next one.
 *
 * <p><b>Failure.</b> The first exception that leaves a kernel ends the launch: lanes not yet started are skipped, the
 * others are stopped at their next long pause. Cancelling does the same. A lane that never pauses cannot be stopped.
 *
 * <p><b>Captured memory.</b> Handles are looked for in what the kernel captured and, from there, in all fields that
 * this module may read. Those in packages that are not open to it go unchecked: this device has no addresses to
 * protect.
 */
public final class JvmBackend implements Backend<Kernel, Lane, DeviceMemory> {
    private static final int WARP_SIZE = 32;
    private static final int MAX_BLOCK_SIZE = 1024;
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final long LONGEST_WAIT_MILLIS = 1_000;

    private final WorkerLimits limits;
    private final Traits traits;
    private final LaneThreads threads;
    private final @Nullable Delivery<LogLine> log;

    /** The launches that have not ended; the first one is running. Guarded by this. */
    private final Queue<JvmLaunch> launches = new ArrayDeque<>();

    public JvmBackend(DeviceOptions options) {
        this(WorkerLimits.ofThisMachine(), options);
    }

    JvmBackend(WorkerLimits limits, DeviceOptions options) {
        this.limits = limits;
        this.log = options.logLines() == 0 ? null : new Delivery<>(options.log());
        this.threads = new LaneThreads(limits.threadPerLane());
        this.traits = new Traits(
                "jvm",
                "JVM threads on " + limits.processors() + " processors",
                WARP_SIZE,
                MAX_BLOCK_SIZE,
                limits.resident(),
                Runtime.getRuntime().maxMemory(),
                Traits.MAX_SHARED_BYTES,
                System.getProperty("java.vm.name") + " " + Runtime.version() + ", " + System.getProperty("os.name")
                        + " " + System.getProperty("os.arch"));
    }

    @Override
    public Traits traits() {
        return traits;
    }

    @Override
    public @Nullable RemoteMemory memory() {
        return null;
    }

    @Override
    public @Nullable MachineCode<Kernel> machineCode() {
        return null;
    }

    @Override
    public JvmLaunch launch(KernelCall<Kernel, Lane, DeviceMemory> call) {
        var launch = checked(call);
        boolean idle;
        synchronized (this) {
            idle = launches.isEmpty();
            launches.add(launch);
        }
        if (idle) {
            launch.start();
        }
        return launch;
    }

    @Override
    public JvmLaunch launchResident(KernelCall<Kernel, Lane, DeviceMemory> call) {
        var launch = checked(call);
        launch.start();
        return launch;
    }

    private JvmLaunch checked(KernelCall<Kernel, Lane, DeviceMemory> call) {
        refuseInsideKernel("launch a kernel");
        CapturedMemory.of(call.kernel()).forEach(call::check);
        return new JvmLaunch(this, limits, call);
    }

    @Override
    public int residentThreads(Kernel kernel, int blockSize) {
        return traits.residentThreads();
    }

    @Override
    public synchronized boolean awaitLaunches(long nanos) {
        refuseInsideKernel("wait for launches (copyIn, copyOut, fill and close do)");
        long start = System.nanoTime();
        boolean interrupted = false;
        boolean late = false;
        while (!launches.isEmpty() && !late) {
            long left = nanos - (System.nanoTime() - start);
            late = left <= 0;
            try {
                wait(Math.clamp(left / NANOS_PER_MILLI, 1, LONGEST_WAIT_MILLIS));
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return launches.isEmpty();
    }

    @Override
    public void stopLaunches() {
        List<JvmLaunch> all;
        synchronized (this) {
            all = List.copyOf(launches);
        }
        all.reversed().forEach(JvmLaunch::requestStop);
    }

    @Override
    public String whereabouts() {
        JvmLaunch running;
        synchronized (this) {
            running = launches.peek();
        }
        return running == null ? "No kernel is running." : running.whereabouts();
    }

    @Override
    public void close() {
        threads.close();
    }

    /** {@return where lines of lanes go, or null if nowhere} */
    @Nullable
    Delivery<LogLine> log() {
        return log;
    }

    LaneThreads threads() {
        return threads;
    }

    /** Takes back a launch that has not been started. {@return whether it had not} */
    synchronized boolean withdraw(JvmLaunch launch) {
        return launch != launches.peek() && launches.remove(launch);
    }

    /** Called by the running launch when its last thread ends. */
    void ended(JvmLaunch launch) {
        JvmLaunch next;
        synchronized (this) {
            next = launches.remove(launch) ? launches.peek() : null;
            notifyAll();
        }
        if (next != null) {
            next.start();
        }
    }

    private static void refuseInsideKernel(String what) {
        if (LaneThread.isCurrent()) {
            throw new IllegalStateException(
                    "a kernel (" + Thread.currentThread().getName() + ") cannot " + what
                            + "; that is for the host, after the launch");
        }
    }
}
