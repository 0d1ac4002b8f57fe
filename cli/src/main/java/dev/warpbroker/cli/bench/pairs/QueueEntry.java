package dev.warpbroker.cli.bench.pairs;

import dev.warpbroker.device.DeviceProperties;
import dev.warpbroker.structures.Claim;
import dev.warpbroker.structures.queue.QueueKind;
import org.jspecify.annotations.Nullable;

/**
 * A queue and who makes its operations: a row of the table.
 *
 * @param queue which one
 * @param form a thread alone, or a warp or block together
 */
public record QueueEntry(QueueKind queue, Form form) {
    /** {@return why this cannot be measured on a device, or null if it can} */
    @Nullable
    String obstacle(DeviceProperties device) {
        return form != Form.ONE_PER_WARP && device.lanesPerWorker() > 1 && !queue.claims(Claim.EVERY_LANE)
                ? "only one thread of a warp may use " + queue + "; see --form " + Form.ONE_PER_WARP
                : null;
    }

    @Override
    public String toString() {
        return switch (form) {
            case THREAD -> queue.toString();
            case WARP, BLOCK -> queue + " per " + form;
            case ONE_PER_WARP -> queue + ", one per warp";
        };
    }
}
