package dev.warpbroker.experiments.suite;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.LaunchStoppedException;
import dev.warpbroker.experiments.design.Checked;
import dev.warpbroker.experiments.design.Choices;
import dev.warpbroker.experiments.design.Field;
import dev.warpbroker.experiments.design.Option;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.structures.queue.IntQueue;
import dev.warpbroker.structures.queue.QueueKind;
import dev.warpbroker.structures.queue.QueueOptions;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

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

    static boolean isWanted(Choices chosen) {
        return chosen.isSet(COUNT);
    }

    /** @param before what to do with the queue before the launch that counts */
    static Checked count(
            Checked checked,
            Device device,
            QueueKind kind,
            QueueOptions options,
            Consumer<IntQueue> before,
            Grid grid,
            Function<IntQueue, Kernel> kernel,
            long operations,
            Duration limit) {
        var observed = new HashMap<>(checked.observed());
        try (var statistics = QueueOptions.Statistics.on(device);
                var queue = kind.create(device, options.with(statistics))) {
            before.accept(queue);
            statistics.reset();
            try {
                device.launch(grid, kernel.apply(queue)).join(limit);
            } catch (LaunchStoppedException _) {
                observed.putAll(Map.ofEntries(UNFINISHED.is(true)));
            }
            observed.putAll(Map.ofEntries(
                    PER_OPERATION.is((double) statistics.retries() / operations),
                    PAUSES.is((double) statistics.waits() / operations)));
        }
        return new Checked(checked.results(), observed);
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
