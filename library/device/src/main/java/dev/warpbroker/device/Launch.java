package dev.warpbroker.device;

import dev.warpbroker.device.backend.Fault;
import dev.warpbroker.device.backend.Outcome;
import dev.warpbroker.device.backend.RunningKernel;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** A kernel that was started. */
public final class Launch {
    /** How long lanes may take to stop after they were asked to. */
    static final Duration GRACE = Duration.ofSeconds(5);

    private final Device device;
    private final RunningKernel running;

    /** Null after its end was seen, and for one of a stream, which records what it launches itself. */
    private final AtomicReference<@Nullable LaunchEvent> event;

    Launch(Device device, RunningKernel running, @Nullable LaunchEvent event) {
        this.device = device;
        this.running = running;
        this.event = new AtomicReference<>(event);
    }

    /**
     * Waits until all lanes have returned.
     *
     * @throws DeviceException if a lane threw
     */
    public void join() {
        await(Long.MAX_VALUE);
        throwUnlessCompleted(null);
    }

    /**
     * Waits until all lanes have returned; cancels the launch if they have not in time.
     *
     * @param timeout how long to wait
     * @throws LaunchStoppedException if the launch was cancelled; it says what a lane was waiting for
     * @throws DeviceException if a lane threw
     */
    public void join(Duration timeout) {
        if (!await(timeout.toNanos())) {
            running.requestStop();
            awaitStop();
            throwUnlessCompleted(timeout);
            return;
        }
        throwUnlessCompleted(null);
    }

    /** Ends the launch: lanes stop at their next long pause. Returns when all have stopped. */
    public void cancel() {
        running.requestStop();
        awaitStop();
    }

    /**
     * {@return whether all lanes have ended} Never waits, and leaves the launch and the caller's interrupt flag as they
     * are.
     */
    public boolean isDone() {
        boolean interrupted = false;
        try {
            while (true) {
                interrupted |= Thread.interrupted();
                try {
                    return running.await(0);
                } catch (InterruptedException _) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /**
     * {@return how long this launch took; waits for its end}
     *
     * <p>On a GPU this is the time of the kernel alone if the device was opened with {@link DeviceOptions#withTiming};
     * otherwise it is the time from the launch until its end was seen by the host.
     */
    public Duration elapsed() {
        await(Long.MAX_VALUE);
        return Duration.ofNanos(running.elapsedNanos());
    }

    private void awaitStop() {
        if (!await(GRACE.toNanos())) {
            String whereabouts = running.whereabouts();
            device.markUnusable("a cancelled kernel did not stop");
            throw new LaunchStoppedException(
                    "cancelled launch on " + device + " did not stop within " + GRACE.toSeconds()
                            + " s; the device is not usable any more. Loops that wait must pause with Backoff. "
                            + whereabouts,
                    null);
        }
    }

    private boolean await(long nanos) {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    boolean ended = running.await(nanos);
                    if (ended) {
                        recordEnd();
                    }
                    return ended;
                } catch (InterruptedException _) {
                    interrupted = true;
                    running.requestStop();
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void recordEnd() {
        var begun = event.getAndSet(null);
        if (begun != null) {
            begun.end(running.elapsedNanos());
        }
    }

    private void throwUnlessCompleted(@Nullable Duration timeout) {
        switch (running.outcome()) {
            case Outcome.Completed _ -> {}
            case Outcome.Failed(Fault thrown) -> {
                var fault = KernelFault.of(thrown);
                throw new DeviceException(
                        "kernel failed on " + device + " (which stays usable): " + fault.describe(),
                        fault,
                        fault.cause());
            }
            case Outcome.Stopped(Fault stopped) -> {
                var waiting = stopped == null ? null : KernelFault.of(stopped);
                String why = timeout == null ? "was cancelled" : "did not end within " + timeout + " and was cancelled";
                throw new LaunchStoppedException(
                        "launch on " + device + " " + why + " (the device stays usable)"
                                + (waiting == null ? "" : "; " + waiting.describe()),
                        waiting);
            }
        }
    }
}
