package dev.warpbroker.experiments.papers;

import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.results.Measurement;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * How long something took, or at least took: of what was given up after a while that is known, or would take.
 *
 * @param nanos a median, the time after which it was given up, or an estimate
 * @param kind which of them
 */
record Time(double nanos, Kind kind) {
    enum Kind {
        MEASURED("", ""),
        AT_LEAST("> ", "< "),
        ESTIMATED("≈ ", "≈ ");

        private final String sign;
        private final String signOfRate;

        Kind(String sign, String signOfRate) {
            this.sign = sign;
            this.signOfRate = signOfRate;
        }
    }

    private static final Pattern WOULD_TAKE = Pattern.compile("would take about ([0-9.]+) (ns|µs|ms|s)\\b");
    private static final Pattern GIVEN_UP = Pattern.compile("did not end within (PT[0-9HMS.]+)");
    private static final Pattern TOOK = Pattern.compile("a run took ([0-9.]+) (ns|µs|ms|s)\\b");
    private static final Map<String, Double> UNITS = Map.of("ns", 1.0, "µs", 1e3, "ms", 1e6, "s", 1e9);

    /** {@return the time that a record says; nothing if it says none} */
    static Optional<Time> of(Measurement measurement) {
        if (measurement.measured()) {
            return Optional.of(new Time(measurement.nanoseconds().median(), Kind.MEASURED));
        }
        String reason = measurement.skipped() == null ? "" : measurement.skipped();
        var limit = limitOf(measurement);
        if (limit.isPresent()) {
            return Optional.of(new Time(limit.get(), Kind.AT_LEAST));
        }
        // Left out because a smaller size took that long already, or by the growth of smaller ones.
        return read(TOOK, reason, Kind.AT_LEAST).or(() -> read(WOULD_TAKE, reason, Kind.ESTIMATED));
    }

    /** {@return after how many nanoseconds a run was cancelled; nothing if none was} */
    static Optional<Double> limitOf(Measurement measurement) {
        var givenUp = GIVEN_UP.matcher(measurement.skipped() == null ? "" : measurement.skipped());
        return givenUp.find()
                ? Optional.of((double) Duration.parse(givenUp.group(1)).toNanos())
                : Optional.empty();
    }

    private static Optional<Time> read(Pattern pattern, String reason, Kind kind) {
        var matcher = pattern.matcher(reason);
        return matcher.find()
                ? Optional.of(new Time(
                        Double.parseDouble(matcher.group(1)) * UNITS.getOrDefault(matcher.group(2), Double.NaN), kind))
                : Optional.empty();
    }

    /** {@return whether it ended} */
    boolean exact() {
        return kind == Kind.MEASURED;
    }

    /** {@return how many times as long as {@code other} it took, at least} */
    double over(double other) {
        return nanos / other;
    }

    /** {@return in words, how many times as long as {@code other} it took} */
    String ratio(double other) {
        return kind.sign + Quantity.significant(over(other));
    }

    /** {@return how many of {@code operations} that took so long there are in a second} */
    String rate(double operations) {
        return kind.signOfRate + Quantity.rate(operations / (nanos * 1e-9));
    }

    @Override
    public String toString() {
        return kind.sign + Quantity.time(nanos);
    }
}
