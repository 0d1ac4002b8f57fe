package dev.warpbroker.cli.bench.raytrace;

import dev.warpbroker.cli.bench.Recording;
import dev.warpbroker.cli.bench.timing.Experiment;
import dev.warpbroker.cli.bench.timing.Tuning;
import dev.warpbroker.cli.run.PictureSize;
import dev.warpbroker.cli.terminal.Console;
import dev.warpbroker.device.DeviceProperties;
import dev.warpbroker.examples.render.Scheme;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench raytrace}: ways to share the pixels of a picture. */
@Command(
        name = "raytrace",
        description = {
            "Pictures of the treasure with different schemes and tiles, as in figures 4.6 to 4.9 of the thesis on work"
                    + " stealing; 1024 x 1024 on a GPU, smaller elsewhere.",
            "Every picture must be the same to the byte as that of the static scheme.",
            "--threads is the number of workers: warps, or threads on the JVM; several are compared with each other."
        })
public final class RaytraceCommand implements Callable<Integer> {
    @Mixin
    private final Console console = new Console();

    @Mixin
    private final Recording recording = new Recording();

    @Mixin
    private final Tuning tuning = new Tuning();

    @Option(
            names = "--schemes",
            split = ",",
            paramLabel = "S",
            description = "static, central, stealing, hardware (default: all; on the JVM all but hardware).")
    private @Nullable List<Scheme> schemes;

    @Option(
            names = "--tiles",
            split = ",",
            paramLabel = "N",
            description = "Pixels along a side of a tile, powers of two (default: 1, 2, 4 ... 64).")
    private @Nullable List<Integer> tiles;

    @Option(names = "--cameras", split = ",", paramLabel = "C", description = "Of 1, 2 and 3 (default: all).")
    private @Nullable List<Integer> cameras;

    @Option(
            names = "--size",
            paramLabel = "WxH",
            converter = PictureSize.Converter.class,
            description = "Of the pictures, in pixels; N is N x N.")
    private @Nullable PictureSize size;

    @Option(names = "--depth", paramLabel = "D", description = "Rays in a row, 1 to 8 (default: 8).")
    private @Nullable Integer depth;

    @Override
    public Integer call() throws IOException {
        return Experiment.perform(
                recording, console, device -> new RaytraceExperiment(device, settings(device.properties())));
    }

    private RaytraceSettings settings(DeviceProperties device) {
        var preset = RaytraceSettings.defaults(device);
        return new RaytraceSettings(
                schemes == null ? preset.schemes() : schemes,
                tiles == null ? preset.tiles() : tiles,
                cameras == null ? preset.cameras() : cameras,
                tuning.areThreadsGiven() ? tuning.threads(List.of()) : preset.workers(),
                size == null ? preset.size() : size,
                depth == null ? preset.depth() : depth,
                tuning.effort(preset.effort()));
    }
}
