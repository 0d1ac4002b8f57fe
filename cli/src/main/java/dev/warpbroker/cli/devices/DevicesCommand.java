package dev.warpbroker.cli.devices;

import static dev.warpbroker.experiments.page.Table.number;
import static dev.warpbroker.experiments.page.Table.text;

import dev.warpbroker.cli.terminal.Console;
import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceProperties;
import dev.warpbroker.experiments.page.Quantity;
import dev.warpbroker.experiments.page.Table;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code devices}: what is there. */
@Command(name = "devices", description = "List the devices of this machine.")
public final class DevicesCommand implements Runnable {
    @Mixin
    private final Console console = new Console();

    @Override
    public void run() {
        var all = new ArrayList<DeviceProperties>();
        try (Device jvm = Device.jvm();
                Device simulator = Device.simulator(0)) {
            all.add(jvm.properties());
            all.add(simulator.properties());
        }
        var graphics = GraphicsDevices.find();
        all.addAll(graphics.found());
        if (console.isJson()) {
            all.forEach(device -> console.add("devices", device));
        } else {
            console.print(table(all));
        }
        if (graphics.found().isEmpty()) {
            console.fact("no GPU: ", graphics.whyNoMore().lines().findFirst().orElse("reason unknown"));
        }
    }

    static Table table(List<DeviceProperties> devices) {
        return new Table(
                List.of(
                        text("device"),
                        text("name"),
                        number("threads"),
                        number("warp"),
                        number("block"),
                        number("memory"),
                        text("detail")),
                devices.stream()
                        .map(device -> List.of(
                                device.id(),
                                device.name(),
                                Quantity.count(device.residentThreads()),
                                Quantity.count(device.warpSize()),
                                Quantity.count(device.maxBlockSize()),
                                Quantity.bytes(device.memoryBytes()),
                                device.detail()))
                        .toList());
    }
}
