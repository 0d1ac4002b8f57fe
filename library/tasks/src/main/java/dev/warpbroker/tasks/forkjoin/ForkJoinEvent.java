package dev.warpbroker.tasks.forkjoin;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;

/**
 * The event of a run for Java Flight Recorder. It begins after the launch and ends when the host takes the result and
 * the statistics. A run that fails leaves no event.
 */
@Name("dev.warpbroker.ForkJoin")
@Label("Fork-join run")
@Category("Warpbroker")
@Description("A run of fork and join, from its launch until its result was taken")
final class ForkJoinEvent extends Event {
    @Label("Workers")
    int workers;

    @Label("Stolen tasks")
    @Description("0 unless statistics are on")
    long stolen;

    static ForkJoinEvent begun() {
        var event = new ForkJoinEvent();
        event.begin();
        return event;
    }

    void end(ForkJoin.Run.Statistics statistics) {
        end();
        if (shouldCommit()) {
            workers = statistics.workers();
            stolen = statistics.stolen();
            commit();
        }
    }
}
