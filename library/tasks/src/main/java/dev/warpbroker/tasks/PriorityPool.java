package dev.warpbroker.tasks;

import java.util.List;

/**
 * A pool for each level of urgency. A worker takes from a level only if it has found nothing at the levels above.
 *
 * <p>The order is not strict. A task that becomes available above while a worker searches below is not seen until the
 * next attempt, and tasks that a lane keeps for itself are run before those of any level.
 */
final class PriorityPool<T> implements TaskPool<T> {
    /** The maximum number of levels: there is a field for each. */
    static final int LEVELS = 4;

    private final SchedulerOptions.Priority<T> priority;
    private final int levels;

    // Fields instead of a list, so that each pool is known when a kernel is compiled. If there are fewer levels, the
    // remaining fields refer to the pool of the last level; so methods that visit every pool once check `levels`.
    private final TaskPool<T> first;
    private final TaskPool<T> second;
    private final TaskPool<T> third;
    private final TaskPool<T> fourth;

    PriorityPool(SchedulerOptions.Priority<T> priority, List<TaskPool<T>> pools) {
        this.priority = priority;
        levels = pools.size();
        first = pools.getFirst();
        second = pools.get(Math.min(1, levels - 1));
        third = pools.get(Math.min(2, levels - 1));
        fourth = pools.getLast();
    }

    @Override
    public int level(T task) {
        return Math.clamp(priority.level(task), 0, levels - 1);
    }

    @Override
    public boolean put(WorkerGroup group, T task, int level) {
        return switch (level) {
            case 0 -> first.put(group, task, level);
            case 1 -> second.put(group, task, level);
            case 2 -> third.put(group, task, level);
            default -> fourth.put(group, task, level);
        };
    }

    /**
     * Asks all levels, even if a task was found at an earlier one: pools require that all lanes of a worker make each
     * call together, and some lanes may still want a task. Those that have one take part without wanting another.
     */
    @Override
    public Found<T> take(WorkerGroup group, boolean wanted, int attempt) {
        var found = first.take(group, wanted, attempt);
        if (levels > 1) {
            found = or(found, second.take(group, wanted && !found.present(), attempt));
        }
        if (levels > 2) {
            found = or(found, third.take(group, wanted && !found.present(), attempt));
        }
        if (levels > 3) {
            found = or(found, fourth.take(group, wanted && !found.present(), attempt));
        }
        return found;
    }

    /**
     * {@return the task of the more urgent level if there is one, else that of the other, with the failures of both}
     */
    private static <T> Found<T> or(Found<T> urgent, Found<T> other) {
        int failed = urgent.failed() + other.failed();
        return urgent.present()
                ? new Found<>(true, urgent.task(), urgent.victim(), failed)
                : new Found<>(other.present(), other.task(), other.victim(), failed);
    }

    /** All pools are of one kind, so the first one answers for all; the same holds for {@link #room}. */
    @Override
    public boolean takesAnyTime() {
        return first.takesAnyTime();
    }

    @Override
    public String room() {
        return first.room() + " on a level";
    }

    @Override
    public void clear() {
        first.clear();
        if (levels > 1) {
            second.clear();
        }
        if (levels > 2) {
            third.clear();
        }
        if (levels > 3) {
            fourth.clear();
        }
    }

    @Override
    public void close() {
        first.close();
        if (levels > 1) {
            second.close();
        }
        if (levels > 2) {
            third.close();
        }
        if (levels > 3) {
            fourth.close();
        }
    }
}
