package dev.warpbroker.device.simulator;

import dev.warpbroker.compiler.fault.FaultReport;
import dev.warpbroker.compiler.fault.FaultSite;
import dev.warpbroker.device.backend.Outcome;
import dev.warpbroker.device.backend.RunningKernel;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A launch on the simulator: runs a simulation and says how it ended. */
final class SimulatedLaunch implements RunningKernel, Runnable {
    static final String WHEREABOUTS = "The simulator cuts off lanes that do not stop, a few seconds later.";

    private final Simulation simulation;
    private final LaunchReport report;
    private final List<FaultSite> sites;
    private final @Nullable SimulatedLog log;
    private final CompletableFuture<Outcome> end = new CompletableFuture<>();
    private volatile boolean stopRequested;
    private volatile long elapsedNanos;

    /** @param log null if the kernel does not log */
    SimulatedLaunch(Simulation simulation, LaunchReport report, List<FaultSite> sites, @Nullable SimulatedLog log) {
        this.log = log;
        this.simulation = simulation;
        this.report = report;
        this.sites = sites;
    }

    @Override
    public void run() {
        long start = System.nanoTime();
        try {
            Outcome simulated = simulation.run(log);
            elapsedNanos = System.nanoTime() - start;
            if (log != null) {
                log.free();
            }
            end.complete(report.take(simulated, sites, simulation.shape(), stopRequested, log != null));
        } catch (RuntimeException | Error failure) {
            end.completeExceptionally(failure);
        }
    }

    @Override
    public boolean await(long nanos) throws InterruptedException {
        try {
            if (nanos == Long.MAX_VALUE) {
                end.get();
            } else {
                end.get(nanos, TimeUnit.NANOSECONDS);
            }
            return true;
        } catch (TimeoutException _) {
            return false;
        } catch (ExecutionException _) {
            return true;
        }
    }

    /** Waits for the end, whatever it is; {@link #outcome} tells. {@return whether it has come in time} */
    boolean awaitEnd(long nanos) {
        var ended = end.handle((_, _) -> true);
        return nanos == Long.MAX_VALUE
                ? ended.join()
                : ended.completeOnTimeout(false, nanos, TimeUnit.NANOSECONDS).join();
    }

    boolean hasEnded() {
        return end.isDone();
    }

    @Override
    public void requestStop() {
        stopRequested = true;
        simulation.requestStop(report.control() + FaultReport.ABORT);
    }

    @Override
    public Outcome outcome() {
        try {
            return end.join();
        } catch (CompletionException failure) {
            throw new IllegalStateException("the simulator failed", failure.getCause());
        }
    }

    @Override
    public long elapsedNanos() {
        return elapsedNanos;
    }

    @Override
    public String whereabouts() {
        return WHEREABOUTS;
    }
}
