package dev.warpbroker.graphs.rank;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Lane;
import dev.warpbroker.graphs.DeviceGraph;

/**
 * The rows of a graph in the order in which warps read them, longest first, made by the lanes that read them.
 *
 * <p>32 short rows that follow each other are a slice. A slice holds the first elements of its rows, then the second
 * ones, and so on: the lanes of a warp, each with a row of its own, read 32 neighbouring elements at every step
 * (SELL-C-σ: M. Kreutzer, G. Hager, G. Wellein, H. Fehske, A. R. Bishop, <i>A unified sparse matrix data format for
 * efficient general sparse matrix-vector multiplication on modern processors with wide SIMD units</i>, 2014). Long rows
 * come before them, one after the other, and are read by many lanes each.
 *
 * <p>Elements are the places of rows, so vertices with as many in-edges keep their natural order, which keeps what they
 * read together, and those with very many lie together.
 */
final class SlicedRows implements AutoCloseable {
    /*
     * A counting sort. Lengths of short rows are classes of their own, longer ones are in classes by powers of two. A
     * block counts the rows of each class in its part of the vertices; sums over the blocks before it say where its
     * rows of that class begin; and it places them there, warp by warp. So the order depends on nothing but the graph
     * and the number of blocks. The slices of a class begin at its first row and all have the length of the class:
     * where they begin is known without a sum over all of them. Places after its last row that fill up a slice have no
     * vertex.
     *
     * Barriers of the whole launch lie between count, sumUp, place and fill. What a lane has filled in, it reads itself
     * later on, and no other does, so none is necessary after that.
     */

    /** Lanes of a warp, and rows of a slice. */
    static final int WARP = 32;

    /** The vertex at a place where there is none. */
    static final int NO_VERTEX = -1;

    /** The longest rows of slices, in small graphs and in large ones. */
    private static final int SHORT = 32;

    private static final int LESS_SHORT = 256;

    /** Class 0 has rows of more than 2^30 elements, and each that follows has those half as long. */
    private static final int LONG_CLASSES = 26;

    /** The classes of rows with more than 2,048 elements, which are for a block each. */
    private static final int BLOCK_CLASSES = 20;

    /** Columns of a slice that are turned around at once. */
    private static final int TILE = 8;

    /** A row of a tile, one longer than it need be: lanes that read a column find their elements in different banks. */
    private static final int TILE_ROW = TILE + 1;

    private static final int OF_BLOCKS = 0;
    private static final int OF_BLOCKS_AND_WARPS = 1;
    private static final int SLICES = 2;
    private static final int TABLE = 3;

    private final int vertices;
    private final Ints offsets;
    private final Ints sources;

    /** Longest row of a slice. */
    private final int longest;

    private final int classes;
    private final int places;
    private final int tile;

    /** For each class the rows of each block, then those before it; the last class are elements of long rows. */
    private final Ints counts;

    private final Ints totals;
    private final Ints table;
    private final Ints placeOf;
    private final Ints vertexOf;
    private final Ints degrees;
    private final Ints longBegins;
    private final Ints longEnds;
    private final Ints sliceStarts;
    private final Ints elements;

    /** @param blocks of the launch, and {@code warps} in each, at most */
    SlicedRows(Device device, DeviceGraph rows, int blocks, int warps) {
        vertices = rows.vertices();
        offsets = rows.offsets();
        sources = rows.targets();
        // A slice is to be a small part of what each warp has to read.
        longest = Math.clamp(rows.edges() / WARP / blocks / warps, SHORT, LESS_SHORT);
        classes = LONG_CLASSES + longest + 1;
        int gaps = (WARP - 1) * (longest + 1);
        places = vertices + gaps;
        tile = WARP * TILE_ROW * warps;
        int longRows = Math.min(vertices, rows.edges() / (longest + 1)) + 1;
        counts = device.ints((long) (classes + 1) * blocks);
        totals = device.ints(classes + 1);
        table = device.ints(TABLE);
        placeOf = device.ints(vertices);
        vertexOf = device.ints(places);
        degrees = device.ints(places);
        longBegins = device.ints(longRows);
        longEnds = device.ints(longRows);
        sliceStarts = device.ints(places / WARP + 2);
        elements = device.ints(Math.addExact(rows.edges(), gaps * (longest + 1) / 2) + 1);
    }

    /** {@return how many places there are, those without a vertex included} */
    int places() {
        return places;
    }

    Ints placeOf() {
        return placeOf;
    }

    /** {@return how many edges leave the vertex at a place; {@link #NO_VERTEX} if there is none} */
    int degree(int place) {
        return degrees.get(place);
    }

    /** {@return how many rows, the first ones, are for a block each} */
    int ofBlocks() {
        return table.get(OF_BLOCKS);
    }

