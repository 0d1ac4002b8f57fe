package dev.warpbroker.experiments.cluster;

/**
 * What to expect of tasks in slices on many executors, by arithmetic.
 *
 * <p>A run has three phases. At the beginning slices are short and few, until there are tasks for all executors; each
 * such round takes a tenth of a slice and the time of a job. Then all executors work, unless the driver, which handles
 * slices one after the other, cannot keep up. At the end the last tasks are split, which takes two rounds of short slices.
 *
 * <p>It assumes that there are always enough tasks, that executors are equally fast, that the next slice of an executor
 * is there when one has ended, and that results are small. It knows nothing of networks.
 *
 * @param work all tasks on one core without Spark, in seconds
 * @param slice the time of a slice, in seconds
 * @param overhead part by which tasks take longer in slices than without
 * @param driver time of the driver for a slice, in seconds
 * @param job time from a slice's order to its begin when nothing waits, in seconds
 */
public record SliceModel(double work, double slice, double overhead, double driver, double job) {
    /** Of the first slices. */
    private static final double SHORT = 0.1;

    /** By how much one round of short slices multiplies the executors that have tasks, at least. */
    private static final double GROWTH = 30;

    private static final double LAST_ROUNDS = 2;

    /** Checks the numbers. */
    public SliceModel {
        if (!(work > 0 && slice > 0 && overhead >= 0 && driver >= 0 && job >= 0)) {
            throw new IllegalArgumentException("work of " + work + " s in slices of " + slice + " s with overhead "
                    + overhead + ", driver " + driver + " s and job " + job
                    + " s; give positive times, and 0 or more for the others");
        }
    }

    /** {@return how long a run takes on executors with one core each, in seconds} */
    public double seconds(int executors) {
        double rounds = 1 + Math.ceil(Math.log(executors) / Math.log(GROWTH));
        double begin = rounds * (SHORT * slice + job);
        double busy = work * (1 + overhead) / executors;
        double driven = work * (1 + overhead) / slice * driver;
        double end = executors == 1 ? 0 : LAST_ROUNDS * (SHORT * slice + job);
        return begin + Math.max(busy, driven) + end;
    }

    /** {@return the part of the time of all executors that is the work itself} */
    public double efficiency(int executors) {
        return work / (executors * seconds(executors));
    }

    /** {@return from how many executors on the driver is the limit} */
    public double limit() {
        return driver == 0 ? Double.POSITIVE_INFINITY : slice / driver;
    }
}
