package dev.warpbroker.device;

import dev.warpbroker.device.trace.HostSpan;
import dev.warpbroker.device.trace.TimeLine;
import java.util.Map;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

/** What Java Flight Recorder gets of a launch, and the time line of its device. */
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

    private transient @Nullable TimeLine timeLine;
    private transient long begun;

    static LaunchEvent begun(Device device, Grid grid, Kernel kernel) {
        var event = new LaunchEvent();
        event.timeLine = device.timeLine();
        if (event.isEnabled() || event.timeLine != null) {
            event.device = device.toString();
            event.kernel = kernel.getClass().getName().replaceFirst("\\$\\$Lambda.*", "");
            event.threads = grid.threads();
            event.blockSize = grid.blockSize();
            event.begun = System.nanoTime();
            event.begin();
        }
        return event;
    }

    /** @param nanos the time of the kernel */
    void end(long nanos) {
        end();
        elapsed = nanos;
        if (shouldCommit()) {
            commit();
        }
        if (timeLine != null) {
            timeLine.add(new HostSpan(
                    HostSpan.Kind.LAUNCH,
                    device,
                    kernel.substring(kernel.lastIndexOf('.') + 1),
                    begun,
                    System.nanoTime(),
                    Map.of("threads", threads, "block size", blockSize, "kernel nanoseconds", elapsed)));
        }
    }
}
