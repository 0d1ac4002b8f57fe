package dev.warpbroker.experiments.page;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
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

    /** {@return three digits that count, without exponent or unit: {@code 0.0123}, {@code 5.90}, {@code 12,300}} */
    public static String significant(double value) {
        if (value == 0) {
            return "0";
        }
        int magnitude = (int) Math.floor(Math.log10(Math.abs(value)));
        double unit = Math.pow(10, magnitude - 2.0);
        double rounded = Math.round(value / unit) * unit;
        // Rounding may have made it one digit longer: 9.999 is 10.0.
        int decimals = 2 - (int) Math.floor(Math.log10(Math.abs(rounded)) + 1e-9);
        return String.format(Locale.ROOT, "%,." + Math.max(0, decimals) + "f", rounded);
    }

    /** {@return a number with no more digits than it needs: {@code 0.05}, {@code 2}, {@code 10,000}} */
    public static String plain(double value) {
        String digits = new BigDecimal(value)
                .round(new MathContext(12))
                .stripTrailingZeros()
                .toPlainString();
        int point = digits.indexOf('.');
        return point < 0 ? String.format(Locale.ROOT, "%,d", new BigInteger(digits)) : digits;
    }

    /** {@return the largest prefix of a unit (k, M, G, T or none) that leaves at least 1 before it} */
    public static Prefix prefix(double value) {
        int unit = unit(value, 1000, RATE_UNITS.length);
        return new Prefix(RATE_UNITS[unit], Math.pow(1000, unit));
    }

    /** A prefix of a unit: its letter, and how many times the unit it stands for. */
    public record Prefix(String letter, double factor) {}

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
