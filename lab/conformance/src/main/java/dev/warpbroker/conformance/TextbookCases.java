package dev.warpbroker.conformance;

import dev.warpbroker.conformance.Verification.Experiment;
import dev.warpbroker.conformance.Verification.Prepared;
import dev.warpbroker.conformance.Verification.Shape;
import dev.warpbroker.device.Block;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.Lane;
import dev.warpbroker.device.Warp;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * The cooperative kernels of every textbook, on grids whose last block or warp is full, partly filled, or smaller than
 * a warp. What must come out is computed one element after the other.
 */
final class TextbookCases {
    private static final String FEATURE = "textbook kernels";

    /** Most lanes in a block of {@link #GRIDS}, a power of two. */
    private static final int MAX = 128;

    private static final List<Grid> GRIDS =
            List.of(new Grid(256, 64), new Grid(70, 64), new Grid(150, 48), new Grid(261, MAX), new Grid(11, 4));

    private static final int BINS = 16;
    private static final int TILE = 8;
    private static final int MATRIX = 20;

    private TextbookCases() {}

    static List<Case> cases() {
        return Stream.of(
                        onAllGrids("live lanes", TextbookCases::liveLanes),
                        onAllGrids("strided loop of a block", TextbookCases::stridedLoop),
                        onAllGrids("sum by halves", TextbookCases::halves),
                        onAllGrids("inclusive scan", TextbookCases::inclusiveScan),
                        onAllGrids("exclusive scan", TextbookCases::exclusiveScan),
                        onAllGrids("stencil with a halo", TextbookCases::stencil),
                        onAllGrids("histogram in shared memory", TextbookCases::histogram),
                        onAllGrids("bitonic sort", TextbookCases::bitonicSort),
                        onAllGrids("sum of a warp by shuffles", TextbookCases::shuffleSum),
                        onAllGrids("scan of a warp by shuffles", TextbookCases::shuffleScan),
                        onAllGrids("votes of whole warps", TextbookCases::votes),
                        onAllGrids("compaction by ballots", TextbookCases::compaction),
                        onAllGrids("barriers in a loop", TextbookCases::rotation),
                        onAllGrids("lanes that return early", TextbookCases::earlyReturns),
                        onAllGrids("memory of each place", TextbookCases::places),
                        Stream.of(
                                Verification.of(
                                        "product of matrices by tiles", FEATURE, tiles(), TextbookCases::product),
                                Verification.of(
                                        "transposition by tiles", FEATURE, tiles(), TextbookCases::transposition)))
                .flatMap(cases -> cases)
                .toList();
    }

    private static Stream<Case> onAllGrids(String name, Experiment experiment) {
        return GRIDS.stream()
                .map(grid -> Verification.of(
                        "%s, %d lanes in blocks of %d".formatted(name, grid.threads(), grid.blockSize()),
                        FEATURE,
                        grid,
                        experiment));
    }

    /** A block of TILE x TILE lanes for each tile. */
    private static Grid tiles() {
        int across = Math.ceilDiv(MATRIX, TILE);
        return new Grid(across * across * TILE * TILE, TILE * TILE);
    }

    private static int firstOfBlock(Shape shape, int id) {
        return id - id % shape.blockSize();
    }

    private static int endOfBlock(Shape shape, int id) {
        return Math.min(firstOfBlock(shape, id) + shape.blockSize(), shape.lanes());
    }

    private static int firstOfWarp(Shape shape, int id) {
        return id - id % shape.blockSize() % shape.warpSize();
    }

    private static int endOfWarp(Shape shape, int id) {
        return Math.min(firstOfWarp(shape, id) + shape.warpSize(), endOfBlock(shape, id));
    }

