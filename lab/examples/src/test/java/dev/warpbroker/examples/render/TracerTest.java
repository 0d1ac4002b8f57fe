package dev.warpbroker.examples.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What single rays meet and bring back, against what can be computed otherwise. */
class TracerTest {
    private static final int SIZE = 33;
    private static final int MIDDLE = SIZE / 2;

    private static Image picture(Scene.Builder scene) {
        return picture(scene, 8);
    }

    private static Image picture(Scene.Builder scene, int depth) {
        try (var device = Device.jvm();
                var onDevice = new DeviceScene(device, scene.build())) {
            return Renderer.render(
                            onDevice,
                            SmallScenes.FROM_FRONT,
                            RenderOptions.of(SIZE, SIZE).withDepth(depth))
                    .image();
        }
    }

    /** A large wall at z, whose front is towards the camera. */
    private static void wall(Scene.Builder scene, int material, float z) {
        new Solids(scene).quad(material, new Vec(-9, -9, z), new Vec(9, -9, z), new Vec(9, 9, z), new Vec(-9, 9, z));
    }

    private static int level(double brightness) {
        return (int) Math.round(Math.sqrt(Math.clamp(brightness, 0, 1)) * 255);
    }

    private static int red(Image image, int column, int row) {
        return image.pixel(column, row) >> 16;
    }

    @Test
    void phongsLightingIsWhatTheFormulaSays() {
        var scene = new Scene.Builder();
        wall(scene, scene.material(Material.matte(new Vec(0.3f, 0.2f, 0.1f)).shiny(Vec.all(0.4f), 7)), 0);
        scene.ambient(Vec.all(0.25f)).light(Light.point(new Vec(0, 0, 3), new Vec(0.8f, 0.8f, 0.8f)));
        var image = picture(scene);
        for (int column = 0; column < SIZE; column++) {
            // The camera is at (0, 0, 5) and sees 60 degrees.
            double slope = (column - MIDDLE) * 2 * Math.tan(Math.PI / 6) / SIZE;
            double x = 5 * slope;
            double cosine = 3 / Math.hypot(x, 3);
            // Mirrored at the wall, the ray from the camera goes on with the same slope, towards the camera's side.
            double mirror = (slope * -x + 3) / (Math.hypot(slope, 1) * Math.hypot(x, 3));
            double phong = 0.25 * 0.3 + 0.8 * (0.3 * cosine + 0.4 * Math.pow(Math.max(0, mirror), 7));
            assertThat(red(image, column, MIDDLE)).as("column %d", column).isCloseTo(level(phong), within(1));
        }
        assertThat(image.pixel(MIDDLE, MIDDLE) & 0xff).isEqualTo(level(0.25 * 0.1 + 0.8 * (0.1 + 0.4)));
    }

    @Test
    void whatIsBehindSomethingIsInItsShadow() {
        var scene = new Scene.Builder();
        int grey = scene.material(Material.matte(Vec.all(0.5f)));
        wall(scene, grey, 0);
        // Between the light at (4, 0, 3) and the wall's middle, but not between camera and wall.
        new Solids(scene).box(grey, Frame.at(1.7f, -0.3f, 1.3f), 0.6f, 0.6f, 0.4f);
        scene.ambient(Vec.all(0.2f)).light(Light.point(new Vec(4, 0, 3), Vec.all(1)));
        var image = picture(scene);
        assertThat(red(image, MIDDLE, MIDDLE)).isEqualTo(level(0.1));
        assertThat(red(image, MIDDLE, 2)).isGreaterThan(level(0.15));
    }

    @Test
    void clearBodiesLetLightThrough() {
        var scene = new Scene.Builder();
        wall(scene, scene.material(Material.matte(Vec.all(0.5f))), 0);
        int glass = scene.material(Material.matte(Vec.all(0)).refracting(Vec.all(1), 1.5f));
        new Solids(scene).box(glass, Frame.at(1.7f, -0.3f, 1.3f), 0.6f, 0.6f, 0.4f);
        scene.light(Light.point(new Vec(4, 0, 3), Vec.all(1)));
        assertThat(red(picture(scene), MIDDLE, MIDDLE)).isCloseTo(level(0.5 * 0.6 * 0.82 * 0.82), within(1));
    }

