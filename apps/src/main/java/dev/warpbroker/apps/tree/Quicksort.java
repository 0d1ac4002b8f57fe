package dev.warpbroker.apps.tree;

import dev.warpbroker.device.Ints;
import dev.warpbroker.schedule.Spawner;

/**
 * Quicksort of ints in device memory. A task is a range; it is split around a pivot, one part becomes a task and the other is
 * gone on with, until the part is small and sorted by insertion. The split of the whole array is the work of one worker, so
 * that no number of workers makes it faster than reading the array about twice, one element after the other.
 */
public final class Quicksort {
    /** The usual size from which on a range is split. */
    public static final int USUAL_SMALL = 32;

    private Quicksort() {}

    /** The elements from {@code from} on, up to but not with {@code to}. */
    public record Range(int from, int to) {
        int size() {
            return to - from;
        }
    }

    /** Sorts a range: spawns parts of it, and sorts the rest. Kernel Java. */
    static void sort(Ints data, int small, Range range, Spawner<Range> out) {
        int from = range.from();
        int to = range.to();
        while (to - from > small) {
            int split = partition(data, from, to);
            if (split - from < to - split) {
                out.spawn(new Range(split, to));
                to = split;
            } else {
                out.spawn(new Range(from, split));
                from = split;
            }
        }
        insertionSort(data, from, to);
    }

    /**
     * Hoare's partition around the median of three elements. There must be three, so that the pivot is not the only largest
     * element at the end of the range: both parts get something.
     *
     * @return where the second part begins: no element before it is larger than any after it, and neither part is empty
     */
    private static int partition(Ints data, int from, int to) {
        int pivot = median(data.get(from), data.get((from + to) >>> 1), data.get(to - 1));
        int low = from - 1;
        int high = to;
        while (true) {
            int left;
            do {
                low++;
                left = data.get(low);
            } while (left < pivot);
            int right;
            do {
                high--;
                right = data.get(high);
            } while (right > pivot);
            if (low >= high) {
                return high + 1;
            }
            data.set(low, right);
            data.set(high, left);
        }
    }

    private static int median(int a, int b, int c) {
        return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
    }

    private static void insertionSort(Ints data, int from, int to) {
        for (int i = from + 1; i < to; i++) {
            int element = data.get(i);
            int at = i;
            while (at > from && data.get(at - 1) > element) {
                data.set(at, data.get(at - 1));
                at--;
            }
            data.set(at, element);
        }
    }
}
