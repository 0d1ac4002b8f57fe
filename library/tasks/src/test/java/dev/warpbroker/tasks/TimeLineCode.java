package dev.warpbroker.tasks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceOptions;
import dev.warpbroker.device.SimulatorOptions;
import dev.warpbroker.device.trace.TimeLine;
import dev.warpbroker.device.trace.TraceOptions;
import java.util.function.Function;

/** What compiled code has of a time line. It names the Java lines that it comes from. */
public final class TimeLineCode {
    private static final String[] TRACES = {"WorkerTrace.java", "WorkerRings.java", "%globaltimer"};

    private TimeLineCode() {}

    /** @param ptx the code of a kernel of workers on a device */
    public static void assertOnlyOnDevicesWithOne(Function<Device, String> ptx) {
        var simulation = SimulatorOptions.seeded(1);
        try (var timeLine = TimeLine.start(TraceOptions.defaults());
                var plain = Device.simulator(simulation, DeviceOptions.defaults());
                var traced =
                        Device.simulator(simulation, DeviceOptions.defaults().withTimeLine(timeLine));
                var again = Device.simulator(simulation, DeviceOptions.defaults())) {
            String off = ptx.apply(plain);
            assertThat(ptx.apply(traced)).contains(TRACES);
            assertThat(off).doesNotContain(TRACES);
            assertThat(ptx.apply(again)).isEqualTo(off);
        }
    }
}
