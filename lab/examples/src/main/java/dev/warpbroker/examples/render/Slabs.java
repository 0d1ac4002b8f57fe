package dev.warpbroker.examples.render;

/**
 * A ray as boxes need it: where it meets planes across the axes, for which it is divided by its direction.
 *
 * <p>Directions of zero are replaced by tiny ones, so that there are no infinities and no NaN. The nearest and farthest
 * planes are found by comparing floats as if they were ints, which is right as long as at least one number is not
 * negative (the largest) or it does not matter which of the negative ones is found (the smallest, where all of them
 * mean that the box is behind the ray); GPUs have an instruction for that, and none for Java's maximum of floats.
 */
final class Slabs {
    private static final float TINY = 1e-20f;

    private Slabs() {}

    /** {@return what distances along the axes are multiplied by to get distances along a ray} */
    static Vec inverse(Vec direction) {
        return new Vec(inverse(direction.x()), inverse(direction.y()), inverse(direction.z()));
    }

    private static float inverse(float direction) {
        return 1 / (Math.abs(direction) < TINY ? direction < 0 ? -TINY : TINY : direction);
    }

    /** {@return a bit for each axis along which a direction goes backwards} */
    static int backwards(Vec direction) {
        return (direction.x() < 0 ? 1 : 0) | (direction.y() < 0 ? 2 : 0) | (direction.z() < 0 ? 4 : 0);
    }

    /** {@return the bits of the largest of three numbers and 0} */
    static int latest(float x, float y, float z) {
        return Math.max(
                Math.max(Float.floatToRawIntBits(x), Float.floatToRawIntBits(y)),
                Math.max(Float.floatToRawIntBits(z), 0));
    }

    /** {@return the bits of the smallest of four numbers, or of a negative one if there is one} */
    static int earliest(float x, float y, float z, float limit) {
        return Math.min(
                Math.min(Float.floatToRawIntBits(x), Float.floatToRawIntBits(y)),
                Math.min(Float.floatToRawIntBits(z), Float.floatToRawIntBits(limit)));
    }
}
