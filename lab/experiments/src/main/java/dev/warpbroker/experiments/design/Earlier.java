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
 * The rows that an earlier run of an experiment measured, so that another run can resume after them. Rows that failed
 * are not included, so they are measured again.
 */
public final class Earlier {
    /** No rows. */
    public static final Earlier NONE = new Earlier(List.of());

    private final List<Measurement> all;
    private final Map<String, Measurement> passed = new HashMap<>();

    private Earlier(List<Measurement> all) {
        this.all = all;
        for (var row : all) {
            if (row.passed()) {
                passed.put(key(row.structure(), row.parameters()), row);
            }
        }
    }

    /** {@return what lines say of an experiment on a device} */
    public static Earlier of(List<ResultLine> lines, String experiment, String device) {
        return new Earlier(lines.stream()
                .filter(line -> line.experiment().equals(experiment))
                .map(ResultLine::measurement)
                .filter(row -> row.device().name().equals(device))
                .toList());
    }

    /** {@return all rows, also those that failed} */
    public List<Measurement> rows() {
        return all;
    }

    /** {@return how many rows are not measured again} */
    public int size() {
        return passed.size();
    }

    /**
     * {@return whether a row is one of these, whatever it was compared with since}
     *
     * <p>A row with the same structure and parameters that was measured at another time is not: some experiments
     * complete or repeat their rows in each run.
     */
    public boolean contains(Measurement row) {
        return find(row.structure(), row.parameters())
                .filter(same -> same.recorded().equals(row.recorded()))
                .isPresent();
    }

    /** {@return the row of a structure with parameters, if there is one} */
    public Optional<Measurement> find(String structure, Map<String, Object> parameters) {
        return Optional.ofNullable(passed.get(key(structure, parameters)));
    }

    /** Numbers of records are longs again when they are read, so their text is compared. */
    private static String key(String structure, Map<String, Object> parameters) {
        return structure + " " + Json.line(new TreeMap<>(parameters));
    }
}
