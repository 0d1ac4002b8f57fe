package dev.warpbroker.conformance;

import dev.warpbroker.conformance.Verification.Prepared;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceOptions;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.LogLine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;

/** Grids of one to three dimensions, barriers of a whole launch, much shared memory, and lines for the log. */
final class GridCases {
    private static final String PLACES = "grids";
    private static final String BARRIER = "grid barriers";
    private static final int NUMBERS = 15;
    private static final int ROUNDS = 5;

    private static final List<Grid> GRIDS = List.of(
            new Grid(150, 48),
            Grid.of(64, 16),
            Grid.of(37, 11).withBlock(16, 4),
            Grid.of(37, 12).withBlock(16, 4),
            Grid.of(32, 11).withBlock(16, 4),
            Grid.of(7, 90),
            Grid.of(8, 8, 8),
            Grid.of(9, 7, 5).withBlock(4, 3, 2),
            Grid.of(8, 9, 8).withBlock(4, 4, 2));

    private GridCases() {}

    static List<Case> cases() {
        return Stream.of(
                        GRIDS.stream().map(grid -> Verification.of(name("places", grid), PLACES, grid, places(grid))),
                        GRIDS.stream()
                                .map(grid -> Verification.of(name("sum of a block", grid), PLACES, grid, sums(grid))),
                        GRIDS.stream()
                                .map(grid -> Verification.of(name("picture filter", grid), PLACES, grid, filter(grid))),
                        GRIDS.stream().map(grid -> Verification.of(name("rounds", grid), BARRIER, grid, rounds(grid))),
                        Stream.of(
                                Verification.of(
                                        "lanes and blocks that return early",
                                        BARRIER,
                                        new Grid(256, 32),
                                        (workspace, _) -> earlyReturns(workspace)),
                                Verification.of(
                                        "200 KiB of a block",
                                        "shared memory",
                                        new Grid(128, 64),
                                        (workspace, _) -> largeShared(workspace)),
                                new Case("lines of all lanes", "log", false, GridCases::log)))
                .flatMap(each -> each)
                .toList();
    }

    private static String name(String what, Grid grid) {
        return "%s, %d x %d x %d in %d x %d x %d"
                .formatted(
                        what,
                        grid.width(),
                        grid.height(),
                        grid.depth(),
                        grid.blockWidth(),
                        grid.blockHeight(),
                        grid.blockDepth());
    }

    private static int blockX(Grid grid, int id) {
        return id % grid.width() / grid.blockWidth();
    }

    private static int blockY(Grid grid, int id) {
        return id / grid.width() % grid.height() / grid.blockHeight();
    }

    private static int blockZ(Grid grid, int id) {
        return id / grid.width() / grid.height() / grid.blockDepth();
    }

    private static int widthAt(Grid grid, int id) {
        return Math.min(grid.blockWidth(), grid.width() - blockX(grid, id) * grid.blockWidth());
    }

    private static int heightAt(Grid grid, int id) {
        return Math.min(grid.blockHeight(), grid.height() - blockY(grid, id) * grid.blockHeight());
    }

    private static int depthAt(Grid grid, int id) {
        return Math.min(grid.blockDepth(), grid.depth() - blockZ(grid, id) * grid.blockDepth());
    }

    private static int laneAt(Grid grid, int id) {
        int x = id % grid.width() % grid.blockWidth();
        int y = id / grid.width() % grid.height() % grid.blockHeight();
        int z = id / grid.width() / grid.height() % grid.blockDepth();
        return (z * heightAt(grid, id) + y) * widthAt(grid, id) + x;
    }

