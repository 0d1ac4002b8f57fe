package dev.warpbroker.device.trace;

import java.util.List;

/**
 * What a worker did for some time.
 *
 * @param state what it did
 * @param begin when it began, by {@link System#nanoTime}
 * @param end when it ended
 * @param tasks how many tasks of each kind it ran meanwhile; none unless it worked
 * @param victim from which worker it took tasks, if it stole, else -1
 * @param stolen how many tasks it took, or 0 if that is not known
 */
public record WorkerSpan(State state, long begin, long end, List<Long> tasks, int victim, int stolen) {
    /** What workers do. */
    public enum State {
        /** It had tasks. */
        WORK,
        /** It had none. */
        IDLE,
        /** It took tasks from another worker: a moment. */
        STEAL
    }

    /** Copies the list. */
    public WorkerSpan {
        tasks = List.copyOf(tasks);
    }

    /** {@return the kind of which it ran most tasks; 0 if it ran none} */
    public int mainKind() {
        int most = 0;
        for (int kind = 1; kind < tasks.size(); kind++) {
            if (tasks.get(kind) > tasks.get(most)) {
                most = kind;
            }
        }
        return most;
    }
}
