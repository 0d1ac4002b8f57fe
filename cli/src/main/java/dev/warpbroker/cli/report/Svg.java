package dev.warpbroker.cli.report;

import dev.warpbroker.experiments.page.Chart;
import dev.warpbroker.experiments.page.Chart.Point;
import dev.warpbroker.experiments.page.Chart.Series;
import dev.warpbroker.experiments.page.Glossary;
import dev.warpbroker.experiments.page.Ink;
import dev.warpbroker.experiments.page.Quantity;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Draws a chart: grid, lines with markers, and their names at the right end. It has a background of its own and two
 * sets of colours, so that it can be read on a light page and on a dark one, alone or within HTML. A structure has the
 * same colour in every plot ({@link Glossary}); markers differ as well.
 */
final class Svg {
    private static final int LEFT = 74;
    private static final int TOP = 76;
    private static final int PLOT_WIDTH = 560;
    private static final int PLOT_HEIGHT = 330;
    private static final int BOTTOM = 62;
    private static final int RIGHT = PLOT_WIDTH + LEFT;
    private static final int FLOOR = PLOT_HEIGHT + TOP;

    private static final int MARGIN = 20;
    private static final int LABEL_GAP = 30;
    private static final int LABEL_LINE = 19;
    private static final double CHARACTER_WIDTH = 7.4;
    private static final int LONGEST_LABEL = 34;
    private static final double MARKER = 4.2;
    private static final double RANGE_GAP = 2.5;

    /**
     * Points of a line that get a marker and a range each; of more, these would cover each other and the other lines.
     */
    private static final int MAX_MARKED = 64;

    private enum Shape {
        CIRCLE,
        SQUARE,
        DIAMOND,
        UP,
        DOWN;

        static Shape of(int series) {
            return values()[series % values().length];
        }
    }

    private final Chart chart;
    private final List<Ink> inks;
    private final PlotAxis x;
    private final PlotAxis y;
    private final StringBuilder svg = new StringBuilder();

    private Svg(Chart chart) {
        this.chart = chart;
        this.inks = Glossary.inks(chart.series().stream().map(Series::label).toList());
        var points = chart.series().stream()
                .flatMap(series -> series.points().stream())
                .toList();
        if (points.isEmpty()) {
            throw new IllegalArgumentException("a chart without points: " + chart.title());
        }
        this.x = PlotAxis.of(
                chart.x().scale(),
                points.stream().mapToDouble(Point::x).min().orElseThrow(),
                points.stream().mapToDouble(Point::x).max().orElseThrow());
        this.y = PlotAxis.of(
                chart.y().scale(),
                points.stream().mapToDouble(Point::low).min().orElseThrow(),
                points.stream().mapToDouble(Point::high).max().orElseThrow());
    }

    /** {@return the element {@code svg}} */
    static String of(Chart chart) {
        return new Svg(chart).draw();
    }

    private String draw() {
        double labels = chart.series().stream()
                .mapToDouble(
                        series -> CHARACTER_WIDTH * shortened(series.label()).length())
                .max()
                .orElse(0);
        int width = (int) (RIGHT + LABEL_GAP + labels + MARGIN);
        var subtitle = wrapped(chart.subtitle(), (int) ((width - 2 * MARGIN) / CHARACTER_WIDTH));
        int down = (subtitle.size() - 1) * LABEL_LINE;
        int height = FLOOR + BOTTOM + down;
        add(
                "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"wb-chart\" role=\"img\" aria-label=\"%s\""
                        + " width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\">",
                Xml.escape(chart.title() + ". " + chart.subtitle()), width, height, width, height);
        add("%s", style(inks));
        add("<rect class=\"wb-ground\" width=\"%d\" height=\"%d\" rx=\"6\"/>", width, height);
        text("wb-title", MARGIN, 30, chart.title());
        for (int i = 0; i < subtitle.size(); i++) {
            text("wb-text wb-quiet", MARGIN, 51 + i * LABEL_LINE, subtitle.get(i));
        }
        add("<g transform=\"translate(0 %d)\">", down);
        grid();
        for (int i = 0; i < chart.series().size(); i++) {
            line(i, chart.series().get(i));
        }
        labels();
        add("</g>");
        add("</svg>");
        return svg.toString();
    }

