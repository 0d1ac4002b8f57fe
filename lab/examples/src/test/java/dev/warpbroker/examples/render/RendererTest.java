package dev.warpbroker.examples.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceMemoryException;
import dev.warpbroker.device.DeviceOptions;
import dev.warpbroker.device.SimulatorOptions;
import java.util.ArrayList;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Pictures are the same however they are made. */
class RendererTest {
    private static Rendering render(Device device, Scene scene, RenderOptions options) {
        try (var onDevice = new DeviceScene(device, scene)) {
            return Renderer.render(onDevice, scene.cameras().getFirst(), options);
        }
    }

    private static Rendering onJvm(Scene scene, RenderOptions options) {
        try (var device = Device.jvm()) {
            return render(device, scene, options);
        }
    }

    @ParameterizedTest
    @EnumSource
    void schemesTilesAndWorkersDoNotChangeThePicture(Scheme scheme) {
        var scene = SmallScenes.glassAndMirror();
        var options = RenderOptions.of(45, 33);
        var expected = onJvm(scene, options);
        assertThat(expected.image().pixel(22, 16)).isNotZero();
        for (int tile : new int[] {1, 2, 8, 16, 64}) {
            for (int workers : new int[] {0, 1, 3, 7}) {
                var other =
                        onJvm(scene, options.withScheme(scheme).withTile(tile).withWorkers(workers));
                assertThat(other.image())
                        .as("tile %d, %d workers", tile, workers)
                        .isEqualTo(expected.image());
                assertThat(other.rays()).isEqualTo(expected.rays());
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void theCompiledKernelMakesTheSamePicture(Scheme scheme) {
        var scene = SmallScenes.glassAndMirror();
        var options = RenderOptions.of(32, 32).withScheme(scheme).withTile(4);
        try (var simulator = Device.simulator(SimulatorOptions.seeded(5).adversarial(), DeviceOptions.defaults())) {
            var compiled = render(simulator, scene, options.withWorkers(scheme == Scheme.HARDWARE ? 0 : 3));
            var expected = onJvm(scene, options);
            assertThat(compiled.image()).isEqualTo(expected.image());
            assertThat(compiled.rays()).isEqualTo(expected.rays());
        }
    }

    @Test
    void progressIsToldAndGrows() {
        var scene = TreasureScene.make();
        var told = new ArrayList<Progress>();
        try (var device = Device.jvm();
                var onDevice = new DeviceScene(device, scene)) {
            // More pixels than anyone can wait for: given up as soon as enough was told.
            assertThatThrownBy(() -> Renderer.render(
                            onDevice, scene.cameras().getFirst(), RenderOptions.of(4_000, 4_000), progress -> {
                                told.add(progress);
                                if (progress.pixels() > 0 && progress.rays() > progress.pixels()) {
                                    throw new IllegalStateException("enough");
                                }
                            }))
                    .hasMessage("enough");
        }
        assertThat(told).isNotEmpty().allSatisfy(progress -> {
            assertThat(progress.pixels()).isBetween(0L, progress.ofPixels());
            assertThat(progress.ofPixels()).isEqualTo(4_000 * 4_000);
        });
    }

    @ParameterizedTest
    @EnumSource
    void aPictureThatIsGivenUpLeavesTheDeviceUsable(Scheme scheme) {
        var scene = SmallScenes.glassAndMirror();
        var options = RenderOptions.of(2_000, 2_000).withScheme(scheme);
        try (var device = Device.jvm();
                var onDevice = new DeviceScene(device, scene)) {
            var camera = scene.cameras().getFirst();
            assertThatThrownBy(() -> Renderer.render(onDevice, camera, options, _ -> {
                        throw new IllegalStateException("enough");
                    }))
                    .hasMessage("enough");
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> Renderer.render(onDevice, camera, options))
                    .isInstanceOf(CancellationException.class);
            assertThat(Thread.interrupted()).isTrue();
            assertThat(Renderer.render(onDevice, camera, RenderOptions.of(8, 8)).rays())
                    .isPositive();
        }
    }

    @Test
    void aSceneThatIsTooLargeForTheDeviceIsRefusedWithTheBytes() {
        var scene = SmallScenes.glassAndMirror();
        try (var device = Device.jvm()) {
            long needed;
            try (var fits = new DeviceScene(device, scene)) {
                needed = fits.bytes();
            }
            new DeviceScene(device, scene, needed).close();
            assertThatThrownBy(() -> new DeviceScene(device, scene, needed / 2))
                    .isInstanceOf(DeviceMemoryException.class)
                    .hasMessageContaining("needs")
                    .hasMessageContaining("bytes on jvm, which has " + needed / 2);
        }
    }
}
