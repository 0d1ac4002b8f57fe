package dev.warpbroker.examples.render;

import java.io.Serializable;

/**
 * How a picture is made. Nothing but its size and the depth has an influence on what it shows.
 *
 * @param width in pixels
 * @param height in pixels
 * @param scheme which worker renders which pixels
 * @param tile pixels along a side of a tile, a power of two
 * @param depth rays in a row, the first included: how often reflected light is followed
 * @param workers how many warps, or threads on the JVM; 0 for as many as the device holds at once
 */
public record RenderOptions(int width, int height, Scheme scheme, int tile, int depth, int workers)
        implements Serializable {
    /** The most pixels along a side of a picture. */
    public static final int MAX_PIXELS = 32_768;

    /** The most pixels along a side of a tile. */
    public static final int MAX_TILE = 1_024;

    /** The most rays in a row. */
    public static final int MAX_DEPTH = 8;

    private static final int DEFAULT_TILE = 8;

    public RenderOptions {
        if (width < 1 || height < 1 || width > MAX_PIXELS || height > MAX_PIXELS) {
            throw new IllegalArgumentException(
                    "picture of " + width + " x " + height + " pixels; each side must be 1 to " + MAX_PIXELS);
        }
        if ((long) width * height > 1 << 29) {
            throw new IllegalArgumentException("picture of " + width + " x " + height + " = " + (long) width * height
                    + " pixels; the most are " + (1 << 29) + ": render it in parts");
        }
        if (tile < 1 || tile > MAX_TILE || Integer.bitCount(tile) != 1) {
            throw new IllegalArgumentException(
                    "tiles of " + tile + " pixels a side; it must be a power of two from 1 to " + MAX_TILE);
        }
        if (depth < 1 || depth > MAX_DEPTH) {
            throw new IllegalArgumentException("depth " + depth + "; it must be 1 (no reflections) to " + MAX_DEPTH);
        }
        if (workers < 0) {
            throw new IllegalArgumentException(workers + " workers; give at least 1, or 0 for as many as fit");
        }
    }

    /** {@return the options of a picture: tiles of 8 x 8 pixels from a counter, depth 8} */
    public static RenderOptions of(int width, int height) {
        return new RenderOptions(width, height, Scheme.CENTRAL, DEFAULT_TILE, MAX_DEPTH, 0);
    }

    /** {@return these options with another scheme} */
    public RenderOptions withScheme(Scheme other) {
        return new RenderOptions(width, height, other, tile, depth, workers);
    }

    /** {@return these options with tiles of another size} */
    public RenderOptions withTile(int pixels) {
        return new RenderOptions(width, height, scheme, pixels, depth, workers);
    }

    /** {@return these options with another depth} */
    public RenderOptions withDepth(int rays) {
        return new RenderOptions(width, height, scheme, tile, rays, workers);
    }

    /** {@return these options with another number of workers} */
    public RenderOptions withWorkers(int count) {
        return new RenderOptions(width, height, scheme, tile, depth, count);
    }

    int tiles() {
        return Math.ceilDiv(width, tile) * Math.ceilDiv(height, tile);
    }
}
