package dev.warpbroker.cli.report;

import static dev.warpbroker.cli.terminal.Table.number;
import static dev.warpbroker.cli.terminal.Table.text;

import dev.warpbroker.cli.bench.raytrace.RaytraceTable;
import dev.warpbroker.cli.bench.timing.Remarks;
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
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/**
 * Experiment {@code raytrace} on one device: for each camera the time per pixel over the size of tiles, as in figures 4.6 to
 * 4.9 of the thesis, with the factors over the static scheme; and speed-ups where numbers of workers were compared.
 */
final class RaytraceSection {
    private static final Axis TILE = new Axis("pixels along a side of a tile", Scale.POWERS_OF_TWO);
    private static final Axis TIME = new Axis("time per pixel (10^-6 s)", Scale.POWERS_OF_TEN);
    private static final Axis WORKERS = new Axis("workers", Scale.POWERS_OF_TWO);
    private static final Axis SPEED_UP = new Axis("speed-up over one worker", Scale.LINEAR);
    private static final String NONE = "–";

    private final List<Measurement> latest;
    private final UnaryOperator<String> file;
    private final String subtitle;
    private final List<Part> parts = new ArrayList<>();

    private RaytraceSection(List<Measurement> latest, UnaryOperator<String> file, String subtitle) {
        this.latest = latest;
        this.file = file;
        this.subtitle = subtitle;
    }

    static Section of(List<ResultLine> lines, UnaryOperator<String> file) {
        var all = lines.stream().map(ResultLine::measurement).toList();
        var latest = Latest.of(all, measurement -> measurement.structure() + measurement.parameters());
        var provenance = new Provenance(latest);
        String device = all.getFirst().device().name();
        var section = new RaytraceSection(
                latest,
                file,
                device + "; median of " + provenance.repetitions() + " repetitions, bars from fastest to slowest");
        section.fastest();
        section.tiles();
        section.workers();
        var notes = new ArrayList<>(provenance.lines());
        provenance.parameter("triangles").ifPresent(count -> notes.add("The treasure has " + count + " triangles"));
        notes.addAll(Lines.skipped(latest, measurement -> measurement.structure() + ", " + picture(measurement)));
        notes.addAll(provenance.checks());
        notes.add("A check compares the picture with that of the static scheme, byte by byte");
        notes.add("Figures 4.6, 4.8 and 4.9 of the thesis (Tesla M2090, cameras 1 to 3): the smaller the tiles the"
                + " shorter the time, and work stealing ahead of the other schemes, with camera 3 only where tiles"
                + " are large; figure 4.7 (16 threads of a CPU): all schemes nearly alike, the GPU 6 to 8 times"
                + " faster");
        section.parts.add(new Part.Notes(notes));
        return new Section("raytrace: " + device, section.parts);
    }

    private static String picture(Measurement measurement) {
        var parameters = measurement.parameters();
        return "camera " + parameters.get("camera") + ", " + parameters.get("width") + " x " + parameters.get("height")
                + ", depth " + parameters.get("depth");
    }

    private static double pixels(Measurement measurement) {
        return Curves.number(measurement, "width") * Curves.number(measurement, "height");
    }

    private static boolean isGood(Measurement measurement) {
        return measurement.measured() && measurement.passed();
    }

    private Map<String, List<Measurement>> pictures(String sweep) {
        var pictures = new TreeMap<String, List<Measurement>>();
        for (var measurement : latest) {
            if (sweep.equals(measurement.parameters().get("sweep"))) {
                double workers = Curves.number(measurement, "workers");
                String title = picture(measurement)
                        + (sweep.equals("tiles") && workers > 0 ? ", " + Quantity.plain(workers) + " workers" : "");
                pictures.computeIfAbsent(title, _ -> new ArrayList<>()).add(measurement);
            }
        }
        return pictures;
    }

    /** Each scheme with the tile that suits it best, beside the static scheme with the tile that suits that best. */
    private void fastest() {
        var rows = new ArrayList<List<String>>();
        pictures("tiles").forEach((title, measurements) -> {
            var best = new LinkedHashMap<String, Measurement>();
            measurements.stream()
                    .filter(RaytraceSection::isGood)
                    .forEach(measurement -> best.merge(
                            measurement.structure(),
                            measurement,
                            (one, other) -> one.nanoseconds().median()
                                            <= other.nanoseconds().median()
                                    ? one
                                    : other));
            var reference = best.get("static");
            best.forEach((scheme, measurement) -> rows.add(List.of(
                    title,
                    scheme,
                    String.valueOf(measurement.parameters().get("tile")),
                    Remarks.times(measurement).getFirst(),
                    Quantity.rate(measurement.operationsPerSecond()),
                    reference == null
                            ? NONE
                            : Quantity.significant(reference.nanoseconds().median()
                                    / measurement.nanoseconds().median()))));
        });
        if (!rows.isEmpty()) {
            parts.add(new Part.Captioned(
                    "Each scheme with its best tile",
                    new Table(
                            List.of(
                                    text("picture"),
                                    text("scheme"),
                                    number("tile"),
                                    number("time"),
                                    number("rays"),
                                    number("times as fast as static")),
                            rows)));
        }
    }

