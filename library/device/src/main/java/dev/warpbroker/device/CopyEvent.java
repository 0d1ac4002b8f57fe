package dev.warpbroker.device;

import dev.warpbroker.device.trace.HostSpan;
import dev.warpbroker.device.trace.TimeLine;
import java.util.Map;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import org.jspecify.annotations.Nullable;

/** What Java Flight Recorder gets of a copy that the host makes and waits for, and the time line of the device. */
@Name("dev.warpbroker.Copy")
@Label("Copy")
@Category("Warpbroker")
@Description("A copy between the host and device memory")
final class CopyEvent extends Event {
    @Label("Memory")
    String memory = "";

    @Label("To the device")
    boolean toDevice;

    @Label("Bytes")
    @DataAmount
    long bytes;

    private transient @Nullable TimeLine timeLine;
    private transient long begun;

    static CopyEvent begun(@Nullable Device device) {
        var event = new CopyEvent();
        event.timeLine = device == null ? null : device.timeLine();
        if (event.timeLine != null) {
            event.begun = System.nanoTime();
        }
        event.begin();
        return event;
    }

    void end(DeviceMemory of, boolean into, long size) {
        end();
        if (shouldCommit()) {
            memory = of.describe();
            toDevice = into;
            bytes = size;
            commit();
        }
        if (timeLine != null) {
            timeLine.add(new HostSpan(
                    HostSpan.Kind.COPY,
                    String.valueOf(of.device()),
                    into ? "to the device" : "from the device",
                    begun,
                    System.nanoTime(),
                    Map.of("bytes", size, "memory", of.describe())));
        }
    }
}
