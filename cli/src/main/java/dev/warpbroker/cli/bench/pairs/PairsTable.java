package dev.warpbroker.cli.bench.pairs;

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
public final class PairsTable {
    private PairsTable() {}

    /** {@return a row for each measurement; with columns for peers if any has one} */
    public static Table of(List<Measurement> measurements) {
        boolean peers = measurements.stream().anyMatch(measurement -> measurement.peer() != null);
        var columns = new ArrayList<Column>(List.of(
                text("structure"),
                text("form"),
                number("threads"),
                number("median"),
                number("min"),
                number("max"),
                number("pairs"),
                text("check")));
        if (peers) {
            columns.addAll(List.of(text("peer"), number("median"), number("pairs"), number("peer/java")));
        }
        return new Table(
                columns,
                measurements.stream()
                        .map(measurement -> row(measurement, peers))
                        .toList());
    }

    private static List<String> row(Measurement measurement, boolean peers) {
        var cells = new ArrayList<String>(List.of(
                measurement.structure(),
                String.valueOf(measurement.parameters().get("form")),
                String.valueOf(measurement.parameters().get("threads"))));
        cells.addAll(Remarks.times(measurement));
        cells.add(measurement.measured() ? Quantity.rate(measurement.operationsPerSecond() / 2) : "");
        cells.add(Remarks.check(measurement));
        var peer = measurement.peer();
        if (peer != null) {
            cells.addAll(List.of(
                    peer.entry(),
                    Quantity.time(peer.nanoseconds().median()),
                    Quantity.rate(peer.operationsPerSecond() / 2),
                    Quantity.ratio(peer.ratio())));
        } else if (peers) {
            cells.addAll(List.of("", "", "", ""));
        }
        return cells;
    }
}
