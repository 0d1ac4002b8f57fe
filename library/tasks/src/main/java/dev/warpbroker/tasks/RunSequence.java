package dev.warpbroker.tasks;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The runs of one scheduler, which follow one another: of its engine's memory there is one. */
final class RunSequence<T, S extends Spawner<T>> implements AutoCloseable {
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
     * Starts a run.
     *
     * @param mailed whether the host may feed and watch it
     * @throws IllegalStateException in the middle of another run, and after {@link #close}
     */
    synchronized Run<T> begin(List<? extends T> first, TaskBody<T, S> body, boolean mailed) {
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
