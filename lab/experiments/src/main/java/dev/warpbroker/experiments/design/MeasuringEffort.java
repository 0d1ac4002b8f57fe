package dev.warpbroker.experiments.design;

import java.time.Duration;

/**
 * How often and how long something is measured.
 *
 * @param repetitions timed runs
 * @param warmUps runs before those
 * @param check whether to check that nothing is lost or duplicated
 * @param limit of the timed runs of one row; a row of which a single run takes longer is left out from there on
 */
public record MeasuringEffort(int repetitions, int warmUps, boolean check, Duration limit) {
    /** A launch that takes this many times the limit is cancelled. */
    private static final int CANCEL_FACTOR = 2;

    private static final Duration LONGEST = Duration.ofDays(30);

    /** One run, for what is not repeated. */
    public static final MeasuringEffort ONCE = new MeasuringEffort(1, 0, true, Duration.ofDays(1));

    public MeasuringEffort {
        requireAtLeast(1, "repetitions", repetitions);
        requireAtLeast(0, "warm-up runs", warmUps);
        if (!limit.isPositive() || limit.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("limit of " + limit.toMillis() / 1e3
                    + " s; it must be more than 0, is at" + " least 0.001, and at most " + LONGEST.toSeconds());
        }
    }

    /** Refuses a number that is too small. */
    public static void requireAtLeast(int least, String what, int value) {
        if (value < least) {
            throw new IllegalArgumentException(value + " " + what + "; the smallest number is " + least);
        }
    }

    /** Refuses a number that is too small or too large. */
    public static void requireBetween(int least, int most, String what, int value) {
        requireAtLeast(least, what, value);
        if (value > most) {
            throw new IllegalArgumentException(value + " " + what + "; the greatest number is " + most);
        }
    }

    /** {@return how many steps of progress one row makes} */
    public int steps() {
        return 1 + (check ? 1 : 0) + Math.max(0, warmUps - 1) + repetitions;
    }

    /** {@return when a launch is cancelled} */
    public Duration cancelAfter() {
        return limit.multipliedBy(CANCEL_FACTOR);
    }
}
