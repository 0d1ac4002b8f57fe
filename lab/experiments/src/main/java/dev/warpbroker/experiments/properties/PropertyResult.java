package dev.warpbroker.experiments.properties;

import dev.warpbroker.device.DeviceProperties;
import dev.warpbroker.experiments.results.Versions;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One line of a result file: a cell of the table.
 *
 * @param experiment its name on the command line
 * @param device where it ran
 * @param structure the queue
 * @param property the row of the table
 * @param verdict yes, partly, no or unclear
 * @param evidence what was run and seen
 * @param criterion what decides
 * @param paper what the paper says, or null if the queue is not in its table
 * @param versions what was running
 * @param recorded when
 */
public record PropertyResult(
        String experiment,
        DeviceProperties device,
        String structure,
        String property,
        String verdict,
        String evidence,
        String criterion,
        @Nullable String paper,
        Versions versions,
        Instant recorded) {}