    @Test
    void spotLightsEndAtTheirOuterAngle() {
        var scene = new Scene.Builder();
        wall(scene, scene.material(Material.matte(Vec.all(0.5f))), 0);
        scene.light(Light.spot(new Vec(0, 0, 4), new Vec(0, 0, 0), Vec.all(1), 10, 20));
        var image = picture(scene);
        assertThat(red(image, MIDDLE, MIDDLE)).isEqualTo(level(0.5));
        for (int column = 0; column < SIZE; column++) {
            double x = 5 * (column - MIDDLE) * 2 * Math.tan(Math.PI / 6) / SIZE;
            double degrees = Math.toDegrees(Math.atan(Math.abs(x) / 4));
            if (degrees > 20) {
                assertThat(red(image, column, MIDDLE)).as("%f degrees", degrees).isZero();
            } else if (degrees < 10) {
                assertThat(red(image, column, MIDDLE))
                        .isCloseTo(level(0.5 * Math.cos(Math.toRadians(degrees))), within(1));
            }
        }
    }

    @Test
    void mirrorsShowWhatIsBehindTheCamera() {
        var scene = new Scene.Builder();
        wall(scene, scene.material(Material.matte(Vec.all(0)).reflecting(Vec.all(0.7f))), 0);
        scene.sky(new Sky(Vec.all(0.2f), Vec.all(0.6f)));
        var image = picture(scene);
        assertThat(red(image, MIDDLE, MIDDLE)).isCloseTo(level(0.7 * 0.4), within(1));
        assertThat(red(image, MIDDLE, 0)).isGreaterThan(red(image, MIDDLE, SIZE - 1));
        assertThat(red(picture(scene, 1), MIDDLE, MIDDLE)).as("depth 1").isZero();
    }

    @Test
    void raysBetweenMirrorsEndAtTheDepth() {
        var scene = new Scene.Builder();
        int mirror = scene.material(Material.matte(Vec.all(0)).reflecting(Vec.all(1)));
        wall(scene, mirror, 0);
        var behind = Frame.at(0, 0, 6).turned(180);
        new Solids(scene)
                .quad(
                        mirror,
                        behind.point(-9, -9, 0),
                        behind.point(9, -9, 0),
                        behind.point(9, 9, 0),
                        behind.point(-9, 9, 0));
        for (int depth = 1; depth <= RenderOptions.MAX_DEPTH; depth++) {
            try (var device = Device.jvm();
                    var onDevice = new DeviceScene(device, scene.build())) {
                var work = Renderer.render(
                                onDevice,
                                SmallScenes.FROM_FRONT,
                                RenderOptions.of(1, 1).withDepth(depth))
                        .work();
                assertThat(work.calls(0, 0)).isEqualTo(depth);
                assertThat(work.rays()).isEqualTo(depth);
            }
        }
    }

