package dev.warpbroker.cli.report;

import java.util.List;

/**
 * Lines over two logarithmic axes.
 *
 * @param title what is shown
 * @param subtitle where it was measured, and how
 * @param x what goes from left to right
 * @param y what goes from bottom to top, with its unit
 * @param series the lines, at least one point in all
 */
record Chart(String title, String subtitle, String x, String y, List<Series> series) {
    Chart {
        series = List.copyOf(series);
    }

    /**
     * One line.
     *
     * @param label its name
     * @param dashed whether it is set off as something to compare with
     * @param points from left to right
     */
    record Series(String label, boolean dashed, List<Point> points) {
        Series {
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
    record Point(double x, double y, double low, double high, String text) {}
}
