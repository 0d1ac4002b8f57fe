package dev.warpbroker.experiments.results;

import dev.warpbroker.device.DeviceProperties;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One line of a result file.
 *
 * @param experiment its name on the command line
 * @param device where it ran; the detail names the driver
 * @param structure what was measured
 * @param parameters what it was measured with, sorted by name
 * @param nanoseconds how long one repetition took
 * @param operations operations in one repetition
 * @param operationsPerSecond by the median
 * @param checks what was checked, outside the timed repetitions
 * @param observed what else was counted, outside the timed repetitions, sorted by name
 * @param skipped why repetitions are missing, all of them if there are no times; or null
 * @param peer something else that was measured in turn with it, or null
 * @param versions what was running
 * @param recorded when
 */
public record Measurement(
        String experiment,
        DeviceProperties device,
        String structure,
        Map<String, Object> parameters,
        Statistics nanoseconds,
        long operations,
        double operationsPerSecond,
        List<CheckResult> checks,
        Map<String, Object> observed,
        @Nullable String skipped,
        @Nullable Peer peer,
        Versions versions,
        Instant recorded) {
    /**
     * Something written elsewhere that did the same work, repetition by repetition in turn.
     *
     * @param file where it came from
     * @param entry its name there
     * @param nanoseconds how long one repetition took
     * @param operationsPerSecond by the median
     * @param ratio its median over ours: above 1, ours is faster
     * @param checks what was checked about it
     */
    public record Peer(
            String file,
            String entry,
            Statistics nanoseconds,
            double operationsPerSecond,
            double ratio,
            List<CheckResult> checks) {
        public Peer {
            checks = List.copyOf(checks);
        }
    }

    public Measurement {
        parameters = Collections.unmodifiableMap(new TreeMap<>(parameters));
        checks = List.copyOf(checks);
        observed = Collections.unmodifiableMap(new TreeMap<>(observed));
    }

    /** {@return a measurement made now, by this process, without a peer} */
    public static Measurement now(
            String experiment,
            DeviceProperties device,
            String structure,
            Map<String, Object> parameters,
            Statistics nanoseconds,
            long operations,
            List<CheckResult> checks) {
        return new Measurement(
                experiment,
                device,
                structure,
                parameters,
                nanoseconds,
                operations,
                nanoseconds.repetitions() == 0 ? 0 : nanoseconds.perSecond(operations),
                checks,
                Map.of(),
                null,
                null,
                Versions.current(),
                Instant.now().truncatedTo(ChronoUnit.SECONDS));
    }

    /** {@return a record of something that was not measured, and why} */
    public static Measurement skipped(
            String experiment,
            DeviceProperties device,
            String structure,
            Map<String, Object> parameters,
            String reason) {
        return now(experiment, device, structure, parameters, Statistics.none(), 0, List.of())
                .with(Map.of(), reason);
    }

    /** {@return a record of something that broke down, and why} */
    public static Measurement failed(
            String experiment,
            DeviceProperties device,
            String structure,
            Map<String, Object> parameters,
            String reason) {
        return now(experiment, device, structure, parameters, Statistics.none(), 0, List.of(CheckResult.failed(reason)))
                .with(Map.of(), reason);
    }

    /** {@return this measurement with what else was counted, and why repetitions are missing if they are} */
    public Measurement with(Map<String, Object> counted, @Nullable String reason) {
        return new Measurement(
                experiment,
                device,
                structure,
                parameters,
                nanoseconds,
                operations,
                operationsPerSecond,
                checks,
                counted,
                reason,
                peer,
                versions,
                recorded);
    }

    /** {@return this measurement with one more check} */
    public Measurement with(CheckResult check) {
        return new Measurement(
                experiment,
                device,
                structure,
                parameters,
                nanoseconds,
                operations,
                operationsPerSecond,
                Stream.concat(checks.stream(), Stream.of(check)).toList(),
                observed,
                skipped,
                peer,
                versions,
                recorded);
    }

    /** {@return this measurement with what was measured in turn with it} */
    public Measurement withPeer(String file, String entry, Statistics times, List<CheckResult> peerChecks) {
        var measured = new Peer(
                file, entry, times, times.perSecond(operations), times.median() / nanoseconds.median(), peerChecks);
        return new Measurement(
                experiment,
                device,
                structure,
                parameters,
                nanoseconds,
                operations,
                operationsPerSecond,
                checks,
                observed,
                skipped,
                measured,
                versions,
                recorded);
    }

    /** {@return whether there are times} */
    public boolean measured() {
        return nanoseconds.repetitions() > 0;
    }

    /** {@return all checks, those of the peer last} */
    public List<CheckResult> allChecks() {
        return peer == null
                ? checks
                : Stream.concat(checks.stream(), peer.checks().stream()).toList();
    }

    /** {@return whether every check held} */
    public boolean passed() {
        return allChecks().stream().allMatch(CheckResult::passed);
    }
}
