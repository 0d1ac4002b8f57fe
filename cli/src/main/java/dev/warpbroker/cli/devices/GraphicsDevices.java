package dev.warpbroker.cli.devices;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceProperties;
import dev.warpbroker.device.DeviceUnavailableException;
import dev.warpbroker.experiments.results.FailureReason;
import java.util.ArrayList;
import java.util.List;

/**
 * The GPUs of this machine.
 *
 * @param found those that can be used, in the driver's order
 * @param whyNoMore why the next one cannot; where none was found, why there is none
 */
public record GraphicsDevices(List<DeviceProperties> found, String whyNoMore) {
    public GraphicsDevices {
        found = List.copyOf(found);
    }

    /** Opens one GPU after the other until there is no next one. */
    public static GraphicsDevices find() {
        var found = new ArrayList<DeviceProperties>();
        while (true) {
            try (Device device = Device.cuda(found.size())) {
                found.add(device.properties());
            } catch (DeviceUnavailableException none) {
                return new GraphicsDevices(found, FailureReason.message(none));
            }
        }
    }
}
