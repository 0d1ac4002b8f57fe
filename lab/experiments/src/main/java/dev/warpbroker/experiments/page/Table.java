package dev.warpbroker.experiments.page;

import java.util.ArrayList;
import java.util.List;

/**
 * A table of text, aligned by column.
 *
 * @param columns the headings
 * @param rows the cells, one list per row, as many as there are columns
 */
public record Table(List<Column> columns, List<List<String>> rows) {
    private static final String GAP = "  ";

    /** Which side of a column its cells stick to. */
    public enum Side {
        LEFT,
        RIGHT
    }

    /** The heading of a column. */
    public record Column(String title, Side side) {}

    public Table {
        columns = List.copyOf(columns);
        rows = rows.stream().map(List::copyOf).toList();
        for (var row : rows) {
            if (row.size() != columns.size()) {
                throw new IllegalArgumentException(
                        "row " + row + " has " + row.size() + " cells; the table has " + columns.size() + " columns");
            }
        }
    }

    /** {@return a column of text} */
    public static Column text(String title) {
        return new Column(title, Side.LEFT);
    }

    /** {@return a column of numbers} */
    public static Column number(String title) {
        return new Column(title, Side.RIGHT);
    }

    /** {@return the lines to print: headings, a rule, the rows} */
    public List<String> lines() {
        int[] widths = new int[columns.size()];
        for (int i = 0; i < widths.length; i++) {
            widths[i] = width(columns.get(i).title());
            for (var row : rows) {
                widths[i] = Math.max(widths[i], width(row.get(i)));
            }
        }
        var lines = new ArrayList<String>();
        lines.add(line(columns.stream().map(Column::title).toList(), widths));
        var rules = new ArrayList<String>();
        for (int width : widths) {
            rules.add("─".repeat(width));
        }
        lines.add(line(rules, widths));
        for (var row : rows) {
            lines.add(line(row, widths));
        }
        return lines;
    }

    private String line(List<String> cells, int[] widths) {
        var line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            String cell = cells.get(i);
            String padding = " ".repeat(widths[i] - width(cell));
            line.append(i == 0 ? "" : GAP);
            switch (columns.get(i).side()) {
                case LEFT -> line.append(cell).append(padding);
                case RIGHT -> line.append(padding).append(cell);
            }
        }
        return line.toString().stripTrailing();
    }

    private static int width(String cell) {
        return cell.codePointCount(0, cell.length());
    }
}
