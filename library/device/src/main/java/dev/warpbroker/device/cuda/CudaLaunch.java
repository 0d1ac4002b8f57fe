package dev.warpbroker.device.cuda;

import dev.warpbroker.compiler.fault.FaultReport;
import dev.warpbroker.compiler.fault.FaultSite;
import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.backend.GridShape;
import dev.warpbroker.device.backend.Outcome;
import dev.warpbroker.device.backend.RunningKernel;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A kernel in the stream, or what is known of it after its end.
 *
 * <p>The slot is another launch's as soon as the end of this one is known, so it is touched only under this object's
 * monitor and only before that.
 */
final class CudaLaunch implements RunningKernel {
    static final String WHEREABOUTS =
            "A GPU does not tell where the lanes of a running kernel are; the simulator does.";

    private static final long SPIN_NANOS = 100_000;
    private static final long SHORTEST_PARK_NANOS = 20_000;
    private static final long LONGEST_PARK_NANOS = 1_000_000;

    /** A park is this part of the time waited so far, which bounds what is added to the launch's time. */
    private static final int PARK_FRACTION = 16;

    private record End(Outcome outcome, long elapsedNanos) {}

    private final CudaContext context;
    private final LaunchRing ring;
    private final LaunchSlot slot;
    private final List<FaultSite> sites;
    private final GridShape shape;

    /** Whether the events around the kernel were recorded, or only the one after it. */
    private final boolean timed;

    /** Null if the kernel does not log. */
    private final CudaLogs.@Nullable Log log;

    private final long launchedAt = System.nanoTime();

    private boolean stopRequested;
    private boolean lost;
    private volatile @Nullable End end;

    CudaLaunch(
            CudaContext context,
            LaunchRing ring,
            LaunchSlot slot,
            List<FaultSite> sites,
            GridShape shape,
            boolean timed,
            CudaLogs.@Nullable Log log) {
        this.context = context;
        this.ring = ring;
        this.slot = slot;
        this.sites = sites;
        this.shape = shape;
        this.timed = timed;
        this.log = log;
    }

    /** {@return whether the kernel has ended; if so, the slot is free} */
    synchronized boolean hasEnded() {
        if (end != null) {
            return true;
        }
        if (lost) {
            throw new DeviceException("how this launch ended is not known: its device failed and was closed");
        }
        context.makeCurrent();
        if (!slot.events().havePassed()) {
            return false;
        }
        long elapsedNanos = timed ? slot.events().elapsedNanos() : System.nanoTime() - launchedAt;
        var outcome = FaultReport.read(slot.report()).outcome(sites, shape, stopRequested);
        if (log != null || !(outcome instanceof Outcome.Completed)) {
            ring.clean(slot);
        }
        if (log != null) {
            log.end();
        }
        end = new End(outcome, elapsedNanos);
        return true;
    }

    /** Lets go of the slot for good. */
    synchronized void endWithDevice() {
        try {
            lost = !hasEnded();
        } catch (DeviceException _) {
            lost = true;
        }
    }

    @Override
    public boolean await(long nanos) throws InterruptedException {
        long start = System.nanoTime();
        while (end == null && !hasEnded()) {
            long waited = System.nanoTime() - start;
            if (waited >= nanos) {
                return false;
            }
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            if (waited < SPIN_NANOS) {
                Thread.onSpinWait();
            } else {
                long park = Math.clamp(waited / PARK_FRACTION, SHORTEST_PARK_NANOS, LONGEST_PARK_NANOS);
                LockSupport.parkNanos(this, Math.min(park, nanos - waited));
            }
        }
        return true;
    }

    @Override
    public synchronized void requestStop() {
        if (!stopRequested && !hasEnded()) {
            stopRequested = true;
            ring.requestStop(slot);
        }
    }

    @Override
    public Outcome outcome() {
        return ended().outcome();
    }

    @Override
    public long elapsedNanos() {
        return ended().elapsedNanos();
    }

    private End ended() {
        var known = end;
        if (known == null) {
            throw new IllegalStateException("the launch has not ended; await its end first");
        }
        return known;
    }

    @Override
    public String whereabouts() {
        return WHEREABOUTS;
    }
}
