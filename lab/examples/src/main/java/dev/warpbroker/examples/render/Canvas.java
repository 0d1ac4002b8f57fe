package dev.warpbroker.examples.render;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Floats;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Longs;
import dev.warpbroker.tasks.worker.WarpWorker;
import java.time.Duration;

/** The picture under way in device memory: its pixels, the work they took, and how far it is. */
final class Canvas implements AutoCloseable {
    private static final int PIXELS = 0;
    private static final int RAYS = 1;
    private static final int STOPPED = 2;

    private static final int LONGS_PER_PIXEL = 2;

    /** Pixels that are copied to the host at once. */
    private static final int PIXELS_PER_COPY = 1 << 16;

    /** Of a pixel's work, the bits that count its rays; those above count shadow rays. */
    static final int CALL_BITS = 16;

    /** Pixels from one message to the host to the next. */
    private static final int PIXELS_PER_MESSAGE_BITS = 12;

    /** Rays are counted in units for the host, as it sees 32 bits. */
    private static final int RAY_UNIT_BITS = 8;

    private final int width;
    private final int height;
    private final int tileBits;
    private final int tilesAcross;
    private final float units;

    /** For each pixel two longs, each of two sums, the low one first: {@code red, green | blue, work}. */
    private final Longs sums;

    private final Floats view;

    /** Pixels and rays so far, and whether the picture is not wanted any more. */
    private final Longs done;

    /**
     * The same as the host sees and says it. Kernels look at it when they have a message for the host: a GPU's reads of
     * one word of the host come one after the other, so that thousands take longer than a picture.
     */
    private final Ints told;

    /** @param units of light in the sums of pixels */
    Canvas(Device device, Camera camera, RenderOptions options, float units) {
        width = options.width();
        height = options.height();
        tileBits = Integer.numberOfTrailingZeros(options.tile());
        tilesAcross = Math.ceilDiv(width, options.tile());
        this.units = units;
        sums = device.longs(LONGS_PER_PIXEL * width * height);
        done = device.longs(3);
        told = device.hostInts(3);
        var seen = camera.view(width, height);
        view = device.floats(12);
        view.copyIn(new float[] {
            seen.position().x(), seen.position().y(), seen.position().z(),
            seen.corner().x(), seen.corner().y(), seen.corner().z(),
            seen.right().x(), seen.right().y(), seen.right().z(),
            seen.down().x(), seen.down().y(), seen.down().z(),
        });
    }

    // ---- in kernels ----

    /** {@return how many rays a pixel's work is, those to lights included} */
    static int rays(int work) {
        return (work & (1 << CALL_BITS) - 1) + (work >>> CALL_BITS);
    }

    int pixelsPerTile() {
        return 1 << 2 * tileBits;
    }

    /** {@return the number of a pixel in the picture, or -1 if that part of the tile is outside of it} */
    int pixel(int tile, int inTile) {
        int column = (tile % tilesAcross << tileBits) + everySecondBit(inTile);
        int row = (tile / tilesAcross << tileBits) + everySecondBit(inTile >>> 1);
        return column < width && row < height ? row * width + column : -1;
    }

    /** Pixels of a tile are numbered along a Z curve, so that lanes side by side have pixels close together. */
    private static int everySecondBit(int number) {
        int bits = number & 0x55555555;
        bits = (bits | bits >>> 1) & 0x33333333;
        bits = (bits | bits >>> 2) & 0x0f0f0f0f;
        bits = (bits | bits >>> 4) & 0x00ff00ff;
        return (bits | bits >>> 8) & 0x0000ffff;
    }

    /** {@return the direction of the ray through a pixel} */
    Vec towards(int pixel) {
        int column = pixel % width;
        int row = pixel / width;
        return vec(3).plus(vec(6).times(column)).plus(vec(9).times(row)).normalized();
    }

    /** {@return where all rays through pixels begin} */
    Vec eye() {
        return vec(0);
    }

    private Vec vec(int at) {
        return new Vec(view.get(at), view.get(at + 1), view.get(at + 2));
    }

    /** Traces all rays of a pixel, one after the other; {@return its sum} */
    PixelSum trace(Path path, int pixel) {
        path.begin(eye(), towards(pixel), Vec.all(1), 0);
        boolean more = true;
        while (more) {
            more = path.trace();
        }
        var sum = path.sum();
        sums.set(LONGS_PER_PIXEL * pixel, Words.pair(sum.red(), sum.green()));
        sums.set(LONGS_PER_PIXEL * pixel + 1, Words.pair(sum.blue(), sum.work()));
        return sum;
    }

