package dev.warpbroker.experiments.papers;

import dev.warpbroker.experiments.design.Field;
import dev.warpbroker.experiments.design.GrowthLaw;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.papers.Archive.Entry;
import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.experiments.results.Statistics;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Records of an experiment, narrowed by what they were made with. What is asked for comes from the newest record; times
 * that are compared come from one run if there is one with all of them.
 */
final class Rows {
    private static final int MIN_TO_EXTRAPOLATE = 3;

    private final Records records;
    private final String experiment;
    private final String device;
    private final String narrowed;
    private final String command;
    private final List<Entry> entries;

    Rows(Records records, String experiment, String device, List<Entry> entries) {
        this(records, experiment, device, "", "", entries);
    }

    private Rows(
            Records records, String experiment, String device, String narrowed, String command, List<Entry> entries) {
        this.records = records;
        this.experiment = experiment;
        this.device = device;
        this.narrowed = narrowed;
        this.command = command;
        this.entries = entries;
    }

    /** {@return the same, of which it is known which command makes those that are missing} */
    Rows recordedBy(String known) {
        return new Rows(records, experiment, device, narrowed, known, entries);
    }

    /** {@return those with a value of a parameter} */
    Rows with(String parameter, Object value) {
        var field = Field.parameter(parameter);
        return narrowed(", " + parameter + " " + value, entry -> same(field.in(entry.measurement()), value));
    }

    /** {@return those with a value of a parameter; where there are none, older ones that do not know that parameter} */
    Rows preferring(String parameter, Object value) {
        var chosen = with(parameter, value);
        return chosen.entries.isEmpty() ? without(parameter) : chosen;
    }

    /** {@return those without a value of a parameter, among them older ones that do not know that parameter} */
    Rows except(String parameter, Object value) {
        var field = Field.parameter(parameter);
        return narrowed("", entry -> !same(field.in(entry.measurement()), value));
    }

    /** {@return those made without a parameter} */
    Rows without(String parameter) {
        var field = Field.parameter(parameter);
        return narrowed("", entry -> !field.isIn(entry.measurement()));
    }

    /** {@return those of the run that the newest measurement of a structure in others is of} */
    Rows sameRunAs(Rows others, String structure) {
        var source = others.measured(structure)
                .findFirst()
                .orElseThrow(() -> others.missing(structure))
                .source();
        return narrowed("", entry -> entry.source().equals(source));
    }

    /** {@return those that were made at a commit, by the beginning of its name} */
    Rows at(String commit) {
        return narrowed(", commit " + commit, entry -> entry.source().commit().startsWith(commit));
    }

    /** {@return those of the commit at which a structure was measured last} */
    Rows newestCommit(String structure) {
        String commit = measured(structure)
                .findFirst()
                .orElseThrow(() -> missing(structure))
                .source()
                .commit();
        return narrowed("", entry -> entry.source().commit().equals(commit));
    }

    /** {@return those that say something that was counted} */
    Rows counting(String name) {
        var field = Field.observed(name);
        return narrowed(", " + name, entry -> field.isIn(entry.measurement()));
    }

    /** {@return those that were made without counting something} */
    Rows notCounting(String name) {
        var field = Field.observed(name);
        return narrowed("", entry -> !field.isIn(entry.measurement()));
    }

    /**
     * {@return the same, but of these structures only what the newest run with all of them measured, if there is one}
     */
    Rows together(String... structures) {
        return measured(structures[0])
                .map(Entry::source)
                .filter(source -> Arrays.stream(structures)
                        .allMatch(structure -> measured(structure)
                                .anyMatch(entry -> entry.source().equals(source))))
                .findFirst()
                .map(source -> narrowed(
                        "",
                        entry -> entry.source().equals(source)
                                || !List.of(structures)
                                        .contains(entry.measurement().structure())))
                .orElse(this);
    }

    /** {@return those of which a parameter begins with a text and does not contain another} */
    Rows like(String parameter, String beginning, String unwanted) {
        var field = Field.parameter(parameter);
        return narrowed(", " + parameter + " " + beginning, entry -> {
            String found = field.text(entry.measurement());
            return found.startsWith(beginning) && !found.contains(unwanted);
        });
    }

    private static boolean same(@Nullable Object found, Object wanted) {
        return found instanceof Number number && wanted instanceof Number other
                ? number.doubleValue() == other.doubleValue()
                : Objects.equals(String.valueOf(found), String.valueOf(wanted));
    }

    private Rows narrowed(String words, Predicate<Entry> kept) {
        return new Rows(
                records,
                experiment,
                device,
                narrowed + words,
                command,
                entries.stream().filter(kept).toList());
    }

    /** {@return whether there is a time of a structure} */
    boolean isMeasured(String structure) {
        return measured(structure).findAny().isPresent();
    }

