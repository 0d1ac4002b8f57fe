package dev.warpbroker.cli.report;

import static dev.warpbroker.cli.terminal.Table.number;
import static dev.warpbroker.cli.terminal.Table.text;

import dev.warpbroker.cli.report.Chart.Axis;
import dev.warpbroker.cli.report.Chart.Point;
import dev.warpbroker.cli.report.Chart.Scale;
import dev.warpbroker.cli.report.Chart.Series;
import dev.warpbroker.cli.report.Section.Part;
import dev.warpbroker.cli.results.Measurement;
import dev.warpbroker.cli.results.ResultLine;
import dev.warpbroker.cli.terminal.Quantity;
import dev.warpbroker.cli.terminal.Table;
import dev.warpbroker.cli.terminal.Table.Column;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.DoubleUnaryOperator;
import java.util.function.UnaryOperator;

/**
 * Experiment {@code spawn} on one device: for each k the run times of SC 1 and of SC 2 beside theory, as in figures 3.8 and
 * 3.9 of the thesis, the speed-up of SC 2 over no stealing, and how far every run time is from theory.
 */
final class SpawnSection {
    private static final String FORK_JOIN = "fork-join";
    private static final String NO_STEALING = "no stealing";
    private static final String RECURSION = "SC 1";
    private static final String IMBALANCE = "SC 2";
    private static final String NONE = "–";

    private static final Axis PROCESSORS = new Axis("number n of processors", Scale.POWERS_OF_TWO);
    private static final Axis TIME = new Axis("execution time (normalised)", Scale.POWERS_OF_TEN);
    private static final Axis SPEED_UP = new Axis("speed-up", Scale.LINEAR);

    private final List<Measurement> measurements;
    private final String subtitle;
    private final Map<Integer, Unit> units = new TreeMap<>();

    /**
     * The time of one thread's work in nanoseconds, NaN where it was not measured.
     *
     * @param forkJoin on one processor, that is with what spawn and sync cost
     * @param alone without them, but by other code, which may be slower
     */
    private record Unit(double forkJoin, double alone) {
        /** {@return the shorter: neither hides what spawn and sync cost, nor lets slower code make them look better} */
        double shorter() {
            return ofForkJoin() ? forkJoin : alone;
        }

        boolean ofForkJoin() {
            return Double.isNaN(alone) || forkJoin < alone;
        }

        String words() {
            return ofForkJoin() ? "a thread by fork-join at n = 1" : "a thread without spawn and sync";
        }
    }

    private SpawnSection(List<Measurement> latest, String subtitle) {
        measurements = latest.stream()
                .filter(measurement -> measurement.measured() && measurement.passed())
                .toList();
        this.subtitle = subtitle;
        for (var measurement : measurements) {
            int k = k(measurement);
            var unit = unit(k);
            if (!Double.isNaN(unit.shorter())) {
                units.put(k, unit);
            }
        }
    }

    static Section of(List<ResultLine> lines, UnaryOperator<String> file) {
        var all = lines.stream().map(ResultLine::measurement).toList();
        var latest = Latest.of(all, SpawnSection::identity);
        String device = all.getFirst().device().name();
        var provenance = new Provenance(latest);
        var section = new SpawnSection(
                latest,
                device + "; median of " + provenance.repetitions() + " repetitions, bars from fastest to slowest");
        var parts = new ArrayList<>(section.figures(file));
        parts.addAll(section.tables());
        var notes = new ArrayList<>(provenance.lines());
        notes.add(
                "Theory: SC 1 takes (N + 1) / n threads, rounded up; SC 2 takes (n + 1) / 2, rounded up, with stealing"
                        + " and n without");
        notes.add("The speed-up can exceed theory where a thread takes longer without spawn and sync, which is other"
                + " code");
        notes.addAll(Lines.skipped(latest, SpawnSection::name));
        notes.addAll(provenance.checks());
        if (latest.size() < all.size()) {
            notes.add(all.size() - latest.size() + " older measurements of the same are left out");
        }
        parts.add(new Part.Notes(notes));
        return new Section("spawn: " + device, parts);
    }

    /** The depth is recorded with SC 2 too, where it means nothing. */
    private static String identity(Measurement measurement) {
        return name(measurement) + (scenario(measurement).equals(RECURSION) ? ", N = " + depth(measurement) : "");
    }

    private static String name(Measurement measurement) {
        return scenario(measurement) + ", k = " + k(measurement) + ", n = " + n(measurement) + ", "
                + measurement.structure();
    }

