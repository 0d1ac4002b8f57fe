package dev.warpbroker.examples.sort;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Lane;
import dev.warpbroker.device.Layout;
import dev.warpbroker.structures.Granularity;
import dev.warpbroker.tasks.CooperativeScheduler;
import dev.warpbroker.tasks.Group;
import dev.warpbroker.tasks.GroupTask;
import dev.warpbroker.tasks.Report;
import dev.warpbroker.tasks.TaskBody;
import java.util.List;

/**
 * Quicksort of ints by groups of lanes, after Daniel Cederman and Philippas Tsigas: <i>GPU-Quicksort: A Practical
 * Quicksort Algorithm for Graphics Processors</i>, 2009. A large range is split around its pivot by many blocks, each
 * with a part of it; a smaller one by a single block; a small piece is sorted by a warp in shared memory. All of these
 * are tasks of one run, where the paper has a launch for each level.
 *
 * <p>Elements go back and forth between two arrays. Those that equal the pivot are in their place at once, so that many
 * equal elements are no trouble. Pivots are medians of nine elements at fixed places: an input made to defeat these
 * takes quadratic time.
 *
 * <p>For groups of several lanes; {@link ThreadQuicksort} is for those of one.
 */
final class GroupQuicksort implements DeviceSort {
    /** What there is to do with a range of elements. A side is the array in which they are. */
    sealed interface Sort extends GroupTask {
        /** Looks how large a range is. */
        record Begin(int from, int to) implements Sort {
            @Override
            public Granularity width() {
                return Granularity.BLOCK;
            }
        }

        /** Splits a part of a large range. */
        record Part(int range, int from, int to) implements Sort {
            @Override
            public Granularity width() {
                return Granularity.BLOCK;
            }
        }

        /** Splits a range. */
        record Split(int from, int to, int side) implements Sort {
            @Override
            public Granularity width() {
                return Granularity.BLOCK;
            }
        }

        /** Sorts a small piece. */
        record Piece(int from, int to, int side) implements Sort {
            @Override
            public Granularity width() {
                return Granularity.WARP;
            }
        }
    }

    private static final Layout<Sort> LAYOUT = Layout.of(Sort.class);

    /** Elements of a part, and of a piece: eight pieces have the room of a part. */
    private static final int PART = 4096;

    private static final int PIECE = 512;
    private static final int LARGE = 16 * PART;

    private static final int MIN_RANGES = 64;

    /** Large ranges that are split at a time, at most, times the number of levels. */
    private static final int LEVELS = 64;

    private final int[] elements;
    private final CooperativeScheduler<Sort> scheduler;
    private final Sorter sorter;
    private final TaskBody<Sort, Group<Sort>> body;

    GroupQuicksort(Device device, int[] elements, int workers) {
        this.elements = elements.clone();
        int ranges = MIN_RANGES + elements.length / LARGE * LEVELS;
        scheduler = CooperativeScheduler.on(
                device,
                LAYOUT,
                CooperativeScheduler.defaults()
                        .withWorkers(Granularity.BLOCK, workers)
                        .withTaskTrace(false));
        sorter = new Sorter(
                device.ints(elements.length),
                device.ints(elements.length),
                device.ints((ranges + 1L) * Sorter.RANGE),
                ranges);
        var sorting = sorter;
        body = (task, group) -> sorting.run(task, group);
    }

    @Override
    public Report sort() {
        sorter.front.copyIn(elements);
        sorter.ranges.fill(0);
        return scheduler.run(List.of(new Sort.Begin(0, elements.length)), body);
    }

    @Override
    public int[] result() {
        return sorter.front.copyOut();
    }

    @Override
    public void close() {
        scheduler.close();
        sorter.front.close();
        sorter.back.close();
        sorter.ranges.close();
    }

    /** What tasks do. Kernel Java. */
    private static final class Sorter {
        /*
         * A large range is in eight words: where it is and on which side, its pivot, how many elements were found so
         * far that are less and that are greater, and how many parts are left. Every part claims places for its
         * elements at both ends of the range, on the other side. The last part to end fills the middle, and begins with
         * both ends. The first word of all says how many ranges there are.
         *
         * The counter of parts is acquired and released, after a barrier of the group, so that the last one sees what
         * all have claimed and written.
         */
        static final int RANGE = 8;
        private static final int FROM = 0;
        private static final int TO = 1;
        private static final int SIDE = 2;
        private static final int PIVOT = 3;
        private static final int LESS = 4;
        private static final int GREATER = 5;
        private static final int LEFT = 6;

        /** A part has at most 2^15 elements, so that two counts fit into an int. */
        private static final int HALF = 16;

        private static final int LOW_BITS = (1 << HALF) - 1;

        final Ints front;
        final Ints back;
        final Ints ranges;
        private final int maxRanges;

        Sorter(Ints front, Ints back, Ints ranges, int maxRanges) {
            this.front = front;
            this.back = back;
            this.ranges = ranges;
            this.maxRanges = maxRanges;
        }

        void run(Sort task, Group<Sort> group) {
            // The room of a part, and two words more.
            Ints room = Lane.current().block().sharedInts(PART + 2);
            switch (task) {
                case Sort.Begin(int from, int to) -> begin(group, from, to, 0);
                case Sort.Part(int range, int from, int to) -> splitPart(group, room, (range + 1) * RANGE, from, to);
                case Sort.Split(int from, int to, int side) -> split(group, room, from, to, side);
                case Sort.Piece(int from, int to, int side) ->
                    PieceSort.sort(group, room, group.number() * PIECE, side(side), from, to - from, front);
            }
        }

