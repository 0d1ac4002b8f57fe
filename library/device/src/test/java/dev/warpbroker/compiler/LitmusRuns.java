package dev.warpbroker.compiler;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceOptions;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.Kernel;
import dev.warpbroker.device.SimulatorOptions;
import java.util.Map;
import java.util.TreeMap;

/** Runs of two lanes, in blocks of their own, on adversarial memory. */
final class LitmusRuns {
    interface Litmus {
        /** @param result two words that say what the lanes saw */
        Kernel kernel(Device device, Ints result);
    }

    private LitmusRuns() {}

    /** {@return how often each result came with seeds from 0 on} */
    static Map<String, Integer> outcomes(int seeds, Litmus litmus) {
        var counts = new TreeMap<String, Integer>();
        for (int seed = 0; seed < seeds; seed++) {
            try (Device device =
                    Device.simulator(SimulatorOptions.seeded(seed).adversarial(), DeviceOptions.defaults())) {
                Ints result = device.ints(2);
                device.run(Grid.threads(2).withBlockSize(1), litmus.kernel(device, result));
                counts.merge(result.copyOut()[0] + " " + result.copyOut()[1], 1, Integer::sum);
            }
        }
        return counts;
    }
}