    private static Verification.Experiment places(Grid grid) {
        return (workspace, shape) -> {
            var out = workspace.intResults(NUMBERS);
            Kernel kernel = lane -> {
                var block = lane.block();
                out.set(lane, 0, lane.x());
                out.set(lane, 1, lane.y());
                out.set(lane, 2, lane.z());
                out.set(lane, 3, lane.width() * 10_000 + lane.height() * 100 + lane.depth());
                out.set(lane, 4, block.index());
                out.set(lane, 5, block.x() * 10_000 + block.y() * 100 + block.z());
                out.set(lane, 6, block.countX() * 10_000 + block.countY() * 100 + block.countZ());
                out.set(lane, 7, block.lane());
                out.set(lane, 8, block.width() * 10_000 + block.height() * 100 + block.depth());
                out.set(lane, 9, (block.laneZ() * block.height() + block.laneY()) * block.width() + block.laneX());
                out.set(lane, 10, block.size());
                out.set(
                        lane,
                        11,
                        block.fullSize() * 1000
                                + block.fullWidth() * 100
                                + block.fullHeight() * 10
                                + block.fullDepth());
                out.set(lane, 12, lane.warp().lane());
                out.set(lane, 13, lane.warp().allLanes());
                out.set(lane, 14, Integer.compareUnsigned(block.multiprocessor(), 1_000));
            };
            return new Prepared(kernel, () -> {
                int[] found = out.memory().copyOut();
                int columns = Math.ceilDiv(grid.width(), grid.blockWidth());
                int rows = Math.ceilDiv(grid.height(), grid.blockHeight());
                int layers = Math.ceilDiv(grid.depth(), grid.blockDepth());
                for (int id = 0; id < shape.lanes(); id++) {
                    int lane = laneAt(grid, id);
                    int size = widthAt(grid, id) * heightAt(grid, id) * depthAt(grid, id);
                    int[] expected = {
                        id % grid.width(),
                        id / grid.width() % grid.height(),
                        id / grid.width() / grid.height(),
                        grid.width() * 10_000 + grid.height() * 100 + grid.depth(),
                        (blockZ(grid, id) * rows + blockY(grid, id)) * columns + blockX(grid, id),
                        blockX(grid, id) * 10_000 + blockY(grid, id) * 100 + blockZ(grid, id),
                        columns * 10_000 + rows * 100 + layers,
                        lane,
                        widthAt(grid, id) * 10_000 + heightAt(grid, id) * 100 + depthAt(grid, id),
                        lane,
                        size,
                        grid.blockWidth() * grid.blockHeight() * grid.blockDepth() * 1000
                                + grid.blockWidth() * 100
                                + grid.blockHeight() * 10
                                + grid.blockDepth(),
                        lane % 32,
                        -1 >>> 32 - Math.min(32, size - lane / 32 * 32),
                        -1
                    };
                    Expected.ints(
                            "place of lane " + id,
                            i -> expected[i],
                            Arrays.copyOfRange(found, id * NUMBERS, (id + 1) * NUMBERS));
                }
            });
        };
    }

    /** The loop of every textbook, by blocks of which some are not full. */
    private static Verification.Experiment sums(Grid grid) {
        return (workspace, shape) -> {
            var out = workspace.intResults(2);
            Kernel kernel = lane -> {
                var block = lane.block();
                var parts = block.sharedInts(1024);
                parts.set(block.lane(), lane.id() * 3 + 1);
                block.barrier();
                for (int n = block.size(); n > 1; n = (n + 1) / 2) {
                    int half = (n + 1) / 2;
                    if (block.lane() + half < n) {
                        parts.set(block.lane(), parts.get(block.lane()) + parts.get(block.lane() + half));
                    }
                    block.barrier();
                }
                out.set(lane, 0, parts.get(0));
                int lanes = Integer.bitCount(lane.warp().allLanes());
                int from = (lane.warp().lane() + 1) % lanes;
                out.set(lane, 1, lane.warp().shuffle(-1, block.lane(), from));
            };
            return new Prepared(kernel, () -> {
                int[] found = out.memory().copyOut();
                int[] sums = new int[shape.lanes()];
                for (int id = 0; id < shape.lanes(); id++) {
                    for (int other = 0; other < shape.lanes(); other++) {
                        if (blockX(grid, id) == blockX(grid, other)
                                && blockY(grid, id) == blockY(grid, other)
                                && blockZ(grid, id) == blockZ(grid, other)) {
                            sums[id] += other * 3 + 1;
                        }
                    }
                }
                Expected.ints(
                        "sum of the block, neighbour in the warp",
                        i -> {
                            int id = i / 2;
                            int size = widthAt(grid, id) * heightAt(grid, id) * depthAt(grid, id);
                            int first = laneAt(grid, id) / 32 * 32;
                            int lanes = Math.min(32, size - first);
                            return i % 2 == 0 ? sums[id] : first + (laneAt(grid, id) - first + 1) % lanes;
                        },
                        found);
            });
        };
    }

    /** Each point is the sum of those around it; beyond the edge there is nothing. */
    private static Verification.Experiment filter(Grid grid) {
        return (workspace, shape) -> {
            int[] picture = new int[shape.lanes()];
            Arrays.setAll(picture, i -> i * i % 251);
            var in = workspace.ints(picture);
            var out = workspace.intResults(1);
            Kernel kernel = lane -> {
                int sum = 0;
                for (int z = Math.max(lane.z() - 1, 0); z <= Math.min(lane.z() + 1, lane.depth() - 1); z++) {
                    for (int y = Math.max(lane.y() - 1, 0); y <= Math.min(lane.y() + 1, lane.height() - 1); y++) {
                        for (int x = Math.max(lane.x() - 1, 0); x <= Math.min(lane.x() + 1, lane.width() - 1); x++) {
                            sum += in.get((z * lane.height() + y) * lane.width() + x);
                        }
                    }
                }
                out.set(lane, 0, sum);
            };
            return new Prepared(
                    kernel,
                    () -> Expected.ints(
                            "sum around",
                            id -> {
                                int sum = 0;
                                for (int other = 0; other < picture.length; other++) {
                                    if (isNear(other % grid.width(), id % grid.width())
                                            && isNear(
                                                    other / grid.width() % grid.height(),
                                                    id / grid.width() % grid.height())
                                            && isNear(
                                                    other / grid.width() / grid.height(),
                                                    id / grid.width() / grid.height())) {
                                        sum += picture[other];
                                    }
                                }
                                return sum;
                            },
                            out.memory().copyOut()));
        };
    }

