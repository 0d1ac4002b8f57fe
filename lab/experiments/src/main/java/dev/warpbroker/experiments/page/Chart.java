package dev.warpbroker.experiments.page;

import java.util.List;

/**
 * Lines over two axes.
 *
 * @param title what is shown
 * @param subtitle where it was measured, and how
 * @param x what goes from left to right
 * @param y what goes from bottom to top
 * @param series the lines, at least one point in all
 */
public record Chart(String title, String subtitle, Axis x, Axis y, List<Series> series) {
    public Chart {
        series = List.copyOf(series);
    }

    /** How values are spread over an axis. */
    public enum Scale {
        /** Logarithmic, with numbers at powers of two. */
        POWERS_OF_TWO,
        /** Logarithmic, with numbers at powers of ten. */
        POWERS_OF_TEN,
        /** Linear, from 0. */
        LINEAR
    }

    /** Which values are the good ones. */
    public enum Better {
        /** The larger, such as throughput. */
        MORE,
        /** The smaller, such as times. */
        LESS,
        /** None is better than another. */
        NEITHER
    }

    /**
     * An axis.
     *
     * @param label what its values are, with their unit
     * @param scale how they are spread over it
     * @param better which of them are the good ones
     */
    public record Axis(String label, Scale scale, Better better) {
        public Axis(String label, Scale scale) {
            this(label, scale, Better.NEITHER);
        }
    }

    /**
     * One line.
     *
     * @param label its name
     * @param dashed whether it is set off as something to compare with
     * @param points from left to right
     */
    public record Series(String label, boolean dashed, List<Point> points) {
        public Series {
            points = List.copyOf(points);
        }
    }

    /**
     * A point with the range that was measured.
     *
     * @param x its place on the axis, positive
     * @param y the median, positive
     * @param low the smallest
     * @param high the largest
     * @param text its values in words
     */
    public record Point(double x, double y, double low, double high, String text) {}
}
