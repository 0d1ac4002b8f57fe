package dev.warpbroker.conformance;

import dev.warpbroker.device.Device;
import dev.warpbroker.device.DeviceException;
import dev.warpbroker.device.Grid;
import dev.warpbroker.device.Ints;
import dev.warpbroker.device.KernelFault;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A kernel that throws must be reported with the exception, the lane and the source lines that the JVM reports, and the
 * device must stay usable.
 *
 * @param messageIsConstant whether the message is a constant of the program, which every device must report; the JVM's
 *     own messages contain run-time values
 */
record Failure(Grid grid, Class<? extends Throwable> thrown, boolean messageIsConstant, Program program)
        implements Check {
    private static final int LANES = 64;

    static Case withMessage(String name, Class<? extends Throwable> thrown, Program program) {
        return new Case(name, FaultCases.FEATURE, false, new Failure(Grid.threads(LANES), thrown, true, program));
    }

    static Case of(String name, Class<? extends Throwable> thrown, Program program) {
        return new Case(name, FaultCases.FEATURE, false, new Failure(Grid.threads(LANES), thrown, false, program));
    }

    static Case withBoundsChecks(String name, Class<? extends Throwable> thrown, Program program) {
        return new Case(name, FaultCases.FEATURE, true, new Failure(Grid.threads(LANES), thrown, false, program));
    }

    @Override
    public void on(Device device) {
        try (Device jvm = Device.jvm()) {
            var expected = fault(jvm);
            var actual = fault(device);
            requireEqual("exception", thrown.getName(), expected.exceptionType());
            requireEqual("exception", thrown.getName(), actual.exceptionType());
            requireEqual("lane", expected.lane(), actual.lane());
            if (!traceOmitted(expected) && !traceOmitted(actual)) {
                requireEqual("position", positions(expected), positions(actual));
            }
            if (messageIsConstant) {
                requireEqual("message", expected.message(), actual.message());
            }
        }
        requireUsable(device);
    }

    private KernelFault fault(Device device) {
        try (var workspace = new Workspace(device, grid.threads())) {
            device.run(grid, program.in(workspace));
        } catch (DeviceException failure) {
            var fault = failure.fault();
            if (fault == null) {
                throw failure;
            }
            return fault;
        }
        throw new Mismatch("no failure reported by " + device + "; must be " + thrown.getName());
    }

    /** HotSpot may throw its own exceptions without a trace where compiled code has thrown them before. */
    private static boolean traceOmitted(KernelFault fault) {
        return fault.cause() != null && fault.trace().isEmpty();
    }

    /** The frames of the kernel itself, innermost first. What lies inside the library differs between devices. */
    private static List<String> positions(KernelFault fault) {
        return fault.trace().stream()
                .filter(frame -> frame.getClassName().startsWith(FaultCases.class.getName()))
                .map(frame -> frame.getMethodName() + ":" + frame.getLineNumber())
                .toList();
    }

    static void requireUsable(Device device) {
        try (Ints ids = device.ints(LANES)) {
            device.run(Grid.threads(LANES), lane -> ids.set(lane.id(), lane.id() + 1));
            for (int i = 0; i < LANES; i++) {
                requireEqual("element " + i + " of the launch after the failure", i + 1, ids.copyOut(i, 1)[0]);
            }
        }
    }

    private static void requireEqual(String what, @Nullable Object expected, @Nullable Object actual) {
        if (!Objects.equals(expected, actual)) {
            throw new Mismatch(what + " is " + actual + "; must be " + expected);
        }
    }
}
