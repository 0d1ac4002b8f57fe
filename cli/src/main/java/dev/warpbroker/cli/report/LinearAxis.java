package dev.warpbroker.cli.report;

import java.util.ArrayList;
import java.util.List;

/**
 * A linear axis that begins at 0 and ends at a grid line.
 *
 * @param high its largest value
 * @param ticks the values with a number beside them
 */
record LinearAxis(double high, List<Double> ticks) implements PlotAxis {
    private static final int MAX_TICKS = 10;
    private static final List<Integer> STEPS = List.of(1, 2, 5, 10);

    LinearAxis {
        ticks = List.copyOf(ticks);
    }

    /**
     * {@return an axis from 0 to a little more than {@code largest}, 1 if that is nothing, with ticks at multiples of
     * 1, 2 or 5}
     */
    static LinearAxis fromZero(double largest) {
        double high = largest > 0 ? largest : 1;
        double power = Math.pow(10, Math.floor(Math.log10(high / MAX_TICKS)));
        double step = power;
        for (int digit : STEPS) {
            step = digit * power;
            if (high / step <= MAX_TICKS) {
                break;
            }
        }
        int count = (int) Math.ceil(high / step - 1e-9);
        var ticks = new ArrayList<Double>();
        for (int i = 0; i <= count; i++) {
            ticks.add(i * step);
        }
        return new LinearAxis(count * step, ticks);
    }

    @Override
    public double low() {
        return 0;
    }

    @Override
    public List<Double> grid() {
        return List.of();
    }

    @Override
    public double position(double value) {
        return value / high;
    }
}
