package dev.warpbroker.experiments.design;

import dev.warpbroker.device.DeviceProperties;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.experiments.results.Statistics;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the turns of one contender came to.
 *
 * @param times of its repetitions; none if it was skipped before the first
 * @param checked what was checked about it
 * @param skipped why repetitions are missing, or null
 */
public record Timing(
        Statistics times, Checked checked, @Nullable String skipped) {
    /** {@return the record of it} */
    public Measurement measurement(
            String experiment,
            DeviceProperties device,
            String structure,
            Map<String, Object> parameters,
            long operations) {
        return Measurement.now(experiment, device, structure, parameters, times, operations, checked.results())
                .with(checked.observed(), skipped);
    }
}
