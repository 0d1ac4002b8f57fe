package dev.warpbroker.experiments.design;

import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.page.Section.Part;
import dev.warpbroker.experiments.page.Table;
import dev.warpbroker.experiments.results.Measurement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/** Charts, bars and tables of a section of a report, in the order in which they are added. */
public final class Drawing {
    private final Evidence evidence;
    private final UnaryOperator<String> file;
    private final List<Part> parts = new ArrayList<>();

    /** @param file makes the name of a chart's file of its ending */
    Drawing(Evidence evidence, UnaryOperator<String> file) {
        this.evidence = evidence;
        this.file = file;
    }

    /** {@return what was measured} */
    public List<Measurement> rows() {
        return evidence.latest();
    }

    List<Part> parts() {
        return parts;
    }

    /** Adds a table. */
    public void table(String caption, Table table) {
        parts.add(new Part.Captioned(caption, table));
    }

    /** Adds what was good of measurements of the same work as bars, the fastest first, if there is a second. */
    public void bars(String caption, List<Measurement> rows, Function<Measurement, String> label) {
        var bars = rows.stream()
                .filter(Evidence::isGood)
                .sorted(Comparator.comparingDouble(row -> row.nanoseconds().median()))
                .map(row -> bar(label.apply(row), row))
                .toList();
        if (bars.size() > 1) {
            parts.add(new Part.Bars(caption, bars));
        }
    }

    private static Part.Bar bar(String label, Measurement row) {
        var nanos = row.nanoseconds();
        return new Part.Bar(
                label, 1 / nanos.median(), 1.0 / nanos.max(), 1.0 / nanos.min(), Quantity.time(nanos.median()));
    }

    /** Adds a chart and a table for each title; none without measurements. */
    public void plots(Plot plot, Function<Measurement, String> title) {
        plots(plot, rows(), title, "");
    }

    /**
     * Adds a chart and a table for each title; none without measurements.
     *
     * @param title of the chart that a measurement belongs to
     * @param ending of the names of charts' files, before a letter for each of several
     */
    public void plots(Plot plot, List<Measurement> rows, Function<Measurement, String> title, String ending) {
        var groups = Evidence.grouped(
                rows.stream()
                        .filter(row -> !Double.isNaN(plot.at().applyAsDouble(row)))
                        .toList(),
                title);
        char letter = 'a';
        for (var group : groups.entrySet()) {
            String name = file.apply(groups.size() == 1 ? ending : ending + "-" + letter++);
            plot.chart(group.getKey(), evidence.subtitle(), group.getValue())
                    .ifPresent(chart -> parts.add(new Part.Figure(name, chart)));
            table(group.getKey() + ": " + plot.caption(), plot.table(group.getValue()));
        }
    }
}
