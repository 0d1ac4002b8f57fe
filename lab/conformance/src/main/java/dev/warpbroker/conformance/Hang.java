package dev.warpbroker.conformance;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.LaunchStoppedException;
import java.time.Duration;

/**
 * A kernel that waits forever must be stopped by {@code join(Duration)}, which says what it waited for, or by a device
 * that finds out by itself, which says where; and the device must stay usable.
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
            } catch (DeviceException deadlock) {
                requirePosition(deadlock);
            }
        }
        Failure.requireUsable(device);
    }

    /** A device that sees by itself that nothing can happen any more ends the launch and says where the lanes wait. */
    private static void requirePosition(DeviceException deadlock) {
        var fault = deadlock.fault();
        if (fault == null
                || fault.trace().stream()
                        .noneMatch(frame -> frame.getClassName().equals(FaultCases.class.getName()))) {
            throw new Mismatch("a deadlock must be reported with the line of the kernel: " + deadlock.getMessage());
        }
    }
}
