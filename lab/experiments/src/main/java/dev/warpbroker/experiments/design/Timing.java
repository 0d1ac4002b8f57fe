package dev.warpbroker.experiments.design;

import dev.warpbroker.experiments.results.Statistics;
import org.jspecify.annotations.Nullable;

/**
 * The times and checks of one contender.
 *
 * @param times of its repetitions; none if it was skipped before the first
 * @param checked what was checked about it
 * @param skipped why repetitions are missing, or null
 */
public record Timing(
        Statistics times, Checked checked, @Nullable String skipped) {}
