package dev.warpbroker.experiments.suite;

import dev.warpbroker.experiments.Conservation;
import dev.warpbroker.experiments.design.Checked;
import dev.warpbroker.experiments.results.CheckResult;
import java.util.List;
import java.util.Map;

/** Checks that what went into a structure came out of it, or is still there. */
final class Conserved {
    private Conserved() {}

    /** {@return whether values were conserved, in words} */
    static CheckResult check(Conservation found) {
        return new CheckResult(
                "conservation",
                found.holds(),
                "accepted " + found.accepted() + ", full " + found.full() + ", empty " + found.empty() + ", lost "
                        + found.lost() + ", duplicated " + found.duplicated() + ", invented " + found.invented());
    }

    /**
     * {@return that values were conserved or not, and how often the queue was full or empty; and whether those that a
     * run has left are those that it should have}
     *
     * @param left the sum of the values that are left
     * @param balance the sum of those put in, less the sum of those taken out
     */
    static Checked check(Conservation found, long left, long balance) {
        return new Checked(
                List.of(
                        check(found),
                        new CheckResult(
                                "sum", left == balance, "values left " + left + ", put in less taken out " + balance)),
                Map.of("accepted", found.accepted(), "full", found.full(), "empty", found.empty()));
    }
}
