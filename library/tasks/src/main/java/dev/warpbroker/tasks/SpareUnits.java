package dev.warpbroker.tasks;

import dev.warpbroker.tasks.worker.OutstandingWork;

/** The units of {@link OutstandingWork} that a lane has to spare, for the tasks that it will hand over. Kernel Java. */
final class SpareUnits {
    /** Units that a lane adds at once. */
    private static final int ADDED = 16;

    private final OutstandingWork outstanding;
    private int count;

    SpareUnits(OutstandingWork outstanding) {
        this.outstanding = outstanding;
    }

    /** Gives a unit to a task that the lane hands over. */
    void give() {
        if (count == 0) {
            outstanding.add(ADDED);
            count = ADDED;
        }
        count--;
    }

    /** Takes the unit of a task that is done. */
    void take() {
        count++;
    }

    /** Takes all off the count. A lane that has nothing to do does this before it waits. */
    void handIn() {
        if (count > 0) {
            outstanding.add(-count);
            count = 0;
        }
    }
}
