package dev.warpbroker.examples.render;

import java.util.Arrays;

/** How much work each pixel of a picture was. */
public final class WorkMap {
    /** From little to much: dark blue, blue, cyan, yellow, red, with the brightness of each colour in between. */
    private static final int[] SCALE = {0x00004d, 0x0033cc, 0x00cccc, 0x66d966, 0xffe600, 0xff6600, 0xb30000};

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

    /** {@return the most rays for a pixel, without those to lights} */
    public int mostCalls() {
        return Arrays.stream(work).map(WorkMap::calls).max().orElseThrow();
    }

    /** {@return the work as a picture: the more rays, the closer to red, on a logarithmic scale} */
    public Image image() {
        double most = Math.log(Math.max(2, mostCalls()));
        return new Image(
                width,
                height,
                Arrays.stream(work)
                        .map(pixel -> colour(Math.log(Math.max(1, calls(pixel))) / most))
                        .toArray());
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