    private static Prepared liveLanes(Workspace workspace, Shape shape) {
        var out = workspace.intResults(5);
        Kernel kernel = lane -> {
            out.set(lane, 0, lane.block().size());
            out.set(lane, 1, lane.block().fullSize());
            out.set(lane, 2, lane.warp().size());
            out.set(lane, 3, lane.warp().allLanes());
            out.set(lane, 4, lane.warp().ballot(-1, true));
        };
        return new Prepared(kernel, () -> {
            int[] results = out.memory().copyOut();
            for (int id = 0; id < shape.lanes(); id++) {
                int all = -1 >>> (Integer.SIZE - (endOfWarp(shape, id) - firstOfWarp(shape, id)));
                int[] expected = {
                    endOfBlock(shape, id) - firstOfBlock(shape, id), shape.blockSize(), shape.warpSize(), all, all
                };
                Expected.ints("lanes around " + id, i -> expected[i], Arrays.copyOfRange(results, id * 5, id * 5 + 5));
            }
        });
    }

    /** As many elements as a full block has lanes, and some more, whoever is there. */
    private static Prepared stridedLoop(Workspace workspace, Shape shape) {
        var out = workspace.intResults(1);
        int length = MAX + 5;
        Kernel kernel = lane -> {
            var block = lane.block();
            Ints tile = block.sharedInts(length);
            for (int i = block.lane(); i < length; i += block.size()) {
                tile.set(i, i + block.index());
            }
            block.barrier();
            int sum = 0;
            for (int i = 0; i < length; i++) {
                sum += tile.get(i);
            }
            out.set(lane, 0, sum);
        };
        return new Prepared(
                kernel,
                () -> Expected.ints(
                        "sum of the tile",
                        id -> length * (length - 1) / 2 + length * (id / shape.blockSize()),
                        out.memory().copyOut()));
    }

    private static Prepared halves(Workspace workspace, Shape shape) {
        var in = workspace.ints();
        var out = workspace.intResults(1);
        Kernel kernel = lane -> {
            var block = lane.block();
            int me = block.lane();
            Ints partial = block.sharedInts(MAX);
            partial.set(me, in.get(lane.id()));
            block.barrier();
            for (int width = block.size(); width > 1; ) {
                int half = (width + 1) / 2;
                if (me + half < width) {
                    partial.set(me, partial.get(me) + partial.get(me + half));
                }
                block.barrier();
                width = half;
            }
            out.set(lane, 0, partial.get(0));
        };
        int[] values = in.copyOut();
        return new Prepared(
                kernel,
                () -> Expected.ints(
                        "sum of the block",
                        id -> sum(values, firstOfBlock(shape, id), endOfBlock(shape, id)),
                        out.memory().copyOut()));
    }

    private static int sum(int[] values, int from, int to) {
        return Arrays.stream(values, from, to).sum();
    }

    /** Hillis and Steele. */
    private static Prepared inclusiveScan(Workspace workspace, Shape shape) {
        var in = workspace.ints();
        var out = workspace.intResults(1);
        Kernel kernel = lane -> {
            var block = lane.block();
            int me = block.lane();
            Ints sums = block.sharedInts(MAX);
            sums.set(me, in.get(lane.id()));
            block.barrier();
            for (int distance = 1; distance < block.size(); distance *= 2) {
                int before = me >= distance ? sums.get(me - distance) : 0;
                block.barrier();
                sums.set(me, sums.get(me) + before);
                block.barrier();
            }
            out.set(lane, 0, sums.get(me));
        };
        int[] values = in.copyOut();
        return new Prepared(
                kernel,
                () -> Expected.ints(
                        "sum up to the lane",
                        id -> sum(values, firstOfBlock(shape, id), id + 1),
                        out.memory().copyOut()));
    }

