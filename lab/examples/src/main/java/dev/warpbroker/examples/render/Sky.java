package dev.warpbroker.examples.render;

import java.io.Serializable;

/**
 * What rays see that hit nothing: a colour that changes from straight down to straight up.
 *
 * @param nadir the colour below
 * @param zenith the colour above
 */
public record Sky(Vec nadir, Vec zenith) implements Serializable {
    /** Nothing at all. */
    public static final Sky BLACK = new Sky(Vec.all(0), Vec.all(0));
}
