package dev.warpbroker.examples.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceOptions;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.SimulatorOptions;
import dev.warpbroker.structures.deque.DequeKind;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rays are neither lost nor traced twice, however little room deques have. */
class ThesisWorkersTest {
    private static final int WORKERS = 2;

    private static final RenderOptions OPTIONS =
            RenderOptions.of(8, 8).withTile(4).withScheme(Scheme.THESIS);

    /** A part for each tile of 16 pixels, and two tiles for each part. */
    private static final int RUNS = 2;

    private static Rendering render(Device device, int capacity) {
        int lanes = device.properties().lanesPerWorker();
        int block = lanes == 1 ? 1 : WORKERS * lanes;
        var scene = SmallScenes.clearSheets();
        try (var onDevice = new DeviceScene(device, scene, Accelerator.BVH)) {
            var tracer = new Tracer(onDevice, OPTIONS.depth());
            try (var canvas = new Canvas(device, scene.cameras().getFirst(), OPTIONS, tracer.units());
                    var ends = device.longs(WORKERS);
                    var deques = DequeKind.ABP.create(device, WORKERS, capacity, ThesisWorkers.RAYS)) {
                var pixels = new TileSource.Deques(ends, 1);
                device.run(
                        device.properties().workerGrid(WORKERS * lanes, block),
                        new ThesisWorkers(tracer, canvas, pixels, RUNS, deques, lanes, block));
                return canvas.rendering(Duration.ZERO);
            }
        }
    }

    private static Rendering expected() {
        var scene = SmallScenes.clearSheets();
        try (var device = Device.jvm();
                var onDevice = new DeviceScene(device, scene)) {
            return Renderer.render(onDevice, scene.cameras().getFirst(), OPTIONS.withScheme(Scheme.STATIC));
        }
    }

    @ParameterizedTest
    @EnumSource
    void theAssemblerTakesTheKernel(Accelerator accelerator, @TempDir Path folder)
            throws IOException, InterruptedException {
        assumeTrue(isAssemblerInstalled(), "no ptxas on the PATH");
        var scene = SmallScenes.clearSheets();
        try (var device = Device.simulator(1);
                var onDevice = new DeviceScene(device, scene, accelerator)) {
            int lanes = device.properties().lanesPerWorker();
            var tracer = new Tracer(onDevice, OPTIONS.depth());
            try (var canvas = new Canvas(device, scene.cameras().getFirst(), OPTIONS, tracer.units());
                    var ends = device.longs(WORKERS);
                    var deques = ThesisWorkers.deques(device, WORKERS, lanes)) {
                var kernel = new ThesisWorkers(
                        tracer, canvas, new TileSource.Deques(ends, 1), RUNS, deques, lanes, WORKERS * lanes);
                var ptx = Files.writeString(
                        folder.resolve("kernel.ptx"), device.ptx(new Grid(WORKERS * lanes, WORKERS * lanes), kernel));
                var process = new ProcessBuilder(
                                "ptxas",
                                "-v",
                                "-arch=sm_90",
                                "-o",
                                folder.resolve("kernel.cubin").toString(),
                                ptx.toString())
                        .redirectErrorStream(true)
                        .start();
                String report = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
                assertThat(process.waitFor()).as(report).isZero();
            }
        }
    }

    private static boolean isAssemblerInstalled() {
        return Pattern.compile(Pattern.quote(File.pathSeparator))
                .splitAsStream(System.getenv("PATH"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "ptxas")));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 16, 64, 512})
    void dequesThatAreNearlyFullLoseNothing(int capacity) {
        var expected = expected();
        assertThat(expected.work().mostCalls()).isGreaterThan(40);
        try (var simulator = Device.simulator(
                SimulatorOptions.seeded(capacity).adversarial(),
                DeviceOptions.defaults().withBoundsChecks(true))) {
            var found = render(simulator, capacity);
            assertThat(found.image()).isEqualTo(expected.image());
            assertThat(found.rays()).isEqualTo(expected.rays());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4, 16})
    void threadsWithNearlyFullDequesLoseNothing(int capacity) {
        var expected = expected();
        try (var jvm = Device.jvm()) {
            for (int i = 0; i < 20; i++) {
                var found = render(jvm, capacity);
                assertThat(found.image()).isEqualTo(expected.image());
                assertThat(found.rays()).isEqualTo(expected.rays());
            }
        }
    }
}
