package dev.warpbroker.examples.render;

import java.util.List;
import java.util.function.Consumer;

/**
 * Pictures with soft shadows: lights are small discs instead of points. A picture is the mean of several in which each
 * light shines from other points of its disc, as in distributed ray tracing (R. L. Cook, T. Porter and L. Carpenter,
 * 1984), but from the same points for all pixels: what traces rays need not know of it.
 */
public final class SoftLight {
    /** The most pictures. */
    public static final int MAX = 1_024;

    /** Of a disc, in distances of the light from the middle of the scene. */
    private static final float RADIUS = 0.04f;

    /** Of Vogel's spiral, by which points are evenly spread over a disc. */
    private static final double GOLDEN_ANGLE = StrictMath.PI * (3 - StrictMath.sqrt(5));

    private SoftLight() {}

    /**
     * {@return the mean of some pictures, the work of the first one, and the time of all}
     *
     * @param pictures how many; one has the lights where they are
     */
    public static Rendering render(
            DeviceScene scene, Camera camera, RenderOptions options, int pictures, Consumer<Progress> progress) {
        if (pictures < 1 || pictures > MAX) {
            throw new IllegalArgumentException(pictures + " pictures for soft light; give 1 to " + MAX);
        }
        if (pictures == 1) {
            return Renderer.render(scene, camera, options, progress);
        }
        try {
            scene.copyLights(moved(scene.scene(), 0, pictures));
            var first = Renderer.render(scene, camera, options, part(progress, 0, pictures, 0));
            var elapsed = first.elapsed();
            int[] sums = new int[3 * options.width() * options.height()];
            add(first.image(), sums);
            for (int i = 1; i < pictures; i++) {
                scene.copyLights(moved(scene.scene(), i, pictures));
                var next = Renderer.render(scene, camera, options, part(progress, i, pictures, i * first.rays()));
                elapsed = elapsed.plus(next.elapsed());
                add(next.image(), sums);
            }
            return new Rendering(mean(options, sums, pictures), first.work(), elapsed);
        } finally {
            scene.copyLights(scene.scene().lights());
        }
    }

    /** {@return who hears of the progress of one picture, and tells that of all} */
    private static Consumer<Progress> part(Consumer<Progress> all, int number, int of, long rays) {
        return one -> all.accept(
                new Progress(number * one.ofPixels() + one.pixels(), of * one.ofPixels(), rays + one.rays()));
    }

    private static List<Light> moved(Scene scene, int number, int of) {
        double out = StrictMath.sqrt((number + 0.5) / of);
        double angle = number * GOLDEN_ANGLE;
        return scene.lights().stream()
                .map(light -> {
                    var from = light.position();
                    var along = light.direction();
                    float radius = RADIUS * from.minus(scene.box().centre()).length();
                    // Any direction across the light's will do.
                    var steep = Math.abs(along.y()) < 0.9f ? new Vec(0, 1, 0) : new Vec(1, 0, 0);
                    var side = along.cross(steep).normalized();
                    var place = from.plus(side.times(radius * (float) (out * StrictMath.cos(angle))))
                            .plus(along.cross(side).times(radius * (float) (out * StrictMath.sin(angle))));
                    return new Light(place, along, light.colour(), light.innerCosine(), light.outerCosine());
                })
                .toList();
    }

    /** Adds the light of pixels, which is the square of what screens show. */
    private static void add(Image image, int[] sums) {
        for (int i = 0; i < sums.length; i++) {
            int pixel = image.pixel(i / 3 % image.width(), i / 3 / image.width());
            int level = pixel >> 16 - i % 3 * 8 & 0xff;
            sums[i] += level * level;
        }
    }

    private static Image mean(RenderOptions options, int[] sums, int pictures) {
        int[] pixels = new int[sums.length / 3];
        for (int i = 0; i < sums.length; i++) {
            int level = (int) (Math.sqrt((double) sums[i] / pictures) + 0.5);
            pixels[i / 3] |= level << 16 - i % 3 * 8;
        }
        return new Image(options.width(), options.height(), pixels);
    }
}
