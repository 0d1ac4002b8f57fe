package dev.warpbroker.tasks;

import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.LaunchStoppedException;
import java.util.List;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * A scheduler, whose runs follow one another: of its engine's memory there is one.
 *
 * @param <T> the tasks
 * @param <S> what a task sees of its scheduler
 */
abstract sealed class RunSequence<T, S extends Spawner<T>> implements AutoCloseable
        permits Scheduler, CooperativeScheduler {
    /** What the scheduler is called in messages. */
    private final String name;

    private final SchedulerEngine<T, S> engine;

    /** The run that was started last. */
    private @Nullable Run<T> current;

    private boolean closed;

    RunSequence(String kind, SchedulerEngine<T, S> engine) {
        name = kind + " on " + engine.device + " with " + engine.options.policy();
        this.engine = engine;
    }

    /**
     * Runs {@code first} and all tasks that come of them, and returns when all are done.
     *
     * @throws TaskFailedException if a task threw
     * @throws TaskOverflowException if there was no room for a task
     * @throws LaunchStoppedException if the calling thread was interrupted and has thereby cancelled the run; it stays
     *     interrupted
     * @throws DeviceException if the device failed
     * @throws IllegalStateException in the middle of another run, and after {@link #close}
     */
    public Report run(List<? extends T> first, TaskBody<T, S> body) {
        return begin(first, body, false).join();
    }

    /**
     * {@link #run(List, TaskBody)} that tells how far it is while it runs.
     *
     * @param progress called about 20 times a second by the calling thread, with the number of tasks run so far
     */
    public Report run(List<? extends T> first, TaskBody<T, S> body, LongConsumer progress) {
        return begin(first, body, true).join(progress);
    }

    /**
     * Starts a run that goes on until the host ends it: {@link Run#feed} hands further tasks to the running workers,
     * {@link Run#join} says that there are no more.
     *
     * @throws IllegalStateException in the middle of another run, and after {@link #close}
     */
    public Run<T> start(List<? extends T> first, TaskBody<T, S> body) {
        return begin(first, body, true);
    }

    /** @param mailed whether the host may feed and watch the run */
    private synchronized Run<T> begin(List<? extends T> first, TaskBody<T, S> body, boolean mailed) {
        if (closed) {
            throw new IllegalStateException(name + " was closed; make another one");
        }
        if (current != null && !current.isOver()) {
            throw new IllegalStateException(
                    name + " is in the middle of a run; join that one first, or use another scheduler");
        }
        current = Run.of(engine, first, body, mailed);
        return current;
    }

    /** Frees the memory. A run that was not joined is cancelled; its {@link Run#join} then throws. */
    @Override
    public synchronized void close() {
        closed = true;
        try {
            if (current != null && !current.isOver()) {
                current.abandon();
            }
        } finally {
            engine.close();
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
