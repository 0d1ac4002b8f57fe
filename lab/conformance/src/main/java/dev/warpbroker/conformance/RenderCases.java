package dev.warpbroker.conformance;

import static dev.warpbroker.conformance.Sizes.scaled;

import dev.warpbroker.device.Device;
import dev.warpbroker.examples.render.Accelerator;
import dev.warpbroker.examples.render.Camera;
import dev.warpbroker.examples.render.DeviceScene;
import dev.warpbroker.examples.render.Light;
import dev.warpbroker.examples.render.Material;
import dev.warpbroker.examples.render.RenderOptions;
import dev.warpbroker.examples.render.Renderer;
import dev.warpbroker.examples.render.Rendering;
import dev.warpbroker.examples.render.Scene;
import dev.warpbroker.examples.render.Scheme;
import dev.warpbroker.examples.render.Sky;
import dev.warpbroker.examples.render.Vec;
import java.util.ArrayList;
import java.util.List;

/** Pictures are the JVM's to the byte, whoever renders which pixels. */
final class RenderCases {
    private static final int TILE = 4;

    private RenderCases() {}

    /**
     * A picture of a small scene; on a GPU large enough to keep all of its multiprocessors busy.
     *
     * @param crowded whether a GPU holds more workers than with the registers that the kernel would like to have
     */
    private static void picture(Device device, Accelerator accelerator, Scheme scheme, boolean crowded) {
        int side = scaled(device, 20, 64, 512);
        int onGpu = crowded
                ? device.properties().residentThreads() / device.properties().lanesPerWorker() / 2
                : 0;
        var options =
                RenderOptions.of(side, side).withScheme(scheme).withTile(TILE).withWorkers(scaled(device, 3, 4, onGpu));
        Rendering expected;
        try (Device jvm = Device.jvm()) {
            expected = render(
                    jvm,
                    Accelerator.OCTREE,
                    RenderOptions.of(side, side).withScheme(Scheme.STATIC).withWorkers(scaled(device, 1, 1, 0)));
        }
        compare(expected, render(device, accelerator, options));
    }

    static List<Case> cases() {
        var cases = new ArrayList<Case>();
        for (var accelerator : Accelerator.values()) {
            for (var scheme : Scheme.values()) {
                cases.add(new Case(
                        "picture, " + accelerator + ", " + scheme + ": " + scheme.description(),
                        "applications",
                        false,
                        device -> picture(device, accelerator, scheme, false)));
            }
            for (var scheme : List.of(Scheme.THESIS, Scheme.STEALING, Scheme.SORTED)) {
                cases.add(new Case(
                        "picture, " + accelerator + ", " + scheme
                                + ": workers for half of all lanes, with fewer registers",
                        "applications",
                        false,
                        device -> picture(device, accelerator, scheme, true)));
            }
        }
        return cases;
    }

    private static Rendering render(Device device, Accelerator accelerator, RenderOptions options) {
        var scene = glassAndMirror();
        try (var onDevice = new DeviceScene(device, scene, accelerator)) {
            return Renderer.render(onDevice, scene.cameras().getFirst(), options);
        }
    }

    private static void compare(Rendering expected, Rendering found) {
        var image = found.image();
        for (int row = 0; row < image.height(); row++) {
            for (int column = 0; column < image.width(); column++) {
                int pixel = image.pixel(column, row);
                int must = expected.image().pixel(column, row);
                if (pixel != must) {
                    throw new Mismatch(
                            "pixel at column %d, row %d: %06x; must be %06x".formatted(column, row, pixel, must));
                }
            }
        }
        if (found.rays() != expected.rays()) {
            throw new Mismatch(found.rays() + " rays; must be " + expected.rays());
        }
    }

    /** {@return a tent of glass before a mirror, on a golden floor} */
    private static Scene glassAndMirror() {
        var scene = new Scene.Builder();
        int gold = scene.material(Material.matte(new Vec(0.5f, 0.35f, 0.1f))
                .shiny(Vec.all(0.7f), 30)
                .reflecting(new Vec(0.3f, 0.25f, 0.1f)));
        int mirror = scene.material(Material.matte(Vec.all(0.05f)).reflecting(Vec.all(0.8f)));
        int glass = scene.material(Material.matte(Vec.all(0.02f))
                .shiny(Vec.all(0.8f), 90)
                .reflecting(Vec.all(0.05f))
                .refracting(new Vec(0.9f, 0.95f, 0.8f), 1.5f));
        quad(scene, gold, new Vec(-3, 0, 3), new Vec(3, 0, 3), new Vec(3, 0, -3), new Vec(-3, 0, -3));
        quad(scene, mirror, new Vec(-2, 0, -2), new Vec(2, 0, -1.5f), new Vec(2, 2.5f, -1.5f), new Vec(-2, 2.5f, -2));
        var top = new Vec(0.2f, 1.4f, 0.3f);
        Vec[] foot = {
            new Vec(-0.8f, 0.1f, 1), new Vec(1, 0.1f, 1.2f), new Vec(0.9f, 0.1f, -0.6f), new Vec(-0.7f, 0.1f, -0.7f)
        };
        for (int i = 0; i < foot.length; i++) {
            scene.triangle(glass, foot[i], foot[(i + 1) % foot.length], top);
        }
        quad(scene, glass, foot[3], foot[2], foot[1], foot[0]);
        return scene.ambient(Vec.all(0.2f))
                .sky(new Sky(new Vec(0.1f, 0.1f, 0.1f), new Vec(0.2f, 0.3f, 0.5f)))
                .light(Light.spot(new Vec(3, 4, 4), new Vec(0, 0, 0), new Vec(0.9f, 0.9f, 0.8f), 15, 40))
                .light(Light.point(new Vec(-4, 3, 2), new Vec(0.2f, 0.25f, 0.3f)))
                .camera(Camera.at(new Vec(0.5f, 1.4f, 4.5f), new Vec(0, 0.6f, 0), 50))
                .build();
    }

    private static void quad(Scene.Builder scene, int material, Vec a, Vec b, Vec c, Vec d) {
        scene.triangle(material, a, b, c).triangle(material, a, c, d);
    }
}
