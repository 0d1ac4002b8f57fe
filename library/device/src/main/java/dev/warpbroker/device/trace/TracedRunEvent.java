package dev.warpbroker.device.trace;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** What Java Flight Recorder gets of a traced run. */
@Name("dev.warpbroker.TracedRun")
@Label("Traced run")
@Category("Warpbroker")
@Description("A run whose workers noted what they did")
@StackTrace(false)
final class TracedRunEvent extends Event {
    @Label("Run")
    @Description("Its number in its time line, from 0 on")
    int run;

    @Label("Device")
    String device = "";

    @Label("Engine")
    String engine = "";

    @Label("Code of the tasks")
    String body = "";

    @Label("Kinds of tasks")
    String kinds = "";

    @Label("Begin")
    @Description("Since the beginning of the time line")
    @Timespan(Timespan.NANOSECONDS)
    long begin;

    @Label("Length")
    @Timespan(Timespan.NANOSECONDS)
    long length;

    @Label("Workers")
    int workers;

    @Label("Tasks")
    long tasks;

    @Label("Steals")
    long steals;

    @Label("Spans left out")
    long dropped;
}
