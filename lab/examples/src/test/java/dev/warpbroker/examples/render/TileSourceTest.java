package dev.warpbroker.examples.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceOptions;
import dev.warpbroker.device.SimulatorOptions;
import dev.warpbroker.tasks.worker.WarpWorker;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every tile is rendered once. */
class TileSourceTest {
    private static final int TILES = 50;
    private static final int WORKERS = 3;

    static Stream<Device> devices() {
        return Stream.of(
                Device.jvm(), Device.simulator(SimulatorOptions.seeded(2).adversarial(), DeviceOptions.defaults()));
    }

    /** {@return how often each tile was taken} The first workers take none. */
    private static int[] taken(Device device, TileSource source, int asleep) {
        return taken(device, source, WORKERS, asleep);
    }

    private static int[] taken(Device device, TileSource source, int workers, int asleep) {
        var times = device.ints(TILES);
        var properties = device.properties();
        device.run(properties.workerGrid(workers * properties.lanesPerWorker(), 256), lane -> {
            var worker = new WarpWorker(lane);
            if (worker.number() >= asleep) {
                int tile = source.next(worker, TileSource.NONE);
                while (tile != TileSource.NONE) {
                    if (worker.isFirst()) {
                        times.getAndAddRelaxed(tile, 1);
                    }
                    tile = source.next(worker, tile);
                }
            }
        });
        return times.copyOut();
    }

    /** {@return deques with numbers up to that of all tiles} */
    private static TileSource deques(Device device, int parts) {
        return deques(device, WORKERS, parts);
    }

    private static TileSource deques(Device device, int workers, int parts) {
        var source = new TileSource.Deques(device.longs(workers), parts);
        var properties = device.properties();
        device.run(
                properties.workerGrid(workers * properties.lanesPerWorker(), 256),
                lane -> source.share(new WarpWorker(lane), TILES / parts));
        return source;
    }

    @ParameterizedTest
    @MethodSource("devices")
    void everyTileIsTakenOnce(Device device) {
        assertThat(taken(device, new TileSource.Share(TILES), 0)).containsOnly(1);
        assertThat(taken(device, new TileSource.Counter(TILES, device.ints(1)), 0))
                .containsOnly(1);
        assertThat(taken(device, deques(device, 1), 0)).containsOnly(1);
        assertThat(taken(device, deques(device, 25), 0)).containsOnly(1);
    }

    @ParameterizedTest
    @MethodSource("devices")
    void whatAWorkerDoesNotGetToIsStolen(Device device) {
        assertThat(taken(device, deques(device, 1), 1)).containsOnly(1);
        assertThat(taken(device, deques(device, 5), 2)).containsOnly(1);
    }

    /** More of them than are looked at together. */
    @Test
    void oneWorkerEmptiesTheDequesOfAllOthers() {
        try (var device = Device.jvm()) {
            int workers = 11;
            assertThat(taken(device, deques(device, workers, 2), workers, workers - 1))
                    .containsOnly(1);
            assertThat(taken(device, deques(device, TILES + 1, 1), TILES + 1, TILES))
                    .containsOnly(1);
        }
    }

    @ParameterizedTest
    @MethodSource("devices")
    void aFixedShareIsNobodyElses(Device device) {
        int[] times = taken(device, new TileSource.Share(TILES), 1);
        for (int tile = 0; tile < TILES; tile++) {
            assertThat(times[tile]).isEqualTo(tile % WORKERS == 0 ? 0 : 1);
        }
    }
}
