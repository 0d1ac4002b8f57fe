package dev.warpbroker.experiments.design;

import dev.warpbroker.experiments.results.Json;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.experiments.results.ResultLine;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What an earlier run of an experiment has measured, so that another one may go on where that ended. Rows that failed
 * are not among it: they get another chance.
 */
public final class Earlier {
    /** Nothing. */
    public static final Earlier NONE = new Earlier(Map.of());

    private final Map<String, Measurement> rows;

    private Earlier(Map<String, Measurement> rows) {
        this.rows = rows;
    }

    /** {@return what lines say of an experiment on a device} */
    public static Earlier of(List<ResultLine> lines, String experiment, String device) {
        var rows = new HashMap<String, Measurement>();
        for (var line : lines) {
            if (line.experiment().equals(experiment)) {
                var row = line.measurement();
                if (row.passed() && row.device().name().equals(device)) {
                    rows.put(key(row.structure(), row.parameters()), row);
                }
            }
        }
        return new Earlier(rows);
    }

    /** {@return how many rows there are} */
    public int size() {
        return rows.size();
    }

    /** {@return the row of a structure with parameters, if there is one} */
    public Optional<Measurement> find(String structure, Map<String, Object> parameters) {
        return Optional.ofNullable(rows.get(key(structure, parameters)));
    }

    /** Numbers of records are longs again when they are read, so their text is compared. */
    private static String key(String structure, Map<String, Object> parameters) {
        return structure + " " + Json.line(new TreeMap<>(parameters));
    }
}
