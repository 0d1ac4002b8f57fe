package dev.warpbroker.tasks.forkjoin;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The state of a run that the host needs after its end, and the means to wait for that end. */
interface Outcome<R> {
    /** {@return the result of the root, after a run that came to its end} */
    R result();

    /** {@return the task that threw in a lane, if that is known} */
    @Nullable
    Object failedTask(int lane);

    ForkJoin.Run.Statistics statistics();

    /**
     * Adds the records of the workers to the time line of the device, if it has one.
     *
     * @param ended when the host saw the end, by {@link System#nanoTime}
     */
    void collectTrace(long ended);

    /**
     * Waits until the run has ended or is about to end; returns immediately if this implementation cannot tell.
     *
     * @param isDone whether the run has ended
     */
    void awaitEnd(BooleanSupplier isDone) throws InterruptedException;

    /** Asks the workers to check for cancellation soon. */
    void stop();

    /** Cleans up after a run that did not come to its end. */
    void abandon();
}
