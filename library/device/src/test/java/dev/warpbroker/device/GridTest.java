package dev.warpbroker.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Grids of one to three dimensions: where lanes are, on the JVM and on the simulator, against a count by hand. */
class GridTest {
    private static final int NUMBERS = 28;

    static Stream<Grid> grids() {
        var grids = new ArrayList<Grid>(List.of(
                Grid.threads(70).withBlockSize(32),
                Grid.of(64, 16),
                Grid.of(64, 16).withBlock(16, 4),
                Grid.of(37, 11),
                Grid.of(37, 11).withBlock(16, 4),
                Grid.of(32, 11).withBlock(16, 4),
                Grid.of(37, 12).withBlock(16, 4),
                Grid.of(5, 1).withBlock(4, 3),
                Grid.of(1, 90),
                Grid.of(13, 7).withBlockSize(5),
                Grid.of(8, 8, 8),
                Grid.of(9, 8, 8).withBlock(4, 4, 2),
                Grid.of(8, 9, 8).withBlock(4, 4, 2),
                Grid.of(8, 8, 9).withBlock(4, 4, 2),
                Grid.of(9, 7, 5).withBlock(4, 3, 2),
                Grid.of(3, 3, 3).withBlock(1, 1, 1),
                Grid.of(1, 1, 70).withBlock(1, 1, 48)));
        var random = new SplittableRandom(16);
        for (int i = 0; i < 20; i++) {
            grids.add(Grid.of(random.nextInt(1, 20), random.nextInt(1, 12), random.nextInt(1, 5))
                    .withBlock(random.nextInt(1, 12), random.nextInt(1, 6), random.nextInt(1, 4)));
        }
        return grids.stream();
    }

    private static Kernel numbersOf(Ints out, Ints runs) {
        return lane -> {
            var block = lane.block();
            var warp = lane.warp();
            int at = lane.id() * NUMBERS;
            runs.getAndAdd(lane.id(), 1);
            int[] numbers = {
                lane.x(),
                lane.y(),
                lane.z(),
                lane.width(),
                lane.height(),
                lane.depth(),
                lane.count(),
                block.x(),
                block.y(),
                block.z(),
                block.countX(),
                block.countY(),
                block.countZ(),
                block.index(),
                block.count(),
                block.laneX(),
                block.laneY(),
                block.laneZ(),
                block.width(),
                block.height(),
                block.depth(),
                block.lane(),
                block.size(),
                block.fullSize() * 1000 + block.fullWidth() * 100 + block.fullHeight() * 10 + block.fullDepth(),
                warp.lane(),
                warp.size(),
                warp.allLanes(),
                block.multiprocessor()
            };
            for (int i = 0; i < NUMBERS; i++) {
                out.set(at + i, numbers[i]);
            }
        };
    }

    private static int[] expected(Grid grid) {
        int[] all = new int[grid.threads() * NUMBERS];
        int index = 0;
        for (int bz = 0; bz * grid.blockDepth() < grid.depth(); bz++) {
            for (int by = 0; by * grid.blockHeight() < grid.height(); by++) {
                for (int bx = 0; bx * grid.blockWidth() < grid.width(); bx++) {
                    block(grid, index++, bx, by, bz, all);
                }
            }
        }
        return all;
    }

