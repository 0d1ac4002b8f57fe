package dev.warpbroker.tasks;

import java.time.Duration;
import java.util.List;

/**
 * How a run went.
 *
 * @param elapsed how long it took on the device
 * @param executed how many tasks were run
 * @param workers what each worker did; empty unless the scheduler counts
 */
public record Report(Duration elapsed, long executed, List<Worker> workers) {
    /**
     * What one worker did.
     *
     * @param executed tasks that it ran
     * @param stolen times that it took tasks from another worker
     * @param failedSteals times that it asked another worker in vain
     * @param idle how long it had nothing to do, none of its lanes
     */
    public record Worker(long executed, long stolen, long failedSteals, Duration idle) {}

    /** Copies the list. */
    public Report {
        workers = List.copyOf(workers);
    }
}
