package dev.warpbroker.cli.run;

import dev.warpbroker.cli.cluster.ClusterOption;
import dev.warpbroker.cli.devices.DeviceOption;
import dev.warpbroker.cli.terminal.Console;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceMemoryException;
import dev.warpbroker.examples.render.Accelerator;
import dev.warpbroker.examples.render.Camera;
import dev.warpbroker.examples.render.DeviceScene;
import dev.warpbroker.examples.render.ObjReader;
import dev.warpbroker.examples.render.PictureSize;
import dev.warpbroker.examples.render.RenderOptions;
import dev.warpbroker.examples.render.Rendering;
import dev.warpbroker.examples.render.Scene;
import dev.warpbroker.examples.render.SceneFormatException;
import dev.warpbroker.examples.render.Scheme;
import dev.warpbroker.examples.render.SoftLight;
import dev.warpbroker.examples.render.ToneMapping;
import dev.warpbroker.examples.render.TreasureScene;
import dev.warpbroker.experiments.design.DeviceKind;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.results.FailureReason;
import dev.warpbroker.experiments.results.OutputFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code run render}: a ray-traced picture. */
@Command(
        name = "render",
        description = {
            "Ray tracing: a picture of a scene as a PNG file, with shadows, reflection and refraction.",
            "Device, scheme, accelerator, tile and number of workers make no difference to the picture, not in a"
                    + " single byte."
        })
public final class RenderCommand implements Callable<Integer> {
    private static final String TREASURE = "treasure";
    private static final int USUAL_SIDE = 1_024;
    private static final int MAX_WARNINGS = 10;

    private static final int MAX_WORKERS = 16_384;

    /** Pixels and workers on the simulator, where more of them take too long. */
    private static final int SIMULATED_SIDE = 16;

    private static final int SIMULATED_WORKERS = 2;

    /** Of memory for a pixel: sums of colours and work. */
    private static final int BYTES_ON_DEVICE = 16;

    /** Colour and work copied to the host, the picture, that of the work, and a file in the making. */
    private static final int BYTES_ON_HOST = 20;

    @Mixin
    private final Console console = new Console();

    @Mixin
    private final DeviceOption device = new DeviceOption();

