package dev.warpbroker.examples.render;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Floats;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Longs;
import dev.warpbroker.tasks.worker.WarpWorker;

/** The picture under way in device memory: its pixels, the work they took, and how far it is. */
final class Canvas implements AutoCloseable {
    private static final int PIXELS = 0;
    private static final int RAYS = 1;
    private static final int STOPPED = 2;

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
    private final Ints colours;
    private final Ints work;
    private final Floats view;

    /** Pixels and rays so far. */
    private final Longs done;

    /** The same for the host, now and then; and from the host, that the picture is not wanted any more. */
    private final Ints told;

    Canvas(Device device, Camera camera, RenderOptions options) {
        width = options.width();
        height = options.height();
        tileBits = Integer.numberOfTrailingZeros(options.tile());
        tilesAcross = Math.ceilDiv(width, options.tile());
        colours = device.ints(width * height);
        work = device.ints(width * height);
        done = device.longs(2);
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

    void begin(Path path, int pixel) {
        int column = pixel % width;
        int row = pixel / width;
        var towards = vec(3).plus(vec(6).times(column)).plus(vec(9).times(row));
        path.begin(vec(0), towards.normalized());
    }

    private Vec vec(int at) {
        return new Vec(view.get(at), view.get(at + 1), view.get(at + 2));
    }

    void finish(Path path, int pixel) {
        var colour = path.colour();
        colours.set(pixel, level(colour.x()) << 16 | level(colour.y()) << 8 | level(colour.z()));
        work.set(pixel, path.work);
    }

    /** {@return 0 to 255 for a brightness of 0 to 1, as screens show them: with a gamma of 2} */
    private static int level(float brightness) {
        float shown = brightness < 1 ? brightness : 1;
        return (int) ((float) Math.sqrt(shown > 0 ? shown : 0) * 255 + 0.5f);
    }

    /** Adds what all lanes of a warp have done, and tells the host now and then. All lanes make this call together. */
    void progress(WarpWorker worker, int pixels, int rays) {
        int pixelsOfAll = sum(worker, pixels);
        int raysOfAll = sum(worker, rays);
        if (worker.isFirst()) {
            long allRays = done.getAndAddRelaxed(RAYS, raysOfAll) + raysOfAll;
            long before = done.getAndAddRelaxed(PIXELS, pixelsOfAll);
            long after = before + pixelsOfAll;
            if (before >>> PIXELS_PER_MESSAGE_BITS != after >>> PIXELS_PER_MESSAGE_BITS) {
                told.setOpaque(RAYS, (int) (allRays >>> RAY_UNIT_BITS));
                told.setOpaque(PIXELS, (int) after);
            }
        }
    }

    /** {@return whether the host has given the picture up} */
    boolean isStopped() {
        return told.getOpaque(STOPPED) != 0;
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
        return new Progress(told.getVolatile(PIXELS), (long) width * height, rays);
    }

    /** Gives the picture up: workers take no more tiles. */
    void stop() {
        told.setVolatile(STOPPED, 1);
    }

    int[] colours() {
        return colours.copyOut();
    }

    int[] colours(int from, int count) {
        return colours.copyOut(from, count);
    }

    int[] work(int from, int count) {
        return work.copyOut(from, count);
    }

    int[] work() {
        return work.copyOut();
    }

    @Override
    public void close() {
        colours.close();
        work.close();
        view.close();
        done.close();
        told.close();
    }
}
