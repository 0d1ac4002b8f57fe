package dev.warpbroker.experiments.papers;

import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.page.Table;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A table of ours, cell by cell, with the paper's figures in brackets where it gives any.
 *
 * @param caption what its cells are
 * @param corner what its rows are
 * @param rows the first cell of each
 * @param columns what each is about: names, or numbers
 * @param cell ours
 * @param paper the paper's; empty where it gives none
 */
record Grid(String caption, String corner, List<String> rows, List<Object> columns, Probe cell, PaperCell paper) {
    /** Looks into records for a cell. */
    @FunctionalInterface
    interface Probe {
        /**
         * {@return ours}
         *
         * @throws NotRecordedException if there are no records of it
         */
        Cell in(Records records, String row, Object column);
    }

    /** A figure of the paper. */
    @FunctionalInterface
    interface PaperCell {
        String of(String row, int column);
    }

    Grid {
        rows = List.copyOf(rows);
        columns = List.copyOf(columns);
    }

    static Grid of(String caption, String corner, List<String> rows, List<?> columns, Probe cell) {
        return new Grid(caption, corner, rows, List.copyOf(columns), cell, (_, _) -> "");
    }

    Grid beside(PaperCell figures) {
        return new Grid(caption, corner, rows, columns, cell, figures);
    }

    /**
     * A grid with its cells.
     *
     * @param caption what its cells are
     * @param table the cells
     * @param reasons why cells have no figure, or what else is to be said of them
     * @param missing the cells of which there is no record
     * @param sources the runs that the cells are from
     */
    record Filled(String caption, Table table, List<String> reasons, List<Missing> missing, List<Source> sources) {}

    /** {@return it with all its cells} */
    Filled fill(Archive archive) {
        var missing = new ArrayList<Missing>();
        Set<String> reasons = new LinkedHashSet<>();
        Set<Source> sources = new LinkedHashSet<>();
        var lines = new ArrayList<List<String>>();
        for (String row : rows) {
            var line = new ArrayList<String>(List.of(row));
            for (int i = 0; i < columns.size(); i++) {
                var records = new Records(archive);
                String text;
                try {
                    var found = cell.in(records, row, columns.get(i));
                    text = found.text();
                    if (!found.reason().isEmpty()) {
                        reasons.add(
                                row + ": " + found.reason().lines().findFirst().orElse(""));
                    }
                } catch (NotRecordedException absent) {
                    missing.add(absent.missing());
                    text = Outcome.NOT_RECORDED.toString();
                }
                sources.addAll(records.sources());
                String theirs = paper.of(row, i);
                line.add(theirs.isEmpty() ? text : text + " (" + theirs + ")");
            }
            lines.add(line);
        }
        var titles = new ArrayList<Table.Column>(List.of(Table.text(corner)));
        columns.forEach(column -> titles.add(Table.number(title(column))));
        return new Filled(caption, new Table(titles, lines), List.copyOf(reasons), missing, List.copyOf(sources));
    }

    private static String title(Object column) {
        return column instanceof Number number ? Quantity.plain(number.doubleValue()) : String.valueOf(column);
    }
}
