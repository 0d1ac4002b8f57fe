package dev.warpbroker.cli.report;

import dev.warpbroker.cli.results.Measurement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Function;

/** Result files are added to: a thing that was measured again is there more than once. */
final class Latest {
    private Latest() {}

    /** {@return of measurements with the same key the one recorded last, in the order in which keys first appear} */
    static List<Measurement> of(List<Measurement> measurements, Function<Measurement, String> key) {
        var latest = new LinkedHashMap<String, Measurement>();
        for (var measurement : measurements) {
            latest.merge(
                    key.apply(measurement),
                    measurement,
                    (older, newer) -> newer.recorded().isBefore(older.recorded()) ? older : newer);
        }
        return List.copyOf(latest.values());
    }
}