    /** {@return a text in lines of at most so many characters, words whole} */
    private static List<String> wrapped(String text, int longest) {
        var lines = new ArrayList<String>();
        var line = new StringBuilder();
        for (String word : text.split(" ", -1)) {
            if (!line.isEmpty() && line.length() + 1 + word.length() > longest) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines;
    }

    private static String style(List<Ink> inks) {
        var style = new StringBuilder("<style>\n");
        style.append(".wb-chart text { font-family: system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue',"
                + " Arial, sans-serif; font-size: 13px; }\n");
        style.append(".wb-chart .wb-title { font-size: 17px; font-weight: 600; }\n");
        style.append(".wb-chart polyline.wb-line { fill: none; stroke-width: 2.2; stroke-linejoin: round; }\n");
        style.append(".wb-chart polyline.wb-thin { stroke-width: 1.2; }\n");
        style.append(".wb-chart .wb-dashed { stroke-dasharray: 6 4; }\n");
        style.append(".wb-chart .wb-range { stroke-width: 1.4; stroke-opacity: 0.45; }\n");
        style.append(".wb-chart .wb-marker { stroke-width: 1.8; }\n");
        style.append(".wb-chart polyline.wb-leader { fill: none; stroke-width: 1; stroke-opacity: 0.6; }\n");
        colours(style, "#ffffff", "#1c1c1c", "#5a5a5a", "#e2e2e2", inks, Ink::onLight);
        style.append("@media (prefers-color-scheme: dark) {\n");
        colours(style, "#16181c", "#ececec", "#a9adb3", "#33373d", inks, Ink::onDark);
        return style.append("}\n</style>").toString();
    }

    private static void colours(
            StringBuilder style,
            String ground,
            String ink,
            String quiet,
            String grid,
            List<Ink> inks,
            Function<Ink, String> shade) {
        style.append(".wb-chart .wb-ground { fill: " + ground + "; }\n");
        style.append(".wb-chart text { fill: " + ink + "; }\n");
        style.append(".wb-chart .wb-quiet { fill: " + quiet + "; }\n");
        style.append(".wb-chart .wb-grid { stroke: " + grid + "; stroke-width: 1; }\n");
        style.append(".wb-chart .wb-axis { stroke: " + quiet + "; stroke-width: 1; }\n");
        for (int i = 0; i < inks.size(); i++) {
            String colour = shade.apply(inks.get(i));
            style.append(".wb-chart .wb-s" + i + " { stroke: " + colour + "; fill: " + colour + "; }\n");
            style.append(".wb-chart .wb-h" + i + " { stroke: " + colour + "; fill: none; }\n");
        }
    }

    private void grid() {
        for (double value : y.grid()) {
            horizontal("wb-grid", across(value));
        }
        for (double value : y.ticks()) {
            horizontal("wb-grid", across(value));
            add(
                    "<text class=\"wb-quiet\" x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>",
                    LEFT - 9, across(value) + 4.5, Xml.escape(Quantity.plain(value)));
        }
        for (double value : x.ticks()) {
            add(
                    "<line class=\"wb-grid\" x1=\"%.1f\" y1=\"%d\" x2=\"%.1f\" y2=\"%d\"/>",
                    along(value), TOP, along(value), FLOOR);
            add(
                    "<text class=\"wb-quiet\" x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>",
                    along(value), FLOOR + 20, Xml.escape(Quantity.plain(value)));
        }
        horizontal("wb-axis", FLOOR);
        add(
                "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>",
                LEFT + PLOT_WIDTH / 2.0, FLOOR + 45, Xml.escape(chart.x().label()));
        add(
                "<text transform=\"translate(22 %.1f) rotate(-90)\" text-anchor=\"middle\">%s</text>",
                TOP + PLOT_HEIGHT / 2.0, Xml.escape(chart.y().label()));
    }

    private void horizontal(String style, double at) {
        add("<line class=\"%s\" x1=\"%d\" y1=\"%.1f\" x2=\"%d\" y2=\"%.1f\"/>", style, LEFT, at, RIGHT, at);
    }

    private void line(int number, Series series) {
        String colour = "wb-s" + number;
        // Ranges at the same number of threads stand beside each other, not on each other.
        double aside = RANGE_GAP * (number - (chart.series().size() - 1) / 2.0);
        boolean marked = series.points().size() <= MAX_MARKED;
        var markedPoints = marked ? series.points() : List.<Point>of();
        add("<g><title>%s</title>", Xml.escape(series.label()));
        for (var point : markedPoints) {
            double at = along(point.x()) + aside;
            add(
                    "<line class=\"wb-range %s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>",
                    colour, at, across(point.low()), at, across(point.high()));
        }
        if (series.points().size() > 1) {
            add(
                    "<polyline class=\"%s wb-line%s%s\" points=\"%s\"/>",
                    colour,
                    series.dashed() ? " wb-dashed" : "",
                    marked ? "" : " wb-thin",
                    series.points().stream()
                            .map(point -> format("%.1f,%.1f", along(point.x()), across(point.y())))
                            .collect(Collectors.joining(" ")));
        }
        for (var point : markedPoints) {
            marker(number, series, along(point.x()), across(point.y()), point.text());
        }
        add("</g>");
    }

    /** Those of a dashed line are hollow and larger: on the marker of another line, both can be seen. */
    private void marker(int number, Series series, double x, double y, String title) {
        String style = "wb-marker " + (series.dashed() ? "wb-h" : "wb-s") + number;
        double size = series.dashed() ? 1.35 * MARKER : MARKER;
        String outline = switch (Shape.of(number)) {
            case CIRCLE -> circle(x, y, size);
            case SQUARE -> polygon(x, y, size, -0.9, -0.9, 0.9, -0.9, 0.9, 0.9, -0.9, 0.9);
            case DIAMOND -> polygon(x, y, size, 0, -1.3, 1.3, 0, 0, 1.3, -1.3, 0);
            case UP -> polygon(x, y, size, 0, -1.3, 1.2, 0.9, -1.2, 0.9);
            case DOWN -> polygon(x, y, size, 0, 1.3, 1.2, -0.9, -1.2, -0.9);
        };
        add("<g class=\"%s\"><title>%s</title>%s</g>", style, Xml.escape(title), outline);
    }

    private static String circle(double x, double y, double size) {
        return format("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\"/>", x, y, size);
    }

    private static String polygon(double x, double y, double size, double... corners) {
        var points = new ArrayList<String>();
        for (int i = 0; i < corners.length; i += 2) {
            points.add(format("%.1f,%.1f", x + size * corners[i], y + size * corners[i + 1]));
        }
        return format("<polygon points=\"%s\"/>", String.join(" ", points));
    }

    /** A label and the height at which it goes best. */
    private record Label(int number, Series series, Point end, double wanted) {}

    /** Names at the right, as near to the ends of their lines as the others let them. */
    private void labels() {
        var labels = new ArrayList<Label>();
        for (int i = 0; i < chart.series().size(); i++) {
            var series = chart.series().get(i);
            if (!series.points().isEmpty()) {
                var end = series.points().getLast();
                labels.add(new Label(i, series, end, across(end.y())));
            }
        }
        labels.sort(Comparator.comparingDouble(Label::wanted));
        double[] heights = spread(labels.stream().mapToDouble(Label::wanted).toArray());
        for (int i = 0; i < heights.length; i++) {
            label(labels.get(i), heights[i]);
        }
    }

    private void label(Label label, double height) {
        int number = label.number();
        add(
                "<polyline class=\"wb-leader wb-s%d\" points=\"%.1f,%.1f %d,%.1f %d,%.1f\"/>",
                number,
                along(label.end().x()) + 7,
                across(label.end().y()),
                RIGHT + 2,
                across(label.end().y()),
                RIGHT + LABEL_GAP - 16,
                height);
        marker(
                number,
                label.series(),
                RIGHT + LABEL_GAP - 9,
                height,
                label.series().label());
        text(
                "wb-label",
                RIGHT + LABEL_GAP,
                height + 4.5,
                shortened(label.series().label()));
    }

    /** {@return heights at least a line apart, in the same order, each as near as can be to what was wanted} */
    private static double[] spread(double[] wanted) {
        double[] heights = wanted.clone();
        // Pushing neighbours apart by half of what they lack settles quickly for the few labels of a plot.
        for (int round = 0; round < 200; round++) {
            for (int i = 1; i < heights.length; i++) {
                double lack = LABEL_LINE - (heights[i] - heights[i - 1]);
                if (lack > 0) {
                    heights[i - 1] -= lack / 2;
                    heights[i] += lack / 2;
                }
            }
        }
        double over = heights.length == 0 ? 0 : Math.max(0, heights[heights.length - 1] - FLOOR);
        for (int i = 0; i < heights.length; i++) {
            heights[i] -= over;
        }
        return heights;
    }

    private static String shortened(String label) {
        if (label.length() <= LONGEST_LABEL) {
            return label;
        }
        int half = LONGEST_LABEL / 2;
        return label.substring(0, half) + "…" + label.substring(label.length() - half + 1);
    }

    private void text(String style, double x, double y, String text) {
        add("<text class=\"%s\" x=\"%.1f\" y=\"%.1f\">%s</text>", style, x, y, Xml.escape(text));
    }

    private double along(double value) {
        return LEFT + PLOT_WIDTH * x.position(value);
    }

    private double across(double value) {
        return FLOOR - PLOT_HEIGHT * y.position(value);
    }

    private void add(String format, Object... values) {
        svg.append(format(format, values)).append('\n');
    }

    @SuppressWarnings("AnnotateFormatMethod") // the annotation would be a dependency
    private static String format(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
