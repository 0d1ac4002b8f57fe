package dev.warpbroker.examples.kernels;

import dev.warpbroker.device.Block;
import dev.warpbroker.device.Bytes;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.Floats;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import java.util.Arrays;
import java.util.Random;

/**
 * A palette for a picture: k-means of its colours (Lloyd, "Least Squares Quantization in PCM", 1957), and a histogram
 * of their brightness. Each block adds up its pixels in shared memory, then adds that to the sums of all; the sums are
 * whole numbers below 2^24, so that their order does not matter.
 */
final class ColorClusters implements KernelExample {
    private static final int COLORS = 6;
    private static final int ROUNDS = 3;
    private static final int BINS = 32;
    private static final int BLOCK = 64;

    private record Color(float red, float green, float blue) {
        static final Color BLACK = new Color(0, 0, 0);

        static Color of(Bytes picture, int pixel) {
            int at = 3 * pixel;
            return new Color(picture.getUnsigned(at), picture.getUnsigned(at + 1), picture.getUnsigned(at + 2));
        }

        float distanceTo(Color other) {
            float dRed = red - other.red;
            float dGreen = green - other.green;
            float dBlue = blue - other.blue;
            return dRed * dRed + dGreen * dGreen + dBlue * dBlue;
        }

        /** From 0 to 255, with the weights of ITU-R BT.601. */
        int brightness() {
            return Math.round(0.299f * red + 0.587f * green + 0.114f * blue);
        }

        Color plus(Color other) {
            return new Color(red + other.red, green + other.green, blue + other.blue);
        }

        Color dividedBy(float count) {
            return new Color(red / count, green / count, blue / count);
        }
    }

    /** Sums of colours and how many they are, for each colour of the palette. */
    private record Sums(Floats numbers) {
        static final int SIZE = 4 * COLORS;

        void add(int cluster, Color color) {
            int at = 4 * cluster;
            numbers.getAndAdd(at, color.red());
            numbers.getAndAdd(at + 1, color.green());
            numbers.getAndAdd(at + 2, color.blue());
            numbers.getAndAdd(at + 3, 1);
        }
    }

    @Override
    public String name() {
        return "color clusters";
    }

    @Override
    public Sizes sizes() {
        return new Sizes(1_000, 20_000, 60_000);
    }

    @Override
    public Object run(Device device, int pixels) {
        Color[] palette = firstPalette();
        int threads = Math.min(pixels, 16 * BLOCK);
        try (Bytes picture = device.bytes(3L * pixels);
                Floats totals = device.floats(Sums.SIZE);
                Ints nearest = device.ints(pixels);
                Ints histogram = device.ints(BINS)) {
            picture.copyIn(picture(pixels));
            for (int round = 0; round < ROUNDS; round++) {
                totals.fill(0);
                Color[] colors = palette;
                device.run(new Grid(threads, BLOCK), lane -> {
                    Block block = lane.block();
                    var sums = new Sums(block.sharedFloats(Sums.SIZE));
                    for (int i = block.lane(); i < Sums.SIZE; i += block.size()) {
                        sums.numbers().set(i, 0);
                    }
                    block.barrier();
                    for (int pixel = lane.id(); pixel < pixels; pixel += lane.count()) {
                        Color color = Color.of(picture, pixel);
                        int cluster = nearest(colors, color);
                        sums.add(cluster, color);
                        nearest.set(pixel, cluster);
                    }
                    block.barrier();
                    for (int i = block.lane(); i < Sums.SIZE; i += block.size()) {
                        totals.getAndAdd(i, sums.numbers().get(i));
                    }
                });
                palette = centers(totals.copyOut(), colors);
            }
            device.run(new Grid(threads, BLOCK), lane -> {
                Ints bins = lane.block().sharedInts(BINS);
                for (int i = lane.block().lane(); i < BINS; i += lane.block().size()) {
                    bins.set(i, 0);
                }
                lane.block().barrier();
                for (int pixel = lane.id(); pixel < pixels; pixel += lane.count()) {
                    bins.getAndAddRelaxed(Color.of(picture, pixel).brightness() * BINS / 256, 1);
                }
                lane.block().barrier();
                for (int i = lane.block().lane(); i < BINS; i += lane.block().size()) {
                    histogram.getAndAddRelaxed(i, bins.get(i));
                }
            });
            return new Object[] {numbers(palette), nearest.copyOut(), histogram.copyOut()};
        }
    }

    private static int nearest(Color[] palette, Color color) {
        int best = 0;
        float bestDistance = Float.POSITIVE_INFINITY;
        for (int i = 0; i < palette.length; i++) {
            float distance = palette[i].distanceTo(color);
            if (distance < bestDistance) {
                best = i;
                bestDistance = distance;
            }
        }
        return best;
    }

    /** The middle of each cluster; one without pixels stays where it was. */
    private static Color[] centers(float[] sums, Color[] before) {
        Color[] centers = before.clone();
        for (int i = 0; i < COLORS; i++) {
            if (sums[4 * i + 3] > 0) {
                centers[i] = new Color(sums[4 * i], sums[4 * i + 1], sums[4 * i + 2]).dividedBy(sums[4 * i + 3]);
            }
        }
        return centers;
    }

    private static Color[] firstPalette() {
        var palette = new Color[COLORS];
        Arrays.setAll(palette, i -> new Color(40 * i, 255 - 40 * i, 80 * i % 256));
        return palette;
    }

    private static float[] numbers(Color[] palette) {
        float[] numbers = new float[3 * palette.length];
        for (int i = 0; i < palette.length; i++) {
            numbers[3 * i] = palette[i].red();
            numbers[3 * i + 1] = palette[i].green();
            numbers[3 * i + 2] = palette[i].blue();
        }
        return numbers;
    }

    @Override
    public Object expected(int pixels) {
        byte[] bytes = picture(pixels);
        var colors = new Color[pixels];
        Arrays.setAll(colors, i -> new Color(bytes[3 * i] & 0xFF, bytes[3 * i + 1] & 0xFF, bytes[3 * i + 2] & 0xFF));
        int[] nearest = new int[pixels];
        Color[] palette = firstPalette();
        for (int round = 0; round < ROUNDS; round++) {
            var sums = new Color[COLORS];
            int[] counts = new int[COLORS];
            Arrays.fill(sums, Color.BLACK);
            for (int i = 0; i < pixels; i++) {
                nearest[i] = nearest(palette, colors[i]);
                sums[nearest[i]] = sums[nearest[i]].plus(colors[i]);
                counts[nearest[i]]++;
            }
            for (int i = 0; i < COLORS; i++) {
                palette[i] = counts[i] == 0 ? palette[i] : sums[i].dividedBy(counts[i]);
            }
        }
        int[] histogram = new int[BINS];
        for (Color color : colors) {
            histogram[color.brightness() * BINS / 256]++;
        }
        return new Object[] {numbers(palette), nearest, histogram};
    }

    private static byte[] picture(int pixels) {
        var random = new Random(pixels);
        byte[] bytes = new byte[3 * pixels];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) Math.clamp((long) (random.nextGaussian() * 30 + i * 37 / 3 % 256), 0, 255);
        }
        return bytes;
    }
}
