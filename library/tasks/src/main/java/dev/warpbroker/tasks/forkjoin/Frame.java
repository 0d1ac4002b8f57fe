package dev.warpbroker.tasks.forkjoin;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A task on the JVM whose children are with several workers. Each of them has a part of the children, and combines
 * their results itself: so a frame is visited once per part, and a lock does not hurt.
 */
final class Frame<T, R> {
    /** The frame that gets the result; null if this one gets the result of the root. */
    private final @Nullable Frame<T, R> parent;

    private final Join<R> join;

    /** What the continuation is to see. */
    private final T task;

    // Guarded by this.
    private R joined;
    private int parts = 1;

    Frame(@Nullable Frame<T, R> parent, Join<R> join, T task) {
        this.parent = parent;
        this.join = join;
        this.task = task;
        joined = join.identity();
    }

    @Nullable
    Frame<T, R> parent() {
        return parent;
    }

    T task() {
        return task;
    }

    /** Somebody else will bring a result, too. The caller has not brought its own yet. */
    synchronized void addPart() {
        parts++;
    }

    /** The caller has taken back a part that nobody had begun. */
    synchronized void removePart() {
        parts--;
    }

    /** {@return whether this was the last part} */
    synchronized boolean arrive(R result) {
        joined = join.combine(joined, result);
        return --parts == 0;
    }

    /**
     * {@return whether this was the last part; if not, the frame has become a part of its parent, which the caller has}
     */
    synchronized boolean arriveOrLeave(R result) {
        if (parts > 1) {
            Objects.requireNonNull(parent, "the lowest frame is not left").addPart();
        }
        return arrive(result);
    }

    /** {@return the result, for the worker that brought the last part} */
    synchronized R joined() {
        return joined;
    }
}
