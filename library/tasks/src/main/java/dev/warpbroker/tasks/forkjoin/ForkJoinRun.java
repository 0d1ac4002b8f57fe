package dev.warpbroker.tasks.forkjoin;

import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.KernelFault;
import dev.warpbroker.device.Launch;
import dev.warpbroker.device.LaunchStoppedException;
import dev.warpbroker.tasks.TaskFailedException;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A run of {@link ForkJoin} that was started. Its methods may be called by any thread, and again after the end.
 *
 * @param <R> the results
 */
public final class ForkJoinRun<R> {
    private final Launch launch;
    private final Outcome<R> outcome;

    // What the run has left, once it was taken. Guarded by this.
    private boolean taken;
    private @Nullable R result;
    private @Nullable Object failedTask;
    private @Nullable Statistics statistics;

    ForkJoinRun(Launch launch, Outcome<R> outcome) {
        this.launch = launch;
        this.outcome = outcome;
    }

    /**
     * {@return the result, after waiting for it}
     *
     * @throws TaskFailedException if a task threw and the device noted which
     * @throws LaunchStoppedException if the run was cancelled, or the calling thread was interrupted and has thereby
     *     cancelled it; the thread stays interrupted
     * @throws DeviceException if a task threw or a capacity was exceeded
     */
    public R join() {
        awaitEnd();
        try {
            launch.join();
        } catch (DeviceException failure) {
            takeAfter(failure);
            throw named(failure);
        }
        return take();
    }

    /** An interrupted thread leaves this at once; the launch then notices it, too, and is cancelled. */
    private void awaitEnd() {
        try {
            outcome.awaitEnd(launch::isDone);
        } catch (InterruptedException _) {
            outcome.stop();
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Takes what a run that has ended has left in memory that the next one needs, unless the device was closed. {@link
     * #join} tells how it ended.
     */
    void settle() {
        boolean interrupted = Thread.interrupted();
        try {
            launch.join();
            take();
        } catch (DeviceException failure) {
            takeAfter(failure);
        } catch (IllegalStateException _) {
            // its memory is gone with the device, and with it what there was to take
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private synchronized R take() {
        if (!taken) {
            result = outcome.result();
            statistics = outcome.statistics();
            taken = true;
        }
        return Objects.requireNonNull(result);
    }

    private synchronized void takeAfter(DeviceException failure) {
        if (taken) {
            return;
        }
        taken = true;
        try {
            var fault = failure.fault();
            if (fault != null && !(failure instanceof LaunchStoppedException) && !isOfEngine(fault)) {
                failedTask = outcome.failedTask(fault.lane());
            }
            statistics = outcome.statistics();
            outcome.abandon();
        } catch (DeviceException | IllegalStateException unreadable) {
            failure.addSuppressed(unreadable);
        }
    }

    /** {@return the failure with the task's name, if it was the task and not the engine that failed} */
    private synchronized DeviceException named(DeviceException failure) {
        return failedTask == null ? failure : new TaskFailedException(failedTask, failure);
    }

    private static boolean isOfEngine(KernelFault fault) {
        return fault.trace().stream()
                .map(StackTraceElement::getClassName)
                .filter(name -> !name.startsWith("dev.warpbroker.device."))
                .limit(1)
                .anyMatch(name -> name.startsWith("dev.warpbroker.tasks.forkjoin."));
    }

    /** Ends the run; {@link #join} then throws. Returns when all workers have stopped. Does nothing after the end. */
    public void cancel() {
        outcome.stop();
        launch.cancel();
    }

    /**
     * {@return whether the run has ended} An interrupted thread may ask, too: it stays interrupted, and the run goes
     * on.
     */
    public boolean isDone() {
        return launch.isDone();
    }

    /** {@return how long the device worked at it; waits for its end} */
    public Duration elapsed() {
        return launch.elapsed();
    }

    /** {@return what the workers did; waits for the end} */
    public Statistics statistics() {
        launch.elapsed();
        settle();
        synchronized (this) {
            if (statistics == null) {
                throw new DeviceException("no statistics: the device was closed, or failed and cannot be read");
            }
            return statistics;
        }
    }

    /**
     * What the workers of a run did.
     *
     * @param workers how many there were
     * @param stolen tasks that a worker took from another
     * @param steals how often it took some
     * @param messages results that went from one worker to another
     * @param spilled spawned tasks that went to device memory because fast memory was full
     */
    public record Statistics(int workers, long stolen, long steals, long messages, long spilled) {}
}
