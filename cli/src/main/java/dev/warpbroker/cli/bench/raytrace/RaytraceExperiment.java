package dev.warpbroker.cli.bench.raytrace;

import dev.warpbroker.cli.bench.timing.Experiment;
import dev.warpbroker.cli.bench.timing.Turns;
import dev.warpbroker.cli.results.Measurement;
import dev.warpbroker.cli.terminal.Progress;
import dev.warpbroker.cli.terminal.Table;
import dev.warpbroker.device.Device;
import dev.warpbroker.examples.render.Camera;
import dev.warpbroker.examples.render.DeviceScene;
import dev.warpbroker.examples.render.Image;
import dev.warpbroker.examples.render.RenderOptions;
import dev.warpbroker.examples.render.Renderer;
import dev.warpbroker.examples.render.Scheme;
import dev.warpbroker.examples.render.TreasureScene;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Measures how long pictures of the treasure take with the pixels shared in different ways. Operations are rays. Every
 * picture is compared with that of the static scheme.
 */
public final class RaytraceExperiment implements Experiment {
    private static final String NAME = "raytrace";

    /** With which numbers of workers are compared. */
    private static final int USUAL_TILE = 8;

    /** What is varied: a row belongs to one sweep. */
    private enum Sweep {
        TILES,
        WORKERS;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final Device device;
    private final RaytraceSettings settings;
    private final RenderOptions basis;

    public RaytraceExperiment(Device device, RaytraceSettings settings) {
        this.device = device;
        this.settings = settings;
        var size = settings.size();
        basis = RenderOptions.of(size.width(), size.height()).withDepth(settings.depth());
        // Refuses bad ones before anything is measured.
        settings.tiles().forEach(basis::withTile);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public int steps() {
        int rows = settings.tiles().size() * settings.schemes().size();
        if (hasWorkerSweep()) {
            rows += settings.workers().size() * withWorkers().size();
        }
        return settings.cameras().size() * rows * new Turns(device, settings.effort()).steps();
    }

    private boolean hasWorkerSweep() {
        return settings.workers().size() > 1;
    }

    /** {@return the schemes for which a number of workers means something} */
    private List<Scheme> withWorkers() {
        return settings.schemes().stream()
                .filter(scheme -> scheme != Scheme.HARDWARE)
                .toList();
    }

    @Override
    public void run(Consumer<Measurement> measured, Progress progress) {
        progress.at("octree of the treasure");
        var scene = TreasureScene.make();
        for (int number : settings.cameras()) {
            if (number < 1 || number > scene.cameras().size()) {
                throw new IllegalArgumentException("camera " + number + "; the treasure has cameras 1 to "
                        + scene.cameras().size());
            }
        }
        try (var onDevice = new DeviceScene(device, scene)) {
            for (int number : settings.cameras()) {
                new View(onDevice, number).measure(measured, progress);
            }
        }
    }

    /** What is seen by one camera. */
    private final class View {
        private final DeviceScene onDevice;
        private final int number;
        private final Camera camera;
        private final Supplier<Image> expected;

        View(DeviceScene onDevice, int number) {
            this.onDevice = onDevice;
            this.number = number;
            camera = onDevice.scene().cameras().get(number - 1);
            expected = new Once(onDevice, camera, basis.withScheme(Scheme.STATIC));
        }

        void measure(Consumer<Measurement> measured, Progress progress) {
            var turns = new Turns(device, settings.effort());
            int most = settings.workers().getLast();
            for (int tile : settings.tiles()) {
                measure(turns, Sweep.TILES, settings.schemes(), tile, most, measured, progress);
            }
            if (hasWorkerSweep()) {
                for (int workers : settings.workers()) {
                    measure(turns, Sweep.WORKERS, withWorkers(), USUAL_TILE, workers, measured, progress);
                }
            }
        }

        private void measure(
                Turns turns,
                Sweep sweep,
                List<Scheme> schemes,
                int tile,
                int workers,
                Consumer<Measurement> measured,
                Progress progress) {
            var contenders = schemes.stream()
                    .map(scheme -> new SchemeContender(
                            onDevice,
                            camera,
                            basis.withScheme(scheme).withTile(tile).withWorkers(workers),
                            expected))
                    .toList();
            String size = "camera " + number + ", tile " + tile + (workers == 0 ? "" : ", " + workers + " workers");
            var timings = turns.measure(contenders, size, progress);
            for (int i = 0; i < timings.size(); i++) {
                var contender = contenders.get(i);
                measured.accept(timings.get(i)
                        .measurement(
                                NAME,
                                device.properties(),
                                contender.label(),
                                parameters(sweep, contender.options()),
                                contender.rays()));
            }
        }

        private Map<String, Object> parameters(Sweep sweep, RenderOptions options) {
            return Map.of(
                    "sweep", sweep.toString(),
                    "camera", number,
                    "tile", options.tile(),
                    "workers", options.workers(),
                    "width", options.width(),
                    "height", options.height(),
                    "depth", options.depth(),
                    "triangles", onDevice.scene().triangles(),
                    "warmup", settings.effort().warmUps());
        }
    }

    /** A picture, made when it is first asked for. */
    private static final class Once implements Supplier<Image> {
        private final DeviceScene scene;
        private final Camera camera;
        private final RenderOptions options;
        private @Nullable Image image;

        Once(DeviceScene scene, Camera camera, RenderOptions options) {
            this.scene = scene;
            this.camera = camera;
            this.options = options;
        }

        @Override
        public Image get() {
            var made = image;
            if (made == null) {
                made = Renderer.render(scene, camera, options).image();
                image = made;
            }
            return made;
        }
    }

    @Override
    public Table table(List<Measurement> measurements) {
        return RaytraceTable.of(measurements);
    }
}