    @Option(
            names = "--scene",
            paramLabel = "FILE.obj[.gz]",
            defaultValue = TREASURE,
            description = "A Wavefront OBJ file with its MTL files, or treasure, the built-in scene"
                    + " (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private String scene;

    @Option(
            names = "--camera",
            paramLabel = "C",
            defaultValue = "1",
            converter = CameraChoice.Converter.class,
            description = {
                "Number of one of the scene's cameras: 1, 2 or 3 of the treasure, 1 of a file (default: 1);",
                "or px,py,pz:dx,dy,dz:degrees for position, direction and viewing angle."
            })
    @SuppressWarnings("NullAway.Init") // set by picocli
    private CameraChoice camera;

    @Option(
            names = "--size",
            paramLabel = "WxH",
            converter = PictureSizeConverter.class,
            description =
                    "In pixels; N is N x N (default: " + USUAL_SIDE + "; on the simulator " + SIMULATED_SIDE + ").")
    private @Nullable PictureSize size;

    @Option(
            names = "--samples",
            paramLabel = "N",
            defaultValue = "1",
            description = "Every pixel is the average of N x N, for smooth edges (default: ${DEFAULT-VALUE}).")
    private int samples;

    @Option(
            names = "--depth",
            paramLabel = "D",
            defaultValue = "" + RenderOptions.MAX_DEPTH,
            description =
                    "Rays in a row, 1 (no reflections) to " + RenderOptions.MAX_DEPTH + " (default: ${DEFAULT-VALUE}).")
    private int depth;

    @Option(
            names = "--scheme",
            paramLabel = "S",
            defaultValue = "sorted",
            description = {
                "Who renders which pixels (default: ${DEFAULT-VALUE}).",
                "static: each worker has a fixed share of the tiles;",
                "central: workers take the next tile from one counter;",
                "thesis: rays are tasks as in the thesis on work stealing: wavefronts are filled from a buffer, the"
                        + " own deque and those of others;",
                "stealing: rays and rays to lights are tasks, and workers without pixels get rays of others;",
                "sorted: stealing with rays sorted by kind;",
                "scheduler: rays are tasks of the library's scheduler;",
                "hardware: a thread for each pixel, scheduled by the hardware."
            })
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Scheme scheme;

    @Option(
            names = "--accelerator",
            paramLabel = "A",
            defaultValue = "bvh",
            description = {
                "How triangles are arranged (default: ${DEFAULT-VALUE}).",
                "octree: the thesis's octree, as lists with skip links;",
                "bvh: a compressed hierarchy of boxes, eight to a node."
            })
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Accelerator accelerator;

    @Option(
            names = "--tile",
            paramLabel = "N",
            defaultValue = "8",
            description = "Pixels along a side of a tile, a power of two (default: ${DEFAULT-VALUE}).")
    private int tile;

    @Option(
            names = {"--workers", "--threads"},
            paramLabel = "N",
            description = "Warps, or threads on the JVM (default: as many as the device holds at once).")
    private @Nullable Integer workers;

    @Option(
            names = "--out",
            paramLabel = "IMAGE.png",
            defaultValue = "render.png",
            description = "Where to write the picture (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Path out;

    @Option(
            names = "--soft",
            paramLabel = "N",
            defaultValue = "1",
            description = "Soft shadows: the mean of N pictures in which lights are moved a little, which takes N times"
                    + " as long (default: ${DEFAULT-VALUE}, sharp shadows).")
    private int soft;

    @Option(
            names = "--tone",
            paramLabel = "T",
            defaultValue = "photo",
            description = {
                "How bright the picture is (default: ${DEFAULT-VALUE}).",
                "photo: as a photographer would show it, dark parts brighter, bright ones not cut off;",
                "none: the light as it was computed."
            })
    @SuppressWarnings("NullAway.Init") // set by picocli
    private Tone tone;

    /** What is done to the brightness of pictures. */
    private enum Tone {
        PHOTO,
        NONE
    }

    @Option(
            names = "--work-map",
            paramLabel = "WORK.png",
            description = "Where to write a picture of how much work each pixel was, from dark (little) to bright.")
    private @Nullable Path workMap;

    @Mixin
    private final ClusterOption cluster = new ClusterOption();

    @Override
    public Integer call() throws IOException {
        if (cluster.isGiven()) {
            return onCluster();
        }
        try (Device opened = device.openTimed()) {
            var options = options(DeviceKind.of(opened.properties()));
            requireMemory(opened, options);
            OutputFile.requireWritable("--out", out);
            if (workMap != null) {
                OutputFile.requireWritable("--work-map", workMap);
            }
            var read = scene();
            var view = camera.in(read);
            var rendering = render(opened, read, view, options);
            write(rendering);
            summarize(opened + ", " + opened.properties().name(), read, options, rendering);
            return ExitCode.OK;
        }
    }

    private int onCluster() throws IOException {
        cluster.refuse("--device", "--trace", "--workers", "--scheme", "--soft");
        var options = options(DeviceKind.JVM);
        OutputFile.requireWritable("--out", out);
        if (workMap != null) {
            OutputFile.requireWritable("--work-map", workMap);
        }
        return cluster.run(console, executors -> {
            var read = scene();
            var rendering =
                    executors.render(read, accelerator, camera.in(read), options, cluster.progress(console, "render"));
            write(rendering);
            summarize(cluster.where(executors), read, options, rendering);
            return ExitCode.OK;
        });
    }

    private RenderOptions options(DeviceKind kind) {
        boolean simulated = kind == DeviceKind.SIMULATOR;
        if (samples < 1 || samples > RenderOptions.MAX_PIXELS) {
            throw new IllegalArgumentException("--samples " + samples + "; give 1 for one ray per pixel, 2 for 2 x 2");
        }
        if (soft < 1 || soft > SoftLight.MAX) {
            throw new IllegalArgumentException(
                    "--soft " + soft + "; give 1 for sharp shadows, at most " + SoftLight.MAX);
        }
        if (workers != null && (workers < 1 || workers > MAX_WORKERS)) {
            throw new IllegalArgumentException("--workers " + workers + "; give 1 to " + MAX_WORKERS
                    + ", or leave it out for as many as the device holds");
        }
        if (out.equals(workMap)) {
            throw new IllegalArgumentException("--out and --work-map are the same file, " + out + "; give two");
        }
        var chosen = size != null ? size : PictureSize.square(simulated ? SIMULATED_SIDE : USUAL_SIDE);
        int chosenWorkers = workers != null ? workers : simulated ? SIMULATED_WORKERS : 0;
        long width = (long) chosen.width() * samples;
        long height = (long) chosen.height() * samples;
        if (samples > 1 && Math.max(width, height) > RenderOptions.MAX_PIXELS) {
            throw new IllegalArgumentException("picture of " + chosen + " pixels with " + samples + " x " + samples
                    + " samples each is " + width + " x " + height + "; each side may be " + RenderOptions.MAX_PIXELS
                    + " at most: give fewer --samples or a smaller --size");
        }
        return new RenderOptions((int) width, (int) height, scheme, tile, depth, chosenWorkers);
    }

    private static void requireMemory(Device opened, RenderOptions options) {
        long pixels = (long) options.width() * options.height();
        boolean heapOnly = DeviceKind.of(opened.properties()) == DeviceKind.JVM;
        if (!heapOnly) {
            requireMemory(
                    opened.toString(),
                    pixels * BYTES_ON_DEVICE,
                    opened.properties().memoryBytes(),
                    options);
        }
        requireMemory(
                "the heap of this JVM",
                pixels * (BYTES_ON_HOST + (heapOnly ? BYTES_ON_DEVICE : 0)),
                Runtime.getRuntime().maxMemory(),
                options);
    }

    private static void requireMemory(String where, long needed, long available, RenderOptions options) {
        if (needed > available) {
            throw new DeviceMemoryException("picture of " + options.width() + " x " + options.height()
                    + " pixels needs " + needed + " bytes on " + where + ", which has " + available
                    + "; give a smaller --size or fewer --samples"
                    + (where.contains("JVM") ? ", or more memory with " + FailureReason.JAVA_OPTIONS + "=-Xmx8g" : ""));
        }
    }

    private Scene scene() throws IOException {
        if (scene.equals(TREASURE)) {
            return TreasureScene.make();
        }
        var file = Path.of(scene);
        if (!Files.isRegularFile(file)) {
            throw new IllegalArgumentException(
                    "there is no file " + file + "; --scene takes an OBJ file (plain or .gz) or " + TREASURE);
        }
        console.note("reading " + file);
        try {
            return read(file);
        } catch (SceneFormatException malformed) {
            throw new IllegalArgumentException(malformed.getMessage(), malformed);
        }
    }

    /** Shows the first warnings, and how many others there are. */
    private Scene read(Path file) throws IOException {
        int[] warnings = {0};
        var read = ObjReader.read(file, warning -> {
            if (warnings[0]++ < MAX_WARNINGS) {
                console.error("warning: " + printable(warning));
            }
        });
        if (warnings[0] > MAX_WARNINGS) {
            console.error("warning: and " + (warnings[0] - MAX_WARNINGS) + " more like these");
        }
        return read;
    }

    /** {@return the text without anything that a terminal would obey} */
    private static String printable(String text) {
        return text.replaceAll("\\p{Cntrl}", "?");
    }

    private Rendering render(Device opened, Scene read, Camera view, RenderOptions options) {
        console.note(accelerator + " of " + Quantity.count(read.triangles()) + " triangles");
        try (var onDevice = new DeviceScene(opened, read, accelerator);
                var progress = console.progress("render", PictureProgress.STEPS)) {
            return SoftLight.render(onDevice, view, options, soft, new PictureProgress(progress));
        }
    }

    private void write(Rendering rendering) throws IOException {
        var image = tone == Tone.PHOTO ? ToneMapping.photographic(rendering.image()) : rendering.image();
        OutputFile.write(out, image.reduced(samples)::writePng);
        if (workMap != null) {
            OutputFile.write(workMap, rendering.work().image(samples)::writePng);
        }
    }

    private void summarize(String where, Scene read, RenderOptions options, Rendering rendering) {
        var picture = new PictureSize(options.width() / samples, options.height() / samples);
        long pixels = (long) options.width() * options.height();
        console.print(scene + ", " + camera + ", " + picture
                + (samples == 1 ? "" : " with " + samples + " x " + samples + " samples")
                + (soft == 1 ? "" : ", soft light of " + soft + " pictures") + ", depth " + depth + " on "
                + where + ", " + accelerator + ", " + scheme
                + (scheme == Scheme.HARDWARE ? "" : ", tiles of " + tile + " x " + tile));
        console.count("triangles  ", read.triangles());
        console.print("rays       " + Quantity.count(soft * rendering.rays()) + ", "
                + Quantity.significant((double) rendering.rays() / pixels) + " for a pixel"
                + (samples == 1 ? "" : "'s sample"));
        console.time("time       ", (double) rendering.elapsed().toNanos());
        console.rate("rays/s     ", soft * rendering.raysPerSecond());
        console.fact("picture    ", out.toString());
        if (workMap != null) {
            console.print("work map   " + workMap + ", up to "
                    + rendering.work().mostCalls() + " rays for a pixel, those to lights not counted");
        }
    }
}
