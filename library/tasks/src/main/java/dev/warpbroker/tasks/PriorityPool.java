package dev.warpbroker.tasks;

import java.util.List;

/** A pool for each level of urgency. Workers turn to a level when those above have nothing. */
final class PriorityPool<T> implements TaskPool<T> {
    /** Most levels. */
    static final int LEVELS = 4;

    private final SchedulerOptions.Priority<T> priority;
    private final int levels;

    // Fields and not a list: a kernel knows each of them when it is compiled. Those beyond the last level are the last.
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

    private static <T> Found<T> or(Found<T> urgent, Found<T> other) {
        int failed = urgent.failed() + other.failed();
        return urgent.present()
                ? new Found<>(true, urgent.task(), urgent.victim(), failed)
                : new Found<>(other.present(), other.task(), other.victim(), failed);
    }

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