    @Test
    void raysAreRefractedBySnellsLaw() {
        var scene = new Scene.Builder();
        wall(scene, scene.material(Material.matte(Vec.all(0)).refracting(Vec.all(1), 1.5f)), 0);
        try (var device = Device.jvm();
                var onDevice = new DeviceScene(device, scene.build(), Accelerator.OCTREE)) {
            var tracer = new Tracer(onDevice, 2);
            for (double degrees = 5; degrees < 80; degrees += 15) {
                float sine = (float) Math.sin(Math.toRadians(degrees));
                float cosine = (float) Math.cos(Math.toRadians(degrees));
                var path = tracer.path();
                path.begin(new Vec(-sine, 0, cosine), new Vec(sine, 0, -cosine), Vec.all(1), 0);
                assertThat(path.trace()).isTrue();
                while (path.direction.z() > 0) {
                    assertThat(path.pop())
                            .as("a refracted ray beside the reflected one")
                            .isTrue();
                }
                assertThat(path.direction.x()).isCloseTo(sine / 1.5f, within(1e-5f));

                path.begin(new Vec(-sine, 0, -cosine), new Vec(sine, 0, cosine), Vec.all(1), 0);
                assertThat(path.trace()).isTrue();
                boolean total = sine * 1.5 > 1;
                if (total) {
                    assertThat(path.direction.z()).as("total reflection").isNegative();
                    assertThat(path.weight().x()).isEqualTo(1);
                } else {
                    while (path.direction.z() < 0) {
                        assertThat(path.pop()).isTrue();
                    }
                    assertThat(path.direction.x()).isCloseTo(sine * 1.5f, within(1e-5f));
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void aTreeFindsTheSameTrianglesAsASearchOfAll(Accelerator accelerator) {
        for (long seed = 1; seed <= 4; seed++) {
            var random = new Random(seed);
            var scene = SmallScenes.random(seed, 20 + random.nextInt(700));
            // A kernel, as rays look at the lanes beside them.
            try (var device = Device.jvm();
                    var onDevice = new DeviceScene(device, scene, accelerator)) {
                device.run(Grid.threads(1), _ -> compareWithSearchOfAll(onDevice, random));
            }
        }
    }

    private static Hit nearest(DeviceScene onDevice, Vec origin, Vec direction) {
        var aim = new Aim(false, 0);
        onDevice.traversal.follow(origin, direction, aim, onDevice.traversal.stack());
        return aim.nearest(onDevice.triangles, origin, direction);
    }

    private static void compareWithSearchOfAll(DeviceScene onDevice, Random random) {
        var scene = onDevice.scene();
        var traversal = onDevice.traversal;
        var triangles = onDevice.triangles;
        int[] order = onDevice.accelerator().tree(scene).order();
        int hits = 0;
        for (int ray = 0; ray < 1_500; ray++) {
            var origin = SmallScenes.anywhere(random, 8);
            var direction = switch (random.nextInt(4)) {
                case 0 -> new Vec(random.nextBoolean() ? 1 : -1, 0, 0);
                case 1 -> new Vec(0, -0.0f, random.nextBoolean() ? 1 : -1);
                default -> SmallScenes.anywhere(random, 1).normalized();
            };
            var found = nearest(onDevice, origin, direction);
            var expected = new Hit(-1, Float.MAX_VALUE, 0, 0);
            for (int i = 0; i < scene.triangles(); i++) {
                var hit = triangles.meet(i, origin, direction);
                if (hit.distance() > 0
                        && (hit.distance() < expected.distance()
                                || hit.distance() == expected.distance() && order[i] < order[expected.triangle()])) {
                    expected = hit;
                }
            }
            assertThat(found).as("ray from %s towards %s", origin, direction).isEqualTo(expected);
            hits += found.isPresent() ? 1 : 0;
            float limit = 4 * random.nextFloat();
            boolean dark = false;
            for (int i = 0; i < scene.triangles(); i++) {
                float distance = triangles.meet(i, origin, direction).distance();
                dark |= distance > 0 && distance < limit;
            }
            var toLight = new Aim(true, limit);
            traversal.follow(origin, direction, toLight, traversal.stack());
            assertThat(toLight.isDark()).isEqualTo(dark);
            assertThat(Tracer.left(toLight)).isEqualTo(dark ? 0 : 1);
        }
        assertThat(hits).isGreaterThan(50);
    }

    @ParameterizedTest
    @EnumSource
    void aTreeOfTheSameTriangleManyTimesHasAnEnd(Accelerator accelerator) {
        var scene = new Scene.Builder();
        int grey = scene.material(Material.matte(Vec.all(0.5f)));
        for (int i = 0; i < 100; i++) {
            scene.triangle(grey, new Vec(0, 0, 0), new Vec(1, 0, 0), new Vec(0, 1, 0));
        }
        try (var device = Device.jvm();
                var onDevice = new DeviceScene(device, scene.build(), accelerator)) {
            int[] order = accelerator.tree(onDevice.scene()).order();
            device.run(Grid.threads(1), _ -> {
                var hit = nearest(onDevice, new Vec(0.2f, 0.2f, 3), new Vec(0, 0, -1));
                assertThat(hit.distance()).isEqualTo(3);
                assertThat(order[hit.triangle()]).isZero();
            });
        }
    }
}
