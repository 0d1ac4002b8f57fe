package dev.warpbroker.cli.bench.stack;

import static dev.warpbroker.cli.terminal.Table.number;
import static dev.warpbroker.cli.terminal.Table.text;

import dev.warpbroker.cli.bench.timing.Remarks;
import dev.warpbroker.cli.results.Measurement;
import dev.warpbroker.cli.terminal.Quantity;
import dev.warpbroker.cli.terminal.Table;
import java.util.ArrayList;
import java.util.List;

/** Measurements of the experiment as a table: a row for each. */
final class StackTable {
    private static final String NONE = "–";

    private StackTable() {}

    static Table of(List<Measurement> measurements) {
        var columns = List.of(
                text("mix"),
                number("operations"),
                text("stack"),
                number("time"),
                number("operations/s"),
                number("pushed"),
                number("popped"),
                text("check"));
        var rows = new ArrayList<List<String>>();
        for (var measurement : measurements) {
            rows.add(List.of(
                    String.valueOf(measurement.parameters().get("mix")),
                    String.valueOf(measurement.parameters().get("operations")),
                    measurement.structure(),
                    Remarks.times(measurement).getFirst(),
                    measurement.measured() ? Quantity.rate(measurement.operationsPerSecond()) : NONE,
                    counted(measurement, "pushes"),
                    counted(measurement, "pops"),
                    remark(measurement)));
        }
        return new Table(columns, rows);
    }

    private static String counted(Measurement measurement, String what) {
        return measurement.observed().get(what) instanceof Number count ? String.valueOf(count) : NONE;
    }

    private static String remark(Measurement measurement) {
        var damage = measurement.observed().get("damage");
        return Remarks.check(measurement) + (damage == null ? "" : "; final stack invalid: " + damage);
    }
}
