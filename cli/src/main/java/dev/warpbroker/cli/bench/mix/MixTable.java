package dev.warpbroker.cli.bench.mix;

import static dev.warpbroker.cli.terminal.Table.number;
import static dev.warpbroker.cli.terminal.Table.text;

import dev.warpbroker.cli.bench.timing.Remarks;
import dev.warpbroker.cli.results.Measurement;
import dev.warpbroker.cli.terminal.Quantity;
import dev.warpbroker.cli.terminal.Table;
import dev.warpbroker.cli.terminal.Table.Column;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Measurements of the experiment as a table: a row for each mix, group size and number of operations. */
public final class MixTable {
    private static final String NONE = "–";

    private MixTable() {}

    /** {@return times of every structure; with exactly two of them, how many times faster the second is} */
    public static Table of(List<Measurement> measurements) {
        var structures = new LinkedHashSet<String>();
        var rows = new LinkedHashMap<List<String>, Map<String, Measurement>>();
        for (var measurement : measurements) {
            structures.add(measurement.structure());
            rows.computeIfAbsent(key(measurement), _ -> new LinkedHashMap<>())
                    .put(measurement.structure(), measurement);
        }
        var names = List.copyOf(structures);
        var columns = new ArrayList<Column>(List.of(text("mix"), number("group"), number("operations")));
        names.forEach(name -> columns.add(number(name)));
        if (names.size() == 2) {
            columns.add(number(names.getFirst() + "/" + names.getLast()));
        }
        columns.add(text("check"));
        var cells = new ArrayList<List<String>>();
        rows.forEach((key, byName) -> {
            var row = new ArrayList<>(key);
            var all = new ArrayList<String>();
            for (String name : names) {
                var measurement = byName.get(name);
                row.add(measurement == null || !measurement.measured() ? NONE : median(measurement));
                if (measurement != null) {
                    String check = Remarks.check(measurement);
                    all.add(check.equals("passed") ? check : name + " " + check);
                }
            }
            if (names.size() == 2) {
                row.add(speedUp(byName.get(names.getFirst()), byName.get(names.getLast())));
            }
            row.add(all.stream()
                    .distinct()
                    .reduce((one, other) -> one + "; " + other)
                    .orElse(""));
            cells.add(row);
        });
        return new Table(columns, cells);
    }

    private static List<String> key(Measurement measurement) {
        var parameters = measurement.parameters();
        return List.of(
                String.valueOf(parameters.get("mix")),
                String.valueOf(parameters.get("block")),
                String.valueOf(parameters.get("operations")));
    }

    private static String median(Measurement measurement) {
        return Quantity.time(measurement.nanoseconds().median());
    }

    private static String speedUp(@Nullable Measurement blocking, @Nullable Measurement other) {
        return blocking != null && other != null && blocking.measured() && other.measured()
                ? Quantity.significant(
                        blocking.nanoseconds().median() / other.nanoseconds().median())
                : NONE;
    }
}
