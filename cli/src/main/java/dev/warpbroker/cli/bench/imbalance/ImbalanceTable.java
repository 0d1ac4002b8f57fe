package dev.warpbroker.cli.bench.imbalance;

import static dev.warpbroker.cli.terminal.Table.number;
import static dev.warpbroker.cli.terminal.Table.text;

import dev.warpbroker.cli.bench.timing.Remarks;
import dev.warpbroker.cli.results.Measurement;
import dev.warpbroker.cli.terminal.Quantity;
import dev.warpbroker.cli.terminal.Table;
import java.util.ArrayList;
import java.util.List;

/** Measurements of these experiments as a table. */
final class ImbalanceTable {
    private ImbalanceTable() {}

    static Table of(List<Measurement> measurements) {
        return new Table(
                List.of(
                        text("structure"),
                        number("P(enq)"),
                        number("P(deq)"),
                        number("FMA"),
                        number("prefill"),
                        number("threads"),
                        number("median"),
                        number("min"),
                        number("max"),
                        number("operations"),
                        number("empty"),
                        text("check")),
                measurements.stream().map(ImbalanceTable::row).toList());
    }

    private static List<String> row(Measurement measurement) {
        var cells = new ArrayList<String>();
        cells.add(measurement.structure());
        for (String name : List.of("pEnq", "pDeq", "fma", "prefill", "threads")) {
            cells.add(String.valueOf(measurement.parameters().get(name)));
        }
        cells.addAll(Remarks.times(measurement));
        cells.add(measurement.measured() ? Quantity.rate(measurement.operationsPerSecond()) : "");
        Object empty = measurement.observed().get("empty");
        cells.add(empty == null ? "" : String.valueOf(empty));
        cells.add(Remarks.check(measurement));
        return cells;
    }
}