    /** {@return how many rows, the first ones, are for a block or for a warp each} Slices begin after them. */
    int ofBlocksAndWarps() {
        return table.get(OF_BLOCKS_AND_WARPS);
    }

    int slices() {
        return table.get(SLICES);
    }

    int longBegin(int place) {
        return longBegins.get(place);
    }

    int longEnd(int place) {
        return longEnds.get(place);
    }

    /** {@return where a slice begins, and the one before it ends} */
    int sliceStart(int slice) {
        return sliceStarts.get(slice);
    }

    int element(int at) {
        return elements.get(at);
    }

    /** {@return the first vertex of a block} */
    int begin(Lane lane) {
        var block = lane.block();
        return (int) Math.min((long) block.index() * Math.ceilDiv(vertices, block.count()), vertices);
    }

    /** {@return the vertex after the last one of a block} */
    int end(Lane lane) {
        var block = lane.block();
        return (int) Math.min((block.index() + 1L) * Math.ceilDiv(vertices, block.count()), vertices);
    }

    private int length(int vertex) {
        return offsets.get(vertex + 1) - offsets.get(vertex);
    }

    private int classOf(int length) {
        return length > longest ? Integer.numberOfLeadingZeros(length - 1) - 1 : LONG_CLASSES + longest - length;
    }

    /** Counts the rows of each class that a block has. */
    void count(Lane lane) {
        var block = lane.block();
        var mine = block.sharedInts(classes + 1);
        for (int i = block.lane(); i <= classes; i += block.size()) {
            mine.set(i, 0);
        }
        block.barrier();
        int end = end(lane);
        for (int vertex = begin(lane) + block.lane(); vertex < end; vertex += block.size()) {
            int length = length(vertex);
            mine.getAndAddRelaxed(classOf(length), 1);
            if (length > longest) {
                mine.getAndAddRelaxed(classes, length);
            }
        }
        block.barrier();
        for (int i = block.lane(); i <= classes; i += block.size()) {
            counts.set((long) i * block.count() + block.index(), mine.get(i));
        }
    }

    /** Replaces each count of a class by the sum of those of the blocks before. */
    void sumUp(Lane lane) {
        var block = lane.block();
        for (int i = block.index(); i <= classes; i += block.count()) {
            long from = (long) i * block.count();
            int before = 0;
            for (int first = 0; first < block.count(); first += block.size()) {
                int number = first + block.lane();
                int value = number < block.count() ? counts.get(from + number) : 0;
                var sum = BlockSum.of(lane, value);
                if (number < block.count()) {
                    counts.set(from + number, before + sum.upTo() - value);
                }
                before += sum.all();
            }
            if (block.lane() == 0) {
                totals.set(i, before);
            }
        }
    }

    /** {@return where the rows of a block go} All lanes of the block make this call, after {@link #sumUp}. */
    Classes classes(Lane lane) {
        return new Classes(lane);
    }

    /** Where the rows of each class are, as a block sees it: in shared memory. */
    final class Classes {
        /** The next place of the block in each class, then the next element of its long rows. */
        final Ints next;

        /** The first place of each class. */
        final Ints first;

        /** The first element of each class. */
        final Ints firstElement;

        Classes(Lane lane) {
            var block = lane.block();
            next = block.sharedInts(classes + 1);
            first = block.sharedInts(classes + 1);
            firstElement = block.sharedInts(classes + 1);
            int places = 0;
            int at = totals.get(classes);
            for (int begin = 0; begin < classes; begin += block.size()) {
                int number = begin + block.lane();
                boolean exists = number < classes;
                boolean isLong = number < LONG_CLASSES;
                int rows = exists ? totals.get(number) : 0;
                int padded = isLong ? rows : Math.ceilDiv(rows, WARP) * WARP;
                int size = isLong ? 0 : padded * (LONG_CLASSES + longest - number);
                var placesBefore = BlockSum.of(lane, padded);
                var sizeBefore = BlockSum.of(lane, exists ? size : 0);
                int place = places + placesBefore.upTo() - padded;
                if (exists) {
                    first.set(number, place);
                    firstElement.set(number, at + sizeBefore.upTo() - size);
                    next.set(number, place + counts.get((long) number * block.count() + block.index()));
                }
                if (exists && block.index() == 0) {
                    note(number, place, rows, padded);
                }
                places += placesBefore.all();
                at += sizeBefore.all();
            }
            if (block.lane() == 0) {
                next.set(classes, counts.get((long) classes * block.count() + block.index()));
            }
            block.barrier();
            if (lane.id() == 0) {
                int slices = (places - first.get(LONG_CLASSES)) / WARP;
                table.set(SLICES, slices);
                sliceStarts.set(slices, at);
            }
        }

