package dev.warpbroker.cli.bench.deque;

import static dev.warpbroker.cli.terminal.Table.number;
import static dev.warpbroker.cli.terminal.Table.text;

import dev.warpbroker.cli.bench.timing.Remarks;
import dev.warpbroker.cli.devices.DeviceKind;
import dev.warpbroker.cli.results.Measurement;
import dev.warpbroker.cli.terminal.Quantity;
import dev.warpbroker.cli.terminal.Table;
import dev.warpbroker.structures.deque.DequeKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Measurements of the experiment as a table in the manner of table 3.2 of the thesis. */
public final class DequeTable {
    private static final String NONE = "–";

    /** Table 3.2: throughput of the non-blocking deque over that of the blocking one, by setup. */
    private static final Map<String, Double> THESIS_GPU = Map.of("i", 5.6, "ii", 6.3, "iii", 3.4);

    private static final Map<String, Double> THESIS_CPU = Map.of("i", 0.47, "ii", 0.45, "iii", 0.48);

    private DequeTable() {}

    /** {@return a row for each measurement; what the thesis found stands in brackets} */
    public static Table of(List<Measurement> measurements) {
        var blocking = new HashMap<List<String>, Measurement>();
        for (var measurement : measurements) {
            if (measurement.structure().equals(DequeKind.LOCKED.toString())) {
                blocking.put(size(measurement), measurement);
            }
        }
        var columns = List.of(
                text("setup"),
                number("workers"),
                text("structure"),
                number("elements"),
                number("per deque"),
                number("latency"),
                number("steals that succeed"),
                number("acquired, least"),
                number("most"),
                number("over locked (thesis)"),
                text("check"));
        var rows = new ArrayList<List<String>>();
        for (var measurement : measurements) {
            var row = new ArrayList<>(size(measurement));
            row.add(measurement.structure());
            if (measurement.measured()) {
                double perDeque = measurement.operationsPerSecond() / workers(measurement);
                row.add(Quantity.rate(measurement.operationsPerSecond()));
                row.add(Quantity.rate(perDeque));
                row.add(Quantity.time(1e9 / perDeque));
            } else {
                row.addAll(List.of(NONE, NONE, NONE));
            }
            row.add(success(measurement));
            row.add(share(measurement, "leastAcquired"));
            row.add(share(measurement, "mostAcquired"));
            row.add(ratio(measurement, blocking.get(size(measurement))));
            row.add(Remarks.check(measurement));
            rows.add(row);
        }
        return new Table(columns, rows);
    }

    private static List<String> size(Measurement measurement) {
        return List.of(
                String.valueOf(measurement.parameters().get("setup")),
                String.valueOf(measurement.parameters().get("workers")));
    }

    private static double workers(Measurement measurement) {
        return measurement.parameters().get("workers") instanceof Number count ? count.doubleValue() : Double.NaN;
    }

    private static String success(Measurement measurement) {
        return measurement.observed().get("attempts") instanceof Number attempts
                        && measurement.observed().get("stolen") instanceof Number stolen
                        && attempts.longValue() > 0
                ? Quantity.significant(100 * stolen.doubleValue() / attempts.doubleValue()) + " %"
                : NONE;
    }

    private static String share(Measurement measurement, String name) {
        return measurement.observed().get(name) instanceof Number share
                ? Quantity.significant(share.doubleValue())
                : NONE;
    }

    private static String ratio(Measurement measurement, @Nullable Measurement blocking) {
        if (blocking == null || blocking == measurement || !blocking.measured() || !measurement.measured()) {
            return NONE;
        }
        String ours = Quantity.significant(measurement.operationsPerSecond() / blocking.operationsPerSecond());
        return measurement.structure().equals(DequeKind.ABP.toString()) ? ours + thesis(measurement) : ours;
    }

    private static String thesis(Measurement measurement) {
        var found = switch (DeviceKind.of(measurement.device())) {
            case GPU -> THESIS_GPU;
            case JVM -> THESIS_CPU;
            case SIMULATOR -> Map.<String, Double>of();
        };
        var ratio = found.get(size(measurement).getFirst());
        return ratio == null ? "" : " (" + Quantity.plain(ratio) + ")";
    }
}
