package dev.warpbroker.experiments.cluster;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/**
 * A picture of slices over executors and time.
 *
 * @param slices what was done where and when
 */
public record Timeline(List<Slice> slices) {
    private static final int LEFT = 90;
    private static final int WIDTH = 900;
    private static final int ROW = 26;
    private static final int TOP = 34;

    /** Of the axis. */
    private static final int STEPS = 6;

    /**
     * A slice that was done.
     *
     * @param executor where
     * @param begin when, in milliseconds since 1970 by the clock there
     * @param left tasks that it returned
     */
    public record Slice(String executor, long begin, Duration elapsed, long executed, int left) {}

    /** Copies the list. */
    public Timeline {
        slices = List.copyOf(slices);
    }

    /** {@return the picture as SVG} */
    public String svg() {
        long begin = slices.stream().mapToLong(Slice::begin).min().orElse(0);
        long end = slices.stream()
                .mapToLong(slice -> slice.begin() + slice.elapsed().toMillis())
                .max()
                .orElse(1);
        double perMilli = WIDTH / (double) Math.max(1, end - begin);
        var rows = new TreeMap<String, Integer>();
        slices.stream().map(Slice::executor).distinct().sorted().forEach(name -> rows.put(name, rows.size()));
        int height = TOP + rows.size() * ROW + 30;
        var svg = new StringBuilder(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\""
                        + " font-size=\"12\">%n<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>%n",
                LEFT + WIDTH + 20,
                height));
        svg.append(String.format(
                Locale.ROOT,
                "<text x=\"%d\" y=\"18\">%d slices; dark: tasks were left, light: all done</text>%n",
                LEFT,
                slices.size()));
        rows.forEach((name, row) -> svg.append(
                String.format(Locale.ROOT, "<text x=\"6\" y=\"%d\">executor %s</text>%n", TOP + row * ROW + 16, name)));
        for (var slice : slices) {
            svg.append(String.format(
                    Locale.ROOT,
                    "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\" stroke=\"white\""
                            + " stroke-width=\"0.5\"/>%n",
                    LEFT + (slice.begin() - begin) * perMilli,
                    TOP + rows.getOrDefault(slice.executor(), 0) * ROW + 3,
                    Math.max(0.7, slice.elapsed().toMillis() * perMilli),
                    ROW - 6,
                    slice.left() > 0 ? "#2b6cb0" : "#90cdf4"));
        }
        for (int step = 0; step <= STEPS; step++) {
            double seconds = (end - begin) / 1e3 * step / STEPS;
            svg.append(String.format(
                    Locale.ROOT,
                    "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">%.1f s</text>%n",
                    LEFT + WIDTH * step / STEPS,
                    height - 8,
                    seconds));
        }
        return svg.append("</svg>\n").toString();
    }
}
