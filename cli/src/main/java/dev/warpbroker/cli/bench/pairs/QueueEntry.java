package dev.warpbroker.cli.bench.pairs;

import dev.warpbroker.structures.queue.Granularity;
import dev.warpbroker.structures.queue.QueueKind;
import java.util.Locale;

/**
 * A queue and who makes its operations: a row of the table.
 *
 * @param queue which one
 * @param granularity a thread alone, or a warp or block together
 */
public record QueueEntry(QueueKind queue, Granularity granularity) {
    /** {@return the granularity as the command line names it} */
    public String form() {
        return granularity.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public String toString() {
        return granularity == Granularity.THREAD ? queue.toString() : queue + " per " + form();
    }
}
