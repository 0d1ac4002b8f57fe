package dev.warpbroker.experiments.papers;

import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.results.Measurement;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * How long something took, or at least took: of what was given up after a while that is known.
 *
 * @param nanos a median, or the time after which it was given up
 * @param exact whether it ended
 */
record Time(double nanos, boolean exact) {
    private static final Pattern GIVEN_UP = Pattern.compile("did not end within (PT[0-9HMS.]+)");
    private static final Pattern TOOK = Pattern.compile("a run took ([0-9.]+) (ns|µs|ms|s)\\b");
    private static final Map<String, Double> UNITS = Map.of("ns", 1.0, "µs", 1e3, "ms", 1e6, "s", 1e9);

    /** {@return the time that a record says; nothing if it says none} */
    static Optional<Time> of(Measurement measurement) {
        if (measurement.measured()) {
            return Optional.of(new Time(measurement.nanoseconds().median(), true));
        }
        String reason = measurement.skipped() == null ? "" : measurement.skipped();
        var givenUp = GIVEN_UP.matcher(reason);
        if (givenUp.find()) {
            return Optional.of(new Time(Duration.parse(givenUp.group(1)).toNanos(), false));
        }
        var took = TOOK.matcher(reason);
        // Left out because a smaller size took that long already.
        return took.find()
                ? Optional.of(new Time(Double.parseDouble(took.group(1)) * UNITS.get(took.group(2)), false))
                : Optional.empty();
    }

    /** {@return how many times as long as {@code other} it took, at least} */
    double over(double other) {
        return nanos / other;
    }

    @Override
    public String toString() {
        return (exact ? "" : "> ") + Quantity.time(nanos);
    }
}
