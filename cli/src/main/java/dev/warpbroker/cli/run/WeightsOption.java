package dev.warpbroker.cli.run;

import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * The range of random weights.
 *
 * @param low the least
 * @param high the greatest
 */
record WeightsOption(int low, int high) {
    private static final Pattern RANGE = Pattern.compile("([0-9]{1,10})\\.\\.([0-9]{1,10})");

    /** Reads {@code LOW..HIGH}. */
    static final class Converter implements ITypeConverter<WeightsOption> {
        @Override
        public WeightsOption convert(String text) {
            var range = RANGE.matcher(text);
            if (!range.matches()) {
                throw new TypeConversionException(
                        "'" + text + "' is no range of weights; give LOW..HIGH, whole numbers of at least 0");
            }
            long low = Long.parseLong(range.group(1));
            long high = Long.parseLong(range.group(2));
            if (low > high || high > Integer.MAX_VALUE) {
                throw new TypeConversionException("'" + text + "': the least weight is " + low + ", the greatest "
                        + high + "; give them in order, and at most " + Integer.MAX_VALUE);
            }
            return new WeightsOption((int) low, (int) high);
        }
    }
}
