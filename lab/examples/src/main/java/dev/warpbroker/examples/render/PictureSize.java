package dev.warpbroker.examples.render;

import java.util.regex.Pattern;

/**
 * The size of a picture.
 *
 * @param width in pixels
 * @param height in pixels
 */
public record PictureSize(int width, int height) {
    private static final Pattern FORM = Pattern.compile("(-?[0-9]{1,9})(?:[xX](-?[0-9]{1,9}))?");

    /** {@return a square} */
    public static PictureSize square(int side) {
        return new PictureSize(side, side);
    }

    /** {@return the size that {@code text} means: {@code 640x480}, or {@code 640} for a square} */
    public static PictureSize parse(String text) {
        var matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "'" + text + "' is no size of a picture; give WxH in pixels, as 1024x768, or N for N x N");
        }
        int first = Integer.parseInt(matcher.group(1));
        return matcher.group(2) == null ? square(first) : new PictureSize(first, Integer.parseInt(matcher.group(2)));
    }

    @Override
    public String toString() {
        return width + " x " + height;
    }
}
