package dev.warpbroker.conformance;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Kernel;

/**
 * A kernel whose result depends on the device (warps, blocks, the clock, the order of lanes) must leave in memory what
 * host code says.
 */
record Verification(Grid grid, Experiment experiment) implements Check {
    /** A kernel and what must hold after it. */
    record Prepared(Kernel kernel, Runnable verify) {}

    /** Allocates memory and makes the kernel. */
    @FunctionalInterface
    interface Experiment {
        Prepared in(Workspace workspace, Shape shape);
    }

    /** How lanes are grouped. */
    record Shape(int lanes, int warpSize, int blockSize) {}

    static Case of(String name, String feature, Grid grid, Experiment experiment) {
        return new Case(name, feature, false, new Verification(grid, experiment));
    }

    @Override
    public void on(Device device) {
        int warpSize = Math.min(device.properties().warpSize(), grid.blockSize());
        try (var workspace = new Workspace(device, grid.threads())) {
            var prepared = experiment.in(workspace, new Shape(grid.threads(), warpSize, grid.blockSize()));
            device.run(grid, prepared.kernel());
            prepared.verify().run();
        }
    }
}
