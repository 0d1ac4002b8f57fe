package dev.warpbroker.cli.bench.launch;

import static dev.warpbroker.cli.terminal.Table.number;
import static dev.warpbroker.cli.terminal.Table.text;

import dev.warpbroker.cli.bench.timing.Remarks;
import dev.warpbroker.cli.results.Measurement;
import dev.warpbroker.cli.terminal.Quantity;
import dev.warpbroker.cli.terminal.Table;
import dev.warpbroker.cli.terminal.Table.Column;
import java.util.ArrayList;
import java.util.List;

/** Measurements of the experiment as a table. */
public final class LaunchTable {
    private LaunchTable() {}

    /** {@return a row for each measurement; with a column for remarks if one failed} */
    public static Table of(List<Measurement> measurements) {
        boolean remarks = !measurements.stream().allMatch(Measurement::passed);
        var columns = new ArrayList<Column>(
                List.of(text("what"), number("median"), number("min"), number("max"), number("repetitions")));
        if (remarks) {
            columns.add(text("remark"));
        }
        return new Table(
                columns,
                measurements.stream()
                        .map(measurement -> row(measurement, remarks))
                        .toList());
    }

    private static List<String> row(Measurement measurement, boolean remarks) {
        var cells = new ArrayList<String>(List.of(measurement.structure()));
        cells.addAll(Remarks.times(measurement));
        cells.add(Quantity.count(measurement.nanoseconds().repetitions()));
        if (remarks) {
            cells.add(measurement.passed() ? "" : Remarks.check(measurement));
        }
        return cells;
    }
}
