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
import java.util.Arrays;
import java.util.List;

/**
 * Mergesort of ints by groups of lanes. Warps sort pieces, and blocks merge two sorted runs, each a part of them. A
 * lane finds by a binary search which elements of both runs are its own: Oded Green, Robert McColl, David Bader: <i>GPU
 * Merge Path: A GPU Merging Algorithm</i>, 2012. Two runs are merged as soon as both are there, whatever others are at.
 */
final class GroupMergesort implements DeviceSort {
    /** What there is to do. */
    sealed interface Merge extends GroupTask {
        /** Begins with all pieces. */
        record Begin() implements Merge {
            @Override
            public Granularity width() {
                return Granularity.BLOCK;
            }
        }

        /** Sorts a piece. */
        record Piece(int number) implements Merge {
            @Override
            public Granularity width() {
                return Granularity.WARP;
            }
        }

        /** Makes a part of a run of two runs of the level below. */
        record Part(int level, int run, int number) implements Merge {
            @Override
            public Granularity width() {
                return Granularity.BLOCK;
            }
        }
    }

    private static final Layout<Merge> LAYOUT = Layout.of(Merge.class);

    /** Elements of a piece and of a part for groups of several lanes, and for single lanes. */
    private static final int PIECE = 512;

    private static final int PART = 2048;
    private static final int ALONE = 1 << 15;

    /** Warps of a block, each with room for a piece. */
    private static final int WARPS = 8;

    private final int[] elements;
    private final int[] children;
    private final CooperativeScheduler<Merge> scheduler;
    private final Merger merger;
    private final TaskBody<Merge, Group<Merge>> body;

    GroupMergesort(Device device, int[] elements, int workers) {
        this.elements = elements.clone();
        boolean alone = device.properties().lanesPerWorker() == 1;
        int piece = alone ? ALONE : PIECE;
        int pieces = Math.ceilDiv(elements.length, piece);
        int levels = Integer.SIZE - Integer.numberOfLeadingZeros(pieces - 1);
        children = new int[2 << levels];
        for (int level = 1; level <= levels; level++) {
            int below = Math.ceilDiv(pieces, 1 << level - 1);
            for (int run = 0; 2 * run < below; run++) {
                children[(1 << levels - level) + run] = Math.min(2, below - 2 * run);
            }
        }
        scheduler = CooperativeScheduler.on(
                device,
                LAYOUT,
                CooperativeScheduler.defaults()
                        .withWorkers(Granularity.BLOCK, workers)
                        .withCapacity(Math.max(1 << 10, Integer.highestOneBit(2 * pieces)))
                        .withTaskTrace(false));
        merger = new Merger(
                device.ints(elements.length),
                device.ints(elements.length),
                device.ints(children.length),
                elements.length,
                levels,
                piece,
                alone ? ALONE : PART,
                alone);
        var merging = merger;
        body = (task, group) -> merging.run(task, group);
    }

    @Override
    public Report sort() {
        merger.front.copyIn(elements);
        merger.left.copyIn(children);
        return scheduler.run(List.of(new Merge.Begin()), body);
    }

    @Override
    public int[] result() {
        return merger.front.copyOut();
    }

    @Override
    public void close() {
        scheduler.close();
        merger.front.close();
        merger.back.close();
        merger.left.close();
    }

    /** What tasks do. Kernel Java. */
    private static final class Merger {
        /*
         * Runs of level 0 are the pieces; one of level l has 2^l pieces. They are nodes of a binary heap: the last run
         * of all is 1. For each there is a counter of what is left: first of the runs that it is made of, and when both
         * are there, of its parts. It is acquired and released after a barrier of the group, so whoever takes it to 0
         * sees what all have written. Levels take turns with the two arrays, so that the last one is in front.
         */
        final Ints front;
        final Ints back;
        final Ints left;
        private final int count;
        private final int levels;
        private final int piece;
        private final int part;
        private final boolean alone;

