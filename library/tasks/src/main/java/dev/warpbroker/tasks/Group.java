package dev.warpbroker.tasks;

import dev.warpbroker.structures.Granularity;

/**
 * The lanes that run a task together, as one of them sees it. All of them run the body, each for itself; what is said
 * of a task's {@link GroupTask#width} is true of its group.
 *
 * <p>How many lanes there are is up to the device: on a GPU 1, 32, or those of a block; on the JVM device always 1, as
 * lanes that wait for each other are slow there. A body that is written as a loop over lanes gives the same result
 * everywhere:
 *
 * <pre>{@code
 * int sum = 0;
 * for (int i = task.from() + group.lane(); i < task.to(); i += group.size()) {
 *     sum += data.get(i);
 * }
 * int all = group.sum(sum);
 * if (group.isFirst()) {
 *     group.spawn(new Next(all));
 * }
 * }</pre>
 *
 * <p>Methods that wait for the others ({@link #barrier}, {@link #any}, {@link #sum}, {@link #prefix},
 * {@link #fromFirst}) must be called by all lanes of the group, in the same order. A body may also use the
 * {@link dev.warpbroker.device.Lane} itself: warps, shuffles, shared memory. Shared memory belongs to the block, in
 * which several groups may be at work: {@link #number} tells them apart.
 *
 * @param <T> the tasks
 */
public interface Group<T> extends Spawner<T> {
    /** {@return which lanes these are} */
    Granularity width();

    /** {@return how many lanes the group has} */
    int size();

    /** {@return the number of the calling lane in its group, from 0 on} */
    int lane();

    /** {@return whether the calling lane is the first of its group} */
    default boolean isFirst() {
        return lane() == 0;
    }

    /**
     * {@return the number of this group among those of its width in a block, from 0 on; below {@link #mostInBlock()}}
     */
    int number();

    /** {@return how many groups of this width a block has} */
    int mostInBlock();

    /**
     * Hands over a task. Any lane may call this, for tasks of its own. What this lane wrote before, and what the others
     * of the group wrote before a {@link #barrier} that it has passed, is visible to that task.
     */
    @Override
    void spawn(T task);

    /** Waits for all lanes of the group, and makes visible to each what the others wrote before. */
    void barrier();

    /** {@return whether some lane of the group has given {@code true}} */
    boolean any(boolean flag);

    /** {@return the sum of what all lanes of the group have given} */
    int sum(int value);

    /** {@return the sum of what lanes before the calling one have given} */
    int prefix(int value);

    /** {@return what the first lane of the group has given} */
    int fromFirst(int value);
}
