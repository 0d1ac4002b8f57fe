package dev.warpbroker.cli.report;

import static dev.warpbroker.cli.terminal.Table.number;
import static dev.warpbroker.cli.terminal.Table.text;

import dev.warpbroker.cli.bench.timing.Remarks;
import dev.warpbroker.cli.report.Section.Part;
import dev.warpbroker.cli.results.Measurement;
import dev.warpbroker.cli.results.ResultLine;
import dev.warpbroker.cli.terminal.Quantity;
import dev.warpbroker.cli.terminal.Table;
import dev.warpbroker.cli.terminal.Table.Column;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Experiment {@code trees} on one device: a table for each work, with every engine beside the one to compare with. */
final class TreesSection {
    /** What engines are compared with: the first of these that was measured. */
    private static final List<String> REFERENCES = List.of("central", "java-pool");

    private static final String NONE = "–";

    private TreesSection() {}

    static Section of(List<ResultLine> lines) {
        var all = lines.stream().map(ResultLine::measurement).toList();
        var latest = Latest.of(all, measurement -> measurement.structure() + ", " + work(measurement));
        var works = new LinkedHashMap<String, List<Measurement>>();
        for (var measurement : latest) {
            works.computeIfAbsent(work(measurement), _ -> new ArrayList<>()).add(measurement);
        }
        var parts = new ArrayList<Part>();
        works.forEach((work, measurements) -> parts.add(new Part.Captioned(work, table(measurements))));
        var provenance = new Provenance(latest);
        var notes = new ArrayList<>(provenance.lines());
        notes.add("Median of " + provenance.repetitions() + " repetitions; tasks are those of the tree, as many for"
                + " every engine");
        notes.addAll(provenance.checks());
        if (latest.size() < all.size()) {
            notes.add(all.size() - latest.size() + " older measurements of the same are left out");
        }
        parts.add(new Part.Notes(notes));
        return new Section("trees: " + all.getFirst().device().name(), parts);
    }

    private static String work(Measurement measurement) {
        double workers = Curves.number(measurement, "workers");
        return measurement.parameters().get("work") + (workers > 0 ? ", " + Quantity.plain(workers) + " workers" : "");
    }

    private static Table table(List<Measurement> measurements) {
        var reference = REFERENCES.stream()
                .flatMap(name -> good(measurements)
                        .filter(measurement -> measurement.structure().equals(name)))
                .findFirst();
        var columns = new ArrayList<Column>(List.of(text("engine"), number("median"), number("tasks")));
        reference.ifPresent(other -> columns.add(number("times as fast as " + other.structure())));
        columns.add(text("check"));
        return new Table(
                columns,
                measurements.stream()
                        .map(measurement -> row(measurement, reference))
                        .toList());
    }

    private static Stream<Measurement> good(List<Measurement> measurements) {
        return measurements.stream().filter(measurement -> measurement.measured() && measurement.passed());
    }

    private static List<String> row(Measurement measurement, Optional<Measurement> reference) {
        boolean good = measurement.measured() && measurement.passed();
        var row = new ArrayList<String>();
        row.add(measurement.structure());
        row.add(Remarks.times(measurement).getFirst());
        row.add(good && measurement.operations() > 0 ? Quantity.rate(measurement.operationsPerSecond()) : NONE);
        reference.ifPresent(other -> row.add(
                good
                        ? Quantity.significant(other.nanoseconds().median()
                                / measurement.nanoseconds().median())
                        : NONE));
        row.add(Remarks.check(measurement));
        return row;
    }
}