    private void tiles() {
        int number = 1;
        for (var picture : pictures("tiles").entrySet()) {
            String title = picture.getKey();
            var measurements = picture.getValue();
            var lines = new Lines(
                    title,
                    subtitle,
                    TILE,
                    TIME,
                    Measurement::structure,
                    measurement -> Curves.number(measurement, "tile"),
                    1e-3 / pixels(measurements.getFirst()));
            parts.addAll(lines.parts(measurements, file.apply("-tiles-" + number++)));
            parts.add(new Part.Captioned(
                    title + ": times as fast as the static scheme with the same tile", factors(measurements)));
        }
    }

    private static Table factors(List<Measurement> measurements) {
        var tiles = new TreeSet<Long>();
        var schemes = new LinkedHashMap<String, Map<Long, Measurement>>();
        for (var measurement : measurements) {
            long tile = (long) Curves.number(measurement, "tile");
            tiles.add(tile);
            schemes.computeIfAbsent(measurement.structure(), _ -> new TreeMap<>())
                    .put(tile, measurement);
        }
        var columns = new ArrayList<Column>(List.of(text("scheme")));
        tiles.forEach(tile -> columns.add(number(Quantity.count(tile))));
        var rows = new ArrayList<List<String>>();
        schemes.forEach((scheme, row) -> {
            var cells = new ArrayList<String>(List.of(scheme));
            for (long tile : tiles) {
                var measurement = row.get(tile);
                var factor = measurement == null ? null : RaytraceTable.overStatic(measurement, measurements);
                cells.add(factor != null && factor.isPresent() ? Quantity.significant(factor.getAsDouble()) : NONE);
            }
            rows.add(cells);
        });
        return new Table(columns, rows);
    }

    private void workers() {
        int number = 1;
        for (var picture : pictures("workers").entrySet()) {
            var lines = new ArrayList<Series>();
            var rows = new ArrayList<List<String>>();
            var schemes = new LinkedHashMap<String, List<Measurement>>();
            picture.getValue().stream()
                    .filter(RaytraceSection::isGood)
                    .sorted(Comparator.comparingDouble(measurement -> Curves.number(measurement, "workers")))
                    .forEach(measurement -> schemes.computeIfAbsent(measurement.structure(), _ -> new ArrayList<>())
                            .add(measurement));
            schemes.forEach((scheme, measurements) -> {
                var one = measurements.getFirst();
                if (Curves.number(one, "workers") == 1) {
                    lines.add(new Series(
                            scheme,
                            false,
                            measurements.stream()
                                    .map(other -> speedUp(one, other))
                                    .toList()));
                    measurements.forEach(other -> rows.add(List.of(
                            scheme,
                            Quantity.plain(Curves.number(other, "workers")),
                            Remarks.times(other).getFirst(),
                            Quantity.rate(other.operationsPerSecond()),
                            Quantity.significant(speedUp(one, other).y()))));
                }
            });
            if (!lines.isEmpty()) {
                parts.add(new Part.Figure(
                        file.apply("-workers-" + number++),
                        new Chart(picture.getKey() + ": speed-up", subtitle, WORKERS, SPEED_UP, lines)));
                parts.add(new Part.Captioned(
                        picture.getKey() + ": speed-up by workers",
                        new Table(
                                List.of(
                                        text("scheme"),
                                        number("workers"),
                                        number("time"),
                                        number("rays"),
                                        number("speed-up")),
                                rows)));
            }
        }
    }

    private static Point speedUp(Measurement one, Measurement other) {
        double basis = one.nanoseconds().median();
        var nanos = other.nanoseconds();
        double factor = basis / nanos.median();
        return new Point(
                Curves.number(other, "workers"),
                factor,
                basis / nanos.max(),
                basis / nanos.min(),
                other.structure() + ", " + Quantity.plain(Curves.number(other, "workers")) + " workers: "
                        + Quantity.significant(factor));
    }
}
