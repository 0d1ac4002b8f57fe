package dev.warpbroker.examples.render;

import dev.warpbroker.device.Floats;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Longs;

/**
 * The ray tracer in kernel Java: listing 4.1 of a thesis on work stealing (2013) as a loop. Phong's lighting with
 * shadows, reflection and refraction, up to a number of bounces and down to a weight below which rays are not followed.
 *
 * <p><b>Guarantees.</b> A pixel's colour is the same to the bit on every device: it depends on nothing but the scene
 * and the ray, and is computed by operations whose results are defined exactly (sums, products, quotients, square
 * roots, fused multiply-add) in a fixed order. The nearest triangle does not depend on the order in which triangles are
 * looked at: of several at the same distance it is the one that is first in the scene. And the sum of a pixel does not
 * depend on the order in which its rays are traced: all that it is made of is rounded to whole units first.
 *
 * <p><b>Differences from the listing.</b> The weight of a ray includes the weights of those before it, as the listing's
 * annotations do and its code does not. Clear bodies reflect more at grazing angles and totally where nothing can be
 * refracted. The shadow of a clear body is a little light lost at each of its surfaces.
 */
final class Tracer {
    /*
     * Each ray adds to a pixel what it finds itself, and what each light adds. If each of these is 1 at most, as a
     * pixel is not brighter than that, the sum of all fits into 31 bits with units as below.
     *
     * Rays to be followed are handed over before lights are looked at, so that there is little to remember meanwhile.
     */

    /** Rays that contribute less than this to every colour are not followed. */
    static final float CUT_OFF = 0.01f;

    /** Light that is left after a surface of a clear body, on the way to a shadow. */
    private static final float CLEAR_SHADOW = 0.82f;

    private final Traversal traversal;
    private final Triangles triangles;
    private final Longs shading;
    private final Floats materials;
    private final Floats lights;
    private final Floats surroundings;
    private final Ints sizes;
    private final int depth;
    private final float units;

    /** The most bits after the point in sums: as many as a float has. */
    private static final int MAX_SUM_BITS = 23;

    /** @param depth rays in a row, the first included */
    Tracer(DeviceScene scene, int depth) {
        traversal = scene.traversal;
        triangles = scene.triangles;
        shading = scene.shading;
        materials = scene.materials;
        lights = scene.lights;
        surroundings = scene.surroundings;
        sizes = scene.sizes;
        this.depth = depth;
        units = 1 << sumBits(scene.scene().lights().size());
    }

    /** {@return the bits after the point in sums of pixels} */
    private int sumBits(int lightCount) {
        int most = ((1 << depth) - 1) * (1 + lightCount);
        return Math.min(MAX_SUM_BITS, Integer.numberOfLeadingZeros(most) - 1);
    }

    Path path() {
        return new Path(this, depth, stack());
    }

    /** {@return in how many units light of 1 is divided in the sums of pixels} */
    float units() {
        return units;
    }

    int lights() {
        return sizes.get(0);
    }

    /** {@return what a lane needs to find triangles, made once for all of its rays} */
    long[] stack() {
        return traversal.stack();
    }

    /** Follows a ray, until its aim is reached. */
    void follow(Vec origin, Vec direction, Aim aim, long[] stack) {
        traversal.follow(origin, direction, aim, stack);
    }

    /**
     * Finds out what a ray brings.
     *
     * @param aim with which it was followed
     * @param weight what it contributes to the pixel
     * @param before how many rays came before it
     */
    void shade(Vec origin, Vec direction, Aim aim, Vec weight, int before, RaySink sink) {
        var hit = aim.nearest(triangles, origin, direction);
        if (!hit.isPresent()) {
            sink.add(weight.times(sky(direction)));
            return;
        }
        var outside = triangles.face(hit.triangle());
        boolean entering = outside.dot(direction) < 0;
        var face = entering ? outside : outside.times(-1);
        var normal = normal(hit, face, direction, entering);
        float towards = -normal.dot(direction);
        var mirrored = direction.plus(normal.times(2 * towards));

        int material = Words.highInt(shading.get(hit.triangle() * DeviceScene.LONGS_PER_SHADING + 4))
                * DeviceScene.FLOATS_PER_MATERIAL;
        var lift = face.times(surroundings.get(9));
        var point = origin.plus(direction.times(hit.distance()));
        var above = point.plus(lift);

        if (before + 1 < depth) {
            var reflection = vec(materials, material + 6);
            var refraction = vec(materials, material + 9);
            if (refraction.largest() > 0) {
                float index = materials.get(material + 12);
                float ratio = entering ? 1 / index : index;
                float rest = 1 - ratio * ratio * (1 - towards * towards);
                if (rest < 0) {
                    reflection = reflection.plus(refraction);
                } else {
                    float leaving = (float) Math.sqrt(rest);
                    float slope = 1 - (entering ? towards : leaving);
                    float square = slope * slope;
                    float grazing = square * square * slope;
                    reflection = reflection.plus(Vec.all(1).minus(reflection).times(grazing));
                    var refracted = weight.times(refraction.times(1 - grazing));
                    if (refracted.largest() > CUT_OFF) {
                        var through = direction
                                .times(ratio)
                                .plus(normal.times(ratio * towards - leaving))
                                .normalized();
                        sink.follow(point.minus(lift), through, refracted, before + 1);
                    }
                }
            }
            var reflected = weight.times(reflection);
            if (reflected.largest() > CUT_OFF) {
                sink.follow(above, mirrored, reflected, before + 1);
            }
        }
        light(sink, weight, material, above, normal, face, mirrored);
    }

