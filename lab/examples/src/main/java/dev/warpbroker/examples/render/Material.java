package dev.warpbroker.examples.render;

import java.io.Serializable;

/**
 * What a surface does with light: Phong's diffuse and specular parts, and what it sends on.
 *
 * @param diffuse colour of light that leaves in all directions
 * @param specular colour of highlights
 * @param shininess Phong's exponent, at least 1; an integer, so that powers are products and the same on every device
 * @param reflection share of each colour that comes from the mirrored direction
 * @param refraction share of each colour that comes through the surface; if there is any, reflection grows towards
 *     grazing angles as it does on glass (Schlick's approximation)
 * @param index of refraction
 */
public record Material(Vec diffuse, Vec specular, int shininess, Vec reflection, Vec refraction, float index)
        implements Serializable {
    private static final Vec NONE = Vec.all(0);

    public Material {
        require("diffuse", diffuse);
        require("specular", specular);
        require("reflection", reflection);
        require("refraction", refraction);
        if (shininess < 1) {
            throw new IllegalArgumentException("shininess " + shininess + "; the least is 1");
        }
        if (!(index > 0) || !Float.isFinite(index)) {
            throw new IllegalArgumentException("index of refraction " + index + "; it must be positive");
        }
    }

    private static void require(String name, Vec colour) {
        if (!colour.isFinite() || !(colour.x() >= 0 && colour.y() >= 0 && colour.z() >= 0)) {
            throw new IllegalArgumentException(name + " " + colour + "; no component may be negative");
        }
    }

    /** {@return a surface without highlights} */
    public static Material matte(Vec diffuse) {
        return new Material(diffuse, NONE, 1, NONE, NONE, 1);
    }

    /** {@return this material with highlights} */
    public Material shiny(Vec colour, int exponent) {
        return new Material(diffuse, colour, exponent, reflection, refraction, index);
    }

    /** {@return this material as a mirror of a colour} */
    public Material reflecting(Vec colour) {
        return new Material(diffuse, specular, shininess, colour, refraction, index);
    }

    /** {@return this material as a clear body of a colour} */
    public Material refracting(Vec colour, float indexOfRefraction) {
        return new Material(diffuse, specular, shininess, reflection, colour, indexOfRefraction);
    }

    boolean isClear() {
        return refraction.largest() > 0;
    }
}
