package dev.warpbroker.experiments.suite;

import dev.warpbroker.experiments.design.Checked;
import dev.warpbroker.experiments.design.Column;
import dev.warpbroker.experiments.design.Field;
import dev.warpbroker.experiments.design.Option;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.structures.queue.QueueOptions;
import java.util.List;
import java.util.Map;

/**
 * Counts what operations of a queue do more than once, in a run of its own on a queue that counts: attempts that fail
 * because of others, such as compare-and-swaps, and pauses until others have done something.
 */
final class Retries {
    static final Option<Boolean> COUNT = Option.flag(
            "--count", "Count retries and pauses per operation, with the checks and apart from the timed repetitions.");

    /** What records say. */
    static final Field PER_OPERATION = Field.observed("retriesPerOperation");

    private static final Field PAUSES = Field.observed("pausesPerOperation");
    private static final Field UNFINISHED = Field.observed("countedUntilCancelled");

    private Retries() {}

    /** {@return what was checked, with what was counted; more than that happened if the launch did not end} */
    static Checked of(Checked checked, QueueOptions.Statistics.Counting statistics, long operations, boolean ended) {
        var counted = checked.with(Map.ofEntries(
                PER_OPERATION.is((double) statistics.retries() / operations),
                PAUSES.is((double) statistics.waits() / operations)));
        return ended ? counted : counted.with(Map.ofEntries(UNFINISHED.is(true)));
    }

    /** {@return the column of a table, if any row has retries} */
    static List<Column> columns(List<Measurement> rows) {
        return rows.stream().allMatch(row -> words(row).isEmpty())
                ? List.of()
                : List.of(Column.number("retries / pauses", Retries::words));
    }

    /** {@return for a table: retries and pauses per operation; more than that, if the run did not end} */
    static String words(Measurement row) {
        String retries = PER_OPERATION.textOr(row, "");
        return retries.isEmpty()
                ? ""
                : (UNFINISHED.textOr(row, "").isEmpty() ? "" : "> ")
                        + Quantity.significant(PER_OPERATION.number(row)) + " / "
                        + Quantity.significant(PAUSES.number(row));
    }
}
