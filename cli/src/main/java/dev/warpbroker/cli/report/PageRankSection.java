package dev.warpbroker.cli.report;

import static dev.warpbroker.cli.terminal.Table.number;
import static dev.warpbroker.cli.terminal.Table.text;

import dev.warpbroker.cli.report.Chart.Axis;
import dev.warpbroker.cli.report.Chart.Scale;
import dev.warpbroker.cli.report.Section.Part;
import dev.warpbroker.cli.results.Measurement;
import dev.warpbroker.cli.results.ResultLine;
import dev.warpbroker.cli.terminal.Quantity;
import dev.warpbroker.cli.terminal.Table;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Experiment {@code pagerank} on one device: for each graph the time over the number of threads, as in figures 3d and 3e of the
 * Broker Queue paper, and how much longer each queue takes than BQ, beside what the paper says of that.
 */
final class PageRankSection {
    private static final Axis THREADS = new Axis("threads", Scale.POWERS_OF_TWO);
    private static final Axis MILLISECONDS = new Axis("run time (ms)", Scale.POWERS_OF_TEN);
    private static final String BASIS = "BQ";
    private static final String NONE = "–";

    /** What section 7.2 says of times over that of BQ with more than 10,240 threads, by graph. */
    private static final Map<String, Map<String, String>> PAPER = Map.of(
            "Gnutella31",
            Map.of(BASIS, "1", "BWD", "about 1", "GQ", "1.10 to 1.15", "LCRQ", "at least 60", "WFQ", "at least 6"),
            "NotreDame",
            Map.of(
                    BASIS,
                    "1",
                    "BWD",
                    "about 1",
                    "BSQ",
                    "BWD / 1.09 with all threads",
                    "GQ",
                    "1.10 to 1.15",
                    "LCRQ",
                    "at least 95",
                    "WFQ",
                    "at least 400"));

    private PageRankSection() {}

    static Section of(List<ResultLine> lines, UnaryOperator<String> file) {
        var all = lines.stream().map(ResultLine::measurement).toList();
        var latest =
                Latest.of(all, measurement -> measurement.structure() + figure(measurement) + threads(measurement));
        var figures = new LinkedHashMap<String, List<Measurement>>();
        for (var measurement : latest) {
            figures.computeIfAbsent(figure(measurement), _ -> new ArrayList<>()).add(measurement);
        }
        String device = all.getFirst().device().name();
        var provenance = new Provenance(latest);
        var parts = new ArrayList<Part>();
        char number = 'a';
        for (var figure : figures.entrySet()) {
            String subtitle =
                    device + "; median of " + provenance.repetitions() + " repetitions, bars from fastest to slowest";
            parts.addAll(new Lines(
                            figure.getKey(),
                            subtitle,
                            THREADS,
                            MILLISECONDS,
                            Measurement::structure,
                            PageRankSection::threads,
                            1e-6)
                    .parts(figure.getValue(), file.apply(figures.size() == 1 ? "" : "-" + number)));
            parts.addAll(ratios(figure.getKey(), figure.getValue()));
            number++;
        }
        var notes = new ArrayList<>(provenance.lines());
        notes.add("Times are those of the persistent workers, all iterations in one launch");
        notes.addAll(Lines.skipped(
                latest,
                measurement -> measurement.structure() + ", "
                        + measurement.parameters().get("graph")));
        notes.addAll(provenance.checks());
        notes.add("Figures 3d and 3e of the paper: with more than 10,240 threads BQ and BWD are 10 to 15 % faster than"
                + " GQ on both graphs; BSQ is the fastest on web-NotreDame with all threads, 9 % ahead of BWD;"
                + " LCRQ and WFQ are slower by at least 60 and 6 times on p2p-Gnutella31, 95 and 400 times on"
                + " web-NotreDame");
        notes.add("Of queues that wait when they are empty (CBQ, SFQ) or that have locks (2MQ, locked-linked), one lane"
                + " of each warp is a worker; the paper left them out");
        if (latest.size() < all.size()) {
            notes.add(all.size() - latest.size() + " older measurements of the same are left out");
        }
        parts.add(new Part.Notes(notes));
        return new Section("pagerank: " + device, parts);
    }

    private static String figure(Measurement measurement) {
        var parameters = measurement.parameters();
        return parameters.get("graph") + ", " + parameters.get("iterations") + " iterations, in "
                + String.valueOf(parameters.get("precision")).toLowerCase(Locale.ROOT) + "s";
    }

    private static double threads(Measurement measurement) {
        return Curves.number(measurement, "threads");
    }

    /** {@return a table of times over that of BQ, for the most threads with which that was measured} */
    private static List<Part> ratios(String title, List<Measurement> measurements) {
        var good = measurements.stream()
                .filter(measurement -> measurement.measured() && measurement.passed())
                .toList();
        var basis = good.stream()
                .filter(measurement -> measurement.structure().equals(BASIS))
                .max(Comparator.comparingDouble(PageRankSection::threads));
        if (basis.isEmpty()) {
            return List.of();
        }
        double most = threads(basis.get());
        double median = basis.get().nanoseconds().median();
        var paper = PAPER.entrySet().stream()
                .filter(entry -> title.contains(entry.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(Map.of());
        var rows = good.stream()
                .filter(measurement -> threads(measurement) == most)
                .sorted(Comparator.comparingDouble(
                        measurement -> measurement.nanoseconds().median()))
                .map(measurement -> List.of(
                        measurement.structure(),
                        Quantity.time(measurement.nanoseconds().median()),
                        Quantity.rate(measurement.operationsPerSecond()),
                        Quantity.significant(measurement.nanoseconds().median() / median),
                        paper.getOrDefault(measurement.structure(), NONE)))
                .toList();
        return List.of(new Part.Captioned(
                title + ": " + Quantity.plain(most) + " threads, fastest first",
                new Table(
                        List.of(
                                text("structure"),
                                number("median"),
                                number("edges"),
                                number("time over that of " + BASIS),
                                text("in the paper")),
                        rows)));
    }
}
