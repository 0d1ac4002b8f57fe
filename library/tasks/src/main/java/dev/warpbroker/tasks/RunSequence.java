package dev.warpbroker.tasks;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The runs of one scheduler, which follow one another: of its engine's memory there is one. */
final class RunSequence<T, S extends Spawner<T>> implements AutoCloseable {
    private final SchedulerEngine<T, S> engine;

    /** The run that was started last. */
    private @Nullable Run<T> current;

    private boolean closed;

    RunSequence(SchedulerEngine<T, S> engine) {
        this.engine = engine;
    }

    /**
     * Starts a run.
     *
     * @param scheduler whose runs these are, for messages
     * @throws IllegalStateException in the middle of another run, and after {@link #close}
     */
    synchronized Run<T> begin(Object scheduler, List<? extends T> first, TaskBody<T, S> body, boolean mailed) {
        if (closed) {
            throw new IllegalStateException(scheduler + " was closed; make another one");
        }
        if (current != null && !current.isOver()) {
            throw new IllegalStateException(
                    scheduler + " is in the middle of a run; join that one first, or use another scheduler");
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
}