    /** Blelloch, over a power of two of elements, of which a lane may have several. */
    private static Prepared exclusiveScan(Workspace workspace, Shape shape) {
        var in = workspace.ints();
        var out = workspace.intResults(1);
        Kernel kernel = lane -> {
            var block = lane.block();
            Ints tree = block.sharedInts(MAX);
            for (int i = block.lane(); i < MAX; i += block.size()) {
                tree.set(i, i < block.size() ? in.get(lane.id() - block.lane() + i) : 0);
            }
            for (int step = 1; step < MAX; step *= 2) {
                block.barrier();
                for (int i = block.lane(); i < MAX / 2 / step; i += block.size()) {
                    int right = (2 * i + 2) * step - 1;
                    tree.set(right, tree.get(right) + tree.get(right - step));
                }
            }
            block.barrier();
            if (block.lane() == 0) {
                tree.set(MAX - 1, 0);
            }
            for (int step = MAX / 2; step > 0; step /= 2) {
                block.barrier();
                for (int i = block.lane(); i < MAX / 2 / step; i += block.size()) {
                    int right = (2 * i + 2) * step - 1;
                    int left = tree.get(right - step);
                    tree.set(right - step, tree.get(right));
                    tree.set(right, tree.get(right) + left);
                }
            }
            block.barrier();
            out.set(lane, 0, tree.get(block.lane()));
        };
        int[] values = in.copyOut();
        return new Prepared(
                kernel,
                () -> Expected.ints(
                        "sum before the lane",
                        id -> sum(values, firstOfBlock(shape, id), id),
                        out.memory().copyOut()));
    }

    private static Prepared stencil(Workspace workspace, Shape shape) {
        var in = workspace.ints();
        var out = workspace.intResults(1);
        Kernel kernel = lane -> {
            var block = lane.block();
            int me = block.lane();
            Ints tile = block.sharedInts(MAX + 2);
            tile.set(me + 1, in.get(lane.id()));
            if (me == 0) {
                tile.set(0, lane.id() == 0 ? 0 : in.get(lane.id() - 1));
            }
            if (me == block.size() - 1) {
                tile.set(me + 2, lane.id() == lane.count() - 1 ? 0 : in.get(lane.id() + 1));
            }
            block.barrier();
            out.set(lane, 0, tile.get(me) - 2 * tile.get(me + 1) + tile.get(me + 2));
        };
        int[] values = in.copyOut();
        return new Prepared(
                kernel,
                () -> Expected.ints(
                        "second difference",
                        id -> (id == 0 ? 0 : values[id - 1])
                                - 2 * values[id]
                                + (id == shape.lanes() - 1 ? 0 : values[id + 1]),
                        out.memory().copyOut()));
    }

    private static Prepared histogram(Workspace workspace, Shape shape) {
        var in = workspace.ints();
        var counts = workspace.ints(new int[BINS]);
        Kernel kernel = lane -> {
            var block = lane.block();
            Ints local = block.sharedInts(BINS);
            for (int i = block.lane(); i < BINS; i += block.size()) {
                local.set(i, 0);
            }
            block.barrier();
            local.getAndAddRelaxed(in.get(lane.id()) & BINS - 1, 1);
            block.barrier();
            for (int i = block.lane(); i < BINS; i += block.size()) {
                counts.getAndAddRelaxed(i, local.get(i));
            }
        };
        int[] values = in.copyOut();
        return new Prepared(
                kernel,
                () -> Expected.ints(
                        "count",
                        bin -> (int) Arrays.stream(values, 0, shape.lanes())
                                .filter(value -> (value & BINS - 1) == bin)
                                .count(),
                        counts.copyOut()));
    }

    private static Prepared bitonicSort(Workspace workspace, Shape shape) {
        var in = workspace.ints();
        var out = workspace.intResults(1);
        Kernel kernel = lane -> {
            var block = lane.block();
            Ints keys = block.sharedInts(MAX);
            for (int i = block.lane(); i < MAX; i += block.size()) {
                keys.set(i, i < block.size() ? in.get(lane.id() - block.lane() + i) : Integer.MAX_VALUE);
            }
            for (int run = 2; run <= MAX; run *= 2) {
                for (int distance = run / 2; distance > 0; distance /= 2) {
                    block.barrier();
                    for (int i = block.lane(); i < MAX; i += block.size()) {
                        order(keys, i, i ^ distance, (i & run) == 0);
                    }
                }
            }
            block.barrier();
            out.set(lane, 0, keys.get(block.lane()));
        };
        int[] values = in.copyOut();
        return new Prepared(kernel, () -> {
            for (int first = 0; first < shape.lanes(); first += shape.blockSize()) {
                Arrays.sort(values, first, endOfBlock(shape, first));
            }
            Expected.ints("sorted", id -> values[id], out.memory().copyOut());
        });
    }

