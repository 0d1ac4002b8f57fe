package dev.warpbroker.examples.sort;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Layout;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.tasks.CooperativeScheduler;
import dev.warpbroker.tasks.Group;
import dev.warpbroker.tasks.GroupTask;
import dev.warpbroker.tasks.Report;
import dev.warpbroker.tasks.TaskBody;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Quicksort of ints by threads, for the JVM device. Elements are split around 63 pivots at once, after W. D. Frazer and
 * A. C. McKellar: <i>Samplesort: A Sampling Approach to Minimal Storage Tree Sorting</i>, 1970. So each goes through
 * memory twice, where a quicksort with one pivot takes six passes to get as far. Then every thread sorts buckets by
 * {@link Arrays#sort(int[], int, int)}.
 *
 * <p>Pivots come from a random sample. A bucket of many equal elements may be much larger than others; one thread sorts
 * it, in linear time if it has nothing else.
 */
final class ThreadQuicksort implements DeviceSort {
    /** What there is to do: each kind when all of the kind before is done. */
    sealed interface Step extends GroupTask {
        @Override
        default Granularity width() {
            return Granularity.THREAD;
        }

        /** Chooses pivots. */
        record Begin() implements Step {}

        /** Finds the buckets of the elements of a part. */
        record Classify(int part) implements Step {}

        /** Moves the elements of a part to their buckets. */
        record Move(int part) implements Step {}

        /** Sorts a bucket. */
        record Sort(int bucket) implements Step {}
    }

    private static final Layout<Step> LAYOUT = Layout.of(Step.class);

    private static final int LEVELS = 6;
    private static final int BUCKETS = 1 << LEVELS;

    /** Elements of the sample for each pivot. */
    private static final int SAMPLE = 16;

    private static final int PART = 1 << 16;

    private final int[] elements;
    private final Sorter sorter;
    private final CooperativeScheduler<Step> scheduler;
    private final TaskBody<Step, Group<Step>> body;

    ThreadQuicksort(Device device, int[] elements, int workers) {
        this.elements = elements.clone();
        scheduler = CooperativeScheduler.on(
                device,
                LAYOUT,
                CooperativeScheduler.defaults()
                        .withWorkers(Granularity.BLOCK, workers)
                        .withTaskTrace(false));
        var sorting = new Sorter(device.ints(elements.length));
        sorter = sorting;
        body = (step, group) -> sorting.run(step, group);
    }

    @Override
    public Report sort() {
        sorter.data.copyIn(elements);
        return scheduler.run(List.of(new Step.Begin()), body);
    }

    @Override
    public int[] result() {
        return sorter.data.copyOut();
    }

    @Override
    public void close() {
        scheduler.close();
        sorter.data.close();
    }

    /** What tasks do. */
    private static final class Sorter {
        /*
         * Tasks of a step are spawned by the last task of the step before. The counter of those that are left is
         * acquired and released, so each sees what all of the step before have written.
         */

        final Ints data;
        private final int count;
        private final int parts;

        /** Pivots as a binary search finds them: the middle one at 1, those of its halves at 2 and 3, and so on. */
        private final int[] tree = new int[BUCKETS];

        /** The bucket of each element. */
        private final byte[] buckets;

        /** For each part and bucket how many elements there are, and then where the next one goes. */
        private final int[] places;

        /** Where each bucket begins. */
        private final int[] starts = new int[BUCKETS + 1];

        /** The elements, bucket by bucket. */
        private final int[] moved;

        private final AtomicInteger left = new AtomicInteger();

        Sorter(Ints data) {
            this.data = data;
            count = data.length();
            parts = Math.ceilDiv(count, PART);
            buckets = new byte[count];
            places = new int[parts * BUCKETS];
            moved = new int[count];
        }

        void run(Step step, Group<Step> group) {
            switch (step) {
                case Step.Begin() -> begin(group);
                case Step.Classify(int part) -> classify(group, part);
                case Step.Move(int part) -> move(group, part);
                case Step.Sort(int bucket) -> sort(starts[bucket], starts[bucket + 1]);
            }
        }

        private void begin(Group<Step> group) {
            var random = new SplittableRandom(1);
            int[] sample = new int[SAMPLE * BUCKETS];
            for (int i = 0; i < sample.length; i++) {
                sample[i] = data.get(random.nextInt(count));
            }
            Arrays.sort(sample);
            for (int node = 1; node < BUCKETS; node++) {
                int level = Integer.numberOfLeadingZeros(node) ^ 31;
                int number = ((2 * node + 1) << LEVELS - 1 - level) - BUCKETS;
                tree[node] = key(sample[number * SAMPLE]);
            }
            left.set(parts);
            for (int part = 0; part < parts; part++) {
                group.spawn(new Step.Classify(part));
            }
        }

        private void classify(Group<Step> group, int part) {
            int[] counts = new int[BUCKETS];
            int i = part * PART;
            int to = i + Math.min(PART, count - i);
            // Four searches at a time, as each step of one waits for the step before.
            for (; i + 3 < to; i += 4) {
                int key1 = key(data.get(i));
                int key2 = key(data.get(i + 1));
                int key3 = key(data.get(i + 2));
                int key4 = key(data.get(i + 3));
                int node1 = 1;
                int node2 = 1;
                int node3 = 1;
                int node4 = 1;
                for (int level = 0; level < LEVELS; level++) {
                    node1 = below(node1, key1);
                    node2 = below(node2, key2);
                    node3 = below(node3, key3);
                    node4 = below(node4, key4);
                }
                note(counts, i, node1);
                note(counts, i + 1, node2);
                note(counts, i + 2, node3);
                note(counts, i + 3, node4);
            }
            for (; i < to; i++) {
                int node = 1;
                for (int level = 0; level < LEVELS; level++) {
                    node = below(node, key(data.get(i)));
                }
                note(counts, i, node);
            }
            System.arraycopy(counts, 0, places, part * BUCKETS, BUCKETS);
            if (left.decrementAndGet() == 0) {
                addUp();
                left.set(parts);
                for (int next = 0; next < parts; next++) {
                    group.spawn(new Step.Move(next));
                }
            }
        }

        /** {@return half of an element, rounded down: the difference of two of these is an int} */
        private static int key(int element) {
            return element >> 1;
        }

        /** {@return the right child of a node if the key is greater, or else the left one} No branch depends on it. */
        private int below(int node, int key) {
            return 2 * node + (tree[node & BUCKETS - 1] - key >>> 31);
        }

        private void note(int[] counts, int element, int leaf) {
            int bucket = leaf & BUCKETS - 1;
            buckets[element] = (byte) bucket;
            counts[bucket]++;
        }

        /** Turns counts into places: those of a bucket follow each other, by parts. */
        private void addUp() {
            int place = 0;
            for (int bucket = 0; bucket < BUCKETS; bucket++) {
                starts[bucket] = place;
                for (int part = 0; part < parts; part++) {
                    int here = places[part * BUCKETS + bucket];
                    places[part * BUCKETS + bucket] = place;
                    place += here;
                }
            }
            starts[BUCKETS] = place;
        }

        private void move(Group<Step> group, int part) {
            int[] next = Arrays.copyOfRange(places, part * BUCKETS, (part + 1) * BUCKETS);
            int from = part * PART;
            int to = from + Math.min(PART, count - from);
            for (int i = from; i < to; i++) {
                int bucket = buckets[i];
                moved[next[bucket]++] = data.get(i);
            }
            if (left.decrementAndGet() == 0) {
                for (int bucket = 0; bucket < BUCKETS; bucket++) {
                    group.spawn(new Step.Sort(bucket));
                }
            }
        }

        private void sort(int from, int to) {
            Arrays.sort(moved, from, to);
            for (int i = from; i < to; i++) {
                data.set(i, moved[i]);
            }
        }
    }
}
