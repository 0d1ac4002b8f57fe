package dev.warpbroker.cli.devices;

import dev.warpbroker.cli.terminal.Names;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceOptions;
import dev.warpbroker.device.SimulatorOptions;
import java.util.List;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A device as the command line names it. */
public sealed interface DeviceChoice {
    /** Names that {@link #parse} understands. */
    List<String> KNOWN = List.of("jvm", "sim", "sim:SEED", "cuda", "cuda:N", "best");

    /** Threads of this JVM. */
    record Jvm() implements DeviceChoice {
        @Override
        public String toString() {
            return "jvm";
        }
    }

    /** The simulator. */
    record Simulator(long seed) implements DeviceChoice {
        @Override
        public String toString() {
            return "sim";
        }
    }

    /** An NVIDIA GPU. */
    record Cuda(int ordinal) implements DeviceChoice {
        @Override
        public String toString() {
            return "cuda:" + ordinal;
        }
    }

    /** The first GPU if there is one, else the JVM. */
    record Best() implements DeviceChoice {
        @Override
        public String toString() {
            return "best";
        }
    }

    /** {@return the device that {@code name} means} */
    static DeviceChoice parse(String name) {
        var matcher =
                Pattern.compile("(jvm|best|sim|cuda)|(sim|cuda):([0-9]{1,9})").matcher(name);
        if (!matcher.matches()) {
            throw new TypeConversionException(Names.unknown("device", name, KNOWN));
        }
        int number = matcher.group(3) == null ? 0 : Integer.parseInt(matcher.group(3));
        return switch (matcher.group(1) == null ? matcher.group(2) : matcher.group(1)) {
            case "jvm" -> new Jvm();
            case "sim" -> new Simulator(number);
            case "cuda" -> new Cuda(number);
            default -> new Best();
        };
    }

    /** Opens the device. */
    default Device open() {
        return open(DeviceOptions.defaults());
    }

    /** Opens the device. */
    default Device open(DeviceOptions options) {
        return switch (this) {
            case Jvm() -> Device.jvm(options);
            case Simulator(long seed) -> Device.simulator(SimulatorOptions.seeded(seed), options);
            case Cuda(int ordinal) -> Device.cuda(ordinal, options);
            case Best() -> Device.open(options);
        };
    }

    /** Lets picocli read a device's name. */
    final class Converter implements ITypeConverter<DeviceChoice> {
        @Override
        public DeviceChoice convert(String name) {
            return parse(name);
        }
    }
}
