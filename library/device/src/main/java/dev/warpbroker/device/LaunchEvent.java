package dev.warpbroker.device;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Timespan;

/** What Java Flight Recorder gets of a launch. */
@Name("dev.warpbroker.Launch")
@Label("Kernel launch")
@Category("Warpbroker")
@Description("A launch of a kernel, from the call until the host saw its end")
final class LaunchEvent extends Event {
    @Label("Device")
    String device = "";

    @Label("Kernel")
    @Description("The class that it was written in")
    String kernel = "";

    @Label("Threads")
    int threads;

    @Label("Threads of a block")
    int blockSize;

    @Label("Time of the kernel")
    @Description("As the device measures it")
    @Timespan(Timespan.NANOSECONDS)
    long elapsed;

    static LaunchEvent begun(Device device, Grid grid, Kernel kernel) {
        var event = new LaunchEvent();
        if (event.isEnabled()) {
            event.device = device.toString();
            event.kernel = kernel.getClass().getName().replaceFirst("\\$\\$Lambda.*", "");
            event.threads = grid.threads();
            event.blockSize = grid.blockSize();
            event.begin();
        }
        return event;
    }
}
