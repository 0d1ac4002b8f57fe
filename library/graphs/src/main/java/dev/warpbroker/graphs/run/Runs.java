package dev.warpbroker.graphs.run;

import java.util.function.Supplier;

/**
 * The runs of an engine, which follow one another: of its memory there is one. A run in the middle of another would
 * make both find what is wrong, or wait for ever.
 */
public final class Runs {
    private final String engine;
    private boolean running;
    private boolean found;
    private boolean closed;

    /**
     * The runs of an engine that has not been run.
     *
     * @param engine what it is called in messages
     */
    public Runs(String engine) {
        this.engine = engine;
    }

    /**
     * {@return what a run returns}
     *
     * @throws IllegalStateException in the middle of another run, and after {@link #close}
     */
    public <T> T make(Supplier<T> run) {
        begin();
        boolean ended = false;
        try {
            T made = run.get();
            ended = true;
            return made;
        } finally {
            end(ended);
        }
    }

    private synchronized void begin() {
        requireOpen();
        if (running) {
            throw new IllegalStateException(
                    engine + " is in the middle of a run; wait for its end, or make another one for each thread");
        }
        running = true;
        found = false;
    }

    private synchronized void end(boolean ended) {
        running = false;
        found = ended;
    }

    /**
     * Refuses to hand out what no run has found.
     *
     * @throws IllegalStateException unless the last run has ended as it should, and after {@link #close}
     */
    public synchronized void requireResult() {
        requireOpen();
        if (!found) {
            throw new IllegalStateException(engine + " has no result: "
                    + (running ? "it is in the middle of a run; wait for its end" : "no run has ended; run it first"));
        }
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException(engine + " was used after it was closed; keep it open until the last use");
        }
    }

    /** From now on nothing can be run. */
    public synchronized void close() {
        closed = true;
    }
}
