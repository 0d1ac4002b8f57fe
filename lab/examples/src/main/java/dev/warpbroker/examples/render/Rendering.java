package dev.warpbroker.examples.render;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;

/**
 * A picture and what it took.
 *
 * @param image the picture
 * @param work what each pixel took
 * @param elapsed time of the kernels
 */
public record Rendering(Image image, WorkMap work, Duration elapsed) {
    /**
     * {@return the picture of which these are the rows}
     *
     * @throws IllegalArgumentException if rows are missing, or there twice
     */
    public static Rendering of(RenderOptions options, List<Band> bands, Duration elapsed) {
        int[] colours = new int[options.width() * options.height()];
        int[] work = new int[colours.length];
        int next = 0;
        for (var band :
                bands.stream().sorted(Comparator.comparingInt(Band::first)).toList()) {
            int from = band.first() * options.width();
            if (from != next) {
                throw new IllegalArgumentException("rows from " + band.first() + " on follow row "
                        + next / options.width() + " of a picture; give every row once");
            }
            System.arraycopy(band.colours(), 0, colours, from, band.colours().length);
            System.arraycopy(band.work(), 0, work, from, band.work().length);
            next += band.colours().length;
        }
        if (next != colours.length) {
            throw new IllegalArgumentException("a picture of " + options.height() + " rows has "
                    + next / options.width() + "; give every row once");
        }
        return new Rendering(
                new Image(options.width(), options.height(), colours),
                new WorkMap(options.width(), options.height(), work),
                elapsed);
    }

    /** {@return how many rays were traced, those to lights included} */
    public long rays() {
        return work.rays();
    }

    public double raysPerSecond() {
        return rays() / (elapsed.toNanos() * 1e-9);
    }
}
