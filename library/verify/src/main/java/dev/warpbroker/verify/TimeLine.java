package dev.warpbroker.verify;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;

/**
 * Draws operations as bars over a common axis, a row for each. The axis keeps the order of all stamps and, as far as
 * its width allows, their distances; long times in which none of the operations ran are left out.
 */
final class TimeLine {
    private static final int WIDTH = 60;
    private static final int MAX_ROWS = 30;
    private static final int SHORTEST_STEP = 2;
    private static final char CUT = '┊';
    private static final int CUT_WIDTH = 4;

    /** As a share of the time in which operations ran; more than that is left out. */
    private static final double LONGEST_IDLE = 0.3;

    private final Discipline discipline;
    private final List<Operation> operations;

    /** All stamps in order, without equal ones, and the column of each. */
    private final long[] stamps;

    private final int[] columns;

    /** The columns in which time is left out. */
    private final List<Integer> cuts = new ArrayList<>();

    private TimeLine(Discipline discipline, List<Operation> operations) {
        this.discipline = discipline;
        this.operations = operations;
        this.stamps = operations.stream()
                .flatMapToLong(each -> LongStream.of(each.call(), each.returned()))
                .sorted()
                .distinct()
                .toArray();
        this.columns = columns();
    }

    /** {@return the drawing of operations that are in order of their calls; each line ends with a line break} */
    static String draw(Discipline discipline, List<Operation> operations) {
        var shown = operations.subList(0, Math.min(operations.size(), MAX_ROWS));
        String drawing = new TimeLine(discipline, shown).draw();
        int left = operations.size() - shown.size();
        return left == 0 ? drawing : drawing + String.format(Locale.ROOT, "… and %,d more operations\n", left);
    }

    private String draw() {
        var rows = new ArrayList<List<String>>();
        rows.add(List.of("thread", "operation", "call", "return", ""));
        for (var operation : operations) {
            rows.add(List.of(
                    Integer.toString(operation.thread()),
                    operation.text(discipline),
                    Long.toString(operation.call() - stamps[0]),
                    Long.toString(operation.returned() - stamps[0]),
                    bar(operation)));
        }
        int[] widths = new int[rows.getFirst().size() - 1];
        for (var row : rows) {
            for (int i = 0; i < widths.length; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        var text = new StringBuilder();
        for (var row : rows) {
            text.append(line(row, widths)).append('\n');
        }
        text.append("stamps count from ").append(stamps[0]);
        if (!cuts.isEmpty()) {
            text.append("; ").append(CUT).append(" is time left out, in which none of these operations ran");
        }
        return text.append('\n').toString();
    }

    private static String line(List<String> row, int[] widths) {
        var line = new StringBuilder();
        for (int i = 0; i < widths.length; i++) {
            String padding = " ".repeat(widths[i] - row.get(i).length());
            boolean words = i == 1;
            line.append(words ? row.get(i) + padding : padding + row.get(i)).append("  ");
        }
        return line.append(row.getLast()).toString().stripTrailing();
    }

    private String bar(Operation operation) {
        int from = column(operation.call());
        int to = column(operation.returned());
        var bar = new StringBuilder(" ".repeat(columns[columns.length - 1] + 1));
        for (int cut : cuts) {
            bar.setCharAt(cut, CUT);
        }
        for (int i = from; i <= to; i++) {
            bar.setCharAt(i, '─');
        }
        bar.setCharAt(from, from == to ? '│' : '├');
        if (from != to) {
            bar.setCharAt(to, '┤');
        }
        return bar.toString().stripTrailing();
    }

    private int column(long stamp) {
        return columns[Arrays.binarySearch(stamps, stamp)];
    }

    /** Every step from a stamp to the next gets its least width; what is left is shared out by duration. */
    private int[] columns() {
        int steps = stamps.length - 1;
        double[] durations = new double[steps];
        double busy = 0;
        for (int i = 0; i < steps; i++) {
            durations[i] = stamps[i + 1] - (double) stamps[i];
            busy += isIdle(i) ? 0 : durations[i];
        }
        double drawn = 0;
        for (int i = 0; i < steps; i++) {
            if (isIdle(i) && durations[i] > busy * LONGEST_IDLE) {
                durations[i] = 0;
            }
            drawn += durations[i];
        }
        int least = Math.clamp(WIDTH / Math.max(steps, 1), 1, SHORTEST_STEP);
        double spare = Math.max(0, WIDTH - steps * least);
        int[] columns = new int[stamps.length];
        for (int i = 0; i < steps; i++) {
            boolean cut = durations[i] == 0;
            int width = cut ? CUT_WIDTH : least + (int) (spare * durations[i] / drawn);
            columns[i + 1] = columns[i] + width;
            if (cut) {
                cuts.add(columns[i] + CUT_WIDTH / 2);
            }
        }
        return columns;
    }

    private boolean isIdle(int step) {
        return operations.stream()
                .noneMatch(each -> each.call() <= stamps[step] && each.returned() >= stamps[step + 1]);
    }
}
