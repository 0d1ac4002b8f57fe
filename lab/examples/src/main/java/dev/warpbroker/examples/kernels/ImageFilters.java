package dev.warpbroker.examples.kernels;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import java.io.Serializable;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Filters of a colour picture, a lane for each pixel: Gaussian blur, edges by Sobel and Feldman's operator (1968), and
 * the median of 3 x 3 pixels (Tukey, 1977), with three ways to go on beyond the border. Plain Java that goes through
 * the rows says what must come out.
 */
final class ImageFilters implements KernelExample {
    private static final float[][] GAUSS = gauss(2, 1.1f);
    private static final int[][] SOBEL = {{-1, 0, 1}, {-2, 0, 2}, {-1, 0, 1}};

    private static float[][] gauss(int radius, float sigma) {
        int width = 2 * radius + 1;
        float[][] weights = new float[width][width];
        float sum = 0;
        for (int y = 0; y < width; y++) {
            for (int x = 0; x < width; x++) {
                int squared = (x - radius) * (x - radius) + (y - radius) * (y - radius);
                weights[y][x] = (float) StrictMath.exp(-squared / (2 * sigma * sigma));
                sum += weights[y][x];
            }
        }
        for (float[] row : weights) {
            for (int x = 0; x < width; x++) {
                row[x] /= sum;
            }
        }
        return weights;
    }

    /** What lies beyond the border. */
    private enum Border {
        CLAMP {
            @Override
            int inside(int at, int length) {
                return Math.clamp(at, 0, length - 1);
            }
        },
        MIRROR {
            @Override
            int inside(int at, int length) {
                return at < 0 ? -1 - at : at >= length ? 2 * length - 1 - at : at;
            }
        },
        WRAP {
            @Override
            int inside(int at, int length) {
                return Math.floorMod(at, length);
            }
        };

        abstract int inside(int at, int length);
    }

    private record Color(float red, float green, float blue) {
        static final Color BLACK = new Color(0, 0, 0);

        static Color of(int rgb) {
            return new Color(rgb >> 16 & 0xFF, rgb >> 8 & 0xFF, rgb & 0xFF);
        }

        Color plus(Color other) {
            return new Color(red + other.red, green + other.green, blue + other.blue);
        }

        Color times(float factor) {
            return new Color(factor * red, factor * green, factor * blue);
        }

        int grey() {
            return Math.round(0.299f * red + 0.587f * green + 0.114f * blue);
        }

        int rgb() {
            return channel(red) << 16 | channel(green) << 8 | channel(blue);
        }

        private static int channel(float level) {
            return Math.max(0, Math.min(255, Math.round(level)));
        }
    }

    private record Image(Ints pixels, int width, int height, Border border) {
        Color at(int x, int y) {
            return Color.of(pixels.get(border.inside(y, height) * width + border.inside(x, width)));
        }
    }

    /** Computes a pixel from those around it. */
    private interface Filter extends Serializable {
        int pixel(Image image, int x, int y);
    }

    private static int blurred(Image image, int x, int y) {
        Color sum = Color.BLACK;
        int radius = GAUSS.length / 2;
        for (int dy = -radius; dy <= radius; dy++) {
            for (int dx = -radius; dx <= radius; dx++) {
                sum = sum.plus(image.at(x + dx, y + dy).times(GAUSS[dy + radius][dx + radius]));
            }
        }
        return sum.rgb();
    }

    private static int edge(Image image, int x, int y) {
        int across = 0;
        int down = 0;
        for (int dy = -1; dy <= 1; dy++) {
            for (int dx = -1; dx <= 1; dx++) {
                int grey = image.at(x + dx, y + dy).grey();
                across += SOBEL[dy + 1][dx + 1] * grey;
                down += SOBEL[dx + 1][dy + 1] * grey;
            }
        }
        return (int) Math.sqrt(across * across + down * down);
    }

    private static int median(Image image, int x, int y) {
        int[][] channels = new int[3][9];
        for (int i = 0; i < 9; i++) {
            Color color = image.at(x + i % 3 - 1, y + i / 3 - 1);
            channels[0][i] = (int) color.red;
            channels[1][i] = (int) color.green;
            channels[2][i] = (int) color.blue;
        }
        int rgb = 0;
        for (int[] channel : channels) {
            Arrays.sort(channel);
            rgb = rgb << 8 | channel[4];
        }
        return rgb;
    }

    @Override
    public String name() {
        return "image filters";
    }

    @Override
    public Sizes sizes() {
        return new Sizes(20, 150, 700);
    }

    @Override
    public Object run(Device device, int height) {
        int width = height * 3 / 2 + 1;
        try (Ints picture = device.ints((long) width * height);
                Ints result = device.ints((long) width * height)) {
            picture.copyIn(picture(width, height));
            return new int[][] {
                filtered(device, new Image(picture, width, height, Border.MIRROR), result, ImageFilters::blurred),
                filtered(device, new Image(picture, width, height, Border.CLAMP), result, ImageFilters::edge),
                filtered(device, new Image(picture, width, height, Border.WRAP), result, ImageFilters::median)
            };
        }
    }

    private static int[] filtered(Device device, Image image, Ints result, Filter filter) {
        device.run(
                Grid.of(image.width, image.height),
                lane -> result.set(lane.id(), filter.pixel(image, lane.x(), lane.y())));
        return result.copyOut();
    }

    @Override
    public Object expected(int height) {
        int width = height * 3 / 2 + 1;
        int[] picture = picture(width, height);
        int[][] results = new int[3][width * height];
        try (Device jvm = Device.jvm();
                Ints pixels = jvm.ints((long) width * height)) {
            pixels.copyIn(picture);
            for (int i = 0; i < width * height; i++) {
                int x = i % width;
                int y = i / width;
                results[0][i] = blurred(new Image(pixels, width, height, Border.MIRROR), x, y);
                results[1][i] = edge(new Image(pixels, width, height, Border.CLAMP), x, y);
                results[2][i] = median(new Image(pixels, width, height, Border.WRAP), x, y);
            }
        }
        return results;
    }

    /** A gradient with specks. */
    private static int[] picture(int width, int height) {
        var random = new SplittableRandom(height);
        int[] picture = new int[width * height];
        for (int i = 0; i < picture.length; i++) {
            int x = i % width;
            int y = i / width;
            int smooth = x * 255 / width << 16 | y * 255 / height << 8 | (x + y) % 256;
            picture[i] = random.nextInt(8) == 0 ? random.nextInt(1 << 24) : smooth;
        }
        return picture;
    }
}