    /** A part of a pixel, of which others may add parts at the same time. */
    void add(int pixel, PixelSum sum) {
        sums.getAndAddRelaxed(LONGS_PER_PIXEL * pixel, Words.pair(sum.red(), sum.green()));
        sums.getAndAddRelaxed(LONGS_PER_PIXEL * pixel + 1, Words.pair(sum.blue(), sum.work()));
    }

    /** Adds what all lanes of a warp have done, and tells the host now and then. All lanes make this call together. */
    void progress(WarpWorker worker, int pixels, int rays) {
        int pixelsOfAll = sum(worker, pixels);
        int raysOfAll = sum(worker, rays);
        if (worker.isFirst()) {
            progress(pixelsOfAll, raysOfAll);
        }
    }

    /** Adds what was done, and tells the host now and then. */
    void progress(int pixels, int rays) {
        long allRays = done.getAndAddRelaxed(RAYS, rays) + rays;
        long before = done.getAndAddRelaxed(PIXELS, pixels);
        long after = before + pixels;
        if (before >>> PIXELS_PER_MESSAGE_BITS != after >>> PIXELS_PER_MESSAGE_BITS) {
            told.setOpaque(RAYS, (int) (allRays >>> RAY_UNIT_BITS));
            told.setOpaque(PIXELS, (int) after);
            if (told.getOpaque(STOPPED) != 0) {
                done.setOpaque(STOPPED, 1);
            }
        }
    }

    /** {@return whether a message to the host has brought back that the picture was given up} */
    boolean isStopped() {
        return done.getOpaque(STOPPED) != 0;
    }

    private static int sum(WarpWorker worker, int value) {
        var warp = worker.warp();
        int sum = value;
        for (int step = warp.size() / 2; step > 0; step /= 2) {
            sum += warp.shuffle(worker.mask(), sum, warp.lane() ^ step);
        }
        return sum;
    }

    // ---- on the host ----

    /** {@return about how many pixels and rays are done, while a kernel runs} */
    Progress progress() {
        long rays = Integer.toUnsignedLong(told.getVolatile(RAYS)) << RAY_UNIT_BITS;
        return progress(rays);
    }

    /** {@return the same, if it is known otherwise how many rays are done} Tiles may have been counted as a whole. */
    Progress progress(long rays) {
        long all = (long) width * height;
        return new Progress(Math.min(told.getVolatile(PIXELS), all), all, rays);
    }

    /** Gives the picture up: workers take no more tiles. */
    void stop() {
        told.setVolatile(STOPPED, 1);
    }

    /** {@return the picture and what it took} */
    Rendering rendering(Duration elapsed) {
        var all = band(0, height);
        return new Rendering(new Image(width, height, all.colours()), new WorkMap(width, height, all.work()), elapsed);
    }

    /** {@return some rows of the picture} */
    Band band(int first, int rows) {
        int pixels = width * rows;
        int[] colours = new int[pixels];
        int[] work = new int[pixels];
        long[] part = new long[LONGS_PER_PIXEL * Math.min(pixels, PIXELS_PER_COPY)];
        for (int from = 0; from < pixels; from += PIXELS_PER_COPY) {
            int count = Math.min(pixels - from, PIXELS_PER_COPY);
            sums.copyOut(part, 0, LONGS_PER_PIXEL * count, LONGS_PER_PIXEL * ((long) first * width + from));
            for (int i = 0; i < count; i++) {
                long redGreen = part[LONGS_PER_PIXEL * i];
                long blueWork = part[LONGS_PER_PIXEL * i + 1];
                colours[from + i] = level(Words.lowInt(redGreen)) << 16
                        | level(Words.highInt(redGreen)) << 8
                        | level(Words.lowInt(blueWork));
                work[from + i] = Words.highInt(blueWork);
            }
        }
        return new Band(first, colours, work);
    }

    /** {@return 0 to 255 for a brightness of 0 to 1, as screens show them: with a gamma of 2} */
    private int level(int sum) {
        return (int) (Math.sqrt(Math.min(1, sum / (double) units)) * 255 + 0.5);
    }

    @Override
    public void close() {
        sums.close();
        view.close();
        done.close();
        told.close();
    }
}
