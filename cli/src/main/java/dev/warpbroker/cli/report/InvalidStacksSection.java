package dev.warpbroker.cli.report;

import dev.warpbroker.cli.bench.stack.InvalidStacksTable;
import dev.warpbroker.cli.report.Section.Part;
import dev.warpbroker.cli.results.Measurement;
import dev.warpbroker.cli.results.ResultLine;
import java.util.ArrayList;
import java.util.List;

/** Experiment {@code stack-invalid} on one device: tables 2 and 3 of the Scan Stack paper. */
final class InvalidStacksSection {
    private InvalidStacksSection() {}

    static Section of(List<ResultLine> lines) {
        var all = lines.stream().map(ResultLine::measurement).toList();
        var latest = Latest.of(all, measurement -> measurement.structure() + measurement.parameters());
        var provenance = new Provenance(latest);
        var notes = new ArrayList<>(provenance.lines());
        provenance.parameter("operations").ifPresent(count -> notes.add(count + " operations in a run"));
        provenance.parameter("capacity").ifPresent(count -> notes.add(count + " values of capacity"));
        notes.addAll(Lines.skipped(latest, InvalidStacksSection::cell));
        notes.addAll(provenance.checks());
        return new Section(
                "stack, invalid final stacks: " + all.getFirst().device().name(),
                List.of(
                        new Part.Captioned(
                                "Table 2: invalid final stacks of 1,000 by interval (paper: RTX 3090, in brackets)",
                                InvalidStacksTable.invalid(latest)),
                        new Part.Captioned(
                                "Table 3: mean run time in ms, or seconds for 1,000 runs (paper in brackets)",
                                InvalidStacksTable.seconds(latest)),
                        new Part.Notes(notes)));
    }

    private static String cell(Measurement measurement) {
        return measurement.structure() + ", interval "
                + measurement.parameters().get("interval");
    }
}