    private Unit unit(int k) {
        double forkJoin = measurements.stream()
                .filter(measurement -> k(measurement) == k
                        && n(measurement) == 1
                        && scenario(measurement).equals(RECURSION)
                        && measurement.structure().equals(FORK_JOIN))
                .mapToDouble(measurement -> measurement.nanoseconds().median() / (depth(measurement) + 1))
                .min()
                .orElse(Double.NaN);
        double alone = measurements.stream()
                .filter(measurement ->
                        k(measurement) == k && measurement.observed().get("kernels") instanceof Double)
                .mapToDouble(measurement -> measurement.nanoseconds().median() / observed(measurement, "kernels"))
                .min()
                .orElse(Double.NaN);
        return new Unit(forkJoin, alone);
    }

    private List<Part> figures(UnaryOperator<String> file) {
        var parts = new ArrayList<Part>();
        for (int depth : depths()) {
            units.forEach((k, unit) -> {
                var series = measured(RECURSION, k, unit, depth);
                if (!series.isEmpty()) {
                    var processors = processors(series);
                    series.add(theory("T₁/n + T∞", processors, n -> (depth + 1) / n + 1));
                    series.add(theory("T₁/n", processors, n -> (depth + 1) / n));
                    series.add(theory("T∞", processors, _ -> 1));
                    String title = "SC 1: a recursion of depth N = " + depth + ", k = " + Quantity.count(k);
                    parts.add(new Part.Figure(file.apply("-sc1-k" + k), times(title, unit, series)));
                }
            });
        }
        units.forEach((k, unit) -> {
            var series = measured(IMBALANCE, k, unit, -1);
            if (!series.isEmpty()) {
                series.add(theory("⌈(n + 1)/2⌉", processors(series), n -> Math.ceil((n + 1) / 2)));
                String title = "SC 2: processor i starts a recursion of depth i, k = " + Quantity.count(k);
                parts.add(new Part.Figure(file.apply("-sc2-k" + k), times(title, unit, series)));
            }
        });
        for (String engine : engines()) {
            var series = speedUps(engine);
            if (!series.isEmpty()) {
                series.add(theory("n/⌈(n + 1)/2⌉", processors(series), n -> n / Math.ceil((n + 1) / 2)));
                parts.add(new Part.Figure(
                        file.apply("-speedup"),
                        new Chart(
                                "SC 2: speed-up of " + engine + " over no stealing",
                                subtitle,
                                PROCESSORS,
                                SPEED_UP,
                                series)));
            }
        }
        return parts;
    }

    private Chart times(String title, Unit unit, List<Series> series) {
        return new Chart(
                title,
                subtitle + "; 1 is " + Quantity.time(unit.shorter()) + ", " + unit.words(),
                PROCESSORS,
                TIME,
                series);
    }

    /** {@return a line for each engine; the depth does not matter if negative} */
    private List<Series> measured(String scenario, int k, Unit unit, int depth) {
        double one = unit.shorter();
        var lines = new ArrayList<Series>();
        for (String engine : engines()) {
            var points = new TreeMap<Integer, Point>();
            for (var measurement : measurements) {
                if (measurement.structure().equals(engine)
                        && scenario(measurement).equals(scenario)
                        && k(measurement) == k
                        && (depth < 0 || depth(measurement) == depth)) {
                    var nanos = measurement.nanoseconds();
                    points.put(
                            n(measurement),
                            point(engine, n(measurement), nanos.median() / one, nanos.min() / one, nanos.max() / one));
                }
            }
            if (!points.isEmpty()) {
                lines.add(new Series(engine, false, List.copyOf(points.values())));
            }
        }
        return lines;
    }

    /** {@return a line for each k} */
    private List<Series> speedUps(String engine) {
        var lines = new ArrayList<Series>();
        for (int k : units.keySet()) {
            String label = "k = " + Quantity.count(k);
            var points = new TreeMap<Integer, Point>();
            for (var measurement : measurements) {
                if (measurement.structure().equals(engine)
                        && k(measurement) == k
                        && measurement.observed().get("speedUp") instanceof Double speedUp) {
                    var nanos = measurement.nanoseconds();
                    points.put(
                            n(measurement),
                            point(
                                    label,
                                    n(measurement),
                                    speedUp,
                                    speedUp * nanos.median() / nanos.max(),
                                    speedUp * nanos.median() / nanos.min()));
                }
            }
            if (!points.isEmpty()) {
                lines.add(new Series(label, false, List.copyOf(points.values())));
            }
        }
        return lines;
    }

