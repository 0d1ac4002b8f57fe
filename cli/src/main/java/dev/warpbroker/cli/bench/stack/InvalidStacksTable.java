package dev.warpbroker.cli.bench.stack;

import static dev.warpbroker.cli.terminal.Table.number;
import static dev.warpbroker.cli.terminal.Table.text;

import dev.warpbroker.cli.bench.timing.Remarks;
import dev.warpbroker.cli.results.Measurement;
import dev.warpbroker.cli.terminal.Quantity;
import dev.warpbroker.cli.terminal.Table;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;

/** Tables 2 and 3 of the paper: invalid stacks and run times by stack and interval; the paper's figures in brackets. */
public final class InvalidStacksTable {
    private static final String NONE = "–";

    /** What the paper gives both tables for: 1,000 runs of this many operations. */
    private static final int PAPER_OPERATIONS = 1_000_000;

    /** The paper's intervals are multiples of this, from 0 on. */
    private static final int PAPER_STEP = 2_500;

    /** Table 2: invalid stacks of 1,000. */
    private static final Map<String, double[]> PAPER_INVALID = Map.of(
            "LA",
            new double[] {0, 93, 2, 0.67, 0.33, 0, 0, 0, 0, 0, 0},
            "EL+LA",
            new double[] {1.67, 482, 320.33, 174, 90, 39, 36, 34, 24, 47, 22.33},
            "Inval+LA",
            new double[] {0, 470.33, 155.67, 120.67, 33.33, 15.33, 4.33, 0.33, 0.67, 0, 0},
            "Inval+EL+LA",
            new double[] {3, 126.67, 68.33, 11.33, 3, 0.33, 0.33, 0, 0.67, 0, 0});

    /** Table 3: seconds for 1,000 runs. */
    private static final Map<String, double[]> PAPER_SECONDS = Map.of(
            "LA",
            new double[] {572.15, 79.02, 85.69, 90.52, 94.11, 98.69, 103.49, 108.11, 113.52, 118.13, 122.96},
            "EL+LA",
            new double[] {165.28, 4.39, 5.89, 7.41, 9.17, 10.96, 12.53, 14.35, 16.28, 17.86, 19.67},
            "Inval+LA",
            new double[] {699.32, 145.62, 147.89, 154.75, 164.40, 173.85, 183.11, 189.26, 197.51, 205.59, 213.92},
            "Inval+EL+LA",
            new double[] {212.70, 5.61, 7.81, 10.66, 13.33, 15.96, 18.71, 21.07, 22.05, 24.23, 26.60});

    private InvalidStacksTable() {}

    /** {@return a row for each stack and interval} */
    static Table of(List<Measurement> measurements) {
        var columns = List.of(
                text("stack"),
                number("interval"),
                number("runs"),
                number("invalid"),
                number("per 1,000 (paper)"),
                number("mean time (paper)"),
                text("check"));
        var rows = new ArrayList<List<String>>();
        for (var measurement : measurements) {
            rows.add(List.of(
                    measurement.structure(),
                    interval(measurement),
                    Quantity.plain(observed(measurement, "runs")),
                    Quantity.plain(observed(measurement, "invalid")),
                    perThousand(measurement) + paper(PAPER_INVALID, measurement),
                    milliseconds(measurement) + paper(PAPER_SECONDS, measurement) + " ms",
                    Remarks.check(measurement)));
        }
        return new Table(columns, rows);
    }

    /** {@return table 2: invalid final stacks of 1,000} */
    public static Table invalid(List<Measurement> measurements) {
        return byInterval(measurements, measurement -> perThousand(measurement) + paper(PAPER_INVALID, measurement));
    }

    /** {@return table 3: seconds for 1,000 runs, which are milliseconds for one} */
    public static Table seconds(List<Measurement> measurements) {
        return byInterval(measurements, measurement -> milliseconds(measurement) + paper(PAPER_SECONDS, measurement));
    }

    private static Table byInterval(List<Measurement> measurements, Function<Measurement, String> cell) {
        var intervals = new TreeSet<Integer>();
        var rows = new LinkedHashMap<String, Map<Integer, Measurement>>();
        for (var measurement : measurements) {
            int interval = (int) parameter(measurement, "interval");
            intervals.add(interval);
            rows.computeIfAbsent(measurement.structure(), _ -> new HashMap<>()).put(interval, measurement);
        }
        var columns = new ArrayList<Table.Column>(List.of(text("interval")));
        intervals.forEach(interval -> columns.add(number(interval == 0 ? "N/A" : Quantity.count(interval))));
        var cells = new ArrayList<List<String>>();
        rows.forEach((structure, row) -> {
            var line = new ArrayList<String>(List.of(structure));
            for (int interval : intervals) {
                var measurement = row.get(interval);
                line.add(measurement == null ? NONE : cell.apply(measurement));
            }
            cells.add(line);
        });
        return new Table(columns, cells);
    }

    private static String interval(Measurement measurement) {
        double interval = parameter(measurement, "interval");
        return interval == 0 ? "N/A" : Quantity.plain(interval);
    }

    private static String perThousand(Measurement measurement) {
        double rate = 1_000 * observed(measurement, "invalid") / observed(measurement, "runs");
        return rate == Math.rint(rate) ? Quantity.plain(rate) : Quantity.significant(rate);
    }

    private static String milliseconds(Measurement measurement) {
        return Quantity.significant(observed(measurement, "meanNanoseconds") * 1e-6);
    }

    private static String paper(Map<String, double[]> table, Measurement measurement) {
        double[] row = table.get(measurement.structure());
        int interval = (int) parameter(measurement, "interval");
        int column = interval / PAPER_STEP;
        return row == null
                        || interval % PAPER_STEP != 0
                        || column >= row.length
                        || parameter(measurement, "operations") != PAPER_OPERATIONS
                ? ""
                : " (" + Quantity.plain(row[column]) + ")";
    }

    private static double observed(Measurement measurement, String name) {
        return measurement.observed().get(name) instanceof Number number ? number.doubleValue() : Double.NaN;
    }

    private static double parameter(Measurement measurement, String name) {
        return measurement.parameters().get(name) instanceof Number number ? number.doubleValue() : Double.NaN;
    }
}
