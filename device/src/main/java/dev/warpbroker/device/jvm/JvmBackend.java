package dev.warpbroker.device.jvm;

import dev.warpbroker.device.DeviceProperties;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.backend.Backend;
import dev.warpbroker.device.backend.HandleGuard;
import dev.warpbroker.device.backend.LaneThread;
import dev.warpbroker.device.backend.RemoteMemory;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Runs kernels on platform threads of this JVM, in warps and blocks of one lane.
 *
 * <p><b>Threads.</b> A grid of up to max(64, 2 x processors) lanes gets a thread for each lane. They pass a gate
 * together, so that they really contend. A larger grid is run by as many threads as there are processors, which take
 * lanes in order. Such lanes may wait for lanes that nobody has taken yet: when a lane waits and none has ended for 2 ms
 * per thread, the number of threads is doubled, up to 1024; it shrinks again as lanes end. (The threshold grows with the
 * threads because lanes that wait briefly and often would otherwise fill the machine with them.) If all 1024 have waited
 * and for some seconds no lane has ended, the lanes left over can never start, and the launch fails with an exception
 * that gives both numbers. So a grid of more than 1024 lanes may wait, unlike on a GPU, as long as the lanes already
 * started can end without the others.
 *
 * Threads are kept for the next launch, parked, and end when there was none for some seconds.
 *
 * <p><b>Order.</b> Launches run one after the other. A launch is ended by its last thread, which starts the next one.
 *
 * <p><b>Failure.</b> The first exception that leaves a kernel ends the launch: lanes not yet started are skipped, the
 * others are stopped at their next long pause. Cancelling does the same. A lane that never pauses cannot be stopped.
 *
 * <p><b>Captured memory.</b> Handles are looked for in what the kernel captured and, from there, in all fields that
 * this module may read. Those in packages that are not open to it go unchecked: this device has no addresses to protect.
 */
public final class JvmBackend implements Backend {
    private final LaneFactory laneFactory;
    private final WorkerLimits limits;
    private final DeviceProperties properties;
    private final LaneThreads threads;

    /** The launches that have not ended; the first one is running. Guarded by this. */
    private final Queue<JvmLaunch> launches = new ArrayDeque<>();

    public JvmBackend(LaneFactory laneFactory) {
        this(laneFactory, WorkerLimits.ofThisMachine());
    }

    JvmBackend(LaneFactory laneFactory, WorkerLimits limits) {
        this.laneFactory = laneFactory;
        this.limits = limits;
        this.threads = new LaneThreads(limits.threadPerLane());
        this.properties = new DeviceProperties(
                "jvm",
                "JVM threads on " + limits.processors() + " processors",
                1,
                1,
                limits.resident(),
                Runtime.getRuntime().maxMemory(),
                System.getProperty("java.vm.name") + " " + Runtime.version() + ", " + System.getProperty("os.name")
                        + " " + System.getProperty("os.arch"));
    }

    @Override
    public DeviceProperties properties() {
        return properties;
    }

    @Override
    public @Nullable RemoteMemory memory() {
        return null;
    }

    @Override
    public JvmLaunch launch(Grid grid, Kernel kernel, HandleGuard guard) {
        refuseInsideKernel("launch a kernel");
        CapturedMemory.of(kernel).forEach(guard::check);
        var launch = new JvmLaunch(this, laneFactory, limits, grid.threads(), kernel);
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
    public int residentThreads(Kernel kernel, int blockSize) {
        return properties.residentThreads();
    }

    @Override
    public synchronized void awaitLaunches() {
        refuseInsideKernel("wait for launches (copyIn, copyOut, fill and close do)");
        boolean interrupted = false;
        while (!launches.isEmpty()) {
            try {
                wait();
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        threads.close();
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
            launches.remove(launch);
            next = launches.peek();
            notifyAll();
        }
        if (next != null) {
            next.start();
        }
    }

    private static void refuseInsideKernel(String what) {
        if (Thread.currentThread() instanceof LaneThread thread) {
            throw new IllegalStateException(
                    "a kernel (" + thread.getName() + ") cannot " + what + "; that is for the host, after the launch");
        }
    }
}
