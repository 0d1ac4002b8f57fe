package dev.warpbroker.examples.tree;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Layout;
import dev.warpbroker.tasks.Spawner;
import dev.warpbroker.tasks.TaskBody;
import dev.warpbroker.tasks.TaskSum;
import dev.warpbroker.tasks.forkjoin.Fork;
import dev.warpbroker.tasks.forkjoin.Join;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;
import org.jspecify.annotations.Nullable;

/**
 * Quicksort of ints in device memory. A task is a range; it is split around a pivot, one part becomes a task and the
 * other is gone on with, until the part is small and sorted by insertion. The split of the whole array is the work of
 * one worker, so that no number of workers makes it faster than reading the array about twice, one element after the
 * other.
 */
public final class Quicksort implements TreeWork<Quicksort.Range, Long> {
    /** The usual size up to which a range is sorted by insertion. */
    public static final int USUAL_SMALL = 32;

    private static final int MIN_SMALL = 2;
    private static final int MAX_SMALL = 1024;
    private static final Layout<Range> LAYOUT = Layout.of(Range.class);

    private final int[] elements;
    private final int small;
    private final Ints data;
    private final TaskSum inPlace;

    /**
     * The elements are copied, for every run anew.
     *
     * @param small size up to which a range is sorted by insertion
     */
    public Quicksort(Device device, int[] elements, int small) {
        if (small < MIN_SMALL || small > MAX_SMALL) {
            throw new IllegalArgumentException("ranges of up to " + small + " elements sorted by insertion; give "
                    + MIN_SMALL + ".." + MAX_SMALL + ", such as " + USUAL_SMALL);
        }
        if (elements.length == 0) {
            throw new IllegalArgumentException("0 elements to sort; give at least 1");
        }
        this.elements = elements.clone();
        this.small = small;
        data = device.ints(elements.length);
        inPlace = TaskSum.on(device);
    }

    /** The elements from {@code from} on, up to but not with {@code to}. */
    public record Range(int from, int to) {}

    /** Sorts a range: spawns parts of it, and sorts the rest. Kernel Java. {@return the size of the rest} */
    static int sort(Ints data, int small, Range range, Spawner<Range> out) {
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
        return to - from;
    }

    /**
     * Hoare's partition around the median of three elements. There must be three, so that the pivot is not the only
     * largest element at the end of the range: both parts get something.
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

    @Override
    public Layout<Range> layout() {
        return LAYOUT;
    }

    @Override
    public Range root() {
        return new Range(0, elements.length);
    }

    @Override
    public void reset() {
        data.copyIn(elements);
        inPlace.clear();
    }

    @Override
    public TaskBody<Range, Spawner<Range>> body() {
        Ints array = data;
        TaskSum sorted = inPlace;
        int limit = small;
        return (range, out) -> sorted.add(sort(array, limit, range, out));
    }

    /** {@return how many elements were put in their place, which should be all} */
    @Override
    public Long collect() {
        return inPlace.total();
    }

    @Override
    public Join<Long> join() {
        return Join.longs(0, (one, other) -> one + other);
    }

    @Override
    public TaskBody<Range, Fork<Range, Long>> forkingBody() {
        Ints array = data;
        int limit = small;
        return (range, fork) -> fork.complete((long) sort(array, limit, range, fork));
    }

    @Override
    public Long onJavaPool(ForkJoinPool pool) {
        int[] array = elements.clone();
        pool.invoke(new JavaTask(array, 0, array.length, small));
        data.copyIn(array);
        return (long) array.length;
    }

    private static final class JavaTask extends RecursiveAction {
        private static final long serialVersionUID = 1;

        private final int[] array;
        private final int from;
        private final int to;
        private final int small;

        JavaTask(int[] array, int from, int to, int small) {
            this.array = array;
            this.from = from;
            this.to = to;
            this.small = small;
        }

        @Override
        protected void compute() {
            if (to - from <= small) {
                Arrays.sort(array, from, to);
                return;
            }
            int split = partition();
            invokeAll(new JavaTask(array, from, split, small), new JavaTask(array, split, to, small));
        }

        private int partition() {
            int pivot = median(array[from], array[(from + to) >>> 1], array[to - 1]);
            int low = from - 1;
            int high = to;
            while (true) {
                do {
                    low++;
                } while (array[low] < pivot);
                do {
                    high--;
                } while (array[high] > pivot);
                if (low >= high) {
                    return high + 1;
                }
                int left = array[low];
                array[low] = array[high];
                array[high] = left;
            }
        }
    }

    @Override
    public Long sequentially() {
        int[] array = elements.clone();
        Arrays.sort(array);
        data.copyIn(array);
        return (long) array.length;
    }

    @Override
    public OptionalLong tasks(Long result) {
        return OptionalLong.empty();
    }

    @Override
    public @Nullable String problem(Long result) {
        int[] expected = elements.clone();
        Arrays.sort(expected);
        int mismatch = Arrays.mismatch(expected, data.copyOut());
        if (mismatch >= 0) {
            return "element " + mismatch + " of " + elements.length + " is not in its place";
        }
        return result == elements.length ? null : result + " of " + elements.length + " elements were sorted";
    }

    @Override
    public void close() {
        data.close();
        inPlace.close();
    }

    @Override
    public String toString() {
        return "quicksort of " + elements.length + " elements";
    }
}