    /** The lower of two partners acts for both. */
    private static void order(Ints keys, int i, int partner, boolean up) {
        if (i < partner) {
            int mine = keys.get(i);
            int other = keys.get(partner);
            if (mine > other == up) {
                keys.set(i, other);
                keys.set(partner, mine);
            }
        }
    }

    /** Each lane adds what comes from the right, if a lane is there; the first tells all. */
    private static Prepared shuffleSum(Workspace workspace, Shape shape) {
        var in = workspace.ints();
        var out = workspace.longResults(1);
        Kernel kernel = lane -> {
            var warp = lane.warp();
            int lanes = Integer.bitCount(warp.allLanes());
            int sum = in.get(lane.id());
            for (int distance = 16; distance > 0; distance /= 2) {
                int right = warp.shuffle(-1, sum, warp.lane() + distance);
                if (warp.lane() + distance < lanes) {
                    sum += right;
                }
            }
            out.set(lane, 0, warp.shuffle(warp.allLanes(), (long) sum << 20, 0));
        };
        int[] values = in.copyOut();
        return new Prepared(
                kernel,
                () -> Expected.longs(
                        "sum of the warp",
                        id -> (long) sum(values, firstOfWarp(shape, id), endOfWarp(shape, id)) << 20,
                        out.memory().copyOut()));
    }

    private static Prepared shuffleScan(Workspace workspace, Shape shape) {
        var in = workspace.ints();
        var out = workspace.intResults(1);
        Kernel kernel = lane -> out.set(lane, 0, scan(lane.warp(), in.get(lane.id())));
        int[] values = in.copyOut();
        return new Prepared(
                kernel,
                () -> Expected.ints(
                        "sum up to the lane",
                        id -> sum(values, firstOfWarp(shape, id), id + 1),
                        out.memory().copyOut()));
    }

    private static int scan(Warp warp, int value) {
        int sum = value;
        for (int distance = 1; distance < warp.size(); distance *= 2) {
            int left = warp.shuffle(warp.allLanes(), sum, Math.max(0, warp.lane() - distance));
            if (warp.lane() >= distance) {
                sum += left;
            }
        }
        return sum;
    }

    private static Prepared votes(Workspace workspace, Shape shape) {
        var out = workspace.intResults(4);
        Kernel kernel = lane -> {
            var warp = lane.warp();
            out.set(lane, 0, warp.ballot(warp.allLanes(), lane.id() % 3 == 0));
            out.set(lane, 1, warp.all(-1, lane.id() >= 0) ? 1 : 0);
            out.set(lane, 2, warp.any(-1, lane.id() == lane.count() - 1) ? 1 : 0);
            out.set(lane, 3, warp.all(warp.allLanes(), lane.id() != lane.count() - 1) ? 1 : 0);
        };
        return new Prepared(kernel, () -> {
            int[] results = out.memory().copyOut();
            for (int id = 0; id < shape.lanes(); id++) {
                int thirds = 0;
                for (int other = firstOfWarp(shape, id); other < endOfWarp(shape, id); other++) {
                    thirds |= other % 3 == 0 ? 1 << (other - firstOfWarp(shape, id)) : 0;
                }
                int last = endOfWarp(shape, id) == shape.lanes() ? 1 : 0;
                int[] expected = {thirds, 1, last, 1 - last};
                Expected.ints("votes around " + id, i -> expected[i], Arrays.copyOfRange(results, id * 4, id * 4 + 4));
            }
        });
    }