    /** {@return the newest measurement of a structure} */
    Measurement newest(String structure) {
        return used(measured(structure).findFirst().orElseThrow(() -> missing(structure)));
    }

    /** {@return all measurements of a structure, the newest first} */
    List<Measurement> all(String structure) {
        var all = measured(structure).map(this::used).toList();
        if (all.isEmpty()) {
            throw missing(structure);
        }
        return all;
    }

    /** {@return the rows of each run that has a measurement of a structure, the newest first} */
    List<Rows> runs(String structure) {
        return measured(structure)
                .map(Entry::source)
                .distinct()
                .map(source -> narrowed("", entry -> entry.source().equals(source)))
                .toList();
    }

    /** {@return the time of a structure, in nanoseconds} */
    double time(String structure) {
        return newest(structure).nanoseconds().median();
    }

    /** {@return the operations per second of a structure} */
    double rate(String structure) {
        return newest(structure).operationsPerSecond();
    }

    /** {@return something that was counted for a structure} */
    double observed(String structure, String name) {
        double value = Field.observed(name).number(newest(structure));
        if (Double.isNaN(value)) {
            throw missing(structure + ", " + name);
        }
        return value;
    }

    /** {@return the sum of something that was counted, over all records: what was measured in several runs} */
    double total(String structure, String name) {
        var field = Field.observed(name);
        var counted = measured(structure)
                .filter(entry -> field.isIn(entry.measurement()))
                .toList();
        if (counted.isEmpty()) {
            throw missing(structure + ", " + name);
        }
        return counted.stream().mapToDouble(entry -> field.number(used(entry))).sum();
    }

    /** {@return the mean of something over all records, each with the weight of something that was counted} */
    double mean(String structure, String name, String weight) {
        double sum = measured(structure)
                .mapToDouble(entry -> Field.observed(name).number(entry.measurement())
                        * Field.observed(weight).number(entry.measurement()))
                .filter(product -> !Double.isNaN(product))
                .sum();
        return sum / total(structure, weight);
    }

    /** {@return how much single runs of a structure differ, over all records} */
    Spread spread(String structure) {
        var all = measured(structure)
                .map(this::used)
                .map(Measurement::nanoseconds)
                .toList();
        if (all.isEmpty()) {
            throw missing(structure);
        }
        return new Spread(
                all.stream().mapToInt(Statistics::repetitions).sum(),
                all.stream().mapToDouble(Statistics::min).min().orElseThrow(),
                all.stream().mapToDouble(Statistics::max).max().orElseThrow());
    }

    /** The shortest and the longest of several runs. */
    record Spread(int runs, double least, double most) {
        @Override
        public String toString() {
            return Quantity.time(least) + " to " + Quantity.time(most) + " (" + runs + " runs)";
        }
    }

    /** Refuses records in which too little was counted to tell anything. */
    void requireTotal(String name, int least, String... structures) {
        for (String structure : structures) {
            if (total(structure, name) < least) {
                throw missing(structure + ", at least " + least + " " + name);
            }
        }
    }

    /** {@return the time of a structure, or what it takes at least} */
    Time timeAtLeast(String structure) {
        return bounded(structure)
                .findFirst()
                .map(entry -> Time.of(used(entry)).orElseThrow())
                .orElseThrow(() -> missing(structure));
    }

    /**
     * {@return the time of a structure with a value of a parameter; if that was left out, what the growth of its times
     * with smaller values lets expect, or what it takes at least where there are too few of them}
     */
    Time timeByGrowth(String structure, String parameter, int value) {
        var known = with(parameter, value).timeAtLeast(structure);
        if (known.exact()) {
            return known;
        }
        var field = Field.parameter(parameter);
        var times = new TreeMap<Integer, Double>();
        measured(structure)
                .filter(entry -> field.whole(entry.measurement()) < value)
                .forEach(entry -> times.computeIfAbsent(
                        field.whole(entry.measurement()),
                        _ -> used(entry).nanoseconds().median()));
        return times.size() < MIN_TO_EXTRAPOLATE
                ? known
                : GrowthLaw.of(times)
                        .map(law -> new Time(law.at(value), Time.Kind.ESTIMATED))
                        .orElse(known);
    }

    /** {@return how many times as long a structure takes as another one} */
    double ratio(String structure, String other) {
        for (var entry : measured(structure).toList()) {
            var beside = measured(other)
                    .filter(candidate -> candidate.source().equals(entry.source()))
                    .findFirst();
            if (beside.isPresent()) {
                return used(entry).nanoseconds().median()
                        / used(beside.get()).nanoseconds().median();
            }
        }
        return time(structure) / time(other);
    }

    /** {@return how many times as long a structure takes as another one in each run that has both, the newest first} */
    double[] ratios(String structure, String other) {
        double[] ratios = measured(structure)
                .map(Entry::source)
                .distinct()
                .filter(source ->
                        measured(other).anyMatch(entry -> entry.source().equals(source)))
                .mapToDouble(source ->
                        narrowed("", entry -> entry.source().equals(source)).ratio(structure, other))
                .toArray();
        if (ratios.length == 0) {
            throw missing(other + " in one run with " + structure);
        }
        return ratios;
    }

