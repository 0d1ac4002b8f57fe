package dev.warpbroker.tasks.forkjoin;

/**
 * What a lane of a {@link Worker} has in hand: nothing, a task, or a result, and the frame of the parent that waits for
 * it.
 */
final class LaneWork<T, R> {
    static final int NOTHING = 0;
    static final int RESULT = 1;
    static final int TASK = 2;

    /** A task whose children have ended. */
    static final int RESUMED = 3;

    int state = NOTHING;
    T task;
    R value;
    int reference = Plan.NO_PARENT;

    /** The arguments are what the fields hold while they mean nothing. */
    LaneWork(T task, R value) {
        this.task = task;
        this.value = value;
    }

    boolean isNothing() {
        return state == NOTHING;
    }

    void run(T next, int parent) {
        task = next;
        reference = parent;
        state = TASK;
    }
}
