package dev.warpbroker.examples.sort;

import dev.warpbroker.device.Ints;
import dev.warpbroker.tasks.Group;

/** Sorts a piece by the lanes of a group in shared memory, by the bitonic sort of K. E. Batcher, 1968. Kernel Java. */
final class PieceSort {
    private PieceSort() {}

    /**
     * All lanes of the group make this call.
     *
     * @param room shared memory, of which this uses the elements from {@code base} on, up to a power of two
     * @param data has the elements, from {@code from} on
     * @param target gets them, at the same place
     */
    static void sort(Group<?> group, Ints room, int base, Ints data, int from, int count, Ints target) {
        int lane = group.lane();
        int lanes = group.size();
        int size = Math.max(2, Integer.highestOneBit(2 * count - 1));
        for (int i = lane; i < size; i += lanes) {
            room.set(base + i, i < count ? data.get(from + i) : Integer.MAX_VALUE);
        }
        group.barrier();
        for (int run = 2; run <= size; run *= 2) {
            for (int step = run / 2; step > 0; step /= 2) {
                for (int i = lane; i < size / 2; i += lanes) {
                    int low = base + 2 * i - (i & step - 1);
                    int one = room.get(low);
                    int other = room.get(low + step);
                    boolean up = (2 * i & run) == 0;
                    room.set(low, up ? Math.min(one, other) : Math.max(one, other));
                    room.set(low + step, up ? Math.max(one, other) : Math.min(one, other));
                }
                group.barrier();
            }
        }
        for (int i = lane; i < count; i += lanes) {
            target.set(from + i, room.get(base + i));
        }
    }
}