    /** {@return how many times as long a structure takes as another one, or takes at least} */
    Ratio ratioAtLeast(String structure, String other) {
        for (var entry : bounded(structure).toList()) {
            var beside = measured(other)
                    .filter(candidate -> candidate.source().equals(entry.source()))
                    .findFirst();
            if (beside.isPresent()) {
                var time = Time.of(used(entry)).orElseThrow();
                return new Ratio(time.over(used(beside.get()).nanoseconds().median()), time.exact());
            }
        }
        var time = timeAtLeast(structure);
        return new Ratio(time.over(time(other)), time.exact());
    }

    /**
     * {@return the times of a structure, and of another one with other parameters, in the newest run that has both}
     *
     * @throws NotRecordedException if no run has both: what two runs took is not compared
     */
    static Pair inOneRun(Rows rows, String structure, Rows others, String other) {
        for (var entry : rows.measured(structure).toList()) {
            var beside = others.measured(other)
                    .filter(candidate -> candidate.source().equals(entry.source()))
                    .findFirst();
            if (beside.isPresent()) {
                return new Pair(
                        rows.used(entry).nanoseconds().median(),
                        others.used(beside.get()).nanoseconds().median());
            }
        }
        throw others.missing(other + " in one run with " + structure);
    }

    /** Two times of one run. */
    record Pair(double first, double second) {
        /** {@return how many times the second the first is} */
        double ratio() {
            return first / second;
        }
    }

    /** How many times as long. */
    record Ratio(double value, boolean exact) {
        @Override
        public String toString() {
            return (exact ? "" : "> ") + Quantity.significant(value);
        }
    }

    /** {@return the values of a parameter with which all of these structures were measured, the smallest first} */
    List<Double> values(String parameter, String... structures) {
        var field = Field.parameter(parameter);
        var values = entries.stream()
                .map(entry -> field.number(entry.measurement()))
                .filter(value -> !value.isNaN())
                .distinct()
                .sorted()
                .filter(value -> Arrays.stream(structures)
                        .allMatch(structure -> with(parameter, value)
                                .measured(structure)
                                .findAny()
                                .isPresent()))
                .toList();
        if (values.isEmpty()) {
            throw missing(String.join(" and ", structures));
        }
        return values;
    }

    /** {@return the rows with the greatest value of a parameter with which all of these structures were measured} */
    Rows most(String parameter, String... structures) {
        return with(parameter, values(parameter, structures).getLast());
    }

    /** {@return what a table says of a structure: its time, a bound of it, or why there is none} */
    Cell cell(String structure) {
        return cell(structure, Time::toString);
    }

    /** {@return what a table says of a structure: something made of its time, or why there is none} */
    Cell cell(String structure, Function<Time, String> words) {
        var entry = of(structure)
                .filter(candidate -> candidate.measurement().passed())
                .findFirst()
                .orElseThrow(() -> missing(structure));
        // A time counts more than a newer reason why there is none.
        var better = bounded(structure).findFirst().orElse(entry);
        var measurement = used(better);
        return Time.of(measurement)
                .map(time -> new Cell(words.apply(time), givenUpLater(measurement)))
                .orElseGet(() -> new Cell("–", String.valueOf(measurement.skipped())));
    }

    /** {@return that repetitions were given up after some had ended; nothing if none were} */
    private static String givenUpLater(Measurement measurement) {
        return measurement.measured()
                ? Time.limitOf(measurement)
                        .map(limit -> Quantity.time(measurement.nanoseconds().median()) + " is the median of "
                                + measurement.nanoseconds().repetitions() + " runs; the next did not end within "
                                + Quantity.time(limit) + " and was cancelled")
                        .orElse("")
                : "";
    }

    private Stream<Entry> of(String structure) {
        return entries.stream().filter(entry -> entry.measurement().structure().equals(structure));
    }

    private Stream<Entry> measured(String structure) {
        return of(structure)
                .filter(entry ->
                        entry.measurement().measured() && entry.measurement().passed());
    }

    /** Those that were measured before those that were given up. */
    private Stream<Entry> bounded(String structure) {
        return Stream.concat(
                measured(structure),
                of(structure)
                        .filter(entry -> !entry.measurement().measured()
                                && Time.of(entry.measurement()).isPresent()));
    }

    private Measurement used(Entry entry) {
        records.use(entry.source());
        return entry.measurement();
    }

    /** {@return that there is no record of a structure} */
    NotRecordedException missing(String structure) {
        return new NotRecordedException(new Missing(
                experiment, device, experiment + ", " + structure + narrowed.replaceAll("\\.0\\b", ""), command));
    }
}
