package dev.warpbroker.cli.report;

import dev.warpbroker.experiments.page.Chart;
import java.util.List;

/** An axis of a plot: where values lie on it, and where it has lines and numbers. */
sealed interface PlotAxis permits LinearAxis, LogAxis {
    /** {@return its smallest value} */
    double low();

    /** {@return its largest value} */
    double high();

    /** {@return the values with a number beside them} */
    List<Double> ticks();

    /** {@return the values with a line only} */
    List<Double> grid();

    /** {@return where {@code value} is between the ends, from 0 to 1} */
    double position(double value);

    /** {@return an axis of that scale for values between {@code low} and {@code high}} */
    static PlotAxis of(Chart.Scale scale, double low, double high) {
        return switch (scale) {
            case POWERS_OF_TWO -> LogAxis.powersOfTwo(low, high);
            case POWERS_OF_TEN -> LogAxis.powersOfTen(low, high);
            case LINEAR -> LinearAxis.fromZero(high);
        };
    }
}
