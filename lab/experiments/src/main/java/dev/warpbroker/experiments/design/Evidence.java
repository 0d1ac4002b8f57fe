package dev.warpbroker.experiments.design;

import dev.warpbroker.experiments.page.Section.Part;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.experiments.results.ResultLine;
import dev.warpbroker.experiments.results.Statistics;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the records of an experiment on one device say. Result files are added to: of a thing that was measured again,
 * the record made last counts.
 *
 * @param latest the measurements that count, in the order in which things first appear
 * @param outdated how many others there are
 */
public record Evidence(List<Measurement> latest, int outdated) {
    /** Marks a line of which points were skipped. */
    static final String MARK = " †";

    public Evidence {
        latest = List.copyOf(latest);
    }

    /** {@return the evidence of lines; measurements with the same identity are of the same thing} */
    public static Evidence of(List<ResultLine> lines, Function<Measurement, String> identity) {
        var latest = new LinkedHashMap<String, Measurement>();
        for (var line : lines) {
            var measurement = line.measurement();
            requireSound(line, measurement);
            latest.merge(
                    identity.apply(measurement),
                    measurement,
                    (older, newer) -> newer.recorded().isBefore(older.recorded()) ? older : newer);
        }
        return new Evidence(List.copyOf(latest.values()), lines.size() - latest.size());
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

    /** {@return the evidence of lines; those with the same structure and parameters are of the same thing} */
    public static Evidence of(List<ResultLine> lines) {
        return of(lines, measurement -> measurement.structure() + measurement.parameters());
    }

    /**
     * {@return whether a measurement has times that count: the speed of a structure that loses elements is no result}
     */
    public static boolean isGood(Measurement measurement) {
        return measurement.measured() && measurement.passed();
    }

    /** {@return those measured whose checks passed} */
    public List<Measurement> good() {
        return latest.stream().filter(Evidence::isGood).toList();
    }

    /** {@return the name of the device} */
    public String device() {
        return latest.getFirst().device().name();
    }

    /** {@return what stands below the title of a plot} */
    public String subtitle() {
        return device() + "; median of " + provenance().repetitions() + " repetitions, bars from fastest to slowest";
    }

    /** {@return where the measurements come from} */
    public Provenance provenance() {
        return new Provenance(latest);
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
     * {@return the notes below a section: where the measurements come from, {@code before}, what was skipped, the
     * checks, {@code after}, and how many older measurements are left out}
     *
     * @param label of a measurement that was skipped
     */
    public Part notes(List<String> before, Function<Measurement, String> label, List<String> after) {
        var notes = new ArrayList<>(provenance().lines());
        notes.addAll(before);
        notes.addAll(TimePlot.skipped(latest, label));
        notes.addAll(provenance().checks());
        notes.addAll(after);
        notes.addAll(older());
        return new Part.Notes(notes);
    }

    /**
     * {@return the notes below a section: where the measurements come from, repetitions and settings, what was skipped,
     * the checks, {@code after}, and how many older measurements are left out}
     *
     * @param label of a measurement that was skipped
     */
    public Part notes(Function<Measurement, String> label, List<Field> settings, List<String> after) {
        return notes(
                List.of(Stream.concat(
                                Stream.of(provenance().repetitions() + " repetitions"),
                                settings.stream()
                                        .flatMap(setting -> provenance().parameter(setting.name()).stream()
                                                .map(values -> setting.name() + " " + values)))
                        .collect(Collectors.joining("; "))),
                label,
                after);
    }

    /** {@return where the measurements come from, and how many older ones are left out} */
    public List<String> sources() {
        return Stream.concat(provenance().lines().stream(), older().stream()).toList();
    }

    private List<String> older() {
        return outdated == 0 ? List.of() : List.of(outdated + " older measurements of the same are left out");
    }

    /** {@return a note for each parameter that records have: its values, and what they are} */
    public List<String> settings(List<Setting> settings) {
        return settings.stream()
                .flatMap(setting -> provenance().parameter(setting.field().name()).stream()
                        .map(values -> values + " " + setting.words()))
                .toList();
    }

    /** A parameter, and what its values are, in words. */
    public record Setting(Field field, String words) {}
}
