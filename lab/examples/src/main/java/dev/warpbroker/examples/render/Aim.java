package dev.warpbroker.examples.render;

/**
 * What a ray is followed for, and what was found: the nearest triangle, or the clear surfaces before a light. Kernel
 * Java, for one lane; lanes of a warp may have different aims.
 */
final class Aim {
    /** Instead of a number of clear surfaces: there is a triangle that is not clear. */
    private static final int DARK = -1;

    private final boolean toLight;
    private float limit;

    /** A triangle, or a number of clear surfaces. */
    private int found;

    /** @param distance of the light, if there is one */
    Aim(boolean toLight, float distance) {
        this.toLight = toLight;
        limit = toLight ? distance : Float.MAX_VALUE;
        found = toLight ? 0 : Hit.NO_TRIANGLE;
    }

    /** {@return how far the ray is to be followed} */
    float limit() {
        return limit;
    }

    /** {@return whether nothing that is still to be found matters} */
    boolean isReached() {
        return toLight && found == DARK;
    }

    /** Takes note of a triangle that the ray meets at a distance, if that is more than 0. */
    void meet(Triangles triangles, int triangle, float distance) {
        if (toLight) {
            if (distance > 0 && distance < limit) {
                found = triangles.isClear(triangle) ? found + 1 : DARK;
            }
        } else if (distance > 0
                && (distance < limit || distance == limit && found >= 0 && triangles.isBefore(triangle, found))) {
            found = triangle;
            limit = distance;
        }
    }

    /** {@return the nearest triangle; of several at the same distance the first in the scene} */
    Hit nearest(Triangles triangles, Vec origin, Vec direction) {
        return found < 0 ? new Hit(found, limit, 0, 0) : triangles.meet(found, origin, direction);
    }

    boolean isDark() {
        return found == DARK;
    }

    /** {@return how many surfaces of clear bodies are before the light, if it is not dark} */
    int clearSurfaces() {
        return found;
    }
}
