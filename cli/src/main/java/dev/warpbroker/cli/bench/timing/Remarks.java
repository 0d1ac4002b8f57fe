package dev.warpbroker.cli.bench.timing;

import dev.warpbroker.cli.results.CheckResult;
import dev.warpbroker.cli.results.Measurement;
import dev.warpbroker.cli.terminal.Quantity;
import java.util.List;

/** What tables say about measurements beside their times. */
public final class Remarks {
    private static final String NONE = "–";

    private Remarks() {}

    /** {@return median, shortest and longest time} */
    public static List<String> times(Measurement measurement) {
        var times = measurement.nanoseconds();
        return measurement.measured()
                ? List.of(Quantity.time(times.median()), Quantity.time(times.min()), Quantity.time(times.max()))
                : List.of(NONE, NONE, NONE);
    }

    /** {@return whether it passed its checks, and which one it did not} */
    public static String check(Measurement measurement) {
        if (measurement.allChecks().isEmpty()) {
            return measurement.skipped() == null ? "not done" : "skipped: " + measurement.skipped();
        }
        return measurement.allChecks().stream()
                .filter(check -> !check.passed())
                .findFirst()
                .map(Remarks::failure)
                .orElse(measurement.skipped() == null ? "passed" : "passed, then skipped: " + measurement.skipped());
    }

    private static String failure(CheckResult failed) {
        return failed.name() + " FAILED: " + failed.detail();
    }
}
