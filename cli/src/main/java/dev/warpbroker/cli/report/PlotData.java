package dev.warpbroker.cli.report;

import dev.warpbroker.experiments.page.Chart;
import dev.warpbroker.experiments.page.Chart.Point;
import dev.warpbroker.experiments.page.Chart.Scale;
import dev.warpbroker.experiments.page.Chart.Series;
import dev.warpbroker.experiments.page.Glossary;
import dev.warpbroker.experiments.page.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** A chart as the script of a page reads it: axes with their ticks, lines with their colours. */
final class PlotData {
    private PlotData() {}

    static Map<String, Object> of(Chart chart) {
        var labels = chart.series().stream().map(Series::label).toList();
        var inks = Glossary.inks(labels);
        var series = new ArrayList<Map<String, Object>>();
        for (int i = 0; i < labels.size(); i++) {
            var line = chart.series().get(i);
            series.add(Map.of(
                    "label", line.label(),
                    "light", inks.get(i).onLight(),
                    "dark", inks.get(i).onDark(),
                    "dashed", line.dashed(),
                    "meaning",
                            Glossary.of(line.label()).map(Glossary.Term::text).orElse(""),
                    "points", line.points().stream().map(PlotData::point).toList()));
        }
        return Map.of(
                "x", axis(chart, chart.x(), Point::x, Point::x),
                "y", axis(chart, chart.y(), Point::low, Point::high),
                "series", series);
    }

    private static Map<String, Object> point(Point point) {
        return Map.of("x", point.x(), "y", point.y(), "low", point.low(), "high", point.high(), "text", point.text());
    }

    private static Map<String, Object> axis(
            Chart chart, Chart.Axis axis, ToDoubleFunction<Point> low, ToDoubleFunction<Point> high) {
        var points = points(chart);
        var placed = PlotAxis.of(
                axis.scale(),
                points.stream().mapToDouble(low).min().orElseThrow(),
                points.stream().mapToDouble(high).max().orElseThrow());
        return Map.of(
                "log", axis.scale() != Scale.LINEAR,
                "low", placed.low(),
                "high", placed.high(),
                "ticks", placed.ticks(),
                "texts", placed.ticks().stream().map(Quantity::plain).toList());
    }

    /** {@return all points of a chart} */
    static List<Point> points(Chart chart) {
        return chart.series().stream().flatMap(line -> line.points().stream()).toList();
    }
}
