package dev.warpbroker.tasks;

import dev.warpbroker.structures.Granularity;

/**
 * A task that says which lanes run it together.
 *
 * <pre>{@code
 * sealed interface Sort extends GroupTask {
 *     record Split(int from, int to) implements Sort {
 *         public Granularity width() {
 *             return Granularity.BLOCK;
 *         }
 *     }
 *
 *     record Small(int from, int to) implements Sort {
 *         public Granularity width() {
 *             return Granularity.WARP;
 *         }
 *     }
 * }
 * }</pre>
 */
public interface GroupTask {
    /**
     * {@return which lanes run this task: one, those of a warp, or those of a block} Kernel Java; always the same for a
     * task.
     */
    Granularity width();
}
