package dev.warpbroker.cli.compare;

import dev.warpbroker.experiments.results.Measurement;
import dev.warpbroker.experiments.results.ResultLine;
import dev.warpbroker.experiments.results.Statistics;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The times of two sets of records, row by row: the same experiment, structure, parameters and device.
 *
 * @param rows those in both sets, in the order of the first
 * @param alone how many are in one of them only
 */
public record Comparison(List<Compared> rows, int alone) {
    public Comparison {
        rows = List.copyOf(rows);
    }

    /** What must be the same. */
    public record Row(String experiment, String device, String structure, Map<String, Object> parameters) {
        static Row of(Measurement measurement) {
            return new Row(
                    measurement.experiment(),
                    measurement.device().name(),
                    measurement.structure(),
                    measurement.parameters());
        }

        /** {@return the parameters in words} */
        public String settings() {
            return parameters.entrySet().stream()
                    .map(parameter -> parameter.getKey() + "=" + parameter.getValue())
                    .collect(Collectors.joining(" "));
        }
    }

    /** What became of a row. */
    public enum Change {
        FASTER("faster"),
        SLOWER("slower"),
        /** The ranges of the repetitions overlap. */
        NOISE("within the noise"),
        /** There are no ranges: it was measured once. */
        UNCLEAR("unclear: measured once");

        private final String words;

        Change(String words) {
            this.words = words;
        }

        @Override
        public String toString() {
            return words;
        }
    }

    /**
     * All times of a row in one set; it may have been measured several times.
     *
     * @param median of the medians, in nanoseconds
     */
    public record Times(double median, double min, double max, int repetitions) {
        static Times of(List<Statistics> statistics) {
            return new Times(
                    middle(statistics.stream().map(Statistics::median).toList()),
                    statistics.stream().mapToDouble(Statistics::min).min().orElseThrow(),
                    statistics.stream().mapToDouble(Statistics::max).max().orElseThrow(),
                    statistics.stream().mapToInt(Statistics::repetitions).sum());
        }
    }

    /** A row in both sets. */
    public record Compared(Row row, Times before, Times after) {
        /** {@return the time after over the time before} */
        public double ratio() {
            return after.median() / before.median();
        }

        /** {@return whether it became faster or slower, by more than repetitions differ among themselves} */
        public Change change() {
            if (before.repetitions() < 2 || after.repetitions() < 2) {
                return Change.UNCLEAR;
            }
            if (before.min() <= after.max() && after.min() <= before.max()) {
                return Change.NOISE;
            }
            return ratio() < 1 ? Change.FASTER : Change.SLOWER;
        }
    }

    /** {@return what records before and after have in common} */
    public static Comparison of(List<ResultLine> before, List<ResultLine> after) {
        var earlier = times(before);
        var later = times(after);
        var compared = new ArrayList<Compared>();
        earlier.forEach((row, times) -> {
            var others = later.get(row);
            if (others != null) {
                compared.add(new Compared(row, Times.of(times), Times.of(others)));
            }
        });
        return new Comparison(compared, earlier.size() + later.size() - 2 * compared.size());
    }

    private static Map<Row, List<Statistics>> times(List<ResultLine> lines) {
        var times = new LinkedHashMap<Row, List<Statistics>>();
        for (var line : lines) {
            var measurement = line.measurement();
            if (measurement.nanoseconds().median() > 0) {
                times.computeIfAbsent(Row.of(measurement), _ -> new ArrayList<>())
                        .add(measurement.nanoseconds());
            }
        }
        return times;
    }

    /** {@return the median of values, at least one} */
    public static double middle(List<Double> values) {
        var sorted = values.stream().sorted().toList();
        int half = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(half) : (sorted.get(half - 1) + sorted.get(half)) / 2;
    }
}