    private static Series theory(String label, Set<Double> processors, DoubleUnaryOperator value) {
        return new Series(
                label,
                true,
                processors.stream()
                        .map(n -> {
                            double y = value.applyAsDouble(n);
                            return point(label, n.intValue(), y, y, y);
                        })
                        .toList());
    }

    private static Point point(String label, int n, double y, double low, double high) {
        return new Point(n, y, low, high, label + ", n = " + n + ": " + Quantity.significant(y));
    }

    private static Set<Double> processors(List<Series> series) {
        var processors = new TreeSet<Double>();
        series.forEach(line -> line.points().forEach(point -> processors.add(point.x())));
        return processors;
    }

    private List<Part> tables() {
        var parts = new ArrayList<Part>();
        var rows = new ArrayList<List<String>>();
        units.forEach((k, unit) -> rows.add(List.of(
                Quantity.count(k),
                time(unit.forkJoin()),
                time(unit.alone()),
                unit.ofForkJoin() ? "by fork-join" : "without spawn and sync")));
        if (!rows.isEmpty()) {
            parts.add(new Part.Captioned(
                    "Time of one thread's work; the shorter is 1 in the plots",
                    new Table(
                            List.of(
                                    number("k"),
                                    number("by fork-join (SC 1, n = 1)"),
                                    number("without spawn and sync"),
                                    text("1 in the plots is that")),
                            rows)));
        }
        for (String scenario : List.of(RECURSION, IMBALANCE)) {
            var ratios = ratios(scenario);
            if (!ratios.rows().isEmpty()) {
                parts.add(new Part.Captioned(
                        scenario + ": measured over theory by n, in threads by fork-join at n = 1 (in threads"
                                + " without spawn and sync)",
                        ratios));
            }
        }
        return parts;
    }

    private static String time(double nanos) {
        return Double.isNaN(nanos) ? NONE : Quantity.time(nanos);
    }

    private Table ratios(String scenario) {
        var compared = measurements.stream()
                .filter(measurement -> scenario(measurement).equals(scenario)
                        && measurement.observed().get("theory") instanceof Double)
                .toList();
        var processors = new TreeSet<Integer>();
        compared.forEach(measurement -> processors.add(n(measurement)));
        var columns = new ArrayList<Column>(List.of(number("k"), text("engine")));
        processors.forEach(n -> columns.add(number(String.valueOf(n))));
        var cells = new ArrayList<List<String>>();
        units.forEach((k, unit) -> engines().forEach(engine -> {
            var row = new TreeMap<Integer, String>();
            for (var measurement : compared) {
                if (k(measurement) == k && measurement.structure().equals(engine)) {
                    double nanos = measurement.nanoseconds().median() / observed(measurement, "theory");
                    row.put(n(measurement), ratio(nanos / unit.forkJoin()) + " (" + ratio(nanos / unit.alone()) + ")");
                }
            }
            if (!row.isEmpty()) {
                var line = new ArrayList<String>(List.of(Quantity.count(k), engine));
                processors.forEach(n -> line.add(row.getOrDefault(n, NONE)));
                cells.add(line);
            }
        }));
        return new Table(columns, cells);
    }

    private static String ratio(double ratio) {
        return Double.isNaN(ratio) ? NONE : Quantity.significant(ratio);
    }

    /** {@return what was measured, that without stealing last} */
    private Set<String> engines() {
        var engines = new LinkedHashSet<String>();
        measurements.forEach(measurement -> engines.add(measurement.structure()));
        if (engines.remove(NO_STEALING)) {
            engines.add(NO_STEALING);
        }
        return engines;
    }

    private Set<Integer> depths() {
        var depths = new TreeSet<Integer>();
        measurements.forEach(measurement -> depths.add(depth(measurement)));
        return depths;
    }

    private static String scenario(Measurement measurement) {
        return String.valueOf(measurement.parameters().get("scenario"));
    }

    private static int k(Measurement measurement) {
        return (int) Curves.number(measurement, "k");
    }

    private static int n(Measurement measurement) {
        return (int) Curves.number(measurement, "n");
    }

    private static int depth(Measurement measurement) {
        return (int) Curves.number(measurement, "depth");
    }

    private static double observed(Measurement measurement, String name) {
        return measurement.observed().get(name) instanceof Double value ? value : Double.NaN;
    }
}
