package dev.warpbroker.experiments.design;

import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.page.Section.Part;
import dev.warpbroker.experiments.results.CheckResult;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.experiments.results.ResultLine;
import dev.warpbroker.experiments.results.Statistics;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The records of an experiment on one device. Result files are appended to: if a row was measured several times, its
 * latest record counts.
 *
 * @param latest the measurements that count, in the order in which things first appear
 * @param outdated how many others there are
 */
public record Evidence(List<Measurement> latest, int outdated) {
    /** Marks a line of which points were skipped. */
    static final String MARK = " †";

    static final Field WARM_UPS = Field.parameter("warmup");

    public Evidence {
        latest = List.copyOf(latest);
    }

    /** {@return the evidence of lines; measurements with the same identity are of the same thing} */
    public static Evidence of(List<ResultLine> lines, Function<Measurement, String> identity) {
        var latest = new LinkedHashMap<String, Measurement>();
        for (var line : lines) {
            var measurement = line.measurement();
            requireSound(line, measurement);
            latest.merge(identity.apply(measurement), measurement, Evidence::later);
        }
        return new Evidence(List.copyOf(latest.values()), lines.size() - latest.size());
    }

    /** {@return the measurement that was recorded later; the second if both were recorded at the same time} */
    static Measurement later(Measurement one, Measurement other) {
        return other.recorded().isBefore(one.recorded()) ? one : other;
    }

    /** Refuses a record with times that no repetitions can have had. */
    private static void requireSound(ResultLine line, Measurement row) {
        if (row.measured()) {
            requireTimes(line, "", row.nanoseconds());
        }
        var peer = row.peer();
        if (peer != null && peer.nanoseconds().repetitions() > 0) {
            requireTimes(line, "peer.", peer.nanoseconds());
        }
    }

    private static void requireTimes(ResultLine line, String where, Statistics times) {
        if (!(times.min() > 0 && times.min() <= times.median() && times.median() <= times.max())) {
            throw line.damaged("'" + where + "nanoseconds' is not min, median and max of times: " + times);
        }
    }

    /**
     * {@return whether a measurement has times that count: the speed of a structure that loses elements is no result}
     */
    public static boolean isGood(Measurement measurement) {
        return measurement.measured() && measurement.passed();
    }

    /** {@return the name of the device} */
    public String device() {
        return latest.getFirst().device().name();
    }

    /** {@return what stands below the title of a plot} */
    String subtitle() {
        return device() + "; median of " + repetitions() + " repetitions, bars from fastest to slowest";
    }

    /** {@return measurements by a key, in the order in which keys first appear} */
    public static SequencedMap<String, List<Measurement>> grouped(
            List<Measurement> measurements, Function<Measurement, String> key) {
        var groups = new LinkedHashMap<String, List<Measurement>>();
        for (var measurement : measurements) {
            groups.computeIfAbsent(key.apply(measurement), _ -> new ArrayList<>())
                    .add(measurement);
        }
        return groups;
    }

    /**
     * {@return the notes below a section: where the measurements come from, repetitions and settings, what was skipped,
     * the checks, {@code after}, and how many older measurements are left out}
     *
     * @param label of a measurement that was skipped
     * @param settings in words
     */
    public Part notes(Function<Measurement, String> label, List<String> settings, List<String> after) {
        var notes = new ArrayList<>(List.of(
                "Device: "
                        + all(row -> row.device().name() + " (" + row.device().id() + "; "
                                + row.device().detail() + ")"),
                "Java " + all(row -> row.versions().java()) + ", "
                        + all(row -> row.versions().system()) + "; warpbroker "
                        + all(row -> row.versions().warpbroker()) + ", commit "
                        + all(row ->
                                Optional.ofNullable(row.versions().commit()).orElse("unknown"))
                        + "; recorded " + dates()));
        notes.add(repetitions() + " repetitions"
                + numbers(WARM_UPS, count -> " after " + count + " to warm up").collect(Collectors.joining())
                + settings.stream().map(setting -> "; " + setting).collect(Collectors.joining()));
        latest.stream()
                .filter(row -> row.skipped() != null)
                .map(row -> MARK.strip() + " " + label.apply(row) + ": " + row.skipped())
                .distinct()
                .forEach(notes::add);
        notes.addAll(checks());
        notes.addAll(after);
        if (outdated > 0) {
            notes.add(outdated + " older measurements of the same are left out");
        }
        return new Part.Notes(notes);
    }

    /**
     * {@return how often each was repeated: {@code 21}, {@code 3 to 21} where they differ, {@code no} if none was
     * measured}
     */
    private String repetitions() {
        var range = latest.stream()
                .filter(Measurement::measured)
                .mapToInt(row -> row.nanoseconds().repetitions())
                .summaryStatistics();
        if (range.getCount() == 0) {
            return "no";
        }
        String most = Quantity.count(range.getMax());
        return range.getMin() == range.getMax() ? most : Quantity.count(range.getMin()) + " to " + most;
    }

    /** {@return the values of a setting, smallest first, in words; nothing if no measurement has it as a number} */
    public Stream<String> numbers(Field setting, UnaryOperator<String> words) {
        var values = new TreeSet<Long>();
        for (var row : latest) {
            if (setting.in(row) instanceof Number number) {
                values.add(number.longValue());
            }
        }
        return values.isEmpty()
                ? Stream.empty()
                : Stream.of(words.apply(values.stream().map(Quantity::count).collect(Collectors.joining(", "))));
    }

    /** {@return how many measurements were checked, and every failure} */
    private List<String> checks() {
        long checked = latest.stream().filter(row -> !row.allChecks().isEmpty()).count();
        var failures = latest.stream()
                .flatMap(row -> row.allChecks().stream()
                        .filter(check -> !check.passed())
                        .map(check -> failure(row, check)))
                .toList();
        var lines = new ArrayList<String>();
        lines.add("Checks: " + checked + " of " + latest.size() + " measurements checked, "
                + (failures.isEmpty() ? "no failure" : failures.size() + " FAILED"));
        lines.addAll(failures);
        return lines;
    }

    private static String failure(Measurement row, CheckResult check) {
        return "FAILED: " + row.structure() + " " + row.parameters() + ", " + check.name() + ": " + check.detail();
    }

    private String all(Function<Measurement, String> property) {
        return latest.stream().map(property).distinct().collect(Collectors.joining(", "));
    }

    private String dates() {
        var days = new TreeSet<LocalDate>();
        latest.forEach(row -> days.add(LocalDate.ofInstant(row.recorded(), ZoneOffset.UTC)));
        return days.first().equals(days.last()) ? days.first().toString() : days.first() + " to " + days.last();
    }
}