        Merger(Ints front, Ints back, Ints left, int count, int levels, int piece, int part, boolean alone) {
            this.front = front;
            this.back = back;
            this.left = left;
            this.count = count;
            this.levels = levels;
            this.piece = piece;
            this.part = part;
            this.alone = alone;
        }

        void run(Merge task, Group<Merge> group) {
            switch (task) {
                case Merge.Begin() -> begin(group);
                case Merge.Piece(int number) -> sortPiece(group, number);
                case Merge.Part(int level, int run, int number) -> mergePart(group, level, run, number);
            }
        }

        private void begin(Group<Merge> group) {
            int lanes = group.size();
            for (int number = group.lane(); number < Math.ceilDiv(count, piece); number += lanes) {
                group.spawn(new Merge.Piece(number));
            }
        }

        private Ints side(int level) {
            return (levels - level & 1) == 0 ? front : back;
        }

        private int node(int level, int run) {
            return (1 << levels - level) + run;
        }

        /** {@return where a run begins; it ends where the next one would begin} */
        private int start(int level, int run) {
            return (int) Math.min(count, ((long) run << level) * piece);
        }

        private void sortPiece(Group<Merge> group, int number) {
            int from = start(0, number);
            int size = start(0, number + 1) - from;
            if (alone) {
                sortAlone(from, size);
            } else {
                Ints room = Lane.current().block().sharedInts(WARPS * PIECE);
                PieceSort.sort(group, room, group.number() * PIECE, front, from, size, side(0));
            }
            group.barrier();
            isThere(group, 0, number);
        }

        private void sortAlone(int from, int size) {
            int[] sorted = new int[size];
            for (int i = 0; i < size; i++) {
                sorted[i] = front.get(from + i);
            }
            Arrays.sort(sorted);
            for (int i = 0; i < size; i++) {
                side(0).set(from + i, sorted[i]);
            }
        }

        /** A run is there; if the other one is, too, they are merged. All lanes of the group make this call. */
        private void isThere(Group<Merge> group, int level, int run) {
            if (level == levels || !isLast(group, node(level + 1, run / 2))) {
                return;
            }
            int size = start(level + 1, run / 2 + 1) - start(level + 1, run / 2);
            int parts = Math.ceilDiv(size, part);
            if (group.isFirst()) {
                left.set(node(level + 1, run / 2), parts);
            }
            group.barrier();
            int lanes = group.size();
            for (int number = group.lane(); number < parts; number += lanes) {
                group.spawn(new Merge.Part(level + 1, run / 2, number));
            }
        }

        private boolean isLast(Group<Merge> group, int node) {
            boolean last = group.isFirst() && left.getAndAddAcqRel(node, -1) == 1;
            return group.fromFirst(last ? 1 : 0) != 0;
        }

        private void mergePart(Group<Merge> group, int level, int run, int number) {
            int first = start(level, run);
            int second = start(level - 1, 2 * run + 1);
            int end = start(level, run + 1);
            int from = first + number * part;
            int size = Math.min(part, end - from);
            int each = Math.ceilDiv(size, group.size());
            int mine = Math.min(size, group.lane() * each);
            merge(level, first, second, end, from + mine, Math.min(each, size - mine));
            group.barrier();
            if (isLast(group, node(level, run))) {
                isThere(group, level, run);
            }
        }

        /** Writes {@code size} elements from {@code at} on, of the run that begins at {@code first}. */
        private void merge(int level, int first, int second, int end, int at, int size) {
            Ints source = side(level - 1);
            Ints target = side(level);
            int before = at - first;
            int low = Math.max(0, before - (end - second));
            int high = Math.min(before, second - first);
            while (low < high) {
                int middle = low + high >>> 1;
                if (source.get(first + middle) <= source.get(second + before - middle - 1)) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            int one = first + low;
            int other = second + before - low;
            for (int i = 0; i < size; i++) {
                boolean takeOne = other == end || one < second && source.get(one) <= source.get(other);
                target.set(at + i, source.get(takeOne ? one : other));
                one += takeOne ? 1 : 0;
                other += takeOne ? 0 : 1;
            }
        }
    }
}
