package dev.warpbroker.cli.devices;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceOptions;
import picocli.CommandLine.Option;

/** The option that says where to run. */
public final class DeviceOption {
    @Option(
            names = "--device",
            paramLabel = "D",
            defaultValue = "best",
            converter = DeviceChoice.Converter.class,
            description = "jvm, sim, sim:SEED, cuda, cuda:N or best (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private DeviceChoice choice;

    /** Opens the device. */
    public Device open() {
        return choice.open();
    }

    /** Opens the device in a way that its kernels are timed. */
    public Device openTimed() {
        return choice.open(DeviceOptions.defaults().withTiming(true));
    }
}
