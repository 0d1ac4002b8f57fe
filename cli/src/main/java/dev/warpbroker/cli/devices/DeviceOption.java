package dev.warpbroker.cli.devices;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceOptions;
import dev.warpbroker.device.trace.TimeLine;
import dev.warpbroker.experiments.results.OutputFile;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say where to run, and what to tell of it. */
public final class DeviceOption {
    @Option(
            names = "--device",
            paramLabel = "D",
            defaultValue = "best",
            converter = DeviceChoice.Converter.class,
            description = "jvm, sim, sim:SEED, cuda, cuda:N or best (default: ${DEFAULT-VALUE}).")
    @SuppressWarnings("NullAway.Init") // set by picocli
    private DeviceChoice choice;

    @Option(
            names = "--trace",
            paramLabel = "FILE",
            description = {
                "Write a time line to this file: launches, copies and compilations, and what each worker did of"
                        + " schedulers, fork-join, task graphs and executors.",
                "FILE.json for Perfetto (ui.perfetto.dev), FILE.jfr for JDK Mission Control."
            })
    private @Nullable Path trace;

    /** Opens the device. */
    public Device open() {
        return open(DeviceOptions.defaults());
    }

    /** Opens the device in a way that its kernels are timed. */
    public Device openTimed() {
        return open(DeviceOptions.defaults().withTiming(true));
    }

    private Device open(DeviceOptions options) {
        if (trace == null) {
            return choice.open(options);
        }
        OutputFile.requireWritable("--trace", trace);
        return choice.open(options.withTimeLine(TimeLine.to(trace)));
    }
}
