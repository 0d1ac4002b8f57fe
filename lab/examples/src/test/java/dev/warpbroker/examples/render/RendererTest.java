package dev.warpbroker.examples.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceMemoryException;
import dev.warpbroker.device.DeviceOptions;
import dev.warpbroker.device.SimulatorOptions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Pictures are the same however they are made. */
class RendererTest {
    private static Rendering render(Device device, Scene scene, Accelerator accelerator, RenderOptions options) {
        try (var onDevice = new DeviceScene(device, scene, accelerator)) {
            return Renderer.render(onDevice, scene.cameras().getFirst(), options);
        }
    }

    private static Rendering onJvm(Scene scene, RenderOptions options) {
        try (var device = Device.jvm()) {
            return render(device, scene, Accelerator.OCTREE, options);
        }
    }

    static Stream<Arguments> schemesAndAccelerators() {
        return Stream.of(Scheme.values())
                .flatMap(scheme -> Stream.of(Accelerator.values()).map(accelerator -> arguments(scheme, accelerator)));
    }

    @ParameterizedTest
    @MethodSource("schemesAndAccelerators")
    void schemesTilesAndWorkersDoNotChangeThePicture(Scheme scheme, Accelerator accelerator) {
        var scene = SmallScenes.glassAndMirror();
        var options = RenderOptions.of(45, 33);
        var expected = onJvm(scene, options);
        assertThat(expected.image().pixel(22, 16)).isNotZero();
        try (var device = Device.jvm();
                var onDevice = new DeviceScene(device, scene, accelerator)) {
            for (int tile : new int[] {1, 8, 64}) {
                for (int workers : new int[] {1, 5}) {
                    var other = Renderer.render(
                            onDevice,
                            scene.cameras().getFirst(),
                            options.withScheme(scheme).withTile(tile).withWorkers(workers));
                    assertThat(other.image())
                            .as("tile %d, %d workers", tile, workers)
                            .isEqualTo(expected.image());
                    assertThat(other.rays()).isEqualTo(expected.rays());
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void theCompiledKernelMakesTheSamePicture(Scheme scheme) {
        var scene = SmallScenes.glassAndMirror();
        var options = RenderOptions.of(14, 14).withScheme(scheme).withTile(4);
        try (var simulator = Device.simulator(SimulatorOptions.seeded(5).adversarial(), DeviceOptions.defaults())) {
            int workers = scheme == Scheme.HARDWARE ? 0 : 3;
            var compiled = render(simulator, scene, Accelerator.BVH, options.withWorkers(workers));
            var expected = onJvm(scene, options);
            assertThat(compiled.image()).isEqualTo(expected.image());
            assertThat(compiled.rays()).isEqualTo(expected.rays());
        }
    }

    static Stream<Device> devices() {
        return Stream.of(
                Device.jvm(), Device.simulator(SimulatorOptions.seeded(6).adversarial(), DeviceOptions.defaults()));
    }

    @ParameterizedTest
    @MethodSource("devices")
    void workersAreBusyForSomeOfTheTime(Device device) {
        var scene = SmallScenes.glassAndMirror();
        try (device;
                var onDevice = new DeviceScene(device, scene)) {
            for (var scheme : List.of(Scheme.STATIC, Scheme.THESIS, Scheme.HARDWARE)) {
                var busy = Renderer.busy(
                        onDevice,
                        scene.cameras().getFirst(),
                        RenderOptions.of(16, 8).withScheme(scheme).withTile(4).withWorkers(3));
                int workers =
                        scheme == Scheme.HARDWARE ? 128 / device.properties().lanesPerWorker() : 3;
                assertThat(busy.nanos()).as("%s", scheme).hasSize(workers);
                assertThat(Arrays.stream(busy.nanos())).allMatch(nanos -> nanos > 0 && nanos <= busy.elapsed());
                assertThat(busy.atOnce()).isBetween(0.0, (double) workers);
                assertThat(busy.mostOverMean()).isGreaterThanOrEqualTo(1);
            }
        }
    }

    @Test
    void workersOfTheSchedulerHaveNoClock() {
        var scene = SmallScenes.glassAndMirror();
        try (var device = Device.jvm();
                var onDevice = new DeviceScene(device, scene)) {
            var options = RenderOptions.of(16, 16).withTile(4);
            var camera = scene.cameras().getFirst();
            assertThatThrownBy(() -> Renderer.busy(onDevice, camera, options.withScheme(Scheme.SCHEDULER)))
                    .hasMessageContaining("scheduler");
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"THESIS", "STEALING", "SORTED", "SCHEDULER"})
    void raysThatTheBufferHasNoRoomForWaitInMemory(Scheme scheme) {
        var built = SmallScenes.clearSheets();
        var options = RenderOptions.of(8, 4).withTile(4);
        var expected = onJvm(built, options);
        assertThat(expected.work().mostCalls()).isGreaterThan(40);
        for (int workers : new int[] {1, 2}) {
            try (var simulator = Device.simulator(
                    SimulatorOptions.seeded(workers).adversarial(),
                    DeviceOptions.defaults().withBoundsChecks(true))) {
                var found = render(
                        simulator,
                        built,
                        Accelerator.OCTREE,
                        options.withScheme(scheme).withWorkers(workers));
                assertThat(found.image()).isEqualTo(expected.image());
                assertThat(found.rays()).isEqualTo(expected.rays());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("stealingAndAccelerators")
    void thievesChangeNothingInAnyOrder(Scheme scheme, Accelerator accelerator) {
        var scene = SmallScenes.glassAndMirror();
        var options = RenderOptions.of(9, 6).withScheme(scheme);
        var expected = onJvm(scene, options);
        for (int seed = 1; seed <= 2; seed++) {
            // A tile for each worker at most, and many for each.
            var varied = seed == 1
                    ? options.withTile(2).withWorkers(30)
                    : options.withTile(1).withWorkers(2 * seed);
            try (var simulator = Device.simulator(
                    SimulatorOptions.seeded(seed).adversarial(),
                    DeviceOptions.defaults().withBoundsChecks(true))) {
                var found = render(simulator, scene, accelerator, varied);
                assertThat(found.image()).as("seed %d", seed).isEqualTo(expected.image());
                assertThat(found.rays()).isEqualTo(expected.rays());
            }
        }
    }

    static Stream<Arguments> stealingAndAccelerators() {
        return Stream.of(Scheme.THESIS, Scheme.STEALING, Scheme.SORTED, Scheme.SCHEDULER)
                .flatMap(scheme -> Stream.of(Accelerator.values()).map(accelerator -> arguments(scheme, accelerator)));
    }

    @Test
    void progressIsToldAndGrows() {
        var scene = SmallScenes.glassAndMirror();
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
            new DeviceScene(device, scene, Accelerator.BVH, needed).close();
            assertThatThrownBy(() -> new DeviceScene(device, scene, Accelerator.BVH, needed / 2))
                    .isInstanceOf(DeviceMemoryException.class)
                    .hasMessageContaining("needs")
                    .hasMessageContaining("bytes on jvm, which has " + needed / 2);
        }
    }
}
