package dev.warpbroker.experiments.cluster;

/**
 * What to expect of tasks in slices on many executors, by arithmetic.
 *
 * <p>A run has three phases. At the beginning executors, which are new, compile the program; slices are short and few,
 * until there are tasks for all executors; each such round takes a tenth of a slice and the time of a job. Then all
 * executors work, unless the driver, which handles slices one after the other, cannot keep up; slices grow to a part of
 * the time that has passed. At the end executors wait for half a slice on average, and the last tasks are split, which
 * takes two rounds of short slices.
 *
 * <p>It assumes that there are always enough tasks, that executors are equally fast, that the next slice of an executor
 * is there when one has ended, and that results are small. It knows nothing of networks.
 *
 * @param work all tasks on one executor's cores without Spark, in seconds
 * @param slice the time of a slice, in seconds
 * @param overhead part by which tasks take longer in slices than without
 * @param driver time of the driver for a slice, in seconds
 * @param job time from a slice's order to its begin when nothing waits, in seconds
 * @param start what a new executor loses until it is as fast as it gets, in seconds
 */
public record SliceModel(double work, double slice, double overhead, double driver, double job, double start) {
    /** Of the first slices. */
    private static final double SHORT = 0.1;

    /** Part of the time of a run that a slice may take. */
    private static final double OF_RUN = 1 / 32.0;

    /** By how much slices grow at most. */
    private static final double MAX_GROWTH = 10;

    /** By how much one round of short slices multiplies the executors that have tasks, at least. */
    private static final double SPREAD = 30;

    private static final double LAST_ROUNDS = 2;

    /** More executors are not asked for. */
    private static final int MANY = 1 << 24;

    /** Until time and slices, which depend on each other, fit together. */
    private static final int STEPS = 50;

    /** Checks the numbers. */
    public SliceModel {
        if (!(work > 0 && slice > 0 && overhead >= 0 && driver >= 0 && job >= 0 && start >= 0)) {
            throw new IllegalArgumentException("work of " + work + " s in slices of " + slice + " s with overhead "
                    + overhead + ", driver " + driver + " s, job " + job + " s and start " + start
                    + " s; give positive times, and 0 or more for the others");
        }
    }

    /** {@return the same with the start that a run on one new executor had, which took so many seconds} */
    public SliceModel fittedTo(double measured) {
        double lost = Math.max(0, measured - job - work * (1 + overhead));
        return new SliceModel(work, slice, overhead, driver, job, lost);
    }

    /** {@return how long a run takes, in seconds} */
    public double seconds(int executors) {
        if (executors == 1) {
            return start + job + middle(1);
        }
        double round = SHORT * slice + job;
        double rounds = Math.ceil(Math.log(executors) / Math.log(SPREAD));
        double middle = middle(executors);
        return start + job + rounds * round + middle + length(middle) / 2 + LAST_ROUNDS * round;
    }

    /** {@return the time while all executors work, or the driver does} */
    private double middle(int executors) {
        double time = busy(executors);
        for (int i = 0; i < STEPS; i++) {
            time = Math.max(busy(executors), driven(time));
        }
        return time;
    }

    private double busy(int executors) {
        return work * (1 + overhead) / executors;
    }

    /** {@return the time of the driver for all slices of a run that takes so long} */
    private double driven(double time) {
        return work * (1 + overhead) * slices(time) / time * driver;
    }

    /** {@return the length of slices after so long} */
    private double length(double time) {
        return Math.clamp(time * OF_RUN, slice, MAX_GROWTH * slice);
    }

    /** {@return how many slices follow each other in that time} */
    private double slices(double time) {
        double growth = slice / OF_RUN;
        double grown = MAX_GROWTH * growth;
        double count = Math.min(time, growth) / slice;
        if (time > growth) {
            count += Math.log(Math.min(time, grown) / growth) / OF_RUN;
        }
        return time > grown ? count + (time - grown) / (MAX_GROWTH * slice) : count;
    }

    /** {@return the part of the time of all executors that is the work itself} */
    public double efficiency(int executors) {
        return work / (executors * seconds(executors));
    }

    /** {@return from how many executors on the driver is the limit, or 0 if it never is} */
    public int limit() {
        int within = 0;
        int beyond = MANY;
        if (driven(busy(beyond)) <= busy(beyond)) {
            return 0;
        }
        while (beyond - within > 1) {
            int middle = (within + beyond) / 2;
            if (driven(busy(middle)) > busy(middle)) {
                beyond = middle;
            } else {
                within = middle;
            }
        }
        return beyond;
    }
}
