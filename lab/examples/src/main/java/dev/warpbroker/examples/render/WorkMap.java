package dev.warpbroker.examples.render;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** How much work each pixel of a picture was. */
public final class WorkMap {
    /**
     * From little to much, ten colours of the scale inferno by Nathaniel Smith and Stéfan van der Walt (public domain):
     * equal steps of it look equal, also without colours.
     */
    private static final int[] SCALE = {
        0x000004, 0x1b0c41, 0x4a0c6b, 0x781c6d, 0xa52c60, 0xcf4446, 0xed6925, 0xfb9b06, 0xf7d13d, 0xfcffa4
    };

    private static final int WARP_WIDTH = 8;
    private static final int WARP_HEIGHT = 4;

    private final int width;
    private final int height;
    private final int[] work;

    /** @param work for each pixel, rays and, above, rays to lights */
    WorkMap(int width, int height, int[] work) {
        this.width = width;
        this.height = height;
        this.work = work;
    }

    /** {@return the rays that were traced for a pixel: the thesis's count of recursive calls} */
    public int calls(int column, int row) {
        return calls(work[row * width + column]);
    }

    private static int calls(int pixel) {
        return pixel & (1 << Canvas.CALL_BITS) - 1;
    }

    /** {@return all rays, those to lights included} */
    public long rays() {
        return Arrays.stream(work).mapToLong(Canvas::rays).sum();
    }

    /** {@return the mean number of rays for a pixel, without those to lights} */
    public double meanCalls() {
        return Arrays.stream(work).mapToLong(WorkMap::calls).sum() / (double) work.length;
    }

    /**
     * {@return of the places that warps have for rays, how many have one, if each lane keeps to its pixel and all wait
     * for the one with the most rays; rays to lights are not counted} A warp has 8 x 4 pixels, as in all tiles that are
     * large enough.
     */
    public double lanesWithRays() {
        var most = new int[Math.ceilDiv(height, WARP_HEIGHT) * Math.ceilDiv(width, WARP_WIDTH)];
        long all = 0;
        for (int i = 0; i < work.length; i++) {
            int warp = i / width / WARP_HEIGHT * Math.ceilDiv(width, WARP_WIDTH) + i % width / WARP_WIDTH;
            most[warp] = Math.max(most[warp], calls(work[i]));
            all += calls(work[i]);
        }
        return all
                / (double) (WARP_WIDTH
                        * WARP_HEIGHT
                        * Arrays.stream(most).asLongStream().sum());
    }

    /**
     * {@return the rays, those to lights included, of each share that the static scheme makes: every n-th tile}
     *
     * @param tile pixels along a side
     * @param workers how many shares
     * @param shift by how many tiles each row is moved on against the one above, so that where the tiles of a row are a
     *     multiple of the workers a share is no column; the static scheme has 0
     */
    public long[] shares(int tile, int workers, int shift) {
        long[] rays = new long[workers];
        int across = Math.ceilDiv(width, tile);
        for (int i = 0; i < work.length; i++) {
            int row = i / width / tile;
            int column = Math.floorMod(i % width / tile - row * shift, across);
            rays[(row * across + column) % workers] += Canvas.rays(work[i]);
        }
        return rays;
    }

    /** {@return the colours of the picture from the least work to the most, such as {@code #000004}} */
    public static List<String> colours() {
        return Arrays.stream(SCALE)
                .mapToObj(colour -> String.format(Locale.ROOT, "#%06x", colour))
                .toList();
    }

    /** {@return the most rays for a pixel, without those to lights} */
    public int mostCalls() {
        return mostCalls(1);
    }

    /** {@return the most rays for {@code samples} x {@code samples} pixels, without those to lights} */
    public int mostCalls(int samples) {
        return Arrays.stream(callsOf(samples)).max().orElseThrow();
    }

    /** {@return the fewest rays for {@code samples} x {@code samples} pixels, without those to lights} */
    public int leastCalls(int samples) {
        return Arrays.stream(callsOf(samples)).min().orElseThrow();
    }

    /**
     * {@return the work as a picture: the more rays, the brighter, on a logarithmic scale from the fewest to the most}
     *
     * @param samples pixels along a side of which one is made: their rays are added up, not their colours
     */
    public Image image(int samples) {
        int[] calls = callsOf(samples);
        double least = Math.log(Math.max(1, leastCalls(samples)));
        double range = Math.max(Math.log(Math.max(1, mostCalls(samples))) - least, 1e-9);
        return new Image(
                width / samples,
                height / samples,
                Arrays.stream(calls)
                        .map(count -> colour((Math.log(Math.max(1, count)) - least) / range))
                        .toArray());
    }

    private int[] callsOf(int samples) {
        if (samples < 1 || width % samples != 0 || height % samples != 0) {
            throw new IllegalArgumentException(
                    "work of " + width + " x " + height + " pixels cannot be made " + samples + " times smaller");
        }
        int[] sums = new int[width / samples * (height / samples)];
        for (int i = 0; i < work.length; i++) {
            int column = i % width / samples;
            int row = i / width / samples;
            sums[row * (width / samples) + column] += calls(work[i]);
        }
        return sums;
    }

    private static int colour(double share) {
        double place = share * (SCALE.length - 1);
        int below = Math.min((int) place, SCALE.length - 2);
        double rest = place - below;
        int mixed = 0;
        for (int shift = 16; shift >= 0; shift -= 8) {
            int from = SCALE[below] >> shift & 0xff;
            int to = SCALE[below + 1] >> shift & 0xff;
            mixed |= (int) Math.round(from + rest * (to - from)) << shift;
        }
        return mixed;
    }
}
