package dev.warpbroker.cli.report;

import java.util.ArrayList;
import java.util.List;

/**
 * A logarithmic axis that begins and ends at a grid line.
 *
 * @param low its smallest value
 * @param high its largest value
 * @param ticks the values with a number beside them
 * @param grid the values with a line only
 */
record LogAxis(double low, double high, List<Double> ticks, List<Double> grid) implements PlotAxis {
    private static final int MAX_TICKS = 10;

    /** Below this many times the smallest value, every leading digit gets a tick. */
    private static final double NARROW = 6;

    /** Up to this many times, 1, 2 and 5 get one; beyond it, powers of ten alone. */
    private static final double WIDE = 2_000;

    private static final List<Integer> ALL_DIGITS = List.of(1, 2, 3, 4, 5, 6, 7, 8, 9);
    private static final List<Integer> SOME_DIGITS = List.of(1, 2, 5);
    private static final List<Integer> POWERS = List.of(1);

    LogAxis {
        ticks = List.copyOf(ticks);
        grid = List.copyOf(grid);
    }

    /**
     * {@return an axis a little longer than its values, with ticks at powers of two or, without two of those, at both
     * ends}
     */
    static LogAxis powersOfTwo(double low, double high) {
        int first = (int) Math.ceil(log2(low) - 1e-9);
        int last = (int) Math.floor(log2(high) + 1e-9);
        int step = 1;
        while ((last - first) / step >= MAX_TICKS) {
            step++;
        }
        var ticks = new ArrayList<Double>();
        for (int power = first; power <= last; power += step) {
            ticks.add(Math.pow(2, power));
        }
        if (ticks.size() < 2) {
            ticks.clear();
            ticks.add(low);
            if (high > low) {
                ticks.add(high);
            }
        }
        double margin = Math.max(Math.pow(high / low, 0.04), 1.07);
        return new LogAxis(low / margin, high * margin, ticks, List.of());
    }

    /** {@return an axis with ticks at powers of ten, and between them where the range is small} */
    static LogAxis powersOfTen(double low, double high) {
        double ratio = high / low;
        if (ratio < NARROW) {
            return decimal(low, high, ALL_DIGITS, ALL_DIGITS);
        }
        return ratio < WIDE ? decimal(low, high, SOME_DIGITS, SOME_DIGITS) : decimal(low, high, POWERS, SOME_DIGITS);
    }

    private static LogAxis decimal(double low, double high, List<Integer> ticked, List<Integer> lined) {
        var ticks = new ArrayList<Double>();
        var lines = new ArrayList<Double>();
        int first = (int) Math.floor(Math.log10(low)) - 1;
        int last = (int) Math.ceil(Math.log10(high)) + 1;
        // The last line below the values, those among them, and the first above.
        double bottom = Math.pow(10, first);
        double top = Math.pow(10, last);
        for (int power = first; power <= last; power++) {
            for (int digit : lined) {
                double value = digit * Math.pow(10, power);
                if (value <= low * (1 - 1e-9)) {
                    bottom = value;
                }
            }
        }
        for (int power = last; power >= first; power--) {
            for (int digit : lined.reversed()) {
                double value = digit * Math.pow(10, power);
                if (value >= high * (1 + 1e-9)) {
                    top = value;
                }
            }
        }
        for (int power = first; power <= last; power++) {
            for (int digit : lined) {
                double value = digit * Math.pow(10, power);
                if (value >= bottom * (1 - 1e-9) && value <= top * (1 + 1e-9)) {
                    (ticked.contains(digit) ? ticks : lines).add(value);
                }
            }
        }
        return new LogAxis(bottom, top, ticks, lines);
    }

    @Override
    public double position(double value) {
        return Math.log(value / low) / Math.log(high / low);
    }

    private static double log2(double value) {
        return Math.log(value) / Math.log(2);
    }
}
