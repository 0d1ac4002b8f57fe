package dev.warpbroker.examples.render;

import java.util.Arrays;

/**
 * How long workers were busy with a picture.
 *
 * @param nanos for each worker, from its beginning to its end
 * @param elapsed from the beginning of the first worker to the end of the last, in nanoseconds
 */
@SuppressWarnings("ArrayRecordComponent") // handed over, and not compared
public record Busy(long[] nanos, long elapsed) {
    /** @param spans for each worker when it began, and when it ended */
    static Busy of(long[] spans) {
        long[] nanos = new long[spans.length / 2];
        long begin = Long.MAX_VALUE;
        long end = Long.MIN_VALUE;
        for (int i = 0; i < nanos.length; i++) {
            nanos[i] = spans[2 * i + 1] - spans[2 * i];
            begin = Math.min(begin, spans[2 * i]);
            end = Math.max(end, spans[2 * i + 1]);
        }
        return new Busy(nanos, end - begin);
    }

    /** {@return how many workers were busy at the same time, on average} */
    public double atOnce() {
        return Arrays.stream(nanos).sum() / (double) elapsed;
    }

    /** {@return how many times the mean the worker has that was busy longest} */
    public double mostOverMean() {
        return mostOverMean(nanos);
    }

    /** {@return how many times the mean of some numbers the largest is} */
    public static double mostOverMean(long... numbers) {
        var all = Arrays.stream(numbers).summaryStatistics();
        return all.getMax() / all.getAverage();
    }
}