    /** {@return the surface's normal at a hit, on the side of the ray} */
    private Vec normal(Hit hit, Vec face, Vec direction, boolean entering) {
        int at = hit.triangle() * DeviceScene.LONGS_PER_SHADING;
        long a = shading.get(at);
        long b = shading.get(at + 1);
        long c = shading.get(at + 2);
        long d = shading.get(at + 3);
        long e = shading.get(at + 4);
        float first = 1 - hit.u() - hit.v();
        var sum = new Vec(Words.low(a), Words.high(a), Words.low(b))
                .times(first)
                .plus(new Vec(Words.high(b), Words.low(c), Words.high(c)).times(hit.u()))
                .plus(new Vec(Words.low(d), Words.high(d), Words.low(e)).times(hit.v()));
        var smooth = sum.times((entering ? 1 : -1) / sum.length());
        // Also where the normals of the corners are useless, or point away although the triangle is seen.
        return smooth.dot(direction) < 0 ? smooth : face;
    }

    /** The light that comes from a surface itself: ambient, and from all lights that shine on it. */
    private void light(RaySink sink, Vec weight, int material, Vec point, Vec normal, Vec face, Vec mirrored) {
        sink.add(weight.times(vec(surroundings, 0).times(vec(materials, material))));
        int count = lights();
        for (int i = 0; i < count; i++) {
            int at = i * DeviceScene.FLOATS_PER_LIGHT;
            var way = way(point, i);
            var towards = way.direction();
            float cosine = normal.dot(towards);
            float inCone = (-vec(lights, at + 4).dot(towards) - lights.get(at + 3)) * lights.get(at + 7);
            if (cosine > 0 && inCone > 0 && face.dot(towards) > 0) {
                float shine = inCone < 1 ? inCone * inCone * (3 - 2 * inCone) : 1;
                float mirror = mirrored.dot(towards);
                var phong = vec(materials, material).times(cosine);
                if (mirror > 0) {
                    float highlight = power(mirror, (int) materials.get(material + 13));
                    phong = phong.plus(vec(materials, material + 3).times(highlight));
                }
                var colour = phong.times(vec(lights, at + 8)).times(shine);
                sink.shine(i, point, towards, way.distance(), weight.times(colour));
            }
        }
    }

    /** From a point to a light. */
    record Way(Vec direction, float distance) {}

    Way way(Vec point, int light) {
        var way = vec(lights, light * DeviceScene.FLOATS_PER_LIGHT).minus(point);
        float distance = way.length();
        return new Way(way.times(1 / distance), distance);
    }

    /** {@return how much of a light is left on its way to a point: 0 behind a triangle that is not clear} */
    static float left(Aim aim) {
        return aim.isDark() ? 0 : power(CLEAR_SHADOW, aim.clearSurfaces());
    }

    private static float power(float base, int exponent) {
        float result = 1;
        float factor = base;
        for (int left = exponent; left > 0; left >>= 1) {
            if ((left & 1) != 0) {
                result *= factor;
            }
            factor *= factor;
        }
        return result;
    }

    private Vec sky(Vec direction) {
        float up = 0.5f + 0.5f * direction.y();
        return vec(surroundings, 3).times(1 - up).plus(vec(surroundings, 6).times(up));
    }

    private static Vec vec(Floats numbers, int at) {
        return new Vec(numbers.get(at), numbers.get(at + 1), numbers.get(at + 2));
    }
}
