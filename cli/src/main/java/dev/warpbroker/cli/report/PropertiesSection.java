package dev.warpbroker.cli.report;

import dev.warpbroker.experiments.page.Section;
import dev.warpbroker.experiments.page.Section.Part;
import dev.warpbroker.experiments.properties.Answer;
import dev.warpbroker.experiments.properties.Property;
import dev.warpbroker.experiments.properties.PropertyTables;
import dev.warpbroker.experiments.properties.PropertyTables.Cell;
import dev.warpbroker.experiments.results.ResultLine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;

/** Experiment {@code properties} on one device: table 1 of the Broker Queue paper. Of equal cells the last counts. */
final class PropertiesSection {
    private PropertiesSection() {}

    static Section of(List<ResultLine> lines, String device) {
        var latest = new LinkedHashMap<String, Cell>();
        for (var line : lines) {
            var cell = cell(line);
            latest.put(cell.structure() + cell.property(), cell);
        }
        var cells = List.copyOf(latest.values());
        var parts = new ArrayList<Part>();
        parts.add(
                new Part.Captioned("Found by running (• fulfilled, ◦ partly, ? unclear)", PropertyTables.ours(cells)));
        parts.add(new Part.Captioned(
                "Table 1 of the paper (? not certain which in the text that this was read from)",
                PropertyTables.paper()));
        parts.add(new Part.Notes(Arrays.stream(Property.values())
                .map(property -> property + ": " + property.criterion())
                .toList()));
        var differences = PropertyTables.differences(cells);
        parts.add(new Part.Notes(
                differences.isEmpty()
                        ? List.of("No difference from the paper")
                        : differences.stream().map(line -> "Different: " + line).toList()));
        for (var cell : cells) {
            if (cell.verdict() != Answer.YES) {
                parts.add(new Part.Verbatim(
                        cell.structure() + ", " + cell.property() + ": " + cell.verdict(), cell.evidence()));
            }
        }
        return new Section("properties: " + device, parts);
    }

    private static Cell cell(ResultLine line) {
        String name = text(line, "property");
        String verdict = text(line, "verdict");
        return new Cell(
                text(line, "structure"),
                Arrays.stream(Property.values())
                        .filter(property -> property.toString().equals(name))
                        .findFirst()
                        .orElseThrow(() -> line.damaged("'property' is none that is known: " + name)),
                Arrays.stream(Answer.values())
                        .filter(known -> known.toString().equals(verdict))
                        .findFirst()
                        .orElseThrow(() -> line.damaged("'verdict' is none that is known: " + verdict)),
                text(line, "evidence"));
    }

    private static String text(ResultLine line, String member) {
        if (line.members().get(member) instanceof String text) {
            return text;
        }
        throw line.damaged("'" + member + "' is not a text: " + line.members().get(member));
    }
}
