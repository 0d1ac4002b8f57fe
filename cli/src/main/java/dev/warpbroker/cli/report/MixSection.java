package dev.warpbroker.cli.report;

import static dev.warpbroker.cli.terminal.Table.number;
import static dev.warpbroker.cli.terminal.Table.text;

import dev.warpbroker.cli.report.Chart.Axis;
import dev.warpbroker.cli.report.Chart.Scale;
import dev.warpbroker.cli.report.Section.Part;
import dev.warpbroker.cli.results.Measurement;
import dev.warpbroker.cli.results.ResultLine;
import dev.warpbroker.cli.terminal.Quantity;
import dev.warpbroker.cli.terminal.Table;
import dev.warpbroker.cli.terminal.Table.Column;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * Experiment {@code mix} on one device: a plot for each queue and mix as in figures 4.1 and 4.2 of the thesis, and the
 * speed-up of the non-blocking queue over the blocking one beside that of tables 4.1 and 4.2.
 */
final class MixSection {
    private static final String BLOCKING = "locked-linked";
    private static final String NON_BLOCKING = "CAS-linked";
    private static final String NONE = "–";

    /** The thesis's speed-ups for 10,000 to 100,000 operations, by mix and work group size. */
    private static final Map<String, Map<Integer, double[]>> THESIS = Map.of(
            "80/20",
            Map.of(
                    64, new double[] {13.2, 15.1, 11.6, 9.3, 7.7, 7.4, 8.2, 7.5, 7.4, 6.9},
                    128, new double[] {12.5, 14.9, 11.2, 9.3, 8.3, 8.5, 7.4, 8.5, 7.8, 7.2},
                    256, new double[] {12.1, 14.5, 12, 9.1, 8.3, 8.3, 7.6, 8.3, 7.7, 7.9}),
            "50/50",
            Map.of(
                    64, new double[] {6.8, 7.9, 9.1, 7.2, 6, 6.2, 5.8, 5.4, 5.8, 5.4},
                    128, new double[] {7.1, 8.1, 8.6, 6.5, 5.8, 5.4, 5.4, 5.1, 4.8, 4.8},
                    256, new double[] {7.2, 8.4, 9.2, 7.3, 6.1, 6.4, 5.9, 5.5, 5.8, 5.5}));

    private MixSection() {}

    static Section of(List<ResultLine> lines, UnaryOperator<String> file) {
        var all = lines.stream().map(ResultLine::measurement).toList();
        var latest = Latest.of(all, measurement -> measurement.structure() + measurement.parameters());
        String device = all.getFirst().device().name();
        var provenance = new Provenance(latest);
        var parts = new ArrayList<Part>();
        char number = 'a';
        var figures = new LinkedHashMap<String, List<Measurement>>();
        for (var measurement : latest) {
            figures.computeIfAbsent(measurement.structure() + ", " + mix(measurement), _ -> new ArrayList<>())
                    .add(measurement);
        }
        for (var figure : figures.entrySet()) {
            var plot = new Lines(
                    figure.getKey() + " enqueues/dequeues",
                    device + "; median of " + provenance.repetitions() + " repetitions, bars from fastest to slowest",
                    new Axis("operations", Scale.LINEAR),
                    new Axis("run time (ms)", Scale.LINEAR),
                    measurement -> "groups of " + measurement.parameters().get("block"),
                    measurement -> Curves.number(measurement, "operations"),
                    1e-6);
            parts.addAll(plot.parts(figure.getValue(), file.apply("-" + number)));
            number++;
        }
        latest.stream()
                .map(MixSection::mix)
                .distinct()
                .forEach(mix -> speedUps(latest, mix)
                        .ifPresent(table -> parts.add(new Part.Captioned(
                                "Speed-up of " + NON_BLOCKING + " over " + BLOCKING + " for " + mix
                                        + " (thesis: AMD R7, in brackets)",
                                table))));
        var notes = new ArrayList<>(provenance.lines());
        provenance.parameter("threads").ifPresent(threads -> notes.add(threads + " threads made the operations"));
        notes.addAll(Lines.skipped(latest, measurement -> measurement.structure() + " " + mix(measurement)));
        notes.addAll(provenance.checks());
        parts.add(new Part.Notes(notes));
        return new Section("mix: " + device, parts);
    }

    private static String mix(Measurement measurement) {
        return String.valueOf(measurement.parameters().get("mix"));
    }

    private static Optional<Table> speedUps(List<Measurement> measurements, String mix) {
        var groups = new TreeSet<Integer>();
        var rows = new TreeMap<Integer, Map<String, Double>>();
        for (var measurement : measurements) {
            if (mix(measurement).equals(mix) && measurement.measured() && measurement.passed()) {
                int group = (int) Curves.number(measurement, "block");
                groups.add(group);
                rows.computeIfAbsent((int) Curves.number(measurement, "operations"), _ -> new LinkedHashMap<>())
                        .put(
                                measurement.structure() + group,
                                measurement.nanoseconds().median());
            }
        }
        var columns = new ArrayList<Column>(List.of(text("operations")));
        groups.forEach(group -> columns.add(number("groups of " + group)));
        boolean any = false;
        var cells = new ArrayList<List<String>>();
        for (var row : rows.entrySet()) {
            var line = new ArrayList<String>(List.of(Quantity.count(row.getKey())));
            for (int group : groups) {
                Double blocking = row.getValue().get(BLOCKING + group);
                Double other = row.getValue().get(NON_BLOCKING + group);
                if (blocking == null || other == null) {
                    line.add(NONE);
                } else {
                    any = true;
                    line.add(Quantity.significant(blocking / other) + thesis(mix, group, row.getKey()));
                }
            }
            cells.add(line);
        }
        return any ? Optional.of(new Table(columns, cells)) : Optional.empty();
    }

    private static String thesis(String mix, int group, int operations) {
        double[] speedUps = THESIS.getOrDefault(mix, Map.of()).get(group);
        int index = operations / 10_000 - 1;
        return speedUps == null || operations % 10_000 != 0 || index < 0 || index >= speedUps.length
                ? ""
                : " (" + Quantity.plain(speedUps[index]) + ")";
    }
}
