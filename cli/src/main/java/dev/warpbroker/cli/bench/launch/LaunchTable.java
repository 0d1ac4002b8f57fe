package dev.warpbroker.cli.bench.launch;

import static dev.warpbroker.cli.terminal.Table.number;
import static dev.warpbroker.cli.terminal.Table.text;

import dev.warpbroker.cli.results.Measurement;
import dev.warpbroker.cli.terminal.Quantity;
import dev.warpbroker.cli.terminal.Table;
import java.util.List;

/** Measurements of the experiment as a table. */
public final class LaunchTable {
    private LaunchTable() {}

    /** {@return a row for each measurement} */
    public static Table of(List<Measurement> measurements) {
        return new Table(
                List.of(text("what"), number("median"), number("min"), number("max"), number("repetitions")),
                measurements.stream()
                        .map(measurement -> List.of(
                                measurement.structure(),
                                Quantity.time(measurement.nanoseconds().median()),
                                Quantity.time(measurement.nanoseconds().min()),
                                Quantity.time(measurement.nanoseconds().max()),
                                Quantity.count(measurement.nanoseconds().repetitions())))
                        .toList());
    }
}
