package dev.warpbroker.cli.terminal;

import java.util.Locale;

/** Numbers as people read them, the same in every locale. */
public final class Quantity {
    private static final String[] RATE_UNITS = {"", "k", "M", "G", "T"};
    private static final String[] BYTE_UNITS = {"B", "KiB", "MiB", "GiB", "TiB"};
    private static final String[] TIME_UNITS = {"ns", "µs", "ms", "s"};

    private Quantity() {}

    /** {@return a count with its thousands marked: {@code 270,336}} */
    public static String count(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    /** {@return a number per second with three digits: {@code 5.90 G/s}} */
    public static String rate(double perSecond) {
        int unit = unit(perSecond, 1000, RATE_UNITS.length);
        return threeDigits(perSecond / Math.pow(1000, unit)) + " " + RATE_UNITS[unit] + "/s";
    }

    /** {@return a duration with three digits: {@code 1.37 ms}} */
    public static String time(double nanos) {
        int unit = unit(nanos, 1000, TIME_UNITS.length);
        return threeDigits(nanos / Math.pow(1000, unit)) + " " + TIME_UNITS[unit];
    }

    /** {@return a size with three digits: {@code 139 GiB}} */
    public static String bytes(long size) {
        double bytes = (double) size;
        int unit = unit(bytes, 1024, BYTE_UNITS.length);
        return threeDigits(bytes / Math.pow(1024, unit)) + " " + BYTE_UNITS[unit];
    }

    /** {@return a size in millions of bytes: {@code 38.2 MB}} */
    public static String megabytes(long bytes) {
        return String.format(Locale.ROOT, "%.1f MB", bytes / 1e6);
    }

    /** {@return a ratio with three decimals: {@code 0.998}} */
    public static String ratio(double ratio) {
        return String.format(Locale.ROOT, "%.3f", ratio);
    }

    private static int unit(double value, int base, int units) {
        int unit = 0;
        // Half a unit of the last digit shown earlier: 999.6 is written as 1.00 of the next unit.
        while (unit < units - 1 && Math.round(value) >= base) {
            value /= base;
            unit++;
        }
        return unit;
    }

    private static String threeDigits(double value) {
        String format = value < 9.995 ? "%.2f" : value < 99.95 ? "%.1f" : "%.0f";
        return String.format(Locale.ROOT, format, value);
    }
}
