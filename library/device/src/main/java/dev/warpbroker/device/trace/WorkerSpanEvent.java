package dev.warpbroker.device.trace;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** What Java Flight Recorder gets of a worker, after the run. */
@Name("dev.warpbroker.WorkerSpan")
@Label("Worker span")
@Category("Warpbroker")
@Description("What a worker of a traced run did for some time; written when the run has ended")
@StackTrace(false)
final class WorkerSpanEvent extends Event {
    @Label("Run")
    @Description("The number of the run in its time line, from 0 on")
    int run;

    @Label("Worker")
    int worker;

    @Label("State")
    String state = "";

    @Label("Begin")
    @Description("Since the beginning of the time line")
    @Timespan(Timespan.NANOSECONDS)
    long begin;

    @Label("Length")
    @Timespan(Timespan.NANOSECONDS)
    long length;

    @Label("Tasks")
    long tasks;

    @Label("Victim")
    @Description("The worker from which tasks were taken, or -1")
    int victim;
}