    private static void block(Grid grid, int index, int bx, int by, int bz, int[] all) {
        int width = Math.min(grid.blockWidth(), grid.width() - bx * grid.blockWidth());
        int height = Math.min(grid.blockHeight(), grid.height() - by * grid.blockHeight());
        int depth = Math.min(grid.blockDepth(), grid.depth() - bz * grid.blockDepth());
        int size = width * height * depth;
        int full = grid.blockWidth() * grid.blockHeight() * grid.blockDepth();
        int number = 0;
        for (int z = 0; z < depth; z++) {
            for (int y = 0; y < height; y++) {
                for (int x = 0; x < width; x++) {
                    int laneX = bx * grid.blockWidth() + x;
                    int laneY = by * grid.blockHeight() + y;
                    int laneZ = bz * grid.blockDepth() + z;
                    int inWarp = Math.min(32, size - number / 32 * 32);
                    int[] numbers = {
                        laneX,
                        laneY,
                        laneZ,
                        grid.width(),
                        grid.height(),
                        grid.depth(),
                        grid.width() * grid.height() * grid.depth(),
                        bx,
                        by,
                        bz,
                        Math.ceilDiv(grid.width(), grid.blockWidth()),
                        Math.ceilDiv(grid.height(), grid.blockHeight()),
                        Math.ceilDiv(grid.depth(), grid.blockDepth()),
                        index,
                        grid.blocks(),
                        x,
                        y,
                        z,
                        width,
                        height,
                        depth,
                        number,
                        size,
                        full * 1000 + grid.blockWidth() * 100 + grid.blockHeight() * 10 + grid.blockDepth(),
                        number % 32,
                        Math.min(32, full),
                        -1 >>> 32 - inWarp,
                        0
                    };
                    int id = (laneZ * grid.height() + laneY) * grid.width() + laneX;
                    System.arraycopy(numbers, 0, all, id * NUMBERS, NUMBERS);
                    number++;
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("grids")
    void lanesKnowWhereTheyAre(Grid grid) {
        for (Device opened : List.of(
                Device.jvm(),
                Device.simulator(grid.hashCode()),
                Device.simulator(
                        SimulatorOptions.seeded(grid.hashCode()),
                        DeviceOptions.defaults().withBoundsChecks(true)))) {
            try (var device = opened) {
                Ints out = device.ints((long) grid.threads() * NUMBERS);
                Ints runs = device.ints(grid.threads());

                device.run(grid, numbersOf(out, runs));

                assertThat(out.copyOut()).isEqualTo(expected(grid));
                assertThat(runs.copyOut()).containsOnly(1);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("grids")
    void lanesOfRaggedBlocksCooperate(Grid grid) {
        int[] sums = null;
        for (Device opened : List.of(Device.jvm(), Device.simulator(grid.hashCode()))) {
            try (var device = opened) {
                Ints out = device.ints(2L * grid.threads());
                device.run(grid, lane -> {
                    var block = lane.block();
                    var shared = block.sharedInts(1024);
                    shared.set(block.lane(), lane.id());
                    block.barrier();
                    int sum = 0;
                    for (int i = 0; i < block.size(); i++) {
                        sum += shared.get(i);
                    }
                    out.set(lane.id(), sum);
                    int left = lane.warp()
                            .shuffle(-1, lane.id(), Math.max(0, lane.warp().lane() - 1));
                    out.set(lane.count() + lane.id(), left);
                });
                int[] found = out.copyOut();
                assertThat(sums == null ? found : sums).isEqualTo(found);
                sums = found;
            }
        }
        assertThat(Arrays.stream(sums, 0, grid.threads()).asLongStream().sum()).isPositive();
    }

    @Test
    void failingLaneIsNamedByItsId() {
        var grid = Grid.of(37, 11).withBlock(16, 4);
        for (Device opened : List.of(Device.jvm(), Device.simulator(3))) {
            try (var device = opened) {
                assertThatThrownBy(() -> device.run(grid, lane -> {
                            if (lane.x() == 35 && lane.y() == 9) {
                                throw new IllegalStateException("here");
                            }
                        }))
                        .isInstanceOfSatisfying(
                                DeviceException.class,
                                failure -> assertThat(java.util.Objects.requireNonNull(failure.fault())
                                                .lane())
                                        .isEqualTo(9 * 37 + 35));
            }
        }
    }

    @Test
    void zeroedMemoryOfARaggedBlockIsZero() {
        var grid = Grid.of(9, 7, 5).withBlock(4, 3, 2);
        try (var device = Device.simulator(5)) {
            Ints out = device.ints(grid.threads());
            device.run(grid, lane -> {
                var counts = java.util.Objects.requireNonNull(lane.block().zeroedInts(out, 50));
                counts.getAndAdd(49, 1);
                lane.block().barrier();
                out.set(lane.id(), counts.get(49) - lane.block().size());
            });
            assertThat(out.copyOut()).containsOnly(0);
        }
    }

    @Test
    void codeForRowsServesAllSizesAndIsNotThatForPlanes() {
        try (var device = Device.simulator(1)) {
            Ints out = device.ints(600);
            Kernel kernel = lane -> out.set(lane.id(), lane.y());
            device.run(Grid.of(20, 30), kernel);
            device.run(Grid.threads(600), kernel);
            assertThat(out.copyOut()).containsOnly(0);
            device.run(Grid.of(30, 20), kernel);
            assertThat(out.copyOut()[599]).isEqualTo(19);
        }
    }

    @Test
    void whatNoDeviceCanLaunchIsRefused() {
        assertThatThrownBy(() -> Grid.of(0, 3)).hasMessageContaining("0 x 3 x 1");
        assertThatThrownBy(() -> Grid.of(3, 3).withBlock(64, 32)).hasMessageContaining("block size 64 x 32");
        assertThatThrownBy(() -> Grid.of(3, 3, 3).withBlock(1 << 20, 1 << 20, 1 << 20))
                .hasMessageContaining("outside 1..1024");
        assertThatThrownBy(() -> Grid.of(3, 3, 300).withBlock(1, 1, 128)).hasMessageContaining("depth of 128");
        assertThatThrownBy(() -> Grid.of(8, 70_000).withBlock(8, 1))
                .hasMessageContaining("70000 blocks in y")
                .hasMessageContaining("65535");
        assertThatThrownBy(() -> Grid.of(1 << 16, 1 << 15)).hasMessageContaining("2^31 lanes or more");
        assertThatThrownBy(() -> Grid.threads(Integer.MAX_VALUE)).hasMessageContaining("2^31 lanes or more");
        assertThat(Grid.of(8, 70_000).blocks()).isEqualTo(Math.ceilDiv(70_000, 32));
        assertThat(Grid.of(1920, 1080).withBlock(32, 8).blocks()).isEqualTo(60 * 135);
    }
}
