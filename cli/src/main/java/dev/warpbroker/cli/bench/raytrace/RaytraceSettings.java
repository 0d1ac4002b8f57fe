package dev.warpbroker.cli.bench.raytrace;

import dev.warpbroker.cli.bench.timing.Effort;
import dev.warpbroker.cli.devices.DeviceKind;
import dev.warpbroker.cli.run.PictureSize;
import dev.warpbroker.device.DeviceProperties;
import dev.warpbroker.examples.render.RenderOptions;
import dev.warpbroker.examples.render.Scheme;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What the experiment is run with.
 *
 * @param schemes to compare
 * @param tiles pixels along a side of a tile, each measured by itself
 * @param cameras of the treasure, from 1 on
 * @param workers how many warps, or threads on the JVM, smallest first; 0 for as many as the device holds at once. The last
 *     goes through all tiles; if there are several, all of them are measured with one tile.
 * @param size of the pictures
 * @param depth rays in a row
 * @param effort how often and how long
 */
public record RaytraceSettings(
        List<Scheme> schemes,
        List<Integer> tiles,
        List<Integer> cameras,
        List<Integer> workers,
        PictureSize size,
        int depth,
        Effort effort) {
    private static final List<Scheme> IN_SOFTWARE = List.of(Scheme.STATIC, Scheme.CENTRAL, Scheme.STEALING);
    private static final List<Integer> TILES = List.of(1, 2, 4, 8, 16, 32, 64);
    private static final List<Integer> CAMERAS = List.of(1, 2, 3);

    public RaytraceSettings {
        schemes = List.copyOf(schemes);
        tiles = List.copyOf(tiles);
        cameras = List.copyOf(cameras);
        workers = List.copyOf(workers);
    }

    /** {@return the thesis's pictures and repetitions where the device is a GPU, and smaller ones elsewhere} */
    public static RaytraceSettings defaults(DeviceProperties device) {
        return switch (DeviceKind.of(device)) {
            case JVM ->
                new RaytraceSettings(
                        IN_SOFTWARE,
                        TILES,
                        CAMERAS,
                        powersOfTwo(Runtime.getRuntime().availableProcessors()),
                        PictureSize.square(128),
                        RenderOptions.MAX_DEPTH,
                        new Effort(6, 2, true, Duration.ofSeconds(10)));
            case SIMULATOR ->
                new RaytraceSettings(
                        List.of(Scheme.values()),
                        List.of(2, 8),
                        List.of(1),
                        List.of(2),
                        PictureSize.square(8),
                        RenderOptions.MAX_DEPTH,
                        new Effort(1, 0, true, Duration.ofSeconds(60)));
            case GPU ->
                new RaytraceSettings(
                        List.of(Scheme.values()),
                        TILES,
                        CAMERAS,
                        List.of(0),
                        PictureSize.square(1_024),
                        RenderOptions.MAX_DEPTH,
                        new Effort(6, 1, true, Duration.ofSeconds(10)));
        };
    }

    /** {@return powers of two below {@code most}, and that} */
    private static List<Integer> powersOfTwo(int most) {
        return IntStream.concat(IntStream.iterate(1, n -> n < most, n -> 2 * n), IntStream.of(most))
                .boxed()
                .toList();
    }
}
