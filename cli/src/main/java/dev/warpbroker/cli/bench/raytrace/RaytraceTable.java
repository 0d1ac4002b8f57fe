package dev.warpbroker.cli.bench.raytrace;

import static dev.warpbroker.cli.terminal.Table.number;
import static dev.warpbroker.cli.terminal.Table.text;

import dev.warpbroker.cli.bench.timing.Remarks;
import dev.warpbroker.cli.results.Measurement;
import dev.warpbroker.cli.terminal.Quantity;
import dev.warpbroker.cli.terminal.Table;
import dev.warpbroker.examples.render.Scheme;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** Pictures as a table for people. */
public final class RaytraceTable {
    private static final String NONE = "–";

    private RaytraceTable() {}

    /** {@return a row for each measurement} */
    static Table of(List<Measurement> measurements) {
        var rows = new ArrayList<List<String>>();
        for (var measurement : measurements) {
            var row = new ArrayList<String>();
            row.add(String.valueOf(measurement.parameters().get("camera")));
            row.add(measurement.structure());
            row.add(String.valueOf(measurement.parameters().get("tile")));
            row.add(workers(measurement));
            row.addAll(Remarks.times(measurement));
            row.add(measurement.measured() ? Quantity.rate(measurement.operationsPerSecond()) : NONE);
            var factor = overStatic(measurement, measurements);
            row.add(factor.isPresent() ? Quantity.significant(factor.getAsDouble()) : NONE);
            row.add(Remarks.check(measurement));
            rows.add(row);
        }
        return new Table(
                List.of(
                        number("camera"),
                        text("scheme"),
                        number("tile"),
                        number("workers"),
                        number("median"),
                        number("min"),
                        number("max"),
                        number("rays"),
                        number("over static"),
                        text("check")),
                rows);
    }

    private static String workers(Measurement measurement) {
        var workers = measurement.parameters().get("workers");
        return workers instanceof Number number && number.longValue() == 0 ? "all" : String.valueOf(workers);
    }

    /** {@return how many times as fast as the static scheme with the same parameters, if both were measured well} */
    public static OptionalDouble overStatic(Measurement measurement, List<Measurement> all) {
        if (!isGood(measurement)) {
            return OptionalDouble.empty();
        }
        return all.stream()
                .filter(other -> other.structure().equals(Scheme.STATIC.toString())
                        && isGood(other)
                        && other.parameters().equals(measurement.parameters()))
                .mapToDouble(other ->
                        other.nanoseconds().median() / measurement.nanoseconds().median())
                .findFirst();
    }

    private static boolean isGood(Measurement measurement) {
        return measurement.measured() && measurement.passed();
    }
}
