package dev.warpbroker.cli.report;

import static dev.warpbroker.experiments.page.Table.number;
import static dev.warpbroker.experiments.page.Table.text;

import dev.warpbroker.cli.compare.Comparison;
import dev.warpbroker.cli.compare.Comparison.Change;
import dev.warpbroker.cli.compare.Comparison.Compared;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.page.Section;
import dev.warpbroker.experiments.page.Section.Part;
import dev.warpbroker.experiments.page.Story;
import dev.warpbroker.experiments.page.Table;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Two runs side by side: what became faster or slower, and whether that is more than noise.
 *
 * @param before where the first one is
 * @param after where the second one is
 * @param comparison with at least one row
 */
record ComparePage(Path before, Path after, Comparison comparison) {
    ComparePage {
        if (comparison.rows().isEmpty()) {
            throw new IllegalArgumentException(
                    before + " and " + after + " have no row in common: give results of the same commands");
        }
    }

    /** {@return what there is to say in a few sentences, in Markdown} */
    String introduction() {
        return "Before: `" + before + "`. After: `" + after + "`.\n\n" + counts(comparison.rows())
                + (comparison.alone() == 0
                        ? ""
                        : " " + Quantity.count(comparison.alone()) + " rows are in one of them only.")
                + "\n\nA row is faster or slower only if the ranges of its repetitions do not overlap.";
    }

    private static String counts(List<Compared> rows) {
        var changes = rows.stream().collect(Collectors.groupingBy(Compared::change, Collectors.counting()));
        var ratios = rows.stream().map(Compared::ratio).toList();
        return "Of " + Quantity.count(rows.size()) + " rows, " + Quantity.count(changes.getOrDefault(Change.FASTER, 0L))
                + " are faster, " + Quantity.count(changes.getOrDefault(Change.SLOWER, 0L)) + " slower, "
                + Quantity.count(changes.getOrDefault(Change.NOISE, 0L)) + " within the noise"
                + (changes.containsKey(Change.UNCLEAR)
                        ? ", " + Quantity.count(changes.get(Change.UNCLEAR)) + " unclear (measured once)"
                        : "")
                + "; median of time after over time before: " + Quantity.ratio(Comparison.middle(ratios)) + ".";
    }

    /** {@return a section for each experiment and device, rows that changed most first} */
    List<Section> sections() {
        Map<String, List<Compared>> experiments = comparison.rows().stream()
                .collect(Collectors.groupingBy(ComparePage::title, LinkedHashMap::new, Collectors.toList()));
        return experiments.entrySet().stream()
                .map(experiment -> new Section(
                        experiment.getKey(),
                        List.of(
                                new Part.Lead(counts(experiment.getValue())),
                                new Part.Captioned(caption(experiment.getValue()), table(experiment.getValue())))))
                .toList();
    }

    /** {@return what the table shows, and the settings that all of its rows have} */
    private static String caption(List<Compared> rows) {
        String common = settings(shared(rows));
        return "Times before and after, medians" + (common.isEmpty() ? "" : "; all rows: " + common);
    }

    /** {@return the settings that all rows have} */
    private static Map<String, Object> shared(List<Compared> rows) {
        var shared = new TreeMap<>(rows.getFirst().row().parameters());
        for (var row : rows) {
            shared.entrySet().retainAll(row.row().parameters().entrySet());
        }
        return shared;
    }

    private static Map<String, Object> own(Compared row, Set<String> shared) {
        var own = new TreeMap<>(row.row().parameters());
        own.keySet().removeAll(shared);
        return own;
    }

    private static String settings(Map<String, Object> parameters) {
        return parameters.entrySet().stream()
                .map(parameter -> parameter.getKey() + "=" + parameter.getValue())
                .collect(Collectors.joining(" "));
    }

    private static String title(Compared compared) {
        String experiment = compared.row().experiment();
        return Story.of(experiment).map(Story::title).orElse(experiment) + " · "
                + compared.row().device();
    }

    private static Table table(List<Compared> rows) {
        var shared = shared(rows).keySet();
        return new Table(
                List.of(
                        text("structure"),
                        text("settings"),
                        number("before"),
                        number("after"),
                        number("after/before"),
                        text("so it is")),
                rows.stream()
                        .sorted(Comparator.comparing(Compared::change)
                                .thenComparingDouble(row -> -Math.abs(Math.log(row.ratio()))))
                        .map(row -> List.of(
                                row.row().structure(),
                                settings(own(row, shared)),
                                Quantity.time(row.before().median()),
                                Quantity.time(row.after().median()),
                                Quantity.ratio(row.ratio()),
                                row.change().toString()))
                        .toList());
    }
}
