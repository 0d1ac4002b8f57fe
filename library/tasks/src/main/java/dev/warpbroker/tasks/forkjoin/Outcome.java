package dev.warpbroker.tasks.forkjoin;

import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** What a run leaves behind. */
interface Outcome<R> {
    /** {@return the result of the root, after a run that came to its end} */
    R result();

    /** {@return the task that threw in a lane, if that is known} */
    @Nullable
    Object failedTask(int lane);

    ForkJoin.Run.Statistics statistics();

    /**
     * Adds what the workers noted to the time line of the device, if that has one.
     *
     * @param ended when the host saw the end, by {@link System#nanoTime}
     */
    void collectTrace(long ended);

    /**
     * Waits until the run has ended or is about to, if it knows.
     *
     * @param isDone whether it has ended
     */
    void awaitEnd(BooleanSupplier isDone) throws InterruptedException;

    /** Makes the workers look soon whether the launch was cancelled. */
    void stop();

    /** Cleans up after a run that did not come to its end. */
    void abandon();
}
