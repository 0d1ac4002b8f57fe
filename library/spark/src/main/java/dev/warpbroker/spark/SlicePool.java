package dev.warpbroker.spark;

import dev.warpbroker.spark.SparkTasks.Slice;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/** The tasks of a run that no executor has, which slices are under way, and what has come of those that are done. */
final class SlicePool<R> {
    /*
     * A slice is taken out of the pool, goes to an executor and comes back with a result and the tasks that are left.
     * However often it is run and comes back, its return is taken once: from then on its id is not among those under
     * way. Nothing else of a slice has an effect. So every task counts once.
     *
     * What is dealt at a time becomes one job of Spark. A job costs an executor something before its first slice, and
     * each further slice less. So many slices are dealt at a time, and the next ones while some still wait: an executor
     * finds a slice whenever it has ended one. How many follows from those that came back: with tasks that are left,
     * there may be more at a time; without, they were too small to pay. While there are fewer slices than can run, they
     * are short: they come back soon, and what is left is split. In a long run slices grow, to a small part of it: what
     * some executors wait at the end for the last slices of others stays that small.
     */
    private static final int MAX_AHEAD = 8;

    /** Slices for each that can run, under which more are dealt, and to which at least. */
    private static final int ENOUGH = 2;

    /** Part of the time of a slice while some executors have nothing to do. */
    private static final int SHORT = 10;

    /** Part of the time of a run that a slice may take. */
    private static final int OF_RUN = 32;

    /** By how much slices grow at most. */
    private static final int MAX_GROWTH = 10;

    /** Tasks of a slice. */
    private static final int MAX_TASKS = 1 << 14;

    private final BinaryOperator<R> merge;
    private final int stride;
    private final long sliceNanos;

    private final Set<Long> underWay = new HashSet<>();
    private final List<Slice> slices = new ArrayList<>();

    /** Words of tasks that wait. */
    private int[] waiting;

    private int words;
    /** Slices for each that can run, to which they are dealt. */
    private int ahead = ENOUGH;

    private long nextId;
    private long executed;
    private @Nullable R result;

    /**
     * @param stride words of a task
     * @param first the words of all tasks at the beginning
     */
    SlicePool(BinaryOperator<R> merge, int stride, int[] first, Duration slice) {
        this.merge = merge;
        this.stride = stride;
        waiting = first.clone();
        words = first.length;
        sliceNanos = slice.toNanos();
    }

    /** {@return whether no task waits, and no slice is under way} */
    boolean isDone() {
        return words == 0 && underWay.isEmpty();
    }

    /** {@return how many tasks wait} */
    int waiting() {
        return words / stride;
    }

    /** {@return how many slices are under way} */
    int underWay() {
        return underWay.size();
    }

    /** {@return how many tasks were run} */
    long executed() {
        return executed;
    }

    /** {@return the slices that are done} */
    List<Slice> slices() {
        return slices;
    }

    /** {@return what came of all tasks} */
    R result() {
        if (result == null) {
            throw new IllegalStateException("no slice is done, so that there is no result");
        }
        return result;
    }

    /**
     * {@return slices, which are under way from now on} Their tasks are dealt in turn: what lies together is of similar
     * size.
     *
     * @param slots how many slices can run at once
     * @param elapsed since the run began
     */
    List<SliceOrder> deal(int slots, Duration elapsed) {
        int tasks = waiting();
        if (tasks == 0 || underWay.size() >= ENOUGH * slots) {
            return List.of();
        }
        int count = Math.min(tasks, ahead * slots - underWay.size());
        int dealt = (int) Math.min(tasks, (long) count * MAX_TASKS);
        int from = words - dealt * stride;
        boolean scarce = underWay.size() + count < slots;
        long nanos = scarce
                ? sliceNanos / SHORT
                : Math.clamp(elapsed.toNanos() / OF_RUN, sliceNanos, MAX_GROWTH * sliceNanos);
        var orders = new ArrayList<SliceOrder>(count);
        for (int i = 0; i < count; i++) {
            int[] dealtToOne = new int[Math.ceilDiv(dealt - i, count) * stride];
            for (int at = 0; at < dealtToOne.length; at += stride) {
                System.arraycopy(waiting, from + (i + at / stride * count) * stride, dealtToOne, at, stride);
            }
            orders.add(new SliceOrder(nextId, dealtToOne, nanos));
            underWay.add(nextId++);
        }
        words = from;
        return orders;
    }

    /**
     * Takes what a slice returns. What is not under way, because it was taken before, changes nothing.
     *
     * @throws ClusterException if a task of it failed, or it has no result
     */
    void take(SliceReturn<R> slice) {
        if (!underWay.remove(slice.id())) {
            return;
        }
        if (slice.failure() != null) {
            throw new ClusterException(slice.failure() + " (on executor " + slice.executor() + ")");
        }
        R one = slice.result();
        if (one == null) {
            throw new ClusterException("the work gave null for a slice on executor " + slice.executor()
                    + "; let it return a result that can be merged, also if there is nothing to tell");
        }
        result = result == null ? one : merge.apply(result, one);
        executed += slice.executed();
        ahead = slice.leftovers().length > 0 ? Math.min(ahead + 1, MAX_AHEAD) : Math.max(ahead / 2, ENOUGH);
        add(slice.leftovers());
        slices.add(new Slice(
                slice.executor(),
                slice.begin(),
                Duration.ofNanos(slice.nanos()),
                slice.executed(),
                slice.leftovers().length / stride));
    }

    private void add(int[] left) {
        if (left.length > waiting.length - words) {
            waiting = Arrays.copyOf(waiting, grown((long) words + left.length));
        }
        System.arraycopy(left, 0, waiting, words, left.length);
        words += left.length;
    }

    private int grown(long needed) {
        long most = Integer.MAX_VALUE - 8;
        if (needed > most) {
            throw new ClusterException(needed / stride + " tasks wait in the driver, whose limit is " + most / stride
                    + "; let tasks do more before they spawn others, or take longer slices");
        }
        return (int) Math.min(most, Math.max(needed, 2L * waiting.length));
    }
}
