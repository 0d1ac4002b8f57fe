package dev.warpbroker.tasks.worker;

import dev.warpbroker.device.Ints;

/**
 * How much work is left in a launch, counted in units in a word of device memory: workers leave when nothing is. Each
 * unit belongs to one piece of work, or is spare in the hands of a worker. Kernel Java; the host writes the first count
 * before the launch.
 *
 * <p>The rule: a worker that hands over work hands over a unit that is counted already, so one without spare units adds
 * some first. A worker that has done work has its unit to spare, and takes it off the count when it likes, at the
 * latest when it finds nothing to do. So the count is never less than the work that is not done, is 0 only when all is
 * done, and stays 0. There need not be an operation on the count for every piece of work.
 *
 * <p>The count does not publish what workers wrote, but for {@link #handIn}; the end of the launch does.
 *
 * @param words memory with the count, best on a cache line of its own
 * @param at where in this memory the count is
 */
public record OutstandingWork(Ints words, int at) {
    /*
     * Access modes: all changes of the count are read-modify-write operations, so it has one history. Adding units
     * comes before the release that hands over the work, taking the work acquires, and taking units off comes after
     * that: by coherence this is also their order in the history of the count, with relaxed operations.
     * Handing in acquires and releases: the last one comes after all others in that history.
     */

    /** Adds units, which the caller may hand out; takes them off the count if {@code units} is negative. */
    public void add(int units) {
        words.getAndAddRelaxed(at, units);
    }

    /**
     * Takes units off the count; the one that takes the last ones sees what all others wrote that took theirs by this
     * method.
     *
     * @return whether all work is done; only one caller learns it here
     */
    public boolean handIn(int units) {
        return words.getAndAddAcqRel(at, -units) == units;
    }

    /** {@return whether all work is done} */
    public boolean isDone() {
        return words.getOpaque(at) == 0;
    }
}
