package dev.warpbroker.conformance;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;

/**
 * A kernel must leave the same bits in memory on the device as on the JVM.
 *
 * @param grid lanes of the launch
 * @param program the kernel
 */
record Agreement(Grid grid, Program program) implements Check {
    private static final int LANES = 256;

    static Case of(String name, String feature, Program program) {
        return new Case(name, feature, false, new Agreement(Grid.threads(LANES), program));
    }

    @Override
    public void on(Device device) {
        try (Device jvm = Device.jvm();
                var expected = new Workspace(jvm, grid.threads());
                var actual = new Workspace(device, grid.threads())) {
            jvm.run(grid, program.in(expected));
            device.run(grid, program.in(actual));
            actual.requireEqual(expected);
        }
    }
}
