package dev.warpbroker.schedule.forkjoin;

import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.KernelFault;
import dev.warpbroker.device.Launch;
import dev.warpbroker.device.LaunchStoppedException;
import dev.warpbroker.schedule.TaskFailedException;
import java.time.Duration;

/**
 * A run of {@link ForkJoin} that was started.
 *
 * @param <R> the results
 */
public final class ForkJoinRun<R> {
    private final Launch launch;
    private final Outcome<R> outcome;

    ForkJoinRun(Launch launch, Outcome<R> outcome) {
        this.launch = launch;
        this.outcome = outcome;
    }

    /**
     * {@return the result, after waiting for it}
     *
     * @throws TaskFailedException if a task threw and the device noted which
     * @throws DeviceException if a task threw, a capacity was exceeded, or the run was cancelled
     */
    public R join() {
        try {
            launch.join();
        } catch (DeviceException failure) {
            outcome.abandon();
            throw named(failure);
        }
        return outcome.result();
    }

    /** {@return the failure with the task's name, if it was the task and not the engine that failed} */
    private DeviceException named(DeviceException failure) {
        var fault = failure.fault();
        if (fault == null || failure instanceof LaunchStoppedException || isOfEngine(fault)) {
            return failure;
        }
        Object task = outcome.failedTask(fault.lane());
        return task == null ? failure : new TaskFailedException(task, failure);
    }

    private static boolean isOfEngine(KernelFault fault) {
        return fault.trace().stream()
                .map(StackTraceElement::getClassName)
                .filter(name -> !name.startsWith("dev.warpbroker.device."))
                .limit(1)
                .anyMatch(name -> name.startsWith("dev.warpbroker.schedule.forkjoin."));
    }

    /** Ends the run; {@link #join} then throws. Returns when all workers have stopped. */
    public void cancel() {
        outcome.stop();
        launch.cancel();
    }

    /** {@return whether the run has ended} */
    public boolean isDone() {
        return launch.isDone();
    }

    /** {@return how long the device worked at it; waits for its end} */
    public Duration elapsed() {
        return launch.elapsed();
    }

    /** {@return what the workers did; waits for the end} */
    public ForkJoinStatistics statistics() {
        launch.elapsed();
        return outcome.statistics();
    }
}
