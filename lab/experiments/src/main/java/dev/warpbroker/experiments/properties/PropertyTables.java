package dev.warpbroker.experiments.properties;

import static dev.warpbroker.experiments.page.Table.text;

import dev.warpbroker.experiments.page.Table;
import dev.warpbroker.experiments.page.Table.Column;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/** The table of the properties, ours and the paper's. */
public final class PropertyTables {
    private PropertyTables() {}

    /**
     * A cell.
     *
     * @param structure its column
     * @param property its row
     * @param verdict what was found
     * @param evidence what shows it
     */
    public record Cell(String structure, Property property, Answer verdict, String evidence) {
        /** {@return in words: the queue, the property, the verdict and the evidence} */
        public String words() {
            return structure + ", " + property + ": " + verdict + "; " + evidence;
        }
    }

    /** {@return rows of properties, columns of queues, marks as in the paper} */
    public static Table ours(List<Cell> cells) {
        var structures = new LinkedHashSet<String>();
        cells.forEach(cell -> structures.add(cell.structure()));
        var rows = new ArrayList<List<String>>();
        for (var property : Property.values()) {
            var row = new ArrayList<String>(List.of(property.toString()));
            for (String structure : structures) {
                row.add(cells.stream()
                        .filter(cell -> cell.structure().equals(structure) && cell.property() == property)
                        .findFirst()
                        .map(cell -> cell.verdict().mark())
                        .orElse(Answer.UNCLEAR.mark()));
            }
            rows.add(row);
        }
        return new Table(columns(List.copyOf(structures)), rows);
    }

    /** {@return the paper's table} */
    public static Table paper() {
        var rows = new ArrayList<List<String>>();
        for (var property : Property.values()) {
            var row = new ArrayList<String>(List.of(property.toString()));
            for (String structure : PaperTable.columns()) {
                row.add(PaperTable.of(structure, property)
                        .orElse(Answer.UNCLEAR)
                        .mark());
            }
            rows.add(row);
        }
        return new Table(columns(PaperTable.columns()), rows);
    }

    private static List<Column> columns(List<String> structures) {
        var columns = new ArrayList<Column>(List.of(text("")));
        structures.forEach(structure -> columns.add(text(structure)));
        return columns;
    }

    /** {@return where we found something else than the paper, in words} */
    public static List<String> differences(List<Cell> cells) {
        var lines = new ArrayList<String>();
        for (var cell : cells) {
            var paper = PaperTable.of(cell.structure(), cell.property());
            if (paper.isPresent()
                    && paper.get() != Answer.UNCLEAR
                    && cell.verdict() != Answer.UNCLEAR
                    && cell.verdict() != Answer.FAILED
                    && paper.get() != cell.verdict()) {
                lines.add(cell.structure() + ", " + cell.property() + ": here " + cell.verdict() + ", in the paper "
                        + paper.get());
            }
        }
        return lines;
    }

    /** {@return the evidence for everything that is not a yes} */
    public static List<String> evidence(List<Cell> cells) {
        return cells.stream()
                .filter(cell -> cell.verdict() != Answer.YES)
                .map(Cell::words)
                .toList();
    }
}