    /** What a block keeps of its elements, in their order, from the place of its first element on. */
    private static Prepared compaction(Workspace workspace, Shape shape) {
        var in = workspace.ints();
        var out = workspace.ints(new int[shape.lanes()]);
        Kernel kernel = lane -> {
            var block = lane.block();
            var warp = lane.warp();
            Ints counts = block.sharedInts(Integer.SIZE);
            int value = in.get(lane.id());
            boolean kept = value > 0;
            int votes = warp.ballot(-1, kept);
            int warpInBlock = block.lane() / warp.size();
            if (warp.lane() == 0) {
                counts.set(warpInBlock, Integer.bitCount(votes));
            }
            block.barrier();
            int place = lane.id() - block.lane() + warp.rank(votes);
            for (int i = 0; i < warpInBlock; i++) {
                place += counts.get(i);
            }
            if (kept) {
                out.set(place, value);
            }
        };
        int[] values = in.copyOut();
        return new Prepared(kernel, () -> {
            int[] expected = new int[shape.lanes()];
            for (int first = 0; first < shape.lanes(); first += shape.blockSize()) {
                int[] kept = Arrays.stream(values, first, endOfBlock(shape, first))
                        .filter(value -> value > 0)
                        .toArray();
                System.arraycopy(kept, 0, expected, first, kept.length);
            }
            Expected.ints("kept", i -> expected[i], out.copyOut());
        });
    }

    /** Each block turns its values round as often as its number says. */
    private static Prepared rotation(Workspace workspace, Shape shape) {
        var out = workspace.intResults(1);
        Kernel kernel = lane -> {
            var block = lane.block();
            Ints ring = block.sharedInts(MAX);
            ring.set(block.lane(), lane.id());
            for (int turn = 0; turn < 3 + block.index(); turn++) {
                block.barrier();
                int next = ring.get((block.lane() + 1) % block.size());
                block.barrier();
                ring.set(block.lane(), next);
            }
            out.set(lane, 0, ring.get(block.lane()));
        };
        return new Prepared(
                kernel,
                () -> Expected.ints(
                        "value after the turns",
                        id -> {
                            int first = firstOfBlock(shape, id);
                            int size = endOfBlock(shape, id) - first;
                            return first + (id - first + 3 + id / shape.blockSize()) % size;
                        },
                        out.memory().copyOut()));
    }

    /** Barriers and warps do not wait for lanes that have returned. */
    private static Prepared earlyReturns(Workspace workspace, Shape shape) {
        var out = workspace.intResults(2);
        Kernel kernel = lane -> {
            var block = lane.block();
            Ints counts = block.sharedInts(1);
            if (block.lane() == 0) {
                counts.set(0, 0);
            }
            block.barrier();
            if (returnsEarly(lane)) {
                return;
            }
            counts.getAndAddRelaxed(0, 1);
            block.barrier();
            out.set(lane, 0, counts.get(0));
            out.set(lane, 1, Integer.bitCount(lane.warp().ballot(lane.warp().allLanes(), true)));
        };
        return new Prepared(kernel, () -> {
            int[] results = out.memory().copyOut();
            for (int id = 0; id < shape.lanes(); id++) {
                boolean returned = id % 5 == 4;
                int inBlock = staying(firstOfBlock(shape, id), endOfBlock(shape, id));
                int inWarp = staying(firstOfWarp(shape, id), endOfWarp(shape, id));
                int[] expected = {returned ? 0 : inBlock, returned ? 0 : inWarp};
                Expected.ints(
                        "lanes that stayed with " + id,
                        i -> expected[i],
                        Arrays.copyOfRange(results, id * 2, id * 2 + 2));
            }
        });
    }

    private static boolean returnsEarly(Lane lane) {
        return lane.id() % 5 == 4;
    }

    private static int staying(int from, int to) {
        int staying = 0;
        for (int id = from; id < to; id++) {
            staying += id % 5 == 4 ? 0 : 1;
        }
        return staying;
    }

    /** Two calls of a method have a piece each; a call in a loop has one. */
    private static Prepared places(Workspace workspace, Shape shape) {
        var out = workspace.intResults(1);
        Kernel kernel = lane -> {
            var block = lane.block();
            Ints one = piece(block);
            Ints other = piece(block);
            if (block.lane() == 0) {
                one.set(0, 1);
                other.set(0, 10);
            }
            for (int round = 0; round < 3; round++) {
                Ints again = block.sharedInts(1);
                block.barrier();
                if (block.lane() == 0) {
                    again.set(0, round == 0 ? 100 : again.get(0) + 100);
                }
                if (round == 2) {
                    block.barrier();
                    out.set(lane, 0, one.get(0) + other.get(0) + again.get(0));
                }
            }
        };
        return new Prepared(
                kernel,
                () -> Expected.ints("sum of the pieces", _ -> 311, out.memory().copyOut()));
    }

