package dev.warpbroker.experiments.design;

import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.results.CheckResult;
import dev.warpbroker.experiments.results.Measurement;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What has to be said below measurements: where they come from, and whether they were checked. */
public final class Provenance {
    private final List<Measurement> measurements;

    public Provenance(List<Measurement> measurements) {
        this.measurements = List.copyOf(measurements);
    }

    /** {@return a line about the device and one about what was running} */
    public List<String> lines() {
        return List.of(
                "Device: "
                        + all(measurement -> measurement.device().name() + " ("
                                + measurement.device().id() + "; "
                                + measurement.device().detail() + ")"),
                "Java " + all(measurement -> measurement.versions().java()) + ", "
                        + all(measurement -> measurement.versions().system()) + "; warpbroker "
                        + all(measurement -> measurement.versions().warpbroker()) + ", commit "
                        + all(measurement -> Optional.ofNullable(
                                        measurement.versions().commit())
                                .orElse("unknown"))
                        + "; recorded " + dates());
    }

    /**
     * {@return how often each was repeated: {@code 21}, {@code 3 to 21} where they differ, {@code no} if none was
     * measured}
     */
    public String repetitions() {
        var range = measurements.stream()
                .filter(Measurement::measured)
                .mapToInt(measurement -> measurement.nanoseconds().repetitions())
                .summaryStatistics();
        if (range.getCount() == 0) {
            return "no";
        }
        String most = Quantity.count(range.getMax());
        return range.getMin() == range.getMax() ? most : Quantity.count(range.getMin()) + " to " + most;
    }

    /** {@return the values of a parameter, smallest first; empty if no measurement has it as a number} */
    public Optional<String> parameter(String name) {
        String values = numbers(
                measurement -> measurement.parameters().get(name) instanceof Number number ? number.longValue() : null);
        return values.isEmpty() ? Optional.empty() : Optional.of(values);
    }

    /** {@return how many measurements were checked, and every failure} */
    public List<String> checks() {
        long unchecked = measurements.stream()
                .filter(measurement -> measurement.allChecks().isEmpty())
                .count();
        long checked = measurements.size() - unchecked;
        var lines = new ArrayList<String>();
        var failures = measurements.stream()
                .flatMap(measurement -> measurement.allChecks().stream()
                        .filter(check -> !check.passed())
                        .map(check -> failure(measurement, check)))
                .toList();
        lines.add("Checks: " + checked + " of " + measurements.size() + " measurements checked, "
                + (failures.isEmpty() ? "no failure" : failures.size() + " FAILED"));
        lines.addAll(failures);
        return lines;
    }

    private static String failure(Measurement measurement, CheckResult check) {
        return "FAILED: " + measurement.structure() + " " + measurement.parameters() + ", " + check.name() + ": "
                + check.detail();
    }

    private String all(Function<Measurement, String> property) {
        return measurements.stream().map(property).distinct().collect(Collectors.joining(", "));
    }

    private String numbers(Function<Measurement, @Nullable Long> property) {
        var values = new TreeSet<Long>();
        for (var measurement : measurements) {
            Long value = property.apply(measurement);
            if (value != null) {
                values.add(value);
            }
        }
        return values.stream().map(Quantity::count).collect(Collectors.joining(", "));
    }

    private String dates() {
        var days = new TreeSet<LocalDate>();
        for (var measurement : measurements) {
            days.add(LocalDate.ofInstant(measurement.recorded(), ZoneOffset.UTC));
        }
        return days.first().equals(days.last()) ? days.first().toString() : days.first() + " to " + days.last();
    }
}
