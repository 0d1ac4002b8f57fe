package dev.warpbroker.cli.results;

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
                nanoseconds.perSecond(operations),
                checks,
                null,
                Versions.current(),
                Instant.now().truncatedTo(ChronoUnit.SECONDS));
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
                measured,
                versions,
                recorded);
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
