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
 * roots, fused multiply-add) in a fixed order. In particular, the nearest triangle does not depend on the order in
 * which triangles are looked at: of several at the same distance it is the one that is first in the scene.
 *
 * <p><b>Differences from the listing.</b> The weight of a ray includes the weights of those before it, as the listing's
 * annotations do and its code does not. Clear bodies reflect more at grazing angles and totally where nothing can be
 * refracted. The shadow of a clear body is a little light lost at each of its surfaces.
 */
final class Tracer {
    /*
     * Rays that wait are kept on a stack of the lane: each ray takes one place and leaves at most two, and the last
     * ones in a row leave none, so there are never more than a row has. They are pushed before lights are looked at, so
     * that there is little to remember meanwhile.
     *
     * Boxes: a ray meets the planes at near * inverse - origin * inverse, one fused operation each. Directions of zero
     * are replaced by tiny ones, so that there are no infinities and no NaN. The nearest and farthest planes are found
     * by comparing floats as if they were ints, which is right as long as at least one number is not negative (the
     * largest) or it does not matter which of the negative ones is found (the smallest, where all of them mean that the
     * box is behind the ray); GPUs have an instruction for that, and none for Java's maximum of floats.
     *
     * The lanes of a warp look for leaves together, and look at triangles together: triangles cost much more than
     * boxes, and if each lane did so when it came to them, the others would wait each time.
     */

    /** Rays that contribute less than this to every colour are not followed. */
    static final float CUT_OFF = 0.01f;

    private static final float TINY = 1e-20f;

    /** How far a ray may miss a triangle, so that none slips through between two. */
    private static final float SLACK = 1e-6f;

    /** Light that is left after a surface of a clear body, on the way to a shadow. */
    private static final float CLEAR_SHADOW = 0.82f;

    private static final int NO_TRIANGLE = -1;

    private final Longs nodes;
    private final Longs triangles;
    private final Longs shading;
    private final Floats materials;
    private final Floats lights;
    private final Floats surroundings;
    private final Ints sizes;
    private final int depth;

    /** @param depth rays in a row, the first included */
    Tracer(DeviceScene scene, int depth) {
        nodes = scene.nodes;
        triangles = scene.triangles;
        shading = scene.shading;
        materials = scene.materials;
        lights = scene.lights;
        surroundings = scene.surroundings;
        sizes = scene.sizes;
        this.depth = depth;
    }

    /** Where a ray hits a triangle, and the weights of the triangle's second and third corner there. */
    record Hit(int triangle, float distance, float u, float v) {
        boolean isPresent() {
            return triangle != NO_TRIANGLE;
        }
    }

    Path path() {
        return new Path(depth);
    }

    /** Traces the ray that is under way; {@return whether there is another one now} */
    boolean trace(Path path) {
        var hit = nearest(path.origin, path.direction);
        path.work++;
        if (hit.isPresent()) {
            shade(path, hit);
        } else {
            path.add(path.weight().times(sky(path.direction)));
        }
        return path.pop();
    }

