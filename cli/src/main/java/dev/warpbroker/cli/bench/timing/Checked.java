package dev.warpbroker.cli.bench.timing;

import dev.warpbroker.cli.results.CheckResult;
import dev.warpbroker.experiments.Conservation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a check found.
 *
 * @param results what must hold
 * @param observed what else was counted
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

    /** {@return that values were conserved or not, and how often the queue was full or empty} */
    public static Checked of(Conservation found) {
        return new Checked(
                List.of(conservation(found)),
                Map.of("accepted", found.accepted(), "full", found.full(), "empty", found.empty()));
    }

    /** {@return the same with something else that was observed} */
    Checked with(String name, Object value) {
        var more = new HashMap<>(observed);
        more.put(name, value);
        return new Checked(results, more);
    }

    /** {@return the same with one more result} */
    Checked with(CheckResult result) {
        var more = new ArrayList<>(results);
        more.add(result);
        return new Checked(more, observed);
    }

    /** {@return whether values were conserved, in words} */
    public static CheckResult conservation(Conservation found) {
        return new CheckResult(
                "conservation",
                found.holds(),
                "accepted " + found.accepted() + ", full " + found.full() + ", empty " + found.empty() + ", lost "
                        + found.lost() + ", duplicated " + found.duplicated() + ", invented " + found.invented());
    }
}