        /** Notes what all need to know of a class. */
        private void note(int number, int place, int rows, int padded) {
            if (number == BLOCK_CLASSES) {
                table.set(OF_BLOCKS, place);
            }
            if (number == LONG_CLASSES) {
                table.set(OF_BLOCKS_AND_WARPS, place);
            }
            for (int gap = rows; gap < padded; gap++) {
                vertexOf.set(place + gap, NO_VERTEX);
                degrees.set(place + gap, NO_VERTEX);
            }
        }

        /** Finds the place of a vertex, if the lane has one. All lanes of the block make this call. */
        int place(Lane lane, int vertex, boolean exists, int degree) {
            var block = lane.block();
            int begin = exists ? offsets.get(vertex) : 0;
            int length = exists ? offsets.get(vertex + 1) - begin : 0;
            int number = exists ? classOf(length) : classes;
            int same = lanesOf(lane, exists, number);
            int leader = exists ? Integer.numberOfTrailingZeros(same) : WARP;
            int end = BlockSum.upTo(lane.warp(), length > longest ? length : 0);
            int place = 0;
            int element = 0;
            for (int turn = 0; turn < block.size() / WARP; turn++) {
                if (turn == block.lane() / WARP) {
                    place = taken(lane, leader, number, Integer.bitCount(same));
                    element = taken(lane, WARP - 1, classes, end);
                }
                block.barrier();
            }
            place += lane.warp().rank(same);
            element += end - length;
            if (exists) {
                placeOf.set(vertex, place);
                vertexOf.set(place, vertex);
                degrees.set(place, degree);
                if (length > longest) {
                    longBegins.set(place, element);
                    longEnds.set(place, element + length);
                }
                int rank = place - first.get(number);
                if (length <= longest && rank % WARP == 0) {
                    int slice = (place - first.get(LONG_CLASSES)) / WARP;
                    sliceStarts.set(slice, firstElement.get(number) + rank * length);
                }
            }
            return place;
        }

        /** {@return the lanes of the warp with rows of the same class, this one included} */
        private int lanesOf(Lane lane, boolean exists, int number) {
            var warp = lane.warp();
            int mine = 1 << warp.lane();
            int left = warp.ballot(warp.allLanes(), exists);
            while (left != 0) {
                int common = warp.shuffle(warp.allLanes(), number, Integer.numberOfTrailingZeros(left));
                int same = warp.ballot(warp.allLanes(), number == common);
                mine = number == common ? same : mine;
                left &= ~same;
            }
            return mine;
        }

        /** Moves on what is next in a class, by the leader of its lanes, if it has any. {@return what that was} */
        private int taken(Lane lane, int leader, int number, int count) {
            var warp = lane.warp();
            int begin = 0;
            if (warp.lane() == leader) {
                begin = next.get(number);
                next.set(number, begin + count);
            }
            return warp.shuffle(warp.allLanes(), begin, leader);
        }
    }

    /** Fills in the elements of all rows: those that the lane will read. */
    void fill(Lane lane) {
        var block = lane.block();
        int ofBlocks = ofBlocks();
        int ofBoth = ofBlocksAndWarps();
        for (int place = block.index(); place < ofBlocks; place += block.count()) {
            fillLong(place, block.lane(), block.size());
        }
        int warps = lane.count() / WARP;
        int task = lane.id() / WARP;
        for (; task < ofBoth - ofBlocks; task += warps) {
            fillLong(ofBlocks + task, lane.warp().lane(), WARP);
        }
        int slices = slices();
        for (int slice = task - (ofBoth - ofBlocks); slice < slices; slice += warps) {
            int place = ofBoth + slice * WARP + lane.warp().lane();
            int start = sliceStart(slice);
            int width = (sliceStart(slice + 1) - start) / WARP;
            int vertex = vertexOf.get(place);
            int begin = vertex == NO_VERTEX ? 0 : offsets.get(vertex);
            int length = vertex == NO_VERTEX ? 0 : width;
            if (width <= TILE) {
                fillNarrow(start + lane.warp().lane(), width, begin, length);
            } else {
                fillWide(lane, start, width, begin, length);
            }
        }
    }

    /** Places of sources: eight of a lane, so that as many reads are on their way at once. */
    private record Eight(int a, int b, int c, int d, int e, int f, int g, int h) {}

    /** {@return up to eight plain elements that lie {@code stride} apart; vertex 0 for those beyond the last one} */
    private Eight eight(int first, int left, int stride) {
        return new Eight(
                left > 0 ? sources.get(first) : 0,
                left > 1 ? sources.get(first + stride) : 0,
                left > 2 ? sources.get(first + 2 * stride) : 0,
                left > 3 ? sources.get(first + 3 * stride) : 0,
                left > 4 ? sources.get(first + 4 * stride) : 0,
                left > 5 ? sources.get(first + 5 * stride) : 0,
                left > 6 ? sources.get(first + 6 * stride) : 0,
                left > 7 ? sources.get(first + 7 * stride) : 0);
    }

