package dev.warpbroker.examples.render;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

/** A picture: rows of pixels, each {@code red << 16 | green << 8 | blue}. Does not change. */
public final class Image {
    private final int width;
    private final int height;
    private final int[] pixels;

    /** @param pixels row by row, from the top */
    public Image(int width, int height, int[] pixels) {
        if (width < 1 || height < 1 || pixels.length != (long) width * height) {
            throw new IllegalArgumentException(pixels.length + " pixels for a picture of " + width + " x " + height);
        }
        this.width = width;
        this.height = height;
        this.pixels = pixels.clone();
    }

    public int width() {
        return width;
    }

    public int height() {
        return height;
    }

    /** {@return {@code red << 16 | green << 8 | blue}} */
    public int pixel(int column, int row) {
        return pixels[row * width + column];
    }

    /** {@return a picture whose pixels are the averages of {@code factor} x {@code factor} of this one's} */
    public Image reduced(int factor) {
        if (factor < 1 || width % factor != 0 || height % factor != 0) {
            throw new IllegalArgumentException(
                    "picture of " + width + " x " + height + " cannot be made " + factor + " times smaller");
        }
        int[] smaller = new int[width / factor * (height / factor)];
        for (int i = 0; i < smaller.length; i++) {
            int column = i % (width / factor) * factor;
            int row = i / (width / factor) * factor;
            smaller[i] = average(column, row, factor, 16)
                    | average(column, row, factor, 8)
                    | average(column, row, factor, 0);
        }
        return new Image(width / factor, height / factor, smaller);
    }

    private int average(int column, int row, int factor, int shift) {
        int sum = 0;
        for (int y = row; y < row + factor; y++) {
            for (int x = column; x < column + factor; x++) {
                sum += pixel(x, y) >> shift & 0xff;
            }
        }
        return (sum + factor * factor / 2) / (factor * factor) << shift;
    }

    /** Writes this picture as a PNG file. */
    public void writePng(Path file) throws IOException {
        Png.write(this, file);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Image image && width == image.width && Arrays.equals(pixels, image.pixels);
    }

    @Override
    public int hashCode() {
        return 31 * width + Arrays.hashCode(pixels);
    }

    @Override
    public String toString() {
        return "Image of " + width + " x " + height;
    }
}
