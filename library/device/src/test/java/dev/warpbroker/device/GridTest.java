package dev.warpbroker.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.device.faults.EachDevice;
import org.junit.jupiter.api.Test;

/**
 * Grids of one to three dimensions: failures, zeroed memory, compiled code, refusals. Cases of lab/conformance show the
 * rest.
 */
class GridTest {
    @EachDevice
    void failingLaneIsNamedByItsId(Device device) {
        var grid = Grid.of(37, 11).withBlock(16, 4);
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
                .hasMessageContainingAll("70000 blocks in y", "65535");
        assertThatThrownBy(() -> Grid.of(1 << 16, 1 << 15)).hasMessageContaining("2^31 lanes or more");
        assertThatThrownBy(() -> Grid.threads(Integer.MAX_VALUE)).hasMessageContaining("2^31 lanes or more");
        assertThat(Grid.of(8, 70_000).blocks()).isEqualTo(Math.ceilDiv(70_000, 32));
        assertThat(Grid.of(1920, 1080).withBlock(32, 8).blocks()).isEqualTo(60 * 135);
    }
}