    private Eight places(Eight of) {
        return new Eight(
                placeOf.get(of.a),
                placeOf.get(of.b),
                placeOf.get(of.c),
                placeOf.get(of.d),
                placeOf.get(of.e),
                placeOf.get(of.f),
                placeOf.get(of.g),
                placeOf.get(of.h));
    }

    private void set(int at, boolean present, int place) {
        if (present) {
            elements.set(at, place);
        }
    }

    private void set(int first, int left, int stride, Eight of) {
        set(first, left > 0, of.a);
        set(first + stride, left > 1, of.b);
        set(first + 2 * stride, left > 2, of.c);
        set(first + 3 * stride, left > 3, of.d);
        set(first + 4 * stride, left > 4, of.e);
        set(first + 5 * stride, left > 5, of.f);
        set(first + 6 * stride, left > 6, of.g);
        set(first + 7 * stride, left > 7, of.h);
    }

    /** Fills in what lane {@code number} of {@code lanes} reads of a long row. The next eight are read before. */
    private void fillLong(int place, int number, int lanes) {
        int at = longBegin(place) + number;
        int from = offsets.get(vertexOf.get(place)) + number;
        int left = Math.ceilDiv(longEnd(place) - at, lanes);
        var next = eight(from, left, lanes);
        while (left > 0) {
            var now = next;
            from += 8 * lanes;
            next = eight(from, left - 8, lanes);
            set(at, left, lanes, places(now));
            at += 8 * lanes;
            left -= 8;
        }
    }

    /** Fills in a slice of few columns: each lane reads its row. */
    private void fillNarrow(int at, int width, int begin, int length) {
        var mine = places(eight(begin, length, 1));
        int none = places;
        set(at, width, WARP, length > 0 ? mine : new Eight(none, none, none, none, none, none, none, none));
    }

    /** Fills in a slice of many columns: a row is read by several lanes, and turned around in shared memory. */
    private void fillWide(Lane lane, int start, int width, int begin, int length) {
        var block = lane.block();
        var warp = lane.warp();
        var turned = block.sharedInts(tile);
        int mine = block.lane() / WARP * WARP * TILE_ROW;
        int at = mine + warp.lane() / TILE * TILE_ROW + warp.lane() % TILE;
        int rows = WARP / TILE * TILE_ROW;
        int own = mine + warp.lane() * TILE_ROW;
        for (int first = 0; first < width; first += TILE) {
            int column = first + warp.lane() % TILE;
            var read = new Eight(
                    source(lane, 0, column, begin, length),
                    source(lane, 1, column, begin, length),
                    source(lane, 2, column, begin, length),
                    source(lane, 3, column, begin, length),
                    source(lane, 4, column, begin, length),
                    source(lane, 5, column, begin, length),
                    source(lane, 6, column, begin, length),
                    source(lane, 7, column, begin, length));
            warp.synchronize(warp.allLanes());
            turned.set(at, read.a);
            turned.set(at + rows, read.b);
            turned.set(at + 2 * rows, read.c);
            turned.set(at + 3 * rows, read.d);
            turned.set(at + 4 * rows, read.e);
            turned.set(at + 5 * rows, read.f);
            turned.set(at + 6 * rows, read.g);
            turned.set(at + 7 * rows, read.h);
            warp.synchronize(warp.allLanes());
            var sourcesOfRow = new Eight(
                    turned.get(own),
                    turned.get(own + 1),
                    turned.get(own + 2),
                    turned.get(own + 3),
                    turned.get(own + 4),
                    turned.get(own + 5),
                    turned.get(own + 6),
                    turned.get(own + 7));
            var found = places(sourcesOfRow);
            int none = places;
            set(
                    start + first * WARP + warp.lane(),
                    width - first,
                    WARP,
                    length > 0 ? found : new Eight(none, none, none, none, none, none, none, none));
        }
    }

    /** {@return element {@code column} of a row of group {@code group} of the slice; vertex 0 if there is none} */
    private int source(Lane lane, int group, int column, int begin, int length) {
        var warp = lane.warp();
        int row = group * (WARP / TILE) + warp.lane() / TILE;
        int from = warp.shuffle(warp.allLanes(), begin, row);
        int count = warp.shuffle(warp.allLanes(), length, row);
        return column < count ? sources.get(from + column) : 0;
    }

    @Override
    public void close() {
        counts.close();
        totals.close();
        table.close();
        placeOf.close();
        vertexOf.close();
        degrees.close();
        longBegins.close();
        longEnds.close();
        sliceStarts.close();
        elements.close();
    }
}
