package dev.warpbroker.device;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;

/** What Java Flight Recorder gets of a copy that the host makes and waits for. */
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

    static CopyEvent begun() {
        var event = new CopyEvent();
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
    }
}
