package dev.warpbroker.tasks;

import dev.warpbroker.device.Grid;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/**
 * The event of a run for Java Flight Recorder. It begins just before the launch and ends when the host has read the
 * report. A run that fails leaves no event.
 */
@Name("dev.warpbroker.Run")
@Label("Scheduler run")
@Category("Warpbroker")
@Description("A run of a scheduler, from its launch until the host saw its end")
@StackTrace(false)
final class RunEvent extends Event {
    @Label("Policy")
    String policy = "";

    @Label("Workers")
    String workers = "";

    @Label("Threads")
    int threads;

    @Label("Executed tasks")
    long executed;

    @Label("Steals")
    @Description("0 unless statistics are on")
    long stolen;

    void note(SchedulerOptions options, Grid grid, Report report) {
        if (shouldCommit()) {
            policy = options.policy().toString();
            workers = options.workers().toString();
            threads = grid.threads();
            executed = report.executed();
            stolen = report.workers().stream().mapToLong(Report.Worker::stolen).sum();
            commit();
        }
    }
}
