package dev.warpbroker.experiments.design;

import dev.warpbroker.experiments.results.CheckResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The findings of a check.
 *
 * @param results whether each required property holds
 * @param observed other counts, by their names in records
 */
public record Checked(List<CheckResult> results, Map<String, Object> observed) {
    /** Nothing was checked. */
    public static final Checked NOT = new Checked(List.of());

    public Checked {
        results = List.copyOf(results);
        observed = Map.copyOf(observed);
    }

    public Checked(List<CheckResult> results) {
        this(results, Map.of());
    }

    /** {@return whether one thing holds, and what was found of it} */
    public static Checked of(String name, boolean passed, String detail) {
        return new Checked(List.of(new CheckResult(name, passed, detail)));
    }

    /** {@return the same with what else was counted} */
    public Checked with(Map<String, Object> counted) {
        var more = new HashMap<>(observed);
        more.putAll(counted);
        return new Checked(results, more);
    }

    /** {@return the same with one more result} */
    public Checked with(CheckResult result) {
        var more = new ArrayList<>(results);
        more.add(result);
        return new Checked(more, observed);
    }
}
