package dev.warpbroker.selftest;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.LaunchStoppedException;
import java.time.Duration;

/**
 * A kernel that waits forever must be stopped by {@code join(Duration)}, which says what it waited for, and the device
 * must stay usable.
 */
record Hang(Grid grid, String waitingFor, Program program) implements Check {
    private static final Duration PATIENCE = Duration.ofMillis(300);

    @Override
    public void on(Device device) {
        try (var workspace = new Workspace(device, grid.threads())) {
            var launch = device.launch(grid, program.in(workspace));
            try {
                launch.join(PATIENCE);
                throw new Mismatch("the launch ended by itself; it must wait for " + waitingFor);
            } catch (LaunchStoppedException stopped) {
                String message = String.valueOf(stopped.getMessage());
                if (!message.contains(waitingFor)) {
                    throw new Mismatch(
                            "the cancelled launch must say that it waited for " + waitingFor + ": " + message);
                }
            }
        }
        Failure.requireUsable(device);
    }
}