    private static Ints piece(Block block) {
        return block.sharedInts(1);
    }

    /** Row and column of a lane in matrices of MATRIX x MATRIX, which tiles do not fill. */
    private static int row(Lane lane) {
        return lane.block().index() / Math.ceilDiv(MATRIX, TILE) * TILE
                + lane.block().lane() / TILE;
    }

    private static int column(Lane lane) {
        return lane.block().index() % Math.ceilDiv(MATRIX, TILE) * TILE
                + lane.block().lane() % TILE;
    }

    private static Prepared product(Workspace workspace, Shape shape) {
        float[] left = new float[MATRIX * MATRIX];
        float[] right = new float[MATRIX * MATRIX];
        for (int i = 0; i < left.length; i++) {
            left[i] = (i * 37 % 101) * 0.1f - 5;
            right[i] = (i * 53 % 97) * 0.2f - 9;
        }
        var a = workspace.floats(left);
        var b = workspace.floats(right);
        var c = workspace.floats(new float[MATRIX * MATRIX]);
        Kernel kernel = lane -> {
            var block = lane.block();
            var rows = block.sharedFloats(TILE * TILE);
            var columns = block.sharedFloats(TILE * TILE);
            int row = row(lane);
            int column = column(lane);
            int y = block.lane() / TILE;
            int x = block.lane() % TILE;
            float sum = 0;
            for (int tile = 0; tile < MATRIX; tile += TILE) {
                boolean inRow = row < MATRIX && tile + x < MATRIX;
                boolean inColumn = column < MATRIX && tile + y < MATRIX;
                rows.set(y * TILE + x, inRow ? a.get(row * MATRIX + tile + x) : 0);
                columns.set(y * TILE + x, inColumn ? b.get((tile + y) * MATRIX + column) : 0);
                block.barrier();
                for (int k = 0; k < TILE; k++) {
                    sum += rows.get(y * TILE + k) * columns.get(k * TILE + x);
                }
                block.barrier();
            }
            if (row < MATRIX && column < MATRIX) {
                c.set(row * MATRIX + column, sum);
            }
        };
        return new Prepared(kernel, () -> {
            float[] products = c.copyOut();
            Expected.ints(
                    "bits of the product",
                    i -> {
                        float sum = 0;
                        for (int k = 0; k < MATRIX; k++) {
                            sum += left[i / MATRIX * MATRIX + k] * right[k * MATRIX + i % MATRIX];
                        }
                        return Float.floatToIntBits(sum);
                    },
                    bits(products));
        });
    }

    private static int[] bits(float[] values) {
        int[] bits = new int[values.length];
        Arrays.setAll(bits, i -> Float.floatToIntBits(values[i]));
        return bits;
    }

    private static Prepared transposition(Workspace workspace, Shape shape) {
        int[] values = new int[MATRIX * MATRIX];
        Arrays.setAll(values, i -> i * 7 + 3);
        var in = workspace.ints(values);
        var out = workspace.ints(new int[MATRIX * MATRIX]);
        Kernel kernel = lane -> {
            var block = lane.block();
            Ints tile = block.sharedInts(TILE * (TILE + 1));
            int y = block.lane() / TILE;
            int x = block.lane() % TILE;
            int row = row(lane);
            int column = column(lane);
            if (row < MATRIX && column < MATRIX) {
                tile.set(y * (TILE + 1) + x, in.get(row * MATRIX + column));
            }
            block.barrier();
            int newRow = column - x + y;
            int newColumn = row - y + x;
            if (newRow < MATRIX && newColumn < MATRIX) {
                out.set(newRow * MATRIX + newColumn, tile.get(x * (TILE + 1) + y));
            }
        };
        return new Prepared(
                kernel,
                () -> Expected.ints("transposed", i -> values[i % MATRIX * MATRIX + i / MATRIX], out.copyOut()));
    }
}
