package dev.warpbroker.examples.render;

import java.io.Serializable;

/**
 * A light that shines from a point, in all directions or in a cone with a soft edge. It does not fade with distance.
 *
 * @param position where it is
 * @param direction where it shines, of length 1
 * @param colour of its light
 * @param innerCosine of the angle up to which it is at its brightest
 * @param outerCosine of the angle from which on it is dark, less than the inner one; at most -1 for light in all
 *     directions
 */
public record Light(Vec position, Vec direction, Vec colour, float innerCosine, float outerCosine)
        implements Serializable {
    public Light {
        if (!position.isFinite() || !direction.isFinite() || !colour.isFinite()) {
            throw new IllegalArgumentException(
                    "light at " + position + " towards " + direction + " of colour " + colour + " is not finite");
        }
        if (!(outerCosine < innerCosine)) {
            throw new IllegalArgumentException(
                    "a spot light's inner angle must be less than its outer one; their cosines are " + innerCosine
                            + " and " + outerCosine);
        }
    }

    /** {@return a light that shines in all directions} */
    public static Light point(Vec position, Vec colour) {
        return new Light(position, new Vec(0, -1, 0), colour, -2, -3);
    }

    /**
     * {@return a light that shines in a cone}
     *
     * @param target a point in the middle of the cone
     * @param innerDegrees between its axis and where it begins to fade
     * @param outerDegrees between its axis and where it ends
     */
    public static Light spot(Vec position, Vec target, Vec colour, double innerDegrees, double outerDegrees) {
        return new Light(
                position, target.minus(position).normalized(), colour, cosine(innerDegrees), cosine(outerDegrees));
    }

    private static float cosine(double degrees) {
        return (float) StrictMath.cos(StrictMath.toRadians(degrees));
    }
}
