package dev.warpbroker.examples.render;

import dev.warpbroker.device.Longs;

/**
 * The triangles of a scene in device memory, in the order of the leaves of a tree. Each has a tag: its number in the
 * scene, and whether light shines through.
 *
 * @param words for each triangle {@code corner (3), edge to the second corner (3), edge to the third (3), tag} and two
 *     words that fill it up to a multiple of 16 bytes; a long is a pair of words, the low one first
 */
record Triangles(Longs words) {
    static final int LONGS_PER_TRIANGLE = 6;

    /** In a tag: light shines through. */
    private static final int CLEAR = 1 << 31;

    /** How far a ray may miss a triangle, so that none slips through between two. */
    private static final float SLACK = 1e-6f;

    static int tag(int triangle, boolean clear) {
        return triangle | (clear ? CLEAR : 0);
    }

    /** {@return where a ray meets a triangle; at a negative distance if it does not (Möller and Trumbore 1997)} */
    Hit meet(int triangle, Vec origin, Vec direction) {
        int at = triangle * LONGS_PER_TRIANGLE;
        long a = words.get(at);
        long b = words.get(at + 1);
        long c = words.get(at + 2);
        long d = words.get(at + 3);
        long e = words.get(at + 4);
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

    /** {@return the direction that a triangle faces} */
    Vec face(int triangle) {
        int at = triangle * LONGS_PER_TRIANGLE;
        long b = words.get(at + 1);
        long c = words.get(at + 2);
        long d = words.get(at + 3);
        long e = words.get(at + 4);
        return new Vec(Words.high(b), Words.low(c), Words.high(c))
                .cross(new Vec(Words.low(d), Words.high(d), Words.low(e)))
                .normalized();
    }

    private int tag(int triangle) {
        return Words.highInt(words.get(triangle * LONGS_PER_TRIANGLE + 4));
    }

    boolean isClear(int triangle) {
        return tag(triangle) < 0;
    }

    /** {@return whether a triangle comes before another in the scene} */
    boolean isBefore(int triangle, int other) {
        return (tag(triangle) & ~CLEAR) < (tag(other) & ~CLEAR);
    }
}