        private Ints side(int number) {
            return number == 0 ? front : back;
        }

        /** Spawns what is to be done with a range. All lanes of a group call this. */
        private void begin(Group<Sort> group, int from, int to, int side) {
            int size = to - from;
            if (size > LARGE) {
                int range = group.fromFirst(group.isFirst() ? newRange(from, to, side) : 0);
                if (range >= 0) {
                    int parts = Math.ceilDiv(size, PART);
                    int lanes = group.size();
                    for (int i = group.lane(); i < parts; i += lanes) {
                        group.spawn(new Sort.Part(range, from + i * PART, Math.min(to, from + (i + 1) * PART)));
                    }
                    return;
                }
            }
            if (group.isFirst() && size > PIECE) {
                group.spawn(new Sort.Split(from, to, side));
            } else if (group.isFirst() && size > 0) {
                group.spawn(new Sort.Piece(from, to, side));
            }
        }

        /** {@return the number of a new large range, or -1 if there is no room for it} */
        private int newRange(int from, int to, int side) {
            int number = ranges.getAndAddRelaxed(0, 1);
            if (number >= maxRanges) {
                return -1;
            }
            int at = (number + 1) * RANGE;
            ranges.set(at + FROM, from);
            ranges.set(at + TO, to);
            ranges.set(at + SIDE, side);
            ranges.set(at + PIVOT, pivot(side(side), from, to));
            ranges.set(at + LEFT, Math.ceilDiv(to - from, PART));
            return number;
        }

        private static int pivot(Ints data, int from, int to) {
            int step = (to - from) / 9;
            int at = from + step / 2;
            return median(
                    median(data.get(at), data.get(at + step), data.get(at + 2 * step)),
                    median(data.get(at + 3 * step), data.get(at + 4 * step), data.get(at + 5 * step)),
                    median(data.get(at + 6 * step), data.get(at + 7 * step), data.get(at + 8 * step)));
        }

        private static int median(int a, int b, int c) {
            return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
        }

        private void splitPart(Group<Sort> group, Ints room, int at, int from, int to) {
            int first = ranges.get(at + FROM);
            int end = ranges.get(at + TO);
            int side = ranges.get(at + SIDE);
            int pivot = ranges.get(at + PIVOT);
            int counts = collect(group, room, side(side), from, to, pivot);
            int less = counts & LOW_BITS;
            int greater = counts >>> HALF;
            if (group.isFirst()) {
                room.set(PART, ranges.getAndAddRelaxed(at + LESS, less));
                room.set(PART + 1, ranges.getAndAddRelaxed(at + GREATER, greater));
            }
            group.barrier();
            putDown(
                    group,
                    room,
                    side(1 - side),
                    first + room.get(PART),
                    less,
                    end - room.get(PART + 1) - greater,
                    greater);
            group.barrier();
            boolean last = group.isFirst() && ranges.getAndAddAcqRel(at + LEFT, -1) == 1;
            if (group.fromFirst(last ? 1 : 0) != 0) {
                int middle = first + ranges.getOpaque(at + LESS);
                int high = end - ranges.getOpaque(at + GREATER);
                finish(group, first, middle, high, end, pivot, side);
            }
        }

        /** Splits a range, part by part. */
        private void split(Group<Sort> group, Ints room, int from, int to, int side) {
            int pivot = group.fromFirst(group.isFirst() ? pivot(side(side), from, to) : 0);
            int low = from;
            int high = to;
            for (int begin = from; begin < to; begin += PART) {
                int counts = collect(group, room, side(side), begin, Math.min(to, begin + PART), pivot);
                group.barrier();
                int less = counts & LOW_BITS;
                int greater = counts >>> HALF;
                high -= greater;
                putDown(group, room, side(1 - side), low, less, high, greater);
                low += less;
                group.barrier();
            }
            finish(group, from, low, high, to, pivot, side);
        }

        /** Puts elements into their place that equal the pivot, and goes on with the others. */
        private void finish(Group<Sort> group, int from, int middle, int high, int to, int pivot, int side) {
            int lanes = group.size();
            for (int i = middle + group.lane(); i < high; i += lanes) {
                front.set(i, pivot);
            }
            begin(group, from, middle, 1 - side);
            begin(group, high, to, 1 - side);
        }

        /**
         * Collects elements of a part: those less than the pivot at the beginning of the room, those greater at its
         * end. They are there after the next barrier.
         *
         * @return how many are less, and 2^16 times how many are greater
         */
        private int collect(Group<Sort> group, Ints room, Ints data, int from, int to, int pivot) {
            int lanes = group.size();
            int first = from + group.lane();
            int mine = 0;
            for (int i = first; i < to; i += lanes) {
                int element = data.get(i);
                mine += element < pivot ? 1 : element > pivot ? 1 << HALF : 0;
            }
            int before = group.prefix(mine);
            int less = before & LOW_BITS;
            int greater = PART - (before >>> HALF);
            for (int i = first; i < to; i += lanes) {
                int element = data.get(i);
                if (element < pivot) {
                    room.set(less, element);
                    less++;
                } else if (element > pivot) {
                    greater--;
                    room.set(greater, element);
                }
            }
            return group.sum(mine);
        }

        /** Copies what was collected to its places. */
        private void putDown(Group<Sort> group, Ints room, Ints data, int low, int less, int high, int greater) {
            int lane = group.lane();
            int lanes = group.size();
            for (int i = lane; i < less; i += lanes) {
                data.set(low + i, room.get(i));
            }
            for (int i = lane; i < greater; i += lanes) {
                data.set(high + i, room.get(PART - greater + i));
            }
        }
    }
}