    private static boolean isNear(int a, int b) {
        return Math.abs(a - b) <= 1;
    }

    /** What two lanes far away had in the round before. */
    private static Verification.Experiment rounds(Grid grid) {
        return (workspace, shape) -> {
            int count = shape.lanes();
            var values = workspace.ints(new int[2 * count]);
            Kernel kernel = lane -> {
                int from = 0;
                for (int round = 0; round < ROUNDS; round++) {
                    int to = lane.count() - from;
                    int sum = values.get(from + (lane.id() * 7 + round) % lane.count())
                            + values.get(from + (lane.id() + lane.count() / 2) % lane.count());
                    values.set(to + lane.id(), sum + lane.id());
                    lane.gridBarrier();
                    from = to;
                }
            };
            return new Prepared(kernel, () -> {
                int[] expected = new int[2 * count];
                int from = 0;
                for (int round = 0; round < ROUNDS; round++) {
                    int to = count - from;
                    for (int id = 0; id < count; id++) {
                        expected[to + id] = expected[from + (id * 7 + round) % count]
                                + expected[from + (id + count / 2) % count]
                                + id;
                    }
                    from = to;
                }
                Expected.ints("value after all rounds of " + grid, i -> expected[i], values.copyOut());
            });
        };
    }

    private static int roundsOf(int id) {
        return id / 32 % 3 == 1 ? 1 : id % 3 == 0 ? 2 : 5;
    }

    private static Prepared earlyReturns(Workspace workspace) {
        var arrived = workspace.ints(new int[ROUNDS]);
        var out = workspace.intResults(1);
        Kernel kernel = lane -> {
            int rounds = lane.block().index() % 3 == 1 ? 1 : lane.id() % 3 == 0 ? 2 : ROUNDS;
            for (int round = 0; round < rounds; round++) {
                arrived.getAndAddRelaxed(round, 1);
                lane.gridBarrier();
            }
            out.set(lane, 0, arrived.getOpaque(rounds - 1));
        };
        return new Prepared(kernel, () -> {
            int[] found = out.memory().copyOut();
            int[] counts = new int[ROUNDS];
            for (int id = 0; id < found.length; id++) {
                for (int round = 0; round < roundsOf(id); round++) {
                    counts[round]++;
                }
            }
            Expected.ints("lanes at the last barrier", id -> counts[roundsOf(id) - 1], found);
        });
    }

    private static Prepared largeShared(Workspace workspace) {
        int length = 51_200;
        var out = workspace.intResults(1);
        Kernel kernel = lane -> {
            var block = lane.block();
            var shared = block.sharedInts(length);
            for (int i = block.lane(); i < length; i += block.size()) {
                shared.set(i, i * 7 + block.index());
            }
            block.barrier();
            int sum = 0;
            for (int i = block.lane(); i < length; i += block.size()) {
                sum += shared.get(length - 1 - i);
            }
            out.set(lane, 0, sum);
        };
        return new Prepared(
                kernel,
                () -> Expected.ints(
                        "sum of a lane",
                        id -> {
                            int sum = 0;
                            for (int i = id % 64; i < length; i += 64) {
                                sum += (length - 1 - i) * 7 + id / 64;
                            }
                            return sum;
                        },
                        out.memory().copyOut()));
    }

    /** Lines arrive completely, with their values, and those of a lane in order. */
    private static void log(Device device) {
        var lines = Collections.synchronizedList(new ArrayList<LogLine>());
        var options = DeviceOptions.defaults().withLog(lines::add);
        try (var logging = Sibling.of(device, options)) {
            for (int launch = 0; launch < 3; launch++) {
                lines.clear();
                logging.run(Grid.of(20, 10).withBlock(16, 4), lane -> {
                    lane.log("begin ", lane.x(), " ", lane.y() * 0.5f, " ", lane.x() > lane.y());
                    if (lane.x() % 3 == 0) {
                        lane.log("end ", lane.id() * 1_000_000_007L, " ", lane.id() / 3.0);
                    }
                });
                checkLines(lines);
            }
        }
    }

    private static void checkLines(List<LogLine> lines) {
        var expected = new ArrayList<String>();
        for (int id = 0; id < 200; id++) {
            int x = id % 20;
            int y = id / 20;
            expected.add(id + ": begin " + x + " " + y * 0.5f + " " + (x > y));
            if (x % 3 == 0) {
                expected.add(id + ": end " + id * 1_000_000_007L + " " + id / 3.0);
            }
        }
        var found = new ArrayList<String>();
        for (int id = 0; id < 200; id++) {
            for (LogLine line : lines) {
                if (line.lane() == id) {
                    found.add(id + ": " + line.text());
                }
            }
        }
        if (!found.equals(expected) || lines.size() != expected.size()) {
            throw new Mismatch("logged " + lines + ", expected " + expected);
        }
    }
}