    private void shade(Path path, Hit hit) {
        var direction = path.direction;
        var weight = path.weight();
        int depthOfNext = path.depth() + 1;

        int at = hit.triangle() * DeviceScene.LONGS_PER_TRIANGLE;
        long b = triangles.get(at + 1);
        long c = triangles.get(at + 2);
        long d = triangles.get(at + 3);
        long e = triangles.get(at + 4);
        var outside = new Vec(Words.high(b), Words.low(c), Words.high(c))
                .cross(new Vec(Words.low(d), Words.high(d), Words.low(e)))
                .normalized();
        boolean entering = outside.dot(direction) < 0;
        var face = entering ? outside : outside.times(-1);
        var normal = normal(hit, face, direction, entering);
        float towards = -normal.dot(direction);
        var mirrored = direction.plus(normal.times(2 * towards));

        int material = Words.highInt(shading.get(hit.triangle() * DeviceScene.LONGS_PER_SHADING + 4))
                * DeviceScene.FLOATS_PER_MATERIAL;
        var lift = face.times(surroundings.get(9));
        var point = path.origin.plus(direction.times(hit.distance()));
        var above = point.plus(lift);

        if (depthOfNext < depth) {
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
                        path.push(point.minus(lift), through, refracted, depthOfNext);
                    }
                }
            }
            var reflected = weight.times(reflection);
            if (reflected.largest() > CUT_OFF) {
                path.push(above, mirrored, reflected, depthOfNext);
            }
        }
        path.add(weight.times(lit(path, material, above, normal, face, mirrored)));
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

    /** {@return the light that comes from a surface itself: ambient, and from all lights that shine on it} */
    private Vec lit(Path path, int material, Vec point, Vec normal, Vec face, Vec mirrored) {
        var sum = vec(surroundings, 0).times(vec(materials, material));
        int count = sizes.get(0);
        for (int i = 0; i < count; i++) {
            int at = i * DeviceScene.FLOATS_PER_LIGHT;
            var way = vec(lights, at).minus(point);
            float distance = way.length();
            var towards = way.times(1 / distance);
            float cosine = normal.dot(towards);
            float inCone = (-vec(lights, at + 4).dot(towards) - lights.get(at + 3)) * lights.get(at + 7);
            if (cosine > 0 && inCone > 0 && face.dot(towards) > 0) {
                path.work += 1 << Canvas.CALL_BITS;
                float shine = lightThrough(point, towards, distance);
                if (shine > 0) {
                    if (inCone < 1) {
                        shine *= inCone * inCone * (3 - 2 * inCone);
                    }
                    float mirror = mirrored.dot(towards);
                    var phong = vec(materials, material).times(cosine);
                    if (mirror > 0) {
                        float highlight = power(mirror, (int) materials.get(material + 13));
                        phong = phong.plus(vec(materials, material + 3).times(highlight));
                    }
                    sum = sum.plus(phong.times(vec(lights, at + 8)).times(shine));
                }
            }
        }
        return sum;
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

    /** A ray as boxes need it: it meets the plane x = c at c * inverse.x + shift.x, and so on. */
    private record Slabs(Vec inverse, Vec shift) {
        static Slabs of(Vec origin, Vec direction) {
            var inverse = new Vec(inverse(direction.x()), inverse(direction.y()), inverse(direction.z()));
            return new Slabs(inverse, origin.times(-1).times(inverse));
        }

        private static float inverse(float direction) {
            return 1 / (Math.abs(direction) < TINY ? direction < 0 ? -TINY : TINY : direction);
        }
    }

    /** A leaf, 0 if there is none, and the node to go on with. */
    private record Step(int leaf, int next) {
        int first() {
            return leaf >>> Octree.COUNT_BITS;
        }

        int after() {
            return first() + (leaf & (1 << Octree.COUNT_BITS) - 1);
        }
    }

    /** {@return where the list begins for rays of a direction} */
    private int list(Vec direction) {
        return ((direction.x() < 0 ? 1 : 0) | (direction.y() < 0 ? 2 : 0) | (direction.z() < 0 ? 4 : 0)) * sizes.get(1);
    }

    /** {@return the next leaf whose box a ray meets before {@code limit}} */
    private Step nextLeaf(int from, int end, Slabs slabs, float limit) {
        var inverse = slabs.inverse();
        var shift = slabs.shift();
        int node = from;
        int leaf = 0;
        while (leaf == 0 && node < end) {
            long nearXY = nodes.get(node);
            long nearZFarX = nodes.get(node + 1);
            long farYZ = nodes.get(node + 2);
            long links = nodes.get(node + 3);
            int in = latest(
                    Math.fma(Words.low(nearXY), inverse.x(), shift.x()),
                    Math.fma(Words.high(nearXY), inverse.y(), shift.y()),
                    Math.fma(Words.low(nearZFarX), inverse.z(), shift.z()));
            int out = earliest(
                    Math.fma(Words.high(nearZFarX), inverse.x(), shift.x()),
                    Math.fma(Words.low(farYZ), inverse.y(), shift.y()),
                    Math.fma(Words.high(farYZ), inverse.z(), shift.z()),
                    limit);
            boolean missed = in > out;
            node = missed ? Words.lowInt(links) : node + Octree.LONGS_PER_NODE;
            leaf = missed ? 0 : Words.highInt(links);
        }
        return new Step(leaf, node);
    }

    /** {@return the nearest triangle that a ray hits} */
    Hit nearest(Vec origin, Vec direction) {
        var slabs = Slabs.of(origin, direction);
        int node = list(direction);
        int end = node + sizes.get(1);
        int best = NO_TRIANGLE;
        float distance = Float.MAX_VALUE;
        float bestU = 0;
        float bestV = 0;
        while (node < end) {
            var step = nextLeaf(node, end, slabs, distance);
            node = step.next();
            for (int triangle = step.first(); triangle < step.after(); triangle++) {
                var hit = meet(triangle, origin, direction);
                float t = hit.distance();
                if (t > 0 && (t < distance || t == distance && best >= 0 && isBefore(triangle, best))) {
                    best = triangle;
                    distance = t;
                    bestU = hit.u();
                    bestV = hit.v();
                }
            }
        }
        return new Hit(best, distance, bestU, bestV);
    }

    /** {@return how much of a light is left on its way to a point: 0 behind a triangle that is not clear} */
    private float lightThrough(Vec point, Vec direction, float distance) {
        var slabs = Slabs.of(point, direction);
        int node = list(direction);
        int end = node + sizes.get(1);
        int clear = 0;
        boolean dark = false;
        while (node < end && !dark) {
            var step = nextLeaf(node, end, slabs, distance);
            node = step.next();
            for (int triangle = step.first(); triangle < step.after(); triangle++) {
                float t = meet(triangle, point, direction).distance();
                if (t > 0 && t < distance) {
                    boolean isClear = tag(triangle) < 0;
                    clear += isClear ? 1 : 0;
                    dark |= !isClear;
                }
            }
        }
        return dark ? 0 : power(CLEAR_SHADOW, clear);
    }

    /** {@return the bits of the largest of three numbers and 0} */
    private static int latest(float x, float y, float z) {
        return Math.max(
                Math.max(Float.floatToRawIntBits(x), Float.floatToRawIntBits(y)),
                Math.max(Float.floatToRawIntBits(z), 0));
    }

    /** {@return the bits of the smallest of four numbers, or of a negative one if there is one} */
    private static int earliest(float x, float y, float z, float limit) {
        return Math.min(
                Math.min(Float.floatToRawIntBits(x), Float.floatToRawIntBits(y)),
                Math.min(Float.floatToRawIntBits(z), Float.floatToRawIntBits(limit)));
    }

    /** {@return where a ray meets a triangle; at a negative distance if it does not (Möller and Trumbore 1997)} */
    Hit meet(int triangle, Vec origin, Vec direction) {
        int at = triangle * DeviceScene.LONGS_PER_TRIANGLE;
        long a = triangles.get(at);
        long b = triangles.get(at + 1);
        long c = triangles.get(at + 2);
        long d = triangles.get(at + 3);
        long e = triangles.get(at + 4);
        float edgeX = Words.high(b);
        float edgeY = Words.low(c);
        float edgeZ = Words.high(c);
        float otherX = Words.low(d);
        float otherY = Words.high(d);
        float otherZ = Words.low(e);
        float pX = Math.fma(direction.y(), otherZ, -(direction.z() * otherY));
        float pY = Math.fma(direction.z(), otherX, -(direction.x() * otherZ));
        float pZ = Math.fma(direction.x(), otherY, -(direction.y() * otherX));
        float determinant = Math.fma(edgeX, pX, Math.fma(edgeY, pY, edgeZ * pZ));
        float size = Math.abs(determinant);
        int sign = Float.floatToRawIntBits(determinant) & Integer.MIN_VALUE;
        float fromX = origin.x() - Words.low(a);
        float fromY = origin.y() - Words.high(a);
        float fromZ = origin.z() - Words.low(b);
        float u = signed(sign, Math.fma(fromX, pX, Math.fma(fromY, pY, fromZ * pZ)));
        float qX = Math.fma(fromY, edgeZ, -(fromZ * edgeY));
        float qY = Math.fma(fromZ, edgeX, -(fromX * edgeZ));
        float qZ = Math.fma(fromX, edgeY, -(fromY * edgeX));
        float v = signed(sign, Math.fma(direction.x(), qX, Math.fma(direction.y(), qY, direction.z() * qZ)));
        float t = signed(sign, Math.fma(otherX, qX, Math.fma(otherY, qY, otherZ * qZ)));
        float least = -SLACK * size;
        if (u >= least && v >= least && u + v <= size - least && t > 0) {
            float scale = 1 / size;
            return new Hit(triangle, t * scale, u * scale, v * scale);
        }
        return new Hit(triangle, -1, 0, 0);
    }

    /** {@return a number with the other sign if {@code sign} is the bit of one} */
    private static float signed(int sign, float number) {
        return Float.intBitsToFloat(Float.floatToRawIntBits(number) ^ sign);
    }

    private int tag(int triangle) {
        return Words.highInt(triangles.get(triangle * DeviceScene.LONGS_PER_TRIANGLE + 4));
    }

    /** {@return whether a triangle comes before another in the scene} */
    private boolean isBefore(int triangle, int other) {
        return (tag(triangle) & ~DeviceScene.CLEAR) < (tag(other) & ~DeviceScene.CLEAR);
    }
}
